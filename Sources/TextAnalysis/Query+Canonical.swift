extension QueryNode {
    /// The parent of a node, which decides whether the node needs parentheses.
    enum Surroundings {
        case nothing, all, any, not
    }

    func canonical(inside outer: Surroundings) -> String {
        switch self {
        case .term(let term):
            return term.canonical
        case .not(let node):
            return "-" + node.canonical(inside: .not)
        case .all(let nodes):
            let text = nodes.map { $0.canonical(inside: .all) }.joined(separator: " ")
            return outer == .not ? "(\(text))" : text
        case .any(let nodes):
            let text = nodes.map { $0.canonical(inside: .any) }.joined(separator: " OR ")
            return outer == .not || outer == .all ? "(\(text))" : text
        }
    }
}

extension QueryTerm {
    var canonical: String {
        switch self {
        case .phrase(let phrase, let field): prefix(field) + phrase.canonical
        case .regex(let regex, let field): "\(prefix(field))/\(regex.pattern)/i"
        case .site(let host): "site:\(host)"
        case .language(let tag): "lang:\(tag)"
        case .since(let since): "since:\(since.canonical)"
        case .until(let end): "until:\(end.canonical)"
        case .has(let medium): "has:\(medium.rawValue)"
        case .state(let state): "is:\(state.rawValue)"
        case .near(let area): area.canonical
        }
    }

    private func prefix(_ field: QueryField?) -> String {
        field.map { "\($0.rawValue):" } ?? ""
    }
}
