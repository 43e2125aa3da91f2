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
        var asking = asking(about: document, at: time)
        while asking.goOn() {}
        return asking.found
    }

    /// The queries that an article may match, yet to be asked.
    package func asking(about document: QueryDocument, at time: QueryTime? = nil) -> Asking {
        Asking(self, table.candidates(for: document), document, time)
    }

    /// How many queries an article makes us ask; the measure of the index's quality.
    package func candidateCount(for document: QueryDocument) -> Int {
        let places = table.candidates(for: document)
        return places.certain.count + places.possible.count
    }

    /// Queries being asked about one article in steps, so that others get their turn between two.
    package struct Asking: Sendable {
        /// Expressions are asked so many at a time: some 3 ms each at the very worst (`QueryLimits`), for title and body.
        private static var dearOnes: Int { 4 }

        /// The ids whose queries match, as far as they were asked.
        package private(set) var found: [ID]
        private var rest: ArraySlice<Int32>
        private let index: QueryIndex
        private let document: QueryDocument
        private let time: QueryTime?

        fileprivate init(_ index: QueryIndex, _ places: QueryPlaces, _ document: QueryDocument, _ time: QueryTime?) {
            (self.index, self.document, self.time) = (index, document, time)
            found = places.certain.flatMap { index.owners[Int($0)] }
            rest = places.possible[...]
        }

        /// Asks the next ones; false when none is left.
        package mutating func goOn() -> Bool {
            var dear = 0
            while dear < Self.dearOnes, let place = rest.popFirst() {
                if index.table.isDear(place) { dear += 1 }
                if index.table.matches(place, document, at: time) { found += index.owners[Int(place)] }
            }
            return !rest.isEmpty
        }
    }
}
