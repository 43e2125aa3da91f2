/// Extracts the text of an article's elements, paragraph by paragraph.
struct ArticleTextExtractor {
    private static let limit = 400_000
    private static let leastProse = 140

    private var paragraphs: [String] = []
    private var length = 0
    private var current: [UInt8] = []
    private var prefix = ""

    private let rules: ArticleParts.Rules
    private let leavesRowsOut: Bool

    private init(_ rules: ArticleParts.Rules, leavesRowsOut: Bool) {
        self.rules = rules
        self.leavesRowsOut = leavesRowsOut
    }

    static func paragraphs(of nodes: [HTMLNode], _ rules: ArticleParts.Rules) -> [String] {
        // The whole article may be one row of similar elements.
        let prose = nodes.reduce(0) { $0 + $1.proseLength }
        var writer = ArticleTextExtractor(rules, leavesRowsOut: !rules.readsRows && prose >= leastProse)
        for node in nodes {
            // The element itself may be a paragraph.
            if node.name == "pre" { writer.preformatted(node) } else { writer.walk(node) }
            writer.endParagraph()
        }
        return writer.paragraphs
    }

    private mutating func walk(_ node: HTMLNode) {
        for child in node.children {
            guard length < Self.limit else { return }
            if child.isText {
                // Line feeds in text are spaces. Only `br` breaks lines.
                current += child.text.utf8.lazy.map { $0 == 0x0a ? 0x20 : $0 }
            } else if child.name == "br" {
                current.append(0x0a)
            } else if !ArticleParts.isSkipped(child, rules), !child.isListOfLinks, !isAside(child) {
                element(child)
            }
        }
    }

    /// Whether it is a row of comments or teasers, or the heading of one.
    private func isAside(_ node: HTMLNode) -> Bool {
        guard leavesRowsOut else { return false }
        if let row = node.row { return row.isAside }
        return node.asideLength * 10 >= node.textLength * 8 && node.asideLength > 0 && node.proseLength == 0
    }

    private mutating func element(_ node: HTMLNode) {
        guard HTMLTags.isBlock(node.name) || node.name == "td" || node.name == "th" else { return walk(node) }
        endParagraph()
        switch node.name {
        case "pre": preformatted(node)
        case "tr" where Self.isRowOfData(node): row(node)
        default:
            if node.name == "li" { prefix = "• " }
            walk(node)
        }
        endParagraph()
    }

    /// Code keeps its line breaks.
    private mutating func preformatted(_ node: HTMLNode) {
        let lines = node.rawText.split(separator: "\n", omittingEmptySubsequences: false).prefix(2_000)
            .map { line in
                String(decoding: line.utf8.filter { $0 >= 0x20 || $0 == 0x09 }, as: UTF8.self).trimmingSpaceAtEnd()
            }
        let text = lines.drop { $0.isEmpty }.joined(separator: "\n").trimmingSpaceAtEnd()
        guard !text.isEmpty else { return }
        paragraphs.append(text)
        length += text.utf8.count
    }

    private static func isRowOfData(_ row: HTMLNode) -> Bool {
        let cells = row.children.filter { $0.name == "td" || $0.name == "th" }
        return cells.count > 1
            && cells.allSatisfy { cell in !cell.children.contains { HTMLTags.isBlock($0.name) && $0.name != "br" } }
    }

    private mutating func row(_ node: HTMLNode) {
        let cells = node.children.filter { $0.name == "td" || $0.name == "th" }.map(\.line).filter { !$0.isEmpty }
        current += cells.joined(separator: " · ").utf8
    }

    private mutating func endParagraph() {
        defer {
            current.removeAll(keepingCapacity: true)
            prefix = ""
        }
        // In pages without `p` two line breaks separate paragraphs.
        for part in Self.split(current) {
            let line = OneLine.of(part, limit: 50_000)
            guard !line.isEmpty, !Self.labels.contains(line.lowercased()) else { continue }
            paragraphs.append(prefix + line)
            length += line.utf8.count
        }
    }

    private static let labels: Set<String> = [
        "advert", "advertisement", "ad", "sponsored", "loading...", "comments", "share", "read more", "anzeige",
        "publicidade",
        "publicidad", "publicité", "advertising", "story continues below advertisement",
    ]

    private static func split(_ bytes: [UInt8]) -> [[UInt8]] {
        guard bytes.contains(0x0a) else { return [bytes] }
        var parts: [[UInt8]] = [[]]
        var breaks = 0
        for byte in bytes {
            if byte == 0x0a { breaks += 1 } else if !byte.isHTMLSpace { breaks = 0 }
            if breaks == 2 {
                parts.append([])
                breaks = 0
            } else {
                parts[parts.count - 1].append(byte)
            }
        }
        return parts
    }
}

extension StringProtocol {
    fileprivate func trimmingSpaceAtEnd() -> String {
        guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[...last])
    }
}
