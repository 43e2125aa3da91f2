import MailMessages
import NewsModel

/// Rich text as the values of the mail's template; every string in them is markup, escaped here and nowhere else.
struct MailHTML {
    /// Bytes; Gmail shows no more than 102 KB of a mail.
    static let largest = 100_000

    /// Leaves out the style of every single item, so that more of them fit.
    var isLean = false
    /// What the mail encloses; those that belong to no item stand above the story that is none, else on top.
    var pictures: [EnclosedPicture] = []
    /// Each stands below the item with its marker.
    var summaries: [OutgoingMessage.Summary] = []

    /// The blocks, lists put together.
    func values(_ text: RichText) -> [[String: Any]] {
        let markers = Set(text.blocks.compactMap { if case .item(let marker?, _) = $0 { marker } else { nil } })
        var loose = pictures.filter { $0.marker.map(markers.contains) != true }.map {
            ["enclosed": image($0, widest: Self.textWidth)]
        }
        let place = text.blocks.firstIndex(where: isStory) ?? 0
        var values: [[String: Any]] = []
        var blocks = text.blocks[...]
        while let block = blocks.first {
            if blocks.startIndex >= place {
                values += loose
                loose = []
            }
            let run = blocks.prefix { if case .item = $0 { true } else { false } }
            if run.isEmpty {
                values.append(value(block))
                blocks = blocks.dropFirst()
            } else {
                values.append(list(run))
                blocks = blocks.dropFirst(run.count)
            }
        }
        return values
    }

    func quote(_ line: String) -> [String: Any] { ["quote": HTMLRendering.escaped(line)] }

    /// Paragraphs of the frame's own words.
    func lines(_ text: RichText) -> [String] {
        text.blocks.compactMap { block in
            switch block {
            case .heading(_, let spans), .paragraph(let spans), .item(_, let spans), .footer(let spans): render(spans)
            case .preformatted: nil
            }
        }
    }

    private func value(_ block: RichText.Block) -> [String: Any] {
        switch block {
        case .heading(let level, let spans): ["h\(min(max(level, 1), 3))": render(spans)]
        case .paragraph(let spans), .item(_, let spans): story(spans) ?? ["paragraph": render(spans)]
        case .footer(let spans): ["quiet": render(spans)]
        case .preformatted(let text):
            [
                "preformatted": text.split(separator: "\n", omittingEmptySubsequences: false)
                    .map { HTMLRendering.escaped(String($0)) }.joined(separator: "\n")
            ]
        }
    }

    /// Numbers that follow one another stay a numbered list with these numbers; other marks stand as written.
    private func list(_ items: ArraySlice<RichText.Block>) -> [String: Any] {
        let entries = items.compactMap { block -> (marker: String?, spans: [RichText.Span])? in
            guard case .item(let marker, let spans) = block else { return nil }
            return (marker, spans)
        }
        let numbers = entries.compactMap { $0.marker.flatMap { $0.count <= 6 ? Int($0) : nil } }
        let rows = entries.map { item($0.marker, $0.spans) }
        if entries.allSatisfy({ $0.marker == nil }) { return ["bulleted": ["items": rows]] }
        if numbers.count == entries.count, let first = numbers.first, first >= 0,
            numbers == Array(first..<first + numbers.count)
        {
            // Room for the longest number and its dot.
            let digits = String(first + numbers.count - 1).count
            let indent = "\(Double(digits * 6 + 9) / 10)em"
            return ["numbered": ["items": rows, "start": String(first), "indent": indent]]
        }
        return ["marked": ["items": rows]]
    }

    /// An entry, and apart from it the facts that stand behind its dash.
    private func item(_ marker: String?, _ spans: [RichText.Span]) -> [String: Any] {
        let (head, facts) = Self.parted(spans)
        var values: [String: Any] = ["text": render(head), "isLean": isLean]
        values["marker"] = marker.map(HTMLRendering.escaped) ?? "•"
        values["facts"] = facts.map(HTMLRendering.escaped)
        let summary = summaries.first { $0.marker == marker }?.text ?? ""
        if !summary.isEmpty { values["summary"] = HTMLRendering.escaped(summary) }
        values["enclosed"] = marker.flatMap { marker in pictures.first { $0.marker == marker } }
            .map { image($0, widest: Self.listWidth) }
        return values
    }

    /// Its real size is said, so that nothing moves while it is decoded; it never grows wider than the page.
    private func image(_ picture: EnclosedPicture, widest: Int) -> String {
        let width = min(picture.width, widest)
        return "<img src=\"cid:\(HTMLRendering.escaped(picture.file.contentID?.text ?? ""))\" "
            + "alt=\"\(HTMLRendering.escaped(picture.description))\" width=\"\(width)\" style=\"\(Self.imageStyle)\">"
    }

    /// Pixels between the margins of the template's page.
    private static let textWidth = 564
    /// Of pictures in a list, so that it stays one.
    private static let listWidth = 320
    private static let imageStyle = "display:block;max-width:100%;height:auto;margin:6px 0;border-radius:6px"

    /// A story that stands alone; nil for a paragraph of words.
    private func story(_ spans: [RichText.Span]) -> [String: Any]? {
        let (head, facts) = Self.parted(spans)
        guard let facts, head.contains(where: \.isTitle) else { return nil }
        return ["story": ["text": render(head), "facts": HTMLRendering.escaped(facts)]]
    }

    private func isStory(_ block: RichText.Block) -> Bool {
        if case .paragraph(let spans) = block { story(spans) != nil } else { false }
    }

    private static func parted(_ spans: [RichText.Span]) -> (head: [RichText.Span], facts: String?) {
        let dash = " — "
        guard spans.count > 1, case .text(let last)? = spans.last, last.hasPrefix(dash) else { return (spans, nil) }
        let facts = last.dropFirst(dash.count)
        return facts.isEmpty ? (spans, nil) : (spans.dropLast(), String(facts))
    }

    private func render(_ spans: [RichText.Span]) -> String {
        spans.map { span in
            switch span {
            case .text(let text): HTMLRendering.escaped(text)
            case .strong(let inner): "<strong>\(render(inner))</strong>"
            case .emphasis(let inner): "<em>\(render(inner))</em>"
            case .code(let text): "<code style=\"\(Self.codeStyle(text))\">\(HTMLRendering.escaped(text))</code>"
            case .link(let label, let url): link(label, url)
            }
        }
        .joined()
    }

    private func link(_ label: String, _ url: String) -> String {
        guard let url = DisplayText.link(url) else { return HTMLRendering.escaped(label) }
        let shown = label.isEmpty ? Self.shown(url) : label
        let style = isLean ? "" : " style=\"\(Self.linkStyle)\""
        return "<a href=\"\(HTMLRendering.escaped(url))\"\(style)>\(HTMLRendering.escaped(shown))</a>"
    }

    /// An address as far as it tells a reader something.
    private static func shown(_ url: String) -> String {
        var text = url[...]
        for prefix in ["https://", "http://", "mailto:", "www."] where text.lowercased().hasPrefix(prefix) {
            text = text.dropFirst(prefix.count)
        }
        if text.hasSuffix("/") { text.removeLast() }
        return text.count > 60 ? text.prefix(59) + "…" : String(text)
    }

    private static let linkStyle = "color:#0b57d0;text-decoration:none"
    /// What is short stays on one line, however narrow the page.
    private static func codeStyle(_ text: String) -> String {
        text.count <= 24 ? "white-space:nowrap;" + codeStyle : codeStyle
    }

    private static let codeStyle =
        "padding:2px 5px;background:#f1f3f4;border-radius:4px;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:90%"
}

extension RichText.Span {
    /// A link, or the strong words of one.
    fileprivate var isTitle: Bool {
        switch self {
        case .link: true
        case .strong(let inner): inner.contains(where: \.isTitle)
        case .text, .emphasis, .code: false
        }
    }
}
