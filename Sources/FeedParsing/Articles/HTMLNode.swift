/// An element or a text of a page, in a tree of our own.
final class HTMLNode {
    /// The element's name in small letters; empty for text.
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

    /// `class` and `id` in small letters, by which authors name the parts of a page.
    private(set) lazy var label: String = [attributes["class"], attributes["id"]].compactMap { $0 }
        .joined(separator: " ").lowercased()

    func append(_ child: HTMLNode) {
        child.parent = self
        children.append(child)
    }

    /// Letters of all text below, white space at the ends of texts not counted.
    private(set) lazy var textLength: Int =
        isText
        ? text.trimmingSpace().utf8.count
        : Self.silent.contains(name) ? 0 : children.reduce(0) { $0 + $1.textLength }

    private static let silent: Set<String> = ["script", "style", "noscript", "template", "head"]

    /// Letters of the text below that stand in links.
    private(set) lazy var linkLength: Int =
        name == "a" ? textLength : children.reduce(0) { $0 + $1.linkLength }

    var linkDensity: Double { textLength == 0 ? 0 : Double(linkLength) / Double(textLength) }

    /// Whether an element that is made for articles stands below.
    private(set) lazy var holdsArticle: Bool = children.contains { child in
        child.name == "article" || child.name == "main"
            || child.attributes["itemprop"]?.lowercased() == "articlebody" || child.holdsArticle
    }

    /// Whether code, a table or a quotation stands below.
    private(set) lazy var holdsCodeOrTable: Bool = children.contains { child in
        child.name == "pre" || child.name == "table" || child.name == "blockquote" || child.holdsCodeOrTable
    }

    /// All text below on one line.
    var line: String { line(upTo: .max) }

    /// All text below on one line, made of about so many bytes: what is short may hold a long script.
    func line(upTo limit: Int) -> String {
        var output: [UInt8] = []
        appendText(to: &output, lineBreak: 0x20, limit: limit)
        return OneLine.of(output, limit: 200_000)
    }

    /// All text below as it stands.
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

    /// Every element below, in the page's order.
    func forEach(_ visit: (HTMLNode) -> Void) {
        for child in children where !child.isText {
            visit(child)
            child.forEach(visit)
        }
    }
}
