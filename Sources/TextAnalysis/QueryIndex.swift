/// Finds which of many queries an article matches, at a cost that does not grow with the number of queries.
///
/// Each query waits under its rarest required word, neighbouring pair of words, word beginning, ending or part (one
/// per OR branch), guarded by a second required word where it has one; an article looks up its own words and asks only
/// the queries it finds. What has no word to wait under (a lone expression, `has:image`) is asked of every article: how
/// many each owner may have is `QueryLimits.heavyPerOwner`. Equal queries are kept and asked once. A value: copy it to read it elsewhere.
package struct QueryIndex<ID: Hashable & Sendable>: Sendable {
    private var table = QueryTable()
    private var owners: [[ID]] = []
    private var placeOfID: [ID: Int32] = [:]

    package init() {}

    package var count: Int { placeOfID.count }

    package func query(of id: ID) -> Query? {
        placeOfID[id].flatMap(table.query)
    }

    /// Adds a query, replacing the one `id` had.
    package mutating func insert(_ id: ID, _ query: Query) {
        remove(id)
        let place = table.place(for: query)
        if Int(place) == owners.count { owners.append([]) }
        owners[Int(place)].append(id)
        placeOfID[id] = place
    }

    package mutating func remove(_ id: ID) {
        guard let place = placeOfID.removeValue(forKey: id) else { return }
        owners[Int(place)].removeAll { $0 == id }
        if owners[Int(place)].isEmpty { table.remove(at: place) }
    }

    /// The ids whose queries match, each once, in no particular order.
    package func matches(for document: QueryDocument, at time: QueryTime? = nil) -> [ID] {
        table.matches(for: document, at: time).flatMap { owners[Int($0)] }
    }

    /// How many queries an article makes us ask; the measure of the index's quality.
    package func candidateCount(for document: QueryDocument) -> Int {
        table.candidateCount(for: document)
    }
}
