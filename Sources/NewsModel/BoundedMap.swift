/// A map that holds so many entries: the newest stay, what was set the longest ago goes.
///
/// However many strangers come, who was here just now is not forgotten for them.
package struct BoundedMap<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        var value: Value
        var turn: UInt64
    }

    private var entries: [Key: Entry] = [:]
    private var turn: UInt64 = 0
    private let limit: Int

    package init(limit: Int) { self.limit = max(1, limit) }

    package var count: Int { entries.count }
    package var keys: some Collection<Key> { entries.keys }

    package subscript(key: Key) -> Value? {
        get { entries[key]?.value }
        set {
            guard let newValue else {
                entries[key] = nil
                return
            }
            if entries[key] == nil, entries.count >= limit { forgetOldest() }
            turn += 1
            entries[key] = Entry(value: newValue, turn: turn)
        }
    }

    package mutating func removeAll() { entries.removeAll() }

    /// A tenth at a time, so that a crowd does not make each entry a search.
    private mutating func forgetOldest() {
        let turns = entries.values.map(\.turn).sorted()
        let newestForgotten = turns[turns.count / 10]
        entries = entries.filter { $0.value.turn > newestForgotten }
    }
}
