/// The last titles of one source: the words that it always uses tell nothing about its news.
struct StorySource {
    private var titles: [[UInt32]] = []
    private var next = 0
    /// How many of its articles are remembered.
    private(set) var count = 0

    mutating func add(_ report: StoryReport) {
        let words = report.traits.map(\.key)
        count += 1
        if titles.count < StoryIndexOptions.sourceTitles {
            titles.append(words)
        } else {
            titles[next] = words
            next = (next + 1) % titles.count
        }
    }

    /// Forgets one article; true if none is left.
    mutating func remove() -> Bool {
        count -= 1
        return count <= 0
    }

    /// Whether the word stands in so many of the last titles that it belongs to the source.
    func uses(_ key: UInt32) -> Bool {
        let least = max(
            StoryIndexOptions.leastSourceTitles,
            Int(Double(titles.count) * StoryIndexOptions.sourceWordShare)
        )
        guard titles.count >= least else { return false }
        var found = 0
        for title in titles where title.contains(key) {
            found += 1
            if found >= least { return true }
        }
        return false
    }
}
