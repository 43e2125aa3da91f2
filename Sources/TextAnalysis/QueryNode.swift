/// The syntax tree of a query.
package indirect enum QueryNode: Sendable, Hashable {
    case term(QueryTerm)
    case not(QueryNode)
    case all([QueryNode])
    case any([QueryNode])

    /// Whether something must be present for the node to match; false for exclusions alone.
    var requiresSomething: Bool {
        switch self {
        case .term: true
        case .not: false
        case .all(let nodes): nodes.contains { $0.requiresSomething }
        case .any(let nodes): nodes.allSatisfy { $0.requiresSomething }
        }
    }

    /// Every term, exclusions included.
    var terms: [QueryTerm] {
        switch self {
        case .term(let term): [term]
        case .not(let node): node.terms
        case .all(let nodes), .any(let nodes): nodes.flatMap(\.terms)
        }
    }

    func mapTerms(_ change: (QueryTerm) throws -> QueryNode) rethrows -> QueryNode {
        switch self {
        case .term(let term): try change(term)
        case .not(let node): .not(try node.mapTerms(change))
        case .all(let nodes): .all(try nodes.map { try $0.mapTerms(change) })
        case .any(let nodes): .any(try nodes.map { try $0.mapTerms(change) })
        }
    }

    /// The terms that can make it match, without exclusions.
    package var wantedTerms: [QueryTerm] {
        switch self {
        case .term(let term): [term]
        case .not: []
        case .all(let nodes), .any(let nodes): nodes.flatMap(\.wantedTerms)
        }
    }
}

/// The field that a term searches; without a field it searches title and body.
package enum QueryField: String, Sendable, Hashable, CaseIterable {
    case title, body, feed, author, tag, category, place, sport, topic
    /// The name of another query, which replaces it before anything is matched (`Query.replacingSmart`).
    case smart
}

/// One condition of a query.
package enum QueryTerm: Sendable, Hashable {
    case phrase(QueryPhrase, in: QueryField?)
    case regex(LinearRegex, in: QueryField?)
    /// A folded host, which matches with its subdomains. Without a dot it matches any label of a host.
    case site(String)
    /// A BCP 47 tag in lower case, which also matches more specific tags.
    case language(String)
    case since(QuerySince)
    case until(QuerySince)
    case has(QueryMedium)
    case state(QueryState)
    case near(QueryArea)
}

/// The value of `has:`, what comes with an article.
package enum QueryMedium: String, Sendable, Hashable, CaseIterable {
    case image, audio, video

    private static let otherNames: [String: QueryMedium] = [
        "images": .image, "picture": .image, "pictures": .image, "podcast": .audio, "podcasts": .audio,
        "videos": .video,
    ]

    init?(_ text: String) {
        let folded = TextFolding.folded(text)
        guard let medium = QueryMedium(rawValue: folded) ?? Self.otherNames[folded] else { return nil }
        self = medium
    }
}

/// The value of `is:`, what a reader has done with an article.
package enum QueryState: String, Sendable, Hashable, CaseIterable {
    case unread, saved
}
