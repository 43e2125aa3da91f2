/// Finds which of many queries an article matches, at a cost that does not grow with the number of queries.
///
/// Each query is stored under its rarest required key: a word, a pair of adjacent words, or the start, end or a part of
/// a word (one key per OR branch). A second required word guards the entry where there is one. An article looks up its
/// own words, and only the queries found are matched. A query without a key (a lone expression, `has:image`) is matched
/// against every article; `QueryLimits.heavyPerOwner` limits how many each owner may have. Equal queries are stored and
/// matched once. The index is a value: a copy can be read elsewhere.
package struct QueryIndex<ID: Hashable & Sendable>: Sendable {
    private var table = QueryTable()
    private var owners: [[ID]] = []
    private var positionOfID: [ID: Int32] = [:]

    package init() {}

    package var count: Int { positionOfID.count }

    package func query(of id: ID) -> Query? {
        positionOfID[id].flatMap(table.query)
    }

    /// Adds a query and replaces the previous one of `id`.
    package mutating func insert(_ id: ID, _ query: Query) {
        remove(id)
        let place = table.place(for: query)
        if Int(place) == owners.count { owners.append([]) }
        owners[Int(place)].append(id)
        positionOfID[id] = place
    }

    package mutating func remove(_ id: ID) {
        guard let place = positionOfID.removeValue(forKey: id) else { return }
        owners[Int(place)].removeAll { $0 == id }
        if owners[Int(place)].isEmpty { table.remove(at: place) }
    }

    /// The ids whose queries match, each once, in no particular order.
    package func matches(for document: QueryDocument, at time: QueryTime? = nil) -> [ID] {
        var matching = stepwiseMatching(of: document, at: time)
        while matching.advance() {}
        return matching.found
    }

    /// The queries that the article may match, ready to be matched in steps.
    package func stepwiseMatching(of document: QueryDocument, at time: QueryTime? = nil) -> StepwiseMatching {
        StepwiseMatching(self, table.candidates(for: document), document, time)
    }

    /// How many queries are candidates for an article; this measures the quality of the index.
    package func candidateCount(for document: QueryDocument) -> Int {
        let places = table.candidates(for: document)
        return places.certain.count + places.possible.count
    }

    /// Matches queries against one article in steps, so that other work can run between the steps.
    package struct StepwiseMatching: Sendable {
        /// Expressions per step; each takes some 3 ms for title and body at the very worst (`QueryLimits`).
        private static var expensivePerStep: Int { 4 }

        /// The ids whose queries have matched so far.
        package private(set) var found: [ID]
        private var rest: ArraySlice<Int32>
        private let index: QueryIndex
        private let document: QueryDocument
        private let time: QueryTime?

        fileprivate init(
            _ index: QueryIndex,
            _ candidates: QueryCandidates,
            _ document: QueryDocument,
            _ time: QueryTime?
        ) {
            (self.index, self.document, self.time) = (index, document, time)
            found = candidates.certain.flatMap { index.owners[Int($0)] }
            rest = candidates.possible[...]
        }

        /// Matches the next queries; returns false when none is left.
        package mutating func advance() -> Bool {
            var expensive = 0
            while expensive < Self.expensivePerStep, let place = rest.popFirst() {
                if index.table.isExpensive(place) { expensive += 1 }
                if index.table.matches(place, document, at: time) { found += index.owners[Int(place)] }
            }
            return !rest.isEmpty
        }
    }
}
