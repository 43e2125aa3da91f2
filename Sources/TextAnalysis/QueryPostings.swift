/// Where a query waits: under `key`, and only for articles that also have the word `guardKey` (0: any article).
struct QueryPosting: Sendable {
    var key: UInt64
    var guardKey: UInt64 = 0
}

/// The lists of waiting queries by key, and how often each key was asked for.
struct QueryPostings: Sendable {
    private struct Guarded {
        var guardKey: UInt64
        var place: Int32
    }

    private struct Bucket: Sendable {
        var open: [Int32] = []
        /// Sorted by guard, so that an article's few words find theirs among many.
        var guarded: [Guarded] = []

        var isEmpty: Bool { open.isEmpty && guarded.isEmpty }

        func firstIndex(of guardKey: UInt64) -> Int {
            var low = 0
            var high = guarded.count
            while low < high {
                let middle = (low + high) / 2
                if guarded[middle].guardKey < guardKey { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }

    private var buckets: [UInt64: Bucket] = [:]
    /// How many queries name a key; what many ask for is what many articles contain.
    private var popularity: [UInt64: Int] = [:]
    private var kinds = QueryKeyKinds()

    /// Nil when nothing in the query can be looked up.
    func choose(for query: Query) -> [QueryPosting]? {
        QueryPlan(query.root) { popularity[$0] ?? 0 }?.postings
    }

    mutating func add(_ postings: [QueryPosting], of query: Query, at place: Int32) {
        for posting in postings {
            var bucket = buckets.removeValue(forKey: posting.key) ?? Bucket()
            if posting.guardKey == 0 {
                bucket.open.append(place)
            } else {
                let guarded = Guarded(guardKey: posting.guardKey, place: place)
                bucket.guarded.insert(guarded, at: bucket.firstIndex(of: posting.guardKey))
            }
            buckets[posting.key] = bucket
        }
        recount(query, by: 1)
    }

    mutating func remove(_ postings: [QueryPosting], of query: Query, at place: Int32) {
        for posting in postings {
            guard var bucket = buckets.removeValue(forKey: posting.key) else { continue }
            if posting.guardKey == 0 {
                bucket.open.removeAll { $0 == place }
            } else {
                bucket.guarded.removeAll { $0.place == place && $0.guardKey == posting.guardKey }
            }
            if !bucket.isEmpty { buckets[posting.key] = bucket }
        }
        recount(query, by: -1)
    }

    /// The places of all queries that may match; one may come twice.
    func places(for document: QueryDocument) -> [Int32] {
        let keys = QueryKeys(of: document, kinds: kinds)
        var places: [Int32] = []
        for key in keys.all {
            guard let bucket = buckets[key] else { continue }
            places.append(contentsOf: bucket.open)
            if bucket.guarded.count <= keys.words.count {
                for guarded in bucket.guarded where keys.words.contains(guarded.guardKey) {
                    places.append(guarded.place)
                }
                continue
            }
            for word in keys.words {
                var index = bucket.firstIndex(of: word)
                while index < bucket.guarded.count, bucket.guarded[index].guardKey == word {
                    places.append(bucket.guarded[index].place)
                    index += 1
                }
            }
        }
        return places
    }

    private mutating func recount(_ query: Query, by change: Int) {
        for term in query.root.wantedTerms {
            for option in QueryKey.options(for: term) {
                let count = (popularity[option.key] ?? 0) + change
                popularity[option.key] = count > 0 ? count : nil
                kinds.count(option.kind, by: change)
            }
        }
    }
}
