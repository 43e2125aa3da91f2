/// Distinct queries by place, and the postings that find them: the index without its owners.
struct QueryTable: Sendable {
    private struct Entry: Sendable {
        var query: Query
        /// Nil: asked of every article.
        var postings: [QueryPosting]?
        /// Whether to ask it may take milliseconds.
        var isDear: Bool
    }

    private var entries: [Entry?] = []
    private var freePlaces: [Int32] = []
    private var placeOfQuery: [Query: Int32] = [:]
    private var unindexed: Set<Int32> = []
    private var postings = QueryPostings()

    func query(at place: Int32) -> Query? { entries[Int(place)]?.query }

    /// The place of an equal query, or a new one.
    mutating func place(for query: Query) -> Int32 {
        if let place = placeOfQuery[query] { return place }
        let found = postings.choose(for: query)
        let place = freePlaces.popLast() ?? Int32(entries.count)
        if Int(place) == entries.count { entries.append(nil) }
        entries[Int(place)] = Entry(query: query, postings: found, isDear: query.hasExpression)
        placeOfQuery[query] = place
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
        placeOfQuery.removeValue(forKey: entry.query)
        entries[Int(place)] = nil
        freePlaces.append(place)
    }

    /// The places of the queries that match, and of those that are to be asked, each once.
    func candidates(for document: QueryDocument) -> QueryPlaces {
        var places = postings.places(for: document)
        places.possible = distinct(places.possible) + unindexed
        return places
    }

    func matches(_ place: Int32, _ document: QueryDocument, at time: QueryTime?) -> Bool {
        entries[Int(place)]?.query.root.matches(document, at: time) ?? false
    }

    func isDear(_ place: Int32) -> Bool { entries[Int(place)]?.isDear ?? false }

    private func distinct(_ places: [Int32]) -> [Int32] {
        var result: [Int32] = []
        result.reserveCapacity(places.count)
        for place in places.sorted() where place != result.last { result.append(place) }
        return result
    }
}
