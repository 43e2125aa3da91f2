internal import Foundation
internal import NewsModel

/// The remaining pages of long answers, by person and chat.
///
/// They are kept for a day, and their size is limited.
struct Pages {
    private struct Rest {
        var blocks: [RichText.Block]
        /// What follows the blocks.
        var later: LaterNews?
        var form: OutgoingMessage.Form
        var savedAt: Date

        /// How much memory it takes, in blocks.
        var size: Int { blocks.count + (later?.sizeInBlocks ?? 0) }
    }

    private var rests: [String: Rest] = [:]
    static let maximumRests = 2_000
    /// The limit for all rests together: a few megabytes.
    static let maximumBlocks = 30_000
    private var blockCount = 0
    static let lifetime: TimeInterval = 24 * 3_600

    /// The first page of a long text, and how many items or lines remain.
    ///
    /// The rest is stored under the keys.
    ///
    /// A rest that is no longer than the line that would announce it belongs to the page.
    mutating func firstPage(
        of text: RichText,
        form: OutgoingMessage.Form,
        limit: PageLimit,
        later: LaterNews? = nil,
        keys: [String],
        at time: Date
    ) -> (page: RichText, remaining: Int) {
        // A table counts one line per row and may be cut between rows.
        let blocks = text.blocks.flatMap { $0.split(rows: limit.blocks) }
        let end = Self.pageEnd(blocks, limit: limit)
        let rest = Self.continued(blocks, from: end)
        for key in keys {
            let isAll = rest.isEmpty && later == nil
            let new = isAll ? nil : Rest(blocks: rest, later: later, form: form, savedAt: time)
            blockCount += (new?.size ?? 0) - (rests[key]?.size ?? 0)
            rests[key] = new
        }
        if rests.count > Self.maximumRests || blockCount > Self.maximumBlocks { forgetOldest(at: time) }
        return (RichText(Array(blocks[..<end])), Self.announced(rest) + (later?.count ?? 0))
    }

    /// The stories of the next page's list that must be read first.
    func laterNews(_ keys: [String], at time: Date) -> LaterNews? {
        let rest = keys.lazy.compactMap { rests[$0] }.first { time.timeIntervalSince($0.savedAt) < Self.lifetime }
        return rest?.later
    }

    /// Puts the read stories in their place.
    ///
    /// `nextPage` follows and sees to it that all rests stay within their limit.
    mutating func read(_ later: LaterNews, as blocks: [RichText.Block], keys: [String]) {
        for key in keys where rests[key]?.later == later {
            rests[key]?.blocks += blocks
            rests[key]?.later = nil
            blockCount += blocks.count - later.sizeInBlocks
            if rests[key]?.blocks.isEmpty == true { rests[key] = nil }
        }
    }

    /// The next page of the first key that has one.
    ///
    /// All keys with the same rest move on.
    mutating func nextPage(
        limit: PageLimit,
        keys: [String],
        at time: Date
    ) -> (page: RichText, form: OutgoingMessage.Form, remaining: Int)? {
        for key in keys {
            guard let rest = rests[key], time.timeIntervalSince(rest.savedAt) < Self.lifetime else { continue }
            let sharing = keys.filter { rests[$0]?.blocks == rest.blocks && rests[$0]?.later == rest.later }
            let next = firstPage(
                of: RichText(rest.blocks),
                form: rest.form,
                limit: limit,
                later: rest.later,
                keys: sharing,
                at: time
            )
            return (next.page, rest.form, next.remaining)
        }
        return nil
    }

    /// When the newest rest under the keys was stored; nil if there is none.
    func newest(_ keys: [String]) -> Date? { keys.compactMap { rests[$0]?.savedAt }.max() }

    mutating func drop(keysStartingWith beginning: String) {
        rests = rests.filter { !$0.key.hasPrefix(beginning) }
        blockCount = rests.values.reduce(0) { $0 + $1.size }
    }

    private static func pageEnd(_ blocks: [RichText.Block], limit: PageLimit) -> Int {
        var page = PageLimit(blocks: 0, items: 0, lines: 0)
        for (index, block) in blocks.enumerated() {
            guard isCounted(block) else {
                page.lines += 1
                continue
            }
            let lines = block.lineCount
            // A block is not cut, and the first one is shown however long it is.
            let fits = page.blocks == 0 || page.blocks + lines <= limit.blocks && page.lines + lines <= limit.lines
            page.blocks += lines
            page.lines += lines
            if case .item = block { page.items += 1 }
            guard !fits || page.reaches(limit) else { continue }
            let end = fits ? index + 1 : withoutHeadings(atEndOf: blocks[..<index])
            return isWorthAPage(Array(blocks[end...]), isExact: limit.isExact) ? end : blocks.count
        }
        return blocks.count
    }

    /// Whether a rest is longer than the line "(3 more: `more`)", or there is any after an exact number.
    private static func isWorthAPage(_ rest: [RichText.Block], isExact: Bool) -> Bool {
        let count = countable(rest)
        let headings = rest.count { if case .heading = $0 { true } else { false } }
        return count > 0 && (isExact || count + headings > 1)
    }

    /// The end of a page without the headings of what follows it.
    private static func withoutHeadings(atEndOf blocks: ArraySlice<RichText.Block>) -> Int {
        (blocks.lastIndex(where: isCounted) ?? blocks.endIndex - 1) + 1
    }

    /// The blocks after a page, below the subheading that they stand under.
    private static func continued(_ blocks: [RichText.Block], from end: Int) -> [RichText.Block] {
        let rest = Array(blocks[end...])
        guard rest.first.map(isCounted) == true,
            let above = blocks[..<end].last(where: { $0.headingLevel != nil }), let level = above.headingLevel,
            level >= subheadingLevel
        else { return rest }
        return [above] + rest
    }

    /// A page begins with its subheading again; larger headings are not repeated.
    private static let subheadingLevel = 3

    /// How much a rest is said to have: the numbered items of a list, otherwise items and lines.
    private static func announced(_ rest: [RichText.Block]) -> Int {
        let numbered = rest.count { if case .item(.some, _) = $0 { true } else { false } }
        guard numbered == 0 else { return numbered }
        return rest.filter(isCounted).reduce(0) { if case .item = $1 { $0 + 1 } else { $0 + $1.lineCount } }
    }

    private static func countable(_ blocks: [RichText.Block]) -> Int {
        blocks.filter(isCounted).reduce(0) { $0 + $1.lineCount }
    }

    private static func isCounted(_ block: RichText.Block) -> Bool {
        switch block {
        case .heading, .footer: false
        case .paragraph, .item, .preformatted, .table, .grid: true
        }
    }

    private mutating func forgetOldest(at time: Date) {
        rests = rests.filter { time.timeIntervalSince($0.value.savedAt) < Self.lifetime }
        blockCount = rests.values.reduce(0) { $0 + $1.size }
        for (key, rest) in rests.sorted(by: { $0.value.savedAt < $1.value.savedAt }) {
            guard rests.count > Self.maximumRests * 3 / 4 || blockCount > Self.maximumBlocks * 3 / 4 else { return }
            blockCount -= rest.size
            rests[key] = nil
        }
    }
}

extension RichText.Block {
    fileprivate var headingLevel: Int? { if case .heading(let level, _) = self { level } else { nil } }
}

/// How much of a long answer one page shows.
struct PageLimit: Hashable, Sendable {
    /// Lines without headings and closing lines.
    var blocks: Int
    /// Items of a list.
    var items = Int.max
    /// Lines with headings.
    var lines = Int.max
    /// Whether not even a single further line is shown, because a number was asked for.
    var isExact = false

    func reaches(_ limit: PageLimit) -> Bool {
        blocks >= limit.blocks || items >= limit.items || lines >= limit.lines
    }
}
