import MailMessages
import NewsModel

/// Converts rich text to the values of the mail template.
///
/// All strings are HTML and are escaped only here.
struct MailHTML {
    /// Bytes; Gmail cuts off mails above 102 KB.
    static let largest = 100_000

    /// Leaves out the inline styles of items and links, so that more text fits.
    var isLean = false
    /// The enclosed pictures.
    ///
    /// Those without an item are placed before the first single story, else at the top.
    var pictures: [EnclosedPicture] = []
    /// The enclosed icons of feeds.
    var icons: [FeedID: OutgoingFile] = [:]
    /// Each summary is shown below the item with its marker.
    var summaries: [OutgoingMessage.Summary] = []

    /// The values of the blocks; successive items become one list.
    func values(_ text: RichText) -> [[String: Any]] {
        let markers = Set(text.blocks.compactMap { if case .item(let marker?, _) = $0 { marker } else { nil } })
        let inText = Set(text.blocks.flatMap(\.pictureAddresses))
        var loose = pictures.filter { $0.marker.map(markers.contains) != true && !inText.contains($0.url) }.map {
            ["enclosed": image($0, widest: Self.textWidth)]
        }
        let firstStory = text.blocks.firstIndex(where: isStory) ?? 0
        var values: [[String: Any]] = []
        var blocks = text.blocks[...]
        while let block = blocks.first {
            if blocks.startIndex >= firstStory {
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

    /// The paragraphs of the footer.
    func lines(_ text: RichText) -> [String] {
        text.blocks.compactMap { block in
            switch block {
            case .heading(_, let spans), .paragraph(let spans), .item(_, let spans), .footer(let spans): render(spans)
            case .preformatted, .table, .grid: nil
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
        case .table(let table): ["table": self.table(table)]
        case .grid(let grid) where grid.box != nil: ["board": HTMLSpans.page.board(grid)]
        case .grid(let grid): ["preformatted": HTMLSpans.page.grid(grid)]
        }
    }

    private func table(_ table: RichText.Table) -> [String: Any] {
        func cell(_ html: String, _ column: RichText.Table.Column) -> [String: Any] {
            ["text": html, "align": column.alignment == .trailing ? "end" : "start"]
        }
        let rows = table.rows.indices.map { row -> [String: Any] in
            ["cells": table.columns.indices.map { cell(render(table.cell(row, $0)), table.columns[$0]) }]
        }
        let headings = table.columns.map { cell(HTMLRendering.escaped($0.heading), $0) }
        return ["headings": table.hasHeadings ? headings : [], "hasHeadings": table.hasHeadings, "rows": rows]
    }

    /// Successive numbers become a numbered list with these numbers; other markers are shown as written.
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
            // Enough space for the longest number and its dot.
            let digits = String(first + numbers.count - 1).count
            let indent = "\(Double(digits * 6 + 9) / 10)em"
            return ["numbered": ["items": rows, "start": String(first), "indent": indent]]
        }
        return ["marked": ["items": rows]]
    }

    /// An item: its text, and separately the facts after the dash.
    private func item(_ marker: String?, _ spans: [RichText.Span]) -> [String: Any] {
        let (head, facts) = Self.parted(spans)
        var values: [String: Any] = ["text": render(head), "isLean": isLean]
        values["marker"] = marker.map(HTMLRendering.escaped) ?? "•"
        values["facts"] = facts.map(render)
        let summary = summaries.first { $0.marker == marker }?.text ?? ""
        if !summary.isEmpty { values["summary"] = HTMLRendering.escaped(summary) }
        values["enclosed"] = marker.flatMap { marker in pictures.first { $0.marker == marker } }
            .map { image($0, widest: Self.listWidth) }
        return values
    }

    /// Declares the size, so that the page does not move while the picture is decoded.
    ///
    /// Never wider than the page.
    private func image(_ picture: EnclosedPicture, widest: Int) -> String {
        let width = min(picture.width, widest)
        return "<img src=\"cid:\(HTMLRendering.escaped(picture.file.contentID?.text ?? ""))\" "
            + "alt=\"\(HTMLRendering.escaped(picture.description))\" width=\"\(width)\" style=\"\(Self.imageStyle)\">"
    }

    /// The text width of the template's page in pixels.
    private static let textWidth = 564
    /// Pictures in a list are smaller, so that it still looks like a list.
    private static let listWidth = 320
    private static let imageStyle = "display:block;max-width:100%;height:auto;margin:6px 0;border-radius:6px"

    /// A story in a paragraph of its own; nil for an ordinary paragraph.
    private func story(_ spans: [RichText.Span]) -> [String: Any]? {
        let (head, facts) = Self.parted(spans)
        guard let facts, head.contains(where: \.isTitle) else { return nil }
        return ["story": ["text": render(head), "facts": render(facts)]]
    }

    private func isStory(_ block: RichText.Block) -> Bool {
        if case .paragraph(let spans) = block { story(spans) != nil } else { false }
    }

    /// Splits the spans at the dash before the closing facts.
    ///
    /// The facts are text without links.
    private static func parted(_ spans: [RichText.Span]) -> (head: [RichText.Span], facts: [RichText.Span]?) {
        let dash = " — "
        let facts = spans.reversed().prefix { if case .text = $0 { true } else { $0.isMark } }
        // The first dash in the closing text, but not at the very beginning.
        let start = spans.indices.dropFirst(max(1, spans.count - facts.count)).first { index in
            if case .text(let text) = spans[index] { text.hasPrefix(dash) } else { false }
        }
        guard let start, case .text(let text) = spans[start] else { return (spans, nil) }
        let first = text.dropFirst(dash.count)
        let rest = (first.isEmpty ? [] : [RichText.Span.text(String(first))]) + spans[(start + 1)...]
        return rest.isEmpty ? (spans, nil) : (Array(spans[..<start]), rest)
    }

    private func render(_ spans: [RichText.Span]) -> String {
        spans.map { span in
            switch span {
            case .text(let text), .symbol(let text, _): HTMLRendering.escaped(text)
            case .strong(let inner): "<strong>\(render(inner))</strong>"
            case .emphasis(let inner): "<em>\(render(inner))</em>"
            case .code(let text): "<code style=\"\(Self.codeStyle(text))\">\(HTMLRendering.escaped(text))</code>"
            case .link(let label, let url): link(label, url)
            case .meaning(let meaning, let inner): HTMLSpans.page.coloured(render(inner), meaning)
            case .picture(let alternative, let url): picture(alternative, url)
            case .icon(let feed): icon(feed)
            case .lineBreak: "<br>"
            }
        }
        .joined()
    }

    /// The enclosed picture, or else a link to it: a mail loads nothing from the network.
    private func picture(_ alternative: String, _ url: String) -> String {
        let enclosed = pictures.first { $0.url == url }
        return enclosed.map { image($0, widest: Self.textWidth) } ?? link(alternative, url)
    }

    /// As high as the text beside it; the name that follows says what it is.
    private func icon(_ feed: FeedID) -> String {
        guard let id = icons[feed]?.contentID?.text else { return "" }
        return "<img src=\"cid:\(HTMLRendering.escaped(id))\" alt=\"\" height=\"16\" style=\"\(Self.iconStyle)\">"
    }

    private static let iconStyle = "height:16px;width:auto;vertical-align:middle;margin-right:6px"

    private func link(_ label: String, _ url: String) -> String {
        guard let url = DisplayText.link(url) else { return HTMLRendering.escaped(label) }
        let shown = label.isEmpty ? Self.shown(url) : label
        let style = isLean ? "" : " style=\"\(Self.linkStyle)\""
        return "<a href=\"\(HTMLRendering.escaped(url))\"\(style)>\(HTMLRendering.escaped(shown))</a>"
    }

    /// A short form of an address for the reader.
    private static func shown(_ url: String) -> String {
        var text = url[...]
        for prefix in ["https://", "http://", "mailto:", "www."] where text.lowercased().hasPrefix(prefix) {
            text = text.dropFirst(prefix.count)
        }
        if text.hasSuffix("/") { text.removeLast() }
        return text.count > 60 ? text.prefix(59) + "…" : String(text)
    }

    private static let linkStyle = "color:#0b57d0;text-decoration:none"
    /// Short code is not wrapped, even on a narrow page.
    private static func codeStyle(_ text: String) -> String {
        text.count <= 24 ? "white-space:nowrap;" + codeStyle : codeStyle
    }

    private static let codeStyle =
        "padding:2px 5px;background:#f1f3f4;border-radius:4px;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:90%"
}

extension RichText.Span {
    /// Whether it is a link, or strong text with one.
    fileprivate var isTitle: Bool {
        switch self {
        case .link: true
        case .strong(let inner): inner.contains(where: \.isTitle)
        case .text, .emphasis, .code, .meaning, .symbol, .picture, .icon, .lineBreak: false
        }
    }

    /// Whether it is coloured text, an icon or a line break, which may stand among the facts of a story.
    fileprivate var isMark: Bool {
        switch self {
        case .meaning, .icon, .lineBreak: true
        case .text, .strong, .emphasis, .code, .link, .symbol, .picture: false
        }
    }

    /// The addresses of the pictures in the span.
    fileprivate var pictureAddresses: [String] {
        switch self {
        case .picture(_, let url): [url]
        case .strong(let inner), .emphasis(let inner), .meaning(_, let inner): inner.flatMap(\.pictureAddresses)
        case .text, .code, .link, .symbol, .icon, .lineBreak: []
        }
    }
}

extension RichText.Block {
    fileprivate var pictureAddresses: [String] {
        switch self {
        case .heading(_, let spans), .paragraph(let spans), .item(_, let spans), .footer(let spans):
            spans.flatMap(\.pictureAddresses)
        case .preformatted, .table, .grid: []
        }
    }
}
