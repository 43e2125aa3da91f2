/// A map with a limited number of entries.
///
/// A new key beyond the limit removes the entries that were set the longest ago.
///
/// Many new keys from strangers therefore never remove an entry that was set recently.
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
            if entries[key] == nil, entries.count >= limit { removeOldest() }
            turn += 1
            entries[key] = Entry(value: newValue, turn: turn)
        }
    }

    package mutating func removeAll() { entries.removeAll() }

    /// Removes the oldest tenth at once, so that not every new entry needs a search.
    private mutating func removeOldest() {
        let turns = entries.values.map(\.turn).sorted()
        let newestForgotten = turns[turns.count / 10]
        entries = entries.filter { $0.value.turn > newestForgotten }
    }
}
