/// A map that keeps the newest `limit` entries, and at most twice as many.
struct RecentMap<Value: Sendable>: Sendable {
    private var newer: [String: Value] = [:]
    private var older: [String: Value] = [:]
    private let limit: Int

    init(limit: Int) { self.limit = max(1, limit) }

    var count: Int { newer.count + older.count }

    subscript(key: String) -> Value? { newer[key] ?? older[key] }

    mutating func set(_ key: String, to value: Value) {
        if newer[key] == nil, newer.count >= limit {
            older = newer
            newer = [:]
        }
        newer[key] = value
        older[key] = nil
    }
}
