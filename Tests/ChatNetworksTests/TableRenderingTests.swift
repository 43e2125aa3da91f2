import Foundation
import NewsModel
import Testing

@testable import ChatNetworks

private let scores = RichText.Table(
    columns: [.init("", .trailing), .init("Player"), .init("Points", .trailing)],
    rows: [[["1"], [.strong(["alice"])], ["12"]], [["10"], ["李明"], ["5"]]]
)
private let board = RichText.Grid(rows: [
    .init(
        [.init("C", .right), .init("R", .near), .init("A", .wrong), .init("", .empty), .init("5")],
        words: "cra.5 GY..."
    )
])

private func isClean(_ line: String) -> Bool {
    line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f && $0.value != 0x2028 }
}

@Suite struct TableRenderingTests {
    @Test func `a row of a table is a line, its columns one below the other`() {
        let lines = LineRendering.lines(RichText([.table(scores)]))
        #expect(lines == ["    Player  Points", " 1  alice       12", "10  李明         5"])
        #expect(LineRendering.lines(RichText([.table(RichText.Table(columns: [], rows: []))])) == [])
    }

    @Test func `columns stay in place on IRC, where lines begin with no spaces`() {
        let message = OutgoingMessage(body: RichText([.table(scores)]))
        let lines = IRCRendering.lines(of: message, to: Address(network: "n", kind: .room, target: "#r"))
        #expect(lines == ["\u{a0}\u{a0}\u{a0}\u{a0}Player  Points", "\u{a0}1  alice       12", "10  李明         5"])
    }

    @Test func `colours change no word of a line, and no digit becomes part of one`() {
        let text = RichText([
            .heading(level: 3, [.meaning(.category(.sports), ["7 sports"])]), .table(scores), .grid(board),
            .paragraph(Meaning.allCases.flatMap { [.meaning($0, [.text("5,7")]), .text("3 x")] }),
        ])
        let plain = LineRendering.lines(text)
        let irc = LineRendering.lines(text, style: .irc)
        #expect(irc.map(IRCRendering.withoutFormatting) == plain)
        #expect(irc != plain && plain.allSatisfy(isClean))
        #expect(LineRendering.lines(text, style: .terminal).map(withoutANSI) == plain)
    }

    @Test func `clients of IRC show tables and boards in monospace where colours are wanted`() {
        let address = Address(network: "n", kind: .room, target: "#r")
        let body = RichText([.table(scores), .grid(board), .paragraph(["no table"])])
        let coloured = IRCRendering.lines(of: OutgoingMessage(body: body, withColour: true), to: address)
        #expect(coloured.map { $0.hasPrefix("\u{11}") && $0.hasSuffix("\u{11}") } == [true, true, true, true, false])
        #expect(coloured.map(IRCRendering.withoutFormatting) == LineRendering.lines(body))
        let bare = IRCRendering.lines(of: OutgoingMessage(body: body), to: address)
        #expect(bare.allSatisfy { !$0.contains("\u{11}") })
    }

    @Test func `each state of a square has a mark of its own`() {
        #expect(LineRendering.lines(RichText([.grid(board)])) == ["[C](R)-A- .  5"])
        let html = HTMLRendering.fragment(RichText([.grid(board)]))
        #expect(html.contains("<span class=\"m-right\">[C]</span><span class=\"m-near\">(R)</span>"))
        let matrix = MatrixHTML.fragment(RichText([.grid(board)]))
        #expect(matrix.contains("<pre><span data-mx-color=\"#ffffff\" data-mx-bg-color=\"#1b6e35\">[C]</span>"))
    }

    @Test func `tables are tables where there are any`() {
        let table = RichText([.table(scores)])
        #expect(
            MatrixHTML.fragment(table)
                == "<table><thead><tr><th></th><th>Player</th><th>Points</th></tr></thead><tbody><tr><td>1</td><td>"
                + "<strong>alice</strong></td><td>12</td></tr><tr><td>10</td><td>李明</td><td>5</td></tr></tbody></table>"
        )
        #expect(HTMLRendering.fragment(table).contains("<td style=\"text-align:end\">12</td>"))
        #expect(
            MarkdownRendering.document(table)
                == "|  | Player | Points |\n| --: | --- | --: |\n| 1 | **alice** | 12 |\n| 10 | 李明 | 5 |\n"
        )
    }

    /// A board of four squares in boxes of one, with labels.
    private let labelled = RichText.Grid(
        rows: [
            .init([.init(" "), .init("a"), .init("b")], words: "  a b"),
            .init([.init("1"), .init("5", .near), .init("", .empty)], words: "1 5 ."),
            .init([.init("2"), .init("7", .wrong), .init("<", nil)], words: "2 7 <"),
        ],
        box: 1
    )

    @Test func `a board with labels is a table where there are tables, and lines elsewhere`() throws {
        let body = RichText([.grid(labelled)])
        #expect(LineRendering.lines(body) == ["    a  |  b", " 1 (5) |  .", " 2 -7- |  <"])
        let matrix = MatrixHTML.fragment(body)
        #expect(
            matrix.hasPrefix(
                "<table><thead><tr><th></th><th>a</th><th></th><th>b</th></tr></thead><tbody><tr><th>1</th><td><span"
            ),
            "\(matrix)"
        )
        #expect(matrix.contains("<td></td></tr>") && matrix.contains("&lt;") && !matrix.contains("style"))
        let page = HTMLRendering.fragment(body)
        #expect(page.contains("border-left-width:3px") && page.contains("<span class=\"m-near\">(5)</span></td>"))
        let mail = try MailSamples.rendering().content(
            [MailAnswer(command: nil, messages: [OutgoingMessage(body: body)])],
            footer: MailSamples.footer
        )
        #expect(mail.html.contains("<td style=\"width:1.7em") && !mail.html.contains("<pre"))
        // What was stored before boards had boxes is read.
        let old = Data("{\"rows\":[{\"squares\":[{\"text\":\"A\"}],\"words\":\"a\"}]}".utf8)
        #expect(try JSONDecoder().decode(RichText.Grid.self, from: old).box == nil)
    }

    @Test func `a picture is a link with its words, and a file of some homeserver is words alone`() {
        let text = { RichText([.paragraph([.picture(alternative: "A \"ferry\"", url: $0)])]) }
        #expect(MatrixHTML.fragment(text("mxc://evil.test/abc")) == "<p>A &quot;ferry&quot;</p>")
        let link = "<p><a href=\"https://a.test/1.png\">A &quot;ferry&quot;</a></p>"
        #expect(MatrixHTML.fragment(text("https://a.test/1.png")) == link)
        #expect(HTMLRendering.fragment(text("https://a.test/1.png")) == link + "\n")
        #expect(MatrixHTML.fragment(text("mxc://hs.test/a\" onerror=\"x")) == "<p>A &quot;ferry&quot;</p>")
        #expect(LineRendering.lines(text("https://a.test/1.png")) == ["A \"ferry\" — https://a.test/1.png"])
        #expect(MarkdownRendering.document(text("https://a.test/1.png")) == "![A \"ferry\"](<https://a.test/1.png>)\n")
    }

    @Test func `a table of any size has bounded lines`() {
        let cell = String(repeating: "宽", count: 300)
        let columns = (0..<30).map { RichText.Table.Column("heading \($0)") }
        let rows = (0..<5_000).map { _ in (0..<40).map { _ in [RichText.Span.text(cell)] } }
        let lines = LineRendering.lines(RichText([.table(RichText.Table(columns: columns, rows: rows))]))
        #expect(lines.count == 62 && lines.last == "… +4940")
        #expect(lines.allSatisfy { TextWidth.columns($0) <= 72 })
        let ragged = RichText.Table(columns: columns, rows: [[["a"]], []])
        #expect(LineRendering.lines(RichText([.table(ragged)])).count == 2)
    }

    @Test(arguments: [
        ("abc", 3), ("", 0), ("李明", 4), ("ﾊﾝｶｸ", 4), ("ＡＢ", 4), ("e\u{301}", 1), ("👍🏽", 2), ("🇫🇷", 2), ("✈️", 2),
        ("한국", 4),
        ("\u{200b}a", 1), ("привет", 6), ("שלום", 4),
    ])
    func `widths are those of a terminal`(text: String, columns: Int) {
        #expect(TextWidth.columns(text) == columns)
    }

    private func withoutANSI(_ line: String) -> String {
        line.split(separator: "\u{1b}[", omittingEmptySubsequences: false).enumerated()
            .map { $0.offset == 0 ? String($0.element) : String($0.element.drop { $0 != "m" }.dropFirst()) }.joined()
    }
}

@Suite struct HostileRichTextTests {
    private static let pieces = [
        "<script>", "</td></table>", "\"", "'", " onerror=x", "](javascript:x)", "|", "\n", "\r\nQUIT :x", "\u{3}4,1",
        "\u{1b}[31m",
        "\u{202e}", "\u{0}", "\u{600}<b>", "mxc://a/b", "javascript:alert(1)", "https://a.test/?\"<>", "```", "**", "李",
        "&lt;",
        "a\u{301}", "\u{2028}", "--",
    ]

    /// The same for a seed at every run.
    private static func text(_ seed: inout UInt64) -> String {
        (0..<Int(next(&seed) % 5)).map { _ in pieces[Int(next(&seed) % UInt64(pieces.count))] }.joined()
    }

    private static func next(_ seed: inout UInt64) -> UInt64 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return seed >> 33
    }

    private static func blocks(_ text: () -> String) -> RichText {
        RichText([
            .table(
                RichText.Table(
                    columns: [.init(text()), .init(text(), .trailing)],
                    rows: [[[.text(text())], [.link(label: text(), url: text())]], [[.strong([.text(text())])]]]
                )
            ),
            .grid(
                RichText.Grid(rows: [
                    .init([.init(text(), .right), .init(text()), .init(text(), .empty)], words: text())
                ])
            ),
            .paragraph([.picture(alternative: text(), url: text()), .meaning(.signal(.alert), [.text(text())])]),
            .item(
                marker: nil,
                [
                    .symbol(text(), words: text()), .lineBreak,
                    .picture(alternative: text(), url: "https://a.test/" + text()),
                ]
            ),
        ])
    }

    @Test(arguments: 1...200) func `nothing of a cell, an alternative text or an address leaves its place`(
        seed: Int
    ) throws {
        var random = UInt64(seed)
        let hostile = Self.blocks { Self.text(&random) }
        let allowed: Set = [
            "table", "/table", "thead", "/thead", "tbody", "/tbody", "tr", "/tr", "th", "/th", "td", "/td", "pre",
            "/pre", "span",
            "/span", "p", "/p", "a", "/a", "ul", "/ul", "li", "/li", "strong", "/strong", "br", "small",
            "/small", "div",
            "/div", "code", "/code",
        ]
        let mail = try MailSamples.rendering().content(
            [MailAnswer(command: nil, messages: [OutgoingMessage(body: hostile)])],
            footer: MailSamples.footer
        )
        let body = try #require(mail.html.range(of: "overflow-wrap")).upperBound
        let rest = mail.html[body...].drop { $0 != ">" }
        for html in [HTMLRendering.fragment(hostile), MatrixHTML.fragment(hostile), String(rest)] {
            for tag in tags(html) {
                let name = String(tag.prefix { $0 != " " && $0 != ">" })
                #expect(allowed.contains(name) || ["hr", "/body", "/html"].contains(name), "<\(name)> in \(html)")
                // An attribute's value ends where it was meant to.
                let outside = tag.prefix { $0 != ">" }.split(separator: "\"", omittingEmptySubsequences: false)
                    .enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
                #expect(!outside.contains("onerror") && !outside.contains("javascript"))
            }
            #expect(!html.contains("href=\"javascript") && !html.contains("src=\"javascript"))
        }
        for style in [LineStyle.plain, .irc, .terminal] {
            let lines = LineRendering.lines(hostile, style: style).map { line in
                style.strong.open == LineStyle.irc.strong.open ? IRCRendering.withoutFormatting(line) : line
            }
            let plain = LineRendering.lines(hostile)
            #expect(lines.count == plain.count && plain.allSatisfy(isClean))
        }
        let address = Address(network: "n", kind: .room, target: "#r")
        let irc = IRCRendering.lines(of: OutgoingMessage(body: hostile, withColour: true), to: address)
        #expect(
            irc.allSatisfy { $0.utf8.count <= 400 && !$0.contains("\n") && !$0.contains("\r") && !$0.contains("\0") }
        )
        // Nothing in a grid's code or an address means anything (CommonMark 0.31, 4.4 and 6.3).
        let markdown = MarkdownRendering.document(hostile).split(separator: "\n").filter { !$0.hasPrefix("    ") }
            .joined(separator: "\n").split(separator: "](<").enumerated()
            .map { $0.offset == 0 ? $0.element : $0.element.drop { $0 != ">" } }.joined()
        #expect(!markdown.contains("](javascript") && !markdown.contains("<script>"))
    }

    private func tags(_ html: String) -> [String] {
        html.unicodeScalars.split(separator: "<").dropFirst().map { String(String.UnicodeScalarView($0)) }
    }
}
