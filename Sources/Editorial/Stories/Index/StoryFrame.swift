/// What remains of a title without its names and numbers, and what stood in their places.
///
/// Many titles of one frame with other names are a template ("Severe weather warning for district 7"), not one event.
struct StoryFrame: Sendable, Hashable {
    /// Of the words that are neither names nor numbers, and of the places between them.
    let key: UInt64
    /// Of the names and numbers.
    let filling: UInt64

    /// Nil for titles with too few words beside names and numbers, and for titles without these.
    ///
    /// - Parameter words: in the order of the title; names and numbers are slots, words that say nothing are not
    ///   content.
    init?(_ words: [(key: UInt64, isSlot: Bool, isContent: Bool)]) {
        var (key, filling): (UInt64, UInt64) = (0, 0)
        var (content, slots) = (0, 0)
        var wasSlot = false
        for word in words {
            if word.isSlot {
                filling = Self.mixed(filling, word.key)
                // A name of two words fills one place.
                if !wasSlot { key = Self.mixed(key, 1) }
                slots += 1
            } else {
                key = Self.mixed(key, word.key)
                content += word.isContent ? 1 : 0
            }
            wasSlot = word.isSlot
        }
        guard content >= StoryIndexOptions.leastFrameWords, slots > 0 else { return nil }
        (self.key, self.filling) = (key, filling)
    }

    private static func mixed(_ sum: UInt64, _ next: UInt64) -> UInt64 {
        let product = (sum ^ next) &* 0x9E37_79B9_7F4A_7C15
        return product ^ product >> 29
    }
}

/// The remembered articles of one frame, the oldest first.
struct StoryFillings {
    private struct Entry {
        let filling: UInt64
        let time: Double
        let source: UInt64
        let isOpen: Bool
    }

    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    mutating func append(_ filling: UInt64, of report: StoryReport) {
        entries.append(Entry(filling: filling, time: report.time, source: report.source, isOpen: report.isOpen))
    }

    mutating func removeFirst() { entries.removeFirst() }

    mutating func removeLast() { entries.removeLast() }

    /// Whether the newest articles near the report's time have so many other names and numbers that they are a
    /// template.
    ///
    /// Private feeds make no template of what others write.
    func isTemplate(with filling: UInt64, _ report: StoryReport) -> Bool {
        var found: Set<UInt64> = []
        var looked = 0
        for entry in entries.reversed() where entry.isOpen || !report.isOpen && entry.source == report.source {
            looked += 1
            guard looked <= StoryIndexOptions.mostPostings else { break }
            guard entry.filling != filling, abs(report.time - entry.time) <= StoryIndexOptions.templateWithin else {
                continue
            }
            found.insert(entry.filling)
            if found.count >= StoryIndexOptions.templateFillings { return true }
        }
        return false
    }
}

extension StoryIndex {
    /// Whether the title is one of many in the last hours that differ only in names and numbers.
    func isTemplate(_ report: StoryReport) -> Bool {
        guard let frame = report.frame else { return false }
        return frames[frame.key]?.isTemplate(with: frame.filling, report) ?? false
    }

    func remember(_ report: StoryReport) {
        guard let frame = report.frame else { return }
        frames[frame.key, default: StoryFillings()].append(frame.filling, of: report)
    }

    /// - Parameter isNewest: whether the newest article is taken back, and not the oldest forgotten.
    func forgetFrame(of article: IndexedArticle, isNewest: Bool) {
        guard let key = article.frame?.key else { return }
        if isNewest { frames[key]?.removeLast() } else { frames[key]?.removeFirst() }
        if frames[key]?.isEmpty == true { frames[key] = nil }
    }
}
