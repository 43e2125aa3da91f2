/// The distinct queries by position, and the postings that find them: the index without the owners.
struct QueryTable: Sendable {
    private struct Entry: Sendable {
        var query: Query
        /// Nil when the query must be matched against every article.
        var postings: [QueryPosting]?
        /// Whether matching it may take milliseconds.
        var isExpensive: Bool
    }

    private var entries: [Entry?] = []
    private var freePositions: [Int32] = []
    private var positionOfQuery: [Query: Int32] = [:]
    private var unindexed: Set<Int32> = []
    private var postings = QueryPostings()

    func query(at place: Int32) -> Query? { entries[Int(place)]?.query }

    /// The position of an equal query, or a new one.
    mutating func place(for query: Query) -> Int32 {
        if let place = positionOfQuery[query] { return place }
        let found = postings.choose(for: query)
        let place = freePositions.popLast() ?? Int32(entries.count)
        if Int(place) == entries.count { entries.append(nil) }
        entries[Int(place)] = Entry(query: query, postings: found, isExpensive: query.hasExpression)
        positionOfQuery[query] = place
        if let found {
            postings.add(found, of: query, at: place)
        } else {
            unindexed.insert(place)
        }
        return place
    }

    mutating func remove(at place: Int32) {
        guard let entry = entries[Int(place)] else { return }
        if let found = entry.postings {
            postings.remove(found, of: entry.query, at: place)
        } else {
            unindexed.remove(place)
        }
        positionOfQuery.removeValue(forKey: entry.query)
        entries[Int(place)] = nil
        freePositions.append(place)
    }

    /// The positions of the queries that match, and of those that must be tested, each once.
    func candidates(for document: QueryDocument) -> QueryCandidates {
        var places = postings.places(for: document)
        places.possible = distinct(places.possible) + unindexed
        return places
    }

    func matches(_ place: Int32, _ document: QueryDocument, at time: QueryTime?) -> Bool {
        entries[Int(place)]?.query.root.matches(document, at: time) ?? false
    }

    func isExpensive(_ place: Int32) -> Bool { entries[Int(place)]?.isExpensive ?? false }

    private func distinct(_ places: [Int32]) -> [Int32] {
        var result: [Int32] = []
        result.reserveCapacity(places.count)
        for place in places.sorted() where place != result.last { result.append(place) }
        return result
    }
}
