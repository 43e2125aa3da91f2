/// The tree a query is made of.
package indirect enum QueryNode: Sendable, Hashable {
    case term(QueryTerm)
    case not(QueryNode)
    case all([QueryNode])
    case any([QueryNode])

    /// Whether something must be present for this to match; false for exclusions alone.
    var requiresSomething: Bool {
        switch self {
        case .term: true
        case .not: false
        case .all(let nodes): nodes.contains { $0.requiresSomething }
        case .any(let nodes): nodes.allSatisfy { $0.requiresSomething }
        }
    }

    /// Every term, exclusions too.
    var terms: [QueryTerm] {
        switch self {
        case .term(let term): [term]
        case .not(let node): node.terms
        case .all(let nodes), .any(let nodes): nodes.flatMap(\.terms)
        }
    }

    func mapTerms(_ change: (QueryTerm) throws -> QueryTerm) rethrows -> QueryNode {
        switch self {
        case .term(let term): .term(try change(term))
        case .not(let node): .not(try node.mapTerms(change))
        case .all(let nodes): .all(try nodes.map { try $0.mapTerms(change) })
        case .any(let nodes): .any(try nodes.map { try $0.mapTerms(change) })
        }
    }

    /// The terms that make it match, exclusions left out.
    package var wantedTerms: [QueryTerm] {
        switch self {
        case .term(let term): [term]
        case .not: []
        case .all(let nodes), .any(let nodes): nodes.flatMap(\.wantedTerms)
        }
    }
}

/// Where a term looks; without one it looks in title and body.
package enum QueryField: String, Sendable, Hashable, CaseIterable {
    case title, body, feed, author, tag, category, place
}

/// One condition of a query.
package enum QueryTerm: Sendable, Hashable {
    case phrase(QueryPhrase, in: QueryField?)
    case regex(LinearRegex, in: QueryField?)
    /// A folded host; it and its subdomains match. Without a dot, any label of the host.
    case site(String)
    /// A BCP 47 tag in lower case; more specific tags match too.
    case language(String)
    case since(QuerySince)
    case hasImage
}
