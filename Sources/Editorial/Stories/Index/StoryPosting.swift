/// The articles that have a word, those of open feeds apart from those of private ones.
struct StoryPosting {
    /// By ordinal, the oldest first; those before `start` are forgotten.
    struct List {
        fileprivate(set) var entries: [(ordinal: Int, weight: Float)] = []
        fileprivate var start = 0

        var count: Int { entries.count - start }

        /// The newest, at most `most`, the newest first.
        func newest(_ most: Int) -> ReversedCollection<ArraySlice<(ordinal: Int, weight: Float)>> {
            entries[max(start, entries.count - most)...].reversed()
        }

        fileprivate mutating func removeFirst() {
            start += 1
            guard start > 64, start > count else { return }
            entries.removeFirst(start)
            start = 0
        }
    }

    private(set) var open = List()
    private(set) var closed = List()

    /// In how many open articles the word begins with a small letter, so that it is no name.
    private(set) var smallCount = 0

    var count: Int { open.count + closed.count }

    mutating func append(_ ordinal: Int, _ weight: Float, isOpen: Bool, isSmall: Bool) {
        if isOpen, isSmall { smallCount += 1 }
        if isOpen { open.entries.append((ordinal, weight)) } else { closed.entries.append((ordinal, weight)) }
    }

    mutating func removeLast(isOpen: Bool, isSmall: Bool) {
        if isOpen, isSmall { smallCount -= 1 }
        if isOpen { open.entries.removeLast() } else { closed.entries.removeLast() }
    }

    mutating func removeFirst(isOpen: Bool, isSmall: Bool) {
        if isOpen, isSmall { smallCount -= 1 }
        if isOpen { open.removeFirst() } else { closed.removeFirst() }
    }
}
