package import Foundation

/// What every article that matches must have, so that fewer need to be looked at.
extension Query {
    /// The conditions that all must hold: the query itself, or its parts where they are joined by AND.
    private var required: [QueryTerm] {
        let nodes = if case .all(let nodes) = root { nodes } else { [root] }
        return nodes.compactMap { if case .term(let term) = $0 { term } else { nil } }
    }

    package var requiredMedia: Set<QueryMedium> {
        Set(required.compactMap { if case .has(let medium) = $0 { medium } else { nil } })
    }

    package var requiredStates: Set<QueryState> {
        Set(required.compactMap { if case .state(let state) = $0 { state } else { nil } })
    }

    /// Conditions on places (`place:`, `near:`), of which every article that matches fulfils one; nil if there are
    /// none.
    package var requiredPlaces: [QueryTerm]? { Self.requiredPlaces(of: root) }

    private static func requiredPlaces(of node: QueryNode) -> [QueryTerm]? {
        switch node {
        case .term(.near), .term(.phrase(_, in: .place)): node.terms
        case .term, .not: nil
        case .all(let nodes): nodes.compactMap(requiredPlaces).min { $0.count < $1.count }
        case .any(let nodes):
            nodes.allSatisfy { requiredPlaces(of: $0) != nil } ? nodes.compactMap(requiredPlaces).flatMap(\.self) : nil
        }
    }

    /// The latest `since:` and the earliest `until:`; a missing one is in the distant past or future.
    package func requiredTimes(at time: QueryTime) -> (from: Date, to: Date) {
        var times = (from: Date.distantPast, to: Date.distantFuture)
        for term in required {
            switch term {
            case .since(let start): times.from = max(times.from, start.start(at: time))
            case .until(let end): times.to = min(times.to, end.end(at: time))
            default: continue
            }
        }
        return times
    }

    /// Whether the query uses `is:` anywhere, also in exclusions.
    package var asksState: Bool { root.terms.contains { if case .state = $0 { true } else { false } } }

    /// `since:` or `until:`, whichever the query uses first, also in exclusions; nil if it uses none.
    package var timeField: String? {
        root.terms.lazy.compactMap { term in
            switch term {
            case .since: "since:"
            case .until: "until:"
            default: nil
            }
        }.first
    }

    /// The same query, for articles that fulfil a condition too.
    package func requiring(_ term: QueryTerm) throws(QueryError) -> Query {
        // What is added was not typed, so it does not count against the limit.
        let longest = Self.longest + canonical.unicodeScalars.count
        if case .all(let nodes) = root { return try Query(.all([.term(term)] + nodes), longest: longest) }
        return try Query(.all([.term(term), root]), longest: longest)
    }

    /// The query without one of its parts joined by AND, for each part that can be left out.
    package var simpler: [(left: String, rest: Query)] {
        guard case .all(let nodes) = root else { return [] }
        return nodes.indices.compactMap { index in
            var rest = nodes
            let left = rest.remove(at: index)
            let node = rest.count == 1 ? rest[0] : .all(rest)
            guard node.requiresSomething, let query = try? Query(node) else { return nil }
            return (left.canonical(inside: .all), query)
        }
    }

    /// For a query of exclusions alone, what it excludes; nil for any other query.
    package var excluded: Query? {
        let nodes = if case .all(let nodes) = root { nodes } else { [root] }
        let unwanted = nodes.compactMap { if case .not(let node) = $0 { node } else { nil } }
        guard unwanted.count == nodes.count, unwanted.allSatisfy(\.requiresSomething) else { return nil }
        return try? Query(unwanted.count == 1 ? unwanted[0] : .any(unwanted))
    }
}
