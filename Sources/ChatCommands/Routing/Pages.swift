internal import Foundation
internal import NewsModel

/// The unread rest of long answers, per person and place, for a day and bounded.
struct Pages {
    private struct Rest {
        var blocks: [RichText.Block]
        var form: OutgoingMessage.Form
        var savedAt: Date
    }

    private var rests: [String: Rest] = [:]
    static let maximumRests = 2_000
    /// A few megabytes, whatever is asked for.
    static let maximumBlocks = 30_000
    private var blockCount = 0
    static let lifetime: TimeInterval = 24 * 3_600

    /// The first page of a long text; the rest waits under the keys.
    ///
    /// `limit` is how many blocks make a page; headings do not count.
    mutating func firstPage(
        of text: RichText,
        form: OutgoingMessage.Form,
        limit: Int,
        keys: [String],
        at time: Date
    ) -> (page: RichText, remaining: Int) {
        let end = Self.pageEnd(text.blocks, limit: limit)
        let rest = Array(text.blocks[end...])
        for key in keys {
            blockCount += rest.count - (rests[key]?.blocks.count ?? 0)
            rests[key] = rest.isEmpty ? nil : Rest(blocks: rest, form: form, savedAt: time)
        }
        if rests.count > Self.maximumRests || blockCount > Self.maximumBlocks { forgetOldest(at: time) }
        return (RichText(Array(text.blocks[..<end])), Self.countable(rest))
    }

    /// The next page under the first key that has one; it moves on under every key that held the same rest.
    mutating func nextPage(
        limit: Int,
        keys: [String],
        at time: Date
    ) -> (page: RichText, form: OutgoingMessage.Form, remaining: Int)? {
        for key in keys {
            guard let rest = rests[key], time.timeIntervalSince(rest.savedAt) < Self.lifetime else { continue }
            let sharing = keys.filter { rests[$0]?.blocks == rest.blocks }
            let next = firstPage(of: RichText(rest.blocks), form: rest.form, limit: limit, keys: sharing, at: time)
            return (next.page, rest.form, next.remaining)
        }
        return nil
    }

    /// When the newest rest under the keys was kept; nil when there is none.
    func newest(_ keys: [String]) -> Date? { keys.compactMap { rests[$0]?.savedAt }.max() }

    mutating func drop(keysStartingWith beginning: String) {
        rests = rests.filter { !$0.key.hasPrefix(beginning) }
        blockCount = rests.values.reduce(0) { $0 + $1.blocks.count }
    }

    private static func pageEnd(_ blocks: [RichText.Block], limit: Int) -> Int {
        var counted = 0
        for (index, block) in blocks.enumerated() where isCounted(block) {
            counted += 1
            guard counted == limit else { continue }
            let end = index + 1
            // A closing line alone is not worth a page.
            let rest = blocks[end...]
            return rest.contains(where: isCounted) ? end : blocks.count
        }
        return blocks.count
    }

    private static func countable(_ blocks: [RichText.Block]) -> Int { blocks.count(where: isCounted) }

    private static func isCounted(_ block: RichText.Block) -> Bool {
        switch block {
        case .heading, .footer: false
        case .paragraph, .item, .preformatted: true
        }
    }

    private mutating func forgetOldest(at time: Date) {
        rests = rests.filter { time.timeIntervalSince($0.value.savedAt) < Self.lifetime }
        blockCount = rests.values.reduce(0) { $0 + $1.blocks.count }
        for (key, rest) in rests.sorted(by: { $0.value.savedAt < $1.value.savedAt }) {
            guard rests.count > Self.maximumRests * 3 / 4 || blockCount > Self.maximumBlocks * 3 / 4 else { return }
            blockCount -= rest.blocks.count
            rests[key] = nil
        }
    }
}
