/// Writes the text of an article's element, paragraph by paragraph.
struct ArticleText {
    private static let limit = 400_000

    private var paragraphs: [String] = []
    private var length = 0
    private var current: [UInt8] = []
    private var prefix = ""

    private let rules: ArticleParts.Rules

    private init(_ rules: ArticleParts.Rules) {
        self.rules = rules
    }

    static func paragraphs(of nodes: [HTMLNode], _ rules: ArticleParts.Rules) -> [String] {
        var writer = ArticleText(rules)
        for node in nodes {
            // A part may be a paragraph of its own.
            if node.name == "pre" { writer.preformatted(node) } else { writer.walk(node) }
            writer.endParagraph()
        }
        return writer.paragraphs
    }

    private mutating func walk(_ node: HTMLNode) {
        for child in node.children {
            guard length < Self.limit else { return }
            if child.isText {
                // Only `br` breaks lines.
                current += child.text.utf8.lazy.map { $0 == 0x0a ? 0x20 : $0 }
            } else if child.name == "br" {
                current.append(0x0a)
            } else if !ArticleParts.isSkipped(child, rules), !Self.isListOfLinks(child) {
                element(child)
            }
        }
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

    /// Code keeps its lines.
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

    /// Menus, tags and "read also" inside the article.
    private static func isListOfLinks(_ node: HTMLNode) -> Bool {
        let density = node.linkDensity
        switch node.name {
        case "p": return density > 0.9 && node.textLength < 120 && node.linkLength > 20
        case "ul", "ol", "dl":
            // Lists of sentences may link most of their words.
            let items = max(1, node.children.count { !$0.isText })
            return density > 0.5 && node.textLength > 0 && (density > 0.9 || node.textLength / items < 60)
        case "table":
            let isData = node.children.contains { $0.name == "caption" || $0.name == "thead" }
            return density > (isData ? 0.85 : 0.5) && node.textLength > 0
        case "div", "section", "h2", "h3", "h4": return density > 0.5 && node.textLength > 0
        default: return false
        }
    }

    private mutating func endParagraph() {
        defer {
            current.removeAll(keepingCapacity: true)
            prefix = ""
        }
        // Two line breaks divide paragraphs in pages that know no `p`.
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
