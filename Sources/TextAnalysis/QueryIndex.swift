/// Finds which of many queries an article matches, at a cost that does not grow with the number of queries.
///
/// Each query waits under its rarest required word, neighbouring pair of words, word beginning, ending or part (one
/// per OR branch), guarded by a second required word where it has one; an article looks up its own words and asks only
/// the queries it finds. Equal queries are kept and asked once. A value: copy it to read it elsewhere.
package struct QueryIndex<ID: Hashable & Sendable>: Sendable {
    /// Distinct queries without any word to wait under (a lone expression or `has:image`) are asked of every article;
    /// there may be this many.
    package static var mostUnindexed: Int { 1_000 }

    private struct Entry: Sendable {
        var query: Query
        var ids: [ID]
        /// Nil: asked of every article.
        var postings: [QueryPosting]?
    }

    private var entries: [Entry?] = []
    private var freePlaces: [Int32] = []
    private var placeOfQuery: [Query: Int32] = [:]
    private var placeOfID: [ID: Int32] = [:]
    private var unindexed: Set<Int32> = []
    private var postings = QueryPostings()

    package init() {}

    package var count: Int { placeOfID.count }

    package func query(of id: ID) -> Query? {
        placeOfID[id].flatMap { entries[Int($0)]?.query }
    }

    /// Adds a query, replacing the one `id` had.
    ///
    /// False, with nothing changed for other ids, when the query cannot be indexed and `mostUnindexed` is reached.
    @discardableResult
    package mutating func insert(_ id: ID, _ query: Query) -> Bool {
        remove(id)
        if let place = placeOfQuery[query] {
            entries[Int(place)]?.ids.append(id)
            placeOfID[id] = place
            return true
        }
        let found = postings.choose(for: query)
        if found == nil, unindexed.count >= Self.mostUnindexed { return false }
        let place = freePlaces.popLast() ?? Int32(entries.count)
        if Int(place) == entries.count { entries.append(nil) }
        entries[Int(place)] = Entry(query: query, ids: [id], postings: found)
        placeOfQuery[query] = place
        placeOfID[id] = place
        if let found {
            postings.add(found, of: query, at: place)
        } else {
            unindexed.insert(place)
        }
        return true
    }

    package mutating func remove(_ id: ID) {
        guard let place = placeOfID.removeValue(forKey: id), var entry = entries[Int(place)] else { return }
        entry.ids.removeAll { $0 == id }
        guard entry.ids.isEmpty else {
            entries[Int(place)] = entry
            return
        }
        if let found = entry.postings {
            postings.remove(found, of: entry.query, at: place)
        } else {
            unindexed.remove(place)
        }
        placeOfQuery.removeValue(forKey: entry.query)
        entries[Int(place)] = nil
        freePlaces.append(place)
    }

    /// The ids whose queries match, each once, in no particular order.
    package func matches(for document: QueryDocument, at time: QueryTime? = nil) -> [ID] {
        var result: [ID] = []
        for place in candidates(for: document) {
            guard let entry = entries[Int(place)], entry.query.matches(document, at: time) else { continue }
            result.append(contentsOf: entry.ids)
        }
        return result
    }

    /// How many queries an article makes us ask; the measure of the index's quality.
    package func candidateCount(for document: QueryDocument) -> Int {
        candidates(for: document).count
    }

    private func candidates(for document: QueryDocument) -> [Int32] {
        var places = postings.places(for: document)
        places.sort()
        var result: [Int32] = Array(unindexed)
        result.reserveCapacity(result.count + places.count)
        var previous: Int32 = -1
        for place in places where place != previous {
            result.append(place)
            previous = place
        }
        return result
    }
}
