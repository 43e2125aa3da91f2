import Foundation
import TestSupport
import Testing

@testable import FeedParsing

private func parse(_ text: String) throws -> ParsedFeed { try FeedParser.parse(Array(text.utf8)) }

struct MalformedTests {
    @Test(arguments: [
        "<rss><channel><item><title>A & B</title><link>https://e.org/?a=1&b=2</link></item></channel></rss>",
        "\n\nWarning: mysql < down\n<?xml version='1.0'?><rss><channel><item><title>A &amp; B</title><link>https://e.org/?a=1&amp;b=2</link></item></channel></rss>",
        "<rss><channel><item><title>A & B</title><link>https://e.org/?a=1&amp;b=2</link><description>x<br>y<p>z</description></item></channel></rss>",
        "<rss><channel><item><title>A &amp; B</TITLE><link>https://e.org/?a=1&b=2</link></item></channel></rss><!-- late --><script>",
        "<rss><channel a=1 a=2 b><item><title>A \u{1}&amp; B</title><link>https://e.org/?a=1&amp;b=2</link></item></channel></rss>",
        "<rss><channel><item><title>A &amp; B</title><link>https://e.org/?a=1&amp;b=2</link></wrong></item></channel></rss>",
    ])
    func `what is broken around an item does not break the item`(text: String) throws {
        let feed = try parse(text)
        #expect(feed.items.map(\.title) == ["A & B"])
        #expect(feed.items.map(\.url) == ["https://e.org/?a=1&b=2"])
    }

    @Test func `references of HTML work everywhere`() throws {
        let feed = try parse(
            "<rss><channel><item><title>caf&eacute;&nbsp;&mdash; &copy;</title><enclosure url='https://e.org/&eacute;.mp3'/></item></channel></rss>"
        )
        #expect(feed.items.first?.title == "café — ©")
        #expect(feed.items.first?.attachments.first?.url == "https://e.org/é.mp3")
    }

    @Test(arguments: [
        "a ]]> b", "<![CDATA[ A <![CDATA[ n ]]> t ]]>", "<![CDATA[x]]>]]>", "x &#xFFFF; y", "x \u{ffff} y",
        "x \u{fffe}",
        "a[b[0]]>1 & c", "<b>bold</p>", "&undefined; <",
    ])
    func `what may not stand in a text costs no later item`(title: String) throws {
        let feed = try parse(
            "<rss version='2.0'><channel><title>N</title><item><title>\(title)</title><link>http://e.org/1</link></item>"
                + "<item><title>after</title><link>http://e.org/2</link></item></channel></rss>"
        )
        #expect(feed.items.map(\.url) == ["http://e.org/1", "http://e.org/2"])
        #expect(feed.items.last?.title == "after")
        #expect(!feed.isTruncated)
    }

    @Test(arguments: [
        "<br />\n<b>Warning</b>: mysql_connect() in <b>/x.php</b> on line <b>3</b><br />\n", "<script>x</script>\n",
        "Notice: <i>x</i> is undefined\n", "<p>",
    ])
    func `warnings before the document are passed over`(junk: String) throws {
        let feed = try parse(
            junk + "<?xml version='1.0'?><rss version='2.0'><channel><item><title>A</title></item></channel></rss>"
        )
        #expect(feed.items.map(\.title) == ["A"])
        #expect(throws: FeedParsingError.self) { try parse(junk + "<p>no feed</p>") }
    }

    @Test func `a cut document keeps what arrived and says so`() throws {
        let feed = try parse(
            "<rss><channel><title>T</title><item><title>One</title></item><item><title>Two</title><desc"
        )
        #expect(feed.items.map(\.title) == ["One", "Two"])
        #expect(feed.isTruncated)
        let json = try parse(
            "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{\"id\":\"1\",\"title\":\"One\"},{\"id\":\"2\",\"ti"
        )
        #expect(json.items.map(\.id) == ["1", "2"])
        #expect(json.isTruncated)
    }

    @Test func `what is no feed is refused by name`() {
        #expect(throws: FeedParsingError.webPage) {
            try parse("<!DOCTYPE html><html><head><title>x</title></head></html>")
        }
        #expect(throws: FeedParsingError.webPage) { try parse("<html><p>unclosed & broken") }
        #expect(throws: FeedParsingError.empty) { try parse(" \n ") }
        #expect(throws: FeedParsingError.notAFeed("text")) { try parse("hello") }
        #expect(throws: FeedParsingError.notAFeed("svg")) { try parse("<svg/>") }
        #expect(throws: FeedParsingError.notAFeed("JSON")) { try parse("{\"a\":1}") }
        #expect(throws: FeedParsingError.malformedJSON) { try parse("{nonsense") }
        #expect(throws: FeedParsingError.tooLarge(limit: FeedParser.sizeLimit)) {
            try FeedParser.parse([UInt8](repeating: 0x20, count: FeedParser.sizeLimit + 1))
        }
    }

    @Test func `an entity bomb costs nothing`() throws {
        var text = "<!DOCTYPE rss [<!ENTITY a0 \"lolololololol\">"
        for level in 1...60 { text += "<!ENTITY a\(level) \"&a\(level - 1);&a\(level - 1);&a\(level - 1);\">" }
        text +=
            "<!ENTITY f SYSTEM \"file:///etc/passwd\">]><rss><channel><item><title>x&a60;&f;y</title></item></channel></rss>"
        var parsed: ParsedFeed?
        let time = try processorTime { parsed = try parse(text) }
        let feed = try #require(parsed)
        #expect(time < .seconds(10), "\(time)")
        #expect((feed.items.first?.title ?? "").utf8.count < 40)
        #expect(feed.items.first?.title?.contains("root:") == false)
    }

    @Test func `depth and numbers of elements are bounded`() throws {
        let deep = String(repeating: "<a>", count: 200_000)
        let feed = try parse("<rss><channel><item><title>One</title></item>\(deep)")
        #expect(feed.items.map(\.title) == ["One"])
        let many = try parse("<rss><channel>" + String(repeating: "<item/>", count: 20_000) + "</channel></rss>")
        #expect(many.items.count == FeedReader.itemLimit)
        #expect(many.skippedItemCount == 15_000)
        _ = try? parse("{\"items\":" + String(repeating: "[", count: 100_000))
    }

    @Test(arguments: [
        "<rss><channel " + (0..<200_000).map { "a\($0)='' " }.joined() + "/></rss>",
        "<rss><channel>" + String(repeating: "<a x=\"\"z y=\"\"z>", count: 100_000),
        "<rss><channel><item><description>" + String(repeating: "&lt;a b='&lt;a b=", count: 60_000),
        "<rss>" + String(repeating: "<![CDATA[", count: 200_000), String(repeating: "<!--", count: 300_000),
        "<rss><channel><item><title>" + String(repeating: "&amp;", count: 200_000) + "&",
    ])
    func `hostile repetition takes linear time`(text: String) {
        let time = processorTime {
            let feed = try? parse(text)
            _ = PlainText.from(html: text)
            _ = PlainText.from(html: feed?.items.first?.summaryHTML ?? "")
            _ = FeedLinks.find(inHTML: Array(text.utf8), contentType: nil, pageURL: "https://e.org/")
        }
        #expect(time < .seconds(60), "\(time)")
    }

    @Test func `mutated documents never stop the parser`() {
        let seeds = [
            "<?xml version='1.0' encoding='utf-8'?><rss version='2.0'><channel><title>T &amp; é</title><item><title><![CDATA[<b>x</b>]]></title><link>https://e.org/</link><pubDate>Fri, 28 May 2010 21:03:38 GMT</pubDate><enclosure url=\"https://e.org/a.mp3\" length='1'/></item></channel></rss>",
            "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='https://e.org/'><entry><content type='xhtml'><div><p a='1'>x &lt; y</p></div></content><updated>2020-01-02T03:04:05Z</updated></entry></feed>",
            "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{\"id\":\"\\u00e9\\ud83d\\ude00\",\"content_html\":\"<p>x</p>\",\"date_published\":\"2020-01-02T03:04:05Z\"}]}",
        ].map { Array($0.utf8) }
        var random = Mutations(state: 88_172_645_463_325_252)
        for round in 0..<3_000 {
            let document = random.mutated(seeds[round % seeds.count])
            _ = try? FeedParser.parse(document)
            _ = PlainText.from(html: String(decoding: document, as: UTF8.self))
            _ = FeedLinks.find(inHTML: document, contentType: nil, pageURL: "https://e.org/")
            _ = try? OPML.parse(document)
        }
    }
}

/// A small generator with a fixed beginning, so that a failure repeats.
struct Mutations {
    var state: UInt64

    mutating func next(below limit: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(max(1, limit)))
    }

    mutating func mutated(_ seed: [UInt8]) -> [UInt8] {
        var bytes = seed
        for _ in 0...next(below: 6) {
            guard !bytes.isEmpty else { break }
            let index = next(below: bytes.count)
            switch next(below: 6) {
            case 0: bytes[index] = UInt8(next(below: 256))
            case 1: bytes.remove(at: index)
            case 2: bytes.insert(Array("<>&\"'/=[]!-;#\u{0}".utf8)[next(below: 14)], at: index)
            case 3: bytes.removeSubrange(index...)
            case 4: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + next(below: 60))], at: index)
            default: bytes.removeSubrange(index..<min(bytes.count, index + next(below: 20)))
            }
        }
        return bytes
    }
}
