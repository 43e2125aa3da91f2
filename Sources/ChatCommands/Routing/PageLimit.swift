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
