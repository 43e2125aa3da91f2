/// Whether one query is a part of another.
extension Query {
    /// Whether it has all that another query looks for as one of its parts, as when it was made of that one.
    ///
    /// What it excludes is no part of it.
    package func holds(_ part: Query) -> Bool { root.holds(part.root) }
}

extension QueryNode {
    fileprivate func holds(_ part: QueryNode) -> Bool {
        if self == part { return true }
        switch self {
        case .term, .not: return false
        case .all(let nodes):
            if case .all(let others) = part, Self.areAll(others, among: nodes) { return true }
            return nodes.contains { $0.holds(part) }
        case .any(let nodes):
            if case .any(let others) = part, Self.areAll(others, among: nodes) { return true }
            return nodes.contains { $0.holds(part) }
        }
    }

    private static func areAll(_ others: [QueryNode], among nodes: [QueryNode]) -> Bool {
        guard others.count <= nodes.count else { return false }
        return Set(nodes).isSuperset(of: others)
    }
}
