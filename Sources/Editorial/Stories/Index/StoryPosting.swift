/// The articles that have a word, by ordinal, the oldest first; those before `start` are forgotten.
struct StoryPosting {
    var entries: [(ordinal: Int, weight: Float)] = []
    var start = 0

    var count: Int { entries.count - start }

    mutating func removeFirst() {
        start += 1
        guard start > 64, start > count else { return }
        entries.removeFirst(start)
        start = 0
    }
}
