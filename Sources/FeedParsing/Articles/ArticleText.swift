/// Writes the text of an article's element, paragraph by paragraph.
struct ArticleText {
    private static let limit = 400_000

    private var paragraphs: [String] = []
    private var length = 0
    private var current: [UInt8] = []
    private var prefix = ""

    private let pageLength: Int

    private init(pageLength: Int) {
        self.pageLength = pageLength
    }

    static func paragraphs(of node: HTMLNode, pageLength: Int) -> [String] {
        var writer = ArticleText(pageLength: pageLength)
        writer.walk(node)
        writer.endParagraph()
        return writer.paragraphs
    }

    private mutating func walk(_ node: HTMLNode) {
        for child in node.children {
            guard length < Self.limit else { return }
            if child.isText {
                current += child.text.utf8
            } else if child.name == "br" {
                current.append(0x0a)
            } else if !ArticleParts.isSkipped(child, pageLength: pageLength), !Self.isListOfLinks(child) {
                element(child)
            }
        }
    }

    private mutating func element(_ node: HTMLNode) {
        guard HTMLTags.isBlock(node.name) || node.name == "td" || node.name == "th" else { return walk(node) }
        endParagraph()
        if node.name == "li" { prefix = "• " }
        walk(node)
        endParagraph()
    }

    /// Menus, tags and "read also" inside the article.
    private static func isListOfLinks(_ node: HTMLNode) -> Bool {
        switch node.name {
        case "ul", "ol", "div", "section", "table", "p", "h2", "h3", "h4", "dl":
            let density = node.linkDensity
            if node.name == "p" { return density > 0.9 && node.textLength < 120 && node.linkLength > 20 }
            return density > 0.5 && node.textLength > 0
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
