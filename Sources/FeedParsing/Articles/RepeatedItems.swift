/// A row of similar elements, such as comments, teasers or the boxes of a sidebar, which are beside an article.
///
/// Each element contains several blocks. A sequence of paragraphs is not such a row.
final class RepeatedItems {
    private static let fewest = 6
    /// UTF-8 bytes of the median item.
    ///
    /// Sections of articles are longer.
    private static let longest = 700
    private static let samples = 16

    /// Whether the row is removed from the article that contains it.
    let isAside: Bool

    private init(_ items: [HTMLNode]) {
        let step = max(1, items.count / Self.samples)
        let facts = stride(from: 0, to: items.count, by: step).prefix(Self.samples).map { ItemFacts(items[$0]) }
        func mostly(_ holds: (ItemFacts) -> Bool) -> Bool { facts.count(where: holds) * 10 >= facts.count * 6 }
        var lines: [String: Int] = [:]
        for fact in facts { for line in fact.shortLines { lines[line, default: 0] += 1 } }
        let repeatsLine = lines.values.contains { $0 * 10 >= facts.count * 6 }
        let isDated = mostly(\.isDated)
        let prose = facts.map(\.proseLength).sorted()[facts.count / 2]
        // Items with headings of their own are the sections of an article that is a list.
        isAside =
            mostly(\.hasHeading)
            ? repeatsLine && isDated
            : repeatsLine || isDated || mostly(\.hasLink) && prose <= 250 || items.count >= 20
    }

    /// Marks the items of all rows below an element.
    static func mark(below node: HTMLNode) {
        if node.children.count >= fewest {
            var groups: [String: [HTMLNode]] = [:]
            for child in node.children where itemNames.contains(child.name) && child.textLength > 0 {
                groups[child.name, default: []].append(child)
            }
            for group in groups.values where group.count >= fewest { markRow(of: group) }
        }
        for child in node.children where !child.isText { mark(below: child) }
    }

    private static func markRow(of group: [HTMLNode]) {
        let shapes = group.map { ItemFacts.shape(of: $0) }
        var counts: [String: Int] = [:]
        for shape in shapes { if let shape { counts[shape, default: 0] += 1 } }
        guard let common = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), common.value >= fewest else {
            return
        }
        let alike = zip(group, shapes).filter { $0.1 == common.key }.map(\.0)
        let median = alike.map(\.textLength).sorted()[alike.count / 2]
        guard median <= longest else { return }
        // Some comments contain quotations or lists. They have the same class, or are not much longer.
        let names = Set(alike.compactMap(\.firstName))
        let items = zip(group, shapes).filter { item, shape in
            shape == common.key || item.firstName.map(names.contains) == true
                || alike.count * 2 > group.count && item.textLength <= median * 2
        }.map(\.0)
        let row = RepeatedItems(items)
        for item in items { item.row = row }
    }

    private static let itemNames: Set<String> = ["div", "li", "article", "section", "tr", "dd", "table"]
}

/// The properties of one item of a row.
private struct ItemFacts {
    private(set) var shortLines: Set<String> = []
    private(set) var isDated = false
    private(set) var hasLink = false
    private(set) var hasHeading = false
    let proseLength: Int

    init(_ item: HTMLNode) {
        proseLength = item.textLength - item.linkLength
        var left = 40
        read(item, &left)
    }

    private mutating func read(_ node: HTMLNode, _ left: inout Int) {
        for child in node.children where !child.isText && child.textLength > 0 {
            guard left > 0 else { return }
            left -= 1
            if child.name == "time" { isDated = true }
            if child.linkLength > 1 { hasLink = true }
            if Self.headings.contains(child.name) {
                if child.linkLength == 0, node.name != "a" { hasHeading = true }
                // "Part 1" and "Part 2" are headings of an article, too.
                continue
            }
            if child.textLength <= 60, !child.children.contains(where: { HTMLTags.isBlock($0.name) }) {
                readLine(child.line(upTo: 200))
            }
            read(child, &left)
        }
    }

    private mutating func readLine(_ line: String) {
        let bytes = line.utf8
        let letters = bytes.count { $0 >= 0x80 || $0.isASCIILetterOrDigit && !$0.isASCIIDigit }
        let digits = bytes.count { $0.isASCIIDigit }
        if digits > 0, bytes.count <= 40 { isDated = true }
        if letters >= 2 { shortLines.insert(String(decoding: bytes.filter { !$0.isASCIIDigit }, as: UTF8.self)) }
    }

    /// The first elements of an item.
    ///
    /// Similar items have equal shapes. Nil when the element is not an item.
    static func shape(of item: HTMLNode) -> String? {
        let inner = unwrapped(item)
        let parts = inner.children.lazy.filter { !$0.isText && $0.textLength > 0 }.prefix(12)
        let blocks = parts.count { part in
            HTMLTags.isBlock(part.name) || part.name == "td" && part.children.contains { HTMLTags.isBlock($0.name) }
                || part.name == "a" && part.children.contains { HTMLTags.isBlock($0.name) }
        }
        let isListed = item.name == "li" || item.name == "dd"
        guard blocks >= 2 || blocks == 1 && (isListed || item.name == "tr" || item.name == "article") else {
            return nil
        }
        var shape = ""
        var last = ""
        for part in parts where part.name != last {
            last = part.name
            shape += last + " "
            if last == "p" || last == "a" { continue }
            for child in unwrapped(part).children.lazy.filter({ !$0.isText && $0.textLength > 0 }).prefix(1) {
                shape += "(" + child.name + ")"
            }
            if shape.utf8.count > 24 { break }
        }
        return shape
    }

    /// The innermost element that contains the whole text of an element.
    private static func unwrapped(_ node: HTMLNode) -> HTMLNode {
        var inner = node
        for _ in 0..<4 {
            let parts = inner.children.lazy.filter { $0.textLength > 0 }.prefix(2)
            guard let only = parts.first, parts.count == 1, !only.isText, HTMLTags.isBlock(only.name), only.name != "p"
            else { break }
            inner = only
        }
        return inner
    }

    private static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]
}
