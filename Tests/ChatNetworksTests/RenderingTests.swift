import IRCClient
import NewsModel
import Testing

@testable import ChatNetworks

/// Titles that strangers' feeds have tried, or could.
private let hostileTitles = [
    "Breaking\r\nQUIT :bye", "nul\u{0}byte", "\u{3}4red\u{2}bold\u{1d}x\u{f}", "<script>alert(1)</script>",
    "\" onmouseover=\"x", "](javascript:alert(1)) [x", "line\u{2028}separator\u{85}next", "\u{202e}gnp.exe",
    "`code` **bold** <b>", "\u{600}<script>", String(repeating: "A", count: 4_000),
]

private func text(_ title: String) -> RichText {
    RichText([.item(marker: "1", [.strong([.text(title)]), .link(label: title, url: "https://a.test/?q=1&r=\"2\"")])])
}

@Suite struct RenderingTests {
    @Test(arguments: hostileTitles)
    func `a title never starts a line of its own or carries a control character`(title: String) {
        let lines = LineRendering.lines(text(title))
        #expect(lines.count == 1)
        #expect(lines.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f } })
    }

    @Test func `a heading is coloured where a room wants it, whatever it begins with`() {
        let text = RichText([.heading(level: 2, [.text("5,7 million")]), .paragraph([.strong([.text("x")])])])
        #expect(LineRendering.lines(text, style: .irc) == ["\u{3}10\u{2}5,7 million\u{2}\u{3}", "\u{2}x\u{2}"])
        #expect(LineRendering.lines(text) == ["5,7 million", "x"])
        let typed = IRCRendering.withoutFormatting(LineRendering.lines(text, style: .irc)[0])
        #expect(typed == "5,7 million")
    }

    @Test(arguments: hostileTitles)
    func `a title never becomes markup in HTML`(title: String) {
        let html = HTMLRendering.fragment(text(title))
        let tags = html.unicodeScalars.split(separator: "<").map {
            String(String.UnicodeScalarView($0.prefix { $0.properties.isAlphabetic || $0 == "/" }))
        }
        #expect(tags.allSatisfy { ["ul", "/ul", "li", "/li", "strong", "/strong", "a", "/a"].contains($0) })
        #expect(!html.contains("\" onmouseover"))
        #expect(html.contains("href=\"https://a.test/?q=1&amp;r=%222%22\""))
    }

    @Test(arguments: [
        ("**bold**", "\\*\\*bold\\*\\*"), ("](x) [", "\\]\\(x\\) \\["), ("<b>", "\\<b\\>"),
        ("\u{600}<b>", "\u{600}\\<b\\>"), ("a_b", "a\\_b"),
    ])
    func `a title never becomes markup in Markdown`(title: String, escaped: String) {
        #expect(MarkdownRendering.document(RichText([.paragraph([.text(title)])])) == escaped + "\n")
    }

    @Test(arguments: ["javascript:alert(1)", "data:text/html,x", "", "file:///etc/passwd", "not a link"])
    func `only web and mail addresses become links`(url: String) {
        let text = RichText([.paragraph([.link(label: "label", url: url)])])
        #expect(LineRendering.lines(text) == ["label"])
        #expect(HTMLRendering.fragment(text) == "<p>label</p>\n")
        #expect(MarkdownRendering.document(text) == "label\n")
    }

    @Test func `a link is its label and its address where links cannot be hidden`() {
        let text = RichText([.paragraph([.link(label: "Title", url: "https://a.test/x y")])])
        #expect(LineRendering.lines(text) == ["Title — https://a.test/x%20y"])
    }

    @Test func `Markdown keeps the items of a list together`() {
        let text = RichText([
            .heading(level: 2, ["Digest"]), .item(marker: "1", ["a"]), .item(marker: nil, ["b"]), .footer(["end"]),
        ])
        #expect(MarkdownRendering.document(text) == "## Digest\n\n- 1\\. a\n- b\n\n---\n\nend\n")
    }
}

@Suite struct `Rows of one message` {
    private let lines = ["12345", "12345", "1234567890", "1"]

    @Test func `where lines go alone every line is a part`() {
        #expect(IRCRendering.multilineTexts(lines, within: nil) == lines)
    }

    @Test(arguments: [
        (1_000, 24, ["12345\n12345\n1234567890\n1"]), (1_000, 3, ["12345\n12345\n1234567890", "1"]),
        (12, 24, ["12345\n12345", "1234567890", "1"]), (13, 2, ["12345\n12345", "1234567890\n1"]),
        (1, 1, ["12345", "12345", "1234567890", "1"]),
    ])
    func `lines are put together within both limits, whole and in order`(bytes: Int, rows: Int, expected: [String]) {
        let texts = IRCRendering.multilineTexts(lines, within: IRCMultilineLimits(bytes: bytes, lines: rows))
        #expect(texts == expected)
        #expect(texts.joined(separator: "\n") == lines.joined(separator: "\n"))
    }
}
