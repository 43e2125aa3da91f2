import MailMessages
import NewsModel

/// Rich text as plain text that stands alone, for people who read mail in a terminal.
enum MailText {
    /// Summaries stand below the items with their markers.
    static func render(_ text: RichText, summaries: [OutgoingMessage.Summary] = []) -> FlowedText {
        var lines: [String] = []
        var lastWasLine = false
        for block in text.blocks {
            var written = Self.lines(of: block)
            guard !written.isEmpty else { continue }
            if case .item(let marker?, _) = block, let summary = summaries.first(where: { $0.marker == marker }) {
                written.append(Self.indent(DisplayText.clean(marker) + ". ") + DisplayText.clean(summary.text))
            }
            // Entries of one line stand close, those with an address apart.
            let isLine = block.isItem && written.count == 1
            if !lines.isEmpty, !(isLine && lastWasLine) { lines.append("") }
            lines += written
            lastWasLine = isLine
        }
        return FlowedText(lines.joined(separator: "\n"))
    }

    private static func lines(of block: RichText.Block) -> [String] {
        switch block {
        case .heading(let level, let spans):
            let title = words(spans)
            return title.isEmpty ? [] : [title, underline(title, mark: level <= 1 ? "=" : "-")]
        case .paragraph(let spans):
            // The first headline is a paragraph and has a number all the same.
            guard case .text(let number)? = spans.first, isNumber(number) else { return entry("", spans) }
            return entry(number, Array(spans.dropFirst()))
        case .footer(let spans): return entry("", spans)
        case .item(let marker, let spans): return entry(marker.map { DisplayText.clean($0) + ". " } ?? "* ", spans)
        case .preformatted(let text):
            return text.split(separator: "\n", omittingEmptySubsequences: false).map { DisplayText.clean(String($0)) }
        }
    }

    /// The words on one line, and below them the address where there is one for all of them.
    private static func entry(_ marker: String, _ spans: [RichText.Span]) -> [String] {
        let links = links(in: spans)
        guard links.count == 1, let link = links.first, !link.label.isEmpty, let url = DisplayText.link(link.url) else {
            let line = words(spans)
            return line.isEmpty ? [] : [marker + line]
        }
        return [marker + words(spans, showsAddresses: false), "\(indent(marker))<\(url)>"]
    }

    /// Whether it is `1. `.
    private static func isNumber(_ text: String) -> Bool {
        text.hasSuffix(". ") && (3...6).contains(text.utf8.count) && text.dropLast(2).allSatisfy(\.isNumber)
    }

    /// What stands before further lines of an entry.
    private static func indent(_ marker: String) -> String {
        String(repeating: " ", count: marker.isEmpty ? 0 : max(marker.count, 3))
    }

    private static func links(in spans: [RichText.Span]) -> [(label: String, url: String)] {
        spans.flatMap { span -> [(label: String, url: String)] in
            switch span {
            case .text, .code: []
            case .strong(let inner), .emphasis(let inner): links(in: inner)
            case .link(let label, let url): [(DisplayText.clean(label), url)]
            }
        }
    }

    static func words(_ spans: [RichText.Span], showsAddresses: Bool = true) -> String {
        spans.map { span in
            switch span {
            case .text(let text): DisplayText.clean(text)
            case .strong(let inner), .emphasis(let inner): words(inner, showsAddresses: showsAddresses)
            case .code(let text): quoted(DisplayText.clean(text))
            case .link(let label, let url):
                link(DisplayText.clean(label), showsAddresses ? DisplayText.link(url) : nil)
            }
        }
        .joined()
    }

    /// What is to be copied ends where it seems to end, marks of its own or not.
    private static func quoted(_ text: String) -> String { text.contains("\"") ? "“\(text)”" : "\"\(text)\"" }

    private static func link(_ label: String, _ url: String?) -> String {
        guard let url else { return label }
        return label.isEmpty ? "<\(url)>" : "\(label) <\(url)>"
    }

    /// As wide as the title looks, so far as that can be told; never the two hyphens of a signature.
    private static func underline(_ title: String, mark: String) -> String {
        let columns = title.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 ? 2 : 1) }
        return String(repeating: mark, count: min(max(columns, 3), 72))
    }
}

extension RichText.Block {
    fileprivate var isItem: Bool { if case .item = self { true } else { false } }

    /// What a reader sees of it on one line.
    var words: String {
        switch self {
        case .heading(_, let spans), .paragraph(let spans), .item(_, let spans), .footer(let spans):
            MailText.words(spans, showsAddresses: false)
        case .preformatted(let text): DisplayText.clean(text)
        }
    }
}
