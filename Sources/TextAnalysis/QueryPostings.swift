/// Where a query is stored: under `key`, for articles that also have the word `guardKey` (0: any article).
struct QueryPosting: Sendable {
    var key: UInt64
    var guardKey: UInt64 = 0
    /// Whether an article with both keys matches for certain, so that the query need not be matched.
    var isProof = false
}

/// The positions of queries that match, and of queries that may match.
struct QueryCandidates {
    var certain: [Int32] = []
    var possible: [Int32] = []

    fileprivate mutating func append(_ place: Int32, isProof: Bool) {
        if isProof { certain.append(place) } else { possible.append(place) }
    }
}

/// The stored queries by key, and how many queries use each key.
struct QueryPostings: Sendable {
    private struct Guarded {
        var guardKey: UInt64
        var place: Int32
        var isProof: Bool
    }

    /// Most keys have one query; it is stored inline, which saves a memory access.
    private struct Bucket: Sendable {
        var first: Guarded
        /// Sorted by guard, so that an article's few words can be looked up in a long list; no guard (0) sorts first.
        var more: [Guarded] = []

        func firstIndex(of guardKey: UInt64) -> Int {
            var low = 0
            var high = more.count
            while low < high {
                let middle = (low + high) / 2
                if more[middle].guardKey < guardKey { low = middle + 1 } else { high = middle }
            }
            return low
        }

        func places(guardedBy guardKey: UInt64, into places: inout QueryCandidates) {
            var index = firstIndex(of: guardKey)
            while index < more.count, more[index].guardKey == guardKey {
                places.append(more[index].place, isProof: more[index].isProof)
                index += 1
            }
        }
    }

    private var buckets: [UInt64: Bucket] = [:]
    /// How many queries use a key; a key that many queries use is assumed to be common in articles, too.
    private var popularity: [UInt64: Int] = [:]
    private var kinds = QueryKeyKinds()
    private var filter = KeyFilter()

    /// Nil when the query has no key.
    func choose(for query: Query) -> [QueryPosting]? {
        guard var found = QueryPlan(query.root, popularity: { popularity[$0] ?? 0 })?.postings else { return nil }
        if found.count == 1, QueryPlan.proves(found[0], query.root) { found[0].isProof = true }
        return found
    }

    mutating func add(_ postings: [QueryPosting], of query: Query, at place: Int32) {
        for posting in postings {
            let guarded = Guarded(guardKey: posting.guardKey, place: place, isProof: posting.isProof)
            if var bucket = buckets.removeValue(forKey: posting.key) {
                bucket.more.insert(guarded, at: bucket.firstIndex(of: posting.guardKey))
                buckets[posting.key] = bucket
            } else {
                buckets[posting.key] = Bucket(first: guarded)
                filter.insert(posting.key, among: buckets.keys)
            }
        }
        recount(query, by: 1)
    }

    mutating func remove(_ postings: [QueryPosting], of query: Query, at place: Int32) {
        for posting in postings {
            guard var bucket = buckets.removeValue(forKey: posting.key) else { continue }
            bucket.more.removeAll { $0.place == place }
            if bucket.first.place == place {
                guard let next = bucket.more.popLast() else { continue }
                bucket.first = next
            }
            buckets[posting.key] = bucket
        }
        recount(query, by: -1)
    }

    /// The positions of all queries that may match; a possible one may occur twice.
    func places(for document: QueryDocument) -> QueryCandidates {
        let keys = QueryKeys(of: document, kinds: kinds)
        var places = QueryCandidates()
        for key in keys.all where filter.mayContain(key) {
            guard let bucket = buckets[key] else { continue }
            let first = bucket.first
            if keys.containsWord(first.guardKey) { places.append(first.place, isProof: first.isProof) }
            guard bucket.more.count > keys.words.count else {
                for guarded in bucket.more where keys.containsWord(guarded.guardKey) {
                    places.append(guarded.place, isProof: guarded.isProof)
                }
                continue
            }
            bucket.places(guardedBy: 0, into: &places)
            for word in keys.words { bucket.places(guardedBy: word, into: &places) }
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
