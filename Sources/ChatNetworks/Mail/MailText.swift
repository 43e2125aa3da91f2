import MailMessages
import NewsModel

/// Renders rich text as complete plain text, for people who read mail in a terminal.
enum MailText {
    /// Each summary is placed below the item with its marker.
    ///
    /// - Parameter isPlain: the message is in plain format, so headings are not underlined.
    static func render(
        _ text: RichText,
        summaries: [OutgoingMessage.Summary] = [],
        isPlain: Bool = false
    ) -> FlowedText {
        var lines: [String] = []
        var lastWasLine = false
        for block in text.blocks {
            var written = Self.lines(of: block, isPlain: isPlain)
            guard !written.isEmpty else { continue }
            if case .item(let marker?, _) = block, let summary = summaries.first(where: { $0.marker == marker }) {
                written.append(Self.indent(DisplayText.clean(marker) + ". ") + DisplayText.clean(summary.text))
            }
            // Items of one line follow each other directly; items with an address are separated by an empty line.
            let isLine = block.isItem && written.count == 1
            if !lines.isEmpty, !(isLine && lastWasLine) { lines.append("") }
            lines += written
            lastWasLine = isLine
        }
        return FlowedText(lines.joined(separator: "\n"))
    }

    private static func lines(of block: RichText.Block, isPlain: Bool) -> [String] {
        switch block {
        case .heading(let level, let spans):
            let title = words(spans)
            if title.isEmpty || isPlain { return title.isEmpty ? [] : [title] }
            return [title, underline(title, mark: level <= 1 ? "=" : "-")]
        case .paragraph(let spans):
            // The first headline is a paragraph with a number.
            guard case .text(let number)? = spans.first, isNumber(number) else { return entry("", spans) }
            return entry(number, Array(spans.dropFirst()))
        case .footer(let spans): return entry("", spans)
        case .item(let marker, let spans): return entry(marker.map { DisplayText.clean($0) + ". " } ?? "* ", spans)
        case .preformatted(let text):
            return text.split(separator: "\n", omittingEmptySubsequences: false).map { DisplayText.clean(String($0)) }
        case .table, .grid: return LineRendering.lines(RichText([block]))
        }
    }

    /// The text on one line; if it has exactly one link, its address follows on the next line.
    private static func entry(_ marker: String, _ spans: [RichText.Span]) -> [String] {
        let parts = spans.split(separator: .lineBreak, omittingEmptySubsequences: false).map(Array.init)
        guard parts.count == 1 else {
            let further = parts.dropFirst().map { words($0) }.filter { !$0.isEmpty }
            return entry(marker, parts[0]) + further.map { indent(marker) + $0 }
        }
        let links = links(in: spans)
        guard links.count == 1, let link = links.first, !link.label.isEmpty, let url = DisplayText.link(link.url) else {
            let line = words(spans)
            return line.isEmpty ? [] : [marker + line]
        }
        return [marker + words(spans, showsAddresses: false), "\(indent(marker))<\(url)>"]
    }

    /// Whether it is a number with dot and space, `1. `.
    private static func isNumber(_ text: String) -> Bool {
        text.hasSuffix(". ") && (3...6).contains(text.utf8.count) && text.dropLast(2).allSatisfy(\.isNumber)
    }

    /// The indent of further lines of an item.
    private static func indent(_ marker: String) -> String {
        String(repeating: " ", count: marker.isEmpty ? 0 : max(marker.count, 3))
    }

    private static func links(in spans: [RichText.Span]) -> [(label: String, url: String)] {
        spans.flatMap { span -> [(label: String, url: String)] in
            switch span {
            case .text, .code, .symbol, .icon, .lineBreak: []
            case .strong(let inner), .emphasis(let inner), .meaning(_, let inner): links(in: inner)
            case .link(let label, let url), .picture(let label, let url): [(DisplayText.clean(label), url)]
            }
        }
    }

    static func words(_ spans: [RichText.Span], showsAddresses: Bool = true) -> String {
        spans.map { span in
            switch span {
            case .text(let text), .symbol(let text, _): DisplayText.clean(text)
            case .strong(let inner), .emphasis(let inner), .meaning(_, let inner):
                words(inner, showsAddresses: showsAddresses)
            case .code(let text): quoted(DisplayText.clean(text))
            case .link(let label, let url), .picture(let label, let url):
                link(DisplayText.clean(label), showsAddresses ? DisplayText.link(url) : nil)
            case .icon: ""
            case .lineBreak: " "
            }
        }
        .joined()
    }

    /// Puts code in quotation marks, so that its end is visible.
    ///
    /// Code with such marks gets typographic ones.
    private static func quoted(_ text: String) -> String { text.contains("\"") ? "“\(text)”" : "\"\(text)\"" }

    private static func link(_ label: String, _ url: String?) -> String {
        guard let url else { return label }
        return label.isEmpty ? "<\(url)>" : "\(label) <\(url)>"
    }

    /// As wide as the title is displayed, and at least three characters: two hyphens would begin a signature.
    private static func underline(_ title: String, mark: String) -> String {
        String(repeating: mark, count: min(max(TextWidth.columns(title), 3), 72))
    }
}

extension RichText.Block {
    fileprivate var isItem: Bool { if case .item = self { true } else { false } }

    /// The text of the block on one line.
    var line: String {
        switch self {
        case .heading(_, let spans), .paragraph(let spans), .item(_, let spans), .footer(let spans):
            MailText.words(spans, showsAddresses: false)
        case .preformatted(let text): DisplayText.clean(text)
        case .table, .grid: DisplayText.clean(words)
        }
    }
}
