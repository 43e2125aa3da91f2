/// An element or a text in the tree of a page.
final class HTMLNode {
    /// The element's name in lower case; empty for text.
    let name: String
    let text: String
    let attributes: [String: String]
    private(set) var children: [HTMLNode] = []
    private(set) unowned(unsafe) var parent: HTMLNode?

    init(name: String, text: String = "", attributes: [String: String] = [:]) {
        self.name = name
        self.text = text
        self.attributes = attributes
    }

    var isText: Bool { name.isEmpty }

    /// `class` and `id` in lower case.
    private(set) lazy var label: String = [attributes["class"], attributes["id"]].compactMap { $0 }
        .joined(separator: " ").lowercased()

    /// Not shown.
    var isHidden: Bool { isRemoved || isCovered }
    private(set) lazy var isRemoved: Bool = ArticleParts.isRemoved(self)
    private(set) lazy var isCovered: Bool = ArticleParts.isCovered(self)
    private(set) lazy var isUnlikely: Bool = ArticleParts.isUnlikely(self)

    func append(_ child: HTMLNode) {
        child.parent = self
        children.append(child)
    }

    /// UTF-8 bytes of all text below, without white space at the ends of each text.
    private(set) lazy var textLength: Int =
        isText
        ? text.trimmingSpace().utf8.count
        : Self.silent.contains(name) ? 0 : children.reduce(0) { $0 + $1.textLength }

    private static let silent: Set<String> = ["script", "style", "noscript", "template", "head"]

    /// UTF-8 bytes of the text below that is in links.
    private(set) lazy var linkLength: Int =
        name == "a" ? textLength : children.reduce(0) { $0 + $1.linkLength }

    var linkDensity: Double { textLength == 0 ? 0 : Double(linkLength) / Double(textLength) }

    /// The row of similar elements that this element belongs to.
    var row: RepeatedItems?

    /// Whether it is a column beside the article.
    ///
    /// It stays one when the page is read again with fewer parts removed: then more stands beside the article, and
    /// columns are harder to tell.
    var isColumn = false

    /// The level of a heading; nil for any other element.
    var headingLevel: Int? { name.utf8.count == 2 && name.hasPrefix("h") ? name.last?.wholeNumberValue : nil }

    /// Whether it is a text, or an element inside a line.
    var isInline: Bool { isText || !HTMLTags.isBlock(name) && name != "td" && !holdsBlock }

    /// The elements around this one, from the inside out.
    var ancestors: UnfoldSequence<HTMLNode, HTMLNode?> {
        sequence(state: parent) { next in
            defer { next = next?.parent }
            return next
        }
    }

    func isAround(_ other: HTMLNode) -> Bool { other.ancestors.contains { $0 === self } }

    /// The first name in `class`.
    var firstName: Substring? { attributes["class"]?.split(whereSeparator: \.isWhitespace).first }

    /// UTF-8 bytes of the paragraphs below that are long enough, are not made of links and are in no row.
    private(set) lazy var proseLength: Int = prose()

    private func prose() -> Int {
        guard row == nil, !isText, !Self.silent.contains(name), name != "a" else { return 0 }
        var bare = 0
        var length = 0
        for child in children {
            if child.isInline {
                bare += child.textLength - child.linkLength
            } else {
                length += child.proseLength
            }
        }
        return length + (bare >= 80 || bare >= 40 && name == "p" ? bare : 0)
    }

    /// UTF-8 bytes of the text below that is in rows beside the article.
    private(set) lazy var asideLength: Int =
        row?.isAside == true ? textLength : children.reduce(0) { $0 + $1.asideLength }

    private(set) lazy var holdsBlock: Bool = children.contains { HTMLTags.isBlock($0.name) || $0.holdsBlock }

    /// UTF-8 bytes of the text below and of its links, without rows and lists of links.
    private(set) lazy var ownLengths: (text: Int, links: Int) = ownText()

    private func ownText() -> (text: Int, links: Int) {
        guard !isText, name != "a" else { return (textLength, linkLength) }
        guard !Self.silent.contains(name) else { return (0, 0) }
        return children.reduce((0, 0)) { sum, child in
            guard child.isText || child.row == nil && !child.isListOfLinks else { return sum }
            let own = child.ownLengths
            return (sum.0 + own.text, sum.1 + own.links)
        }
    }

    /// The share of links in the text below, without rows and lists of links.
    var ownLinkDensity: Double {
        let own = ownLengths
        return own.text == 0 ? 0 : Double(own.links) / Double(own.text)
    }

    /// Whether it is a menu, a list of tags or "read also", even inside the article.
    private(set) lazy var isListOfLinks: Bool = isMadeOfLinks()

    private func isMadeOfLinks() -> Bool {
        let density = linkDensity
        switch name {
        case "p": return density > 0.9 && textLength < 120 && linkLength > 20
        case "ul", "ol", "dl":
            // A list of sentences may have links on most of its words.
            let items = max(1, children.count { !$0.isText })
            return density > 0.5 && textLength > 0 && (density > 0.9 || textLength / items < 60)
        case "table":
            let isData = children.contains { $0.name == "caption" || $0.name == "thead" }
            return density > (isData ? 0.85 : 0.5) && proseLength < Self.leastProse && textLength > 0
        // One box may contain the article and many lists of links.
        case "div", "section": return density > 0.5 && proseLength < Self.leastProse && textLength > 0
        case "h2", "h3", "h4": return density > 0.5 && textLength > 0
        default: return false
        }
    }

    private static let leastProse = 200

    /// Whether an element for articles is below.
    private(set) lazy var holdsArticle: Bool = children.contains { child in
        child.name == "article" || child.name == "main"
            || child.attributes["itemprop"]?.lowercased() == "articlebody" || child.holdsArticle
    }

    /// Whether code, a table or a quotation is below.
    private(set) lazy var holdsCodeOrTable: Bool = children.contains { child in
        child.name == "pre" || child.name == "table" || child.name == "blockquote" || child.holdsCodeOrTable
    }

    /// All text below on one line.
    var line: String { line(upTo: .max) }

    /// All text below on one line, from about `limit` bytes; a short element may contain a long script.
    func line(upTo limit: Int) -> String {
        var output: [UInt8] = []
        appendText(to: &output, lineBreak: 0x20, limit: limit)
        return OneLine.of(output, limit: 200_000)
    }

    /// All text below, unchanged except for line breaks.
    var rawText: String {
        var output: [UInt8] = []
        appendText(to: &output, lineBreak: 0x0a, limit: .max)
        return String(decoding: output, as: UTF8.self)
    }

    private func appendText(to output: inout [UInt8], lineBreak: UInt8, limit: Int) {
        if isText {
            output += text.utf8.prefix(limit - output.count)
        } else if name == "br" {
            output.append(lineBreak)
        } else {
            for child in children {
                guard output.count < limit else { return }
                child.appendText(to: &output, lineBreak: lineBreak, limit: limit)
            }
        }
    }

    /// Visits every element below, in the page's order.
    func forEach(_ visit: (HTMLNode) -> Void) {
        for child in children where !child.isText {
            visit(child)
            child.forEach(visit)
        }
    }
}
