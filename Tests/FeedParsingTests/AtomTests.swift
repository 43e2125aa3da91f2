import Testing

@testable import FeedParsing

private func parse(_ body: String, attributes: String = "", url: String? = nil) throws -> ParsedFeed {
    let text = "<feed xmlns='http://www.w3.org/2005/Atom' \(attributes)>\(body)</feed>"
    return try FeedParser.parse(Array(text.utf8), url: url)
}

struct AtomTests {
    @Test func `an entry tells everything it has`() throws {
        let feed = try parse(
            """
            <title type="html">A &amp;amp; B</title><link href="https://example.org/"/><icon>/i.png</icon>
            <author><name>Feed Author</name></author>
            <entry xml:lang="fr"><id>tag:example.org,2020:1</id><title>One</title>
            <link rel="alternate" type="text/html" href="https://example.org/1"/>
            <link rel="enclosure" type="video/mp4" length="9" href="https://example.org/1.mp4"/>
            <link rel="replies" type="text/html" href="https://example.org/1/c"/><link rel="related" href="https://other.example/"/>
            <published>2020-01-02T03:04:05Z</published><updated>2020-01-03T00:00:00+01:00</updated>
            <author><name>Ann</name><email>ann@example.org</email></author><category term="t" label="Topic"/>
            <summary>1 &lt; 2</summary><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Hi <b>you</b> &amp; me</p></div></content>
            <source><title>Origin</title><link href="https://origin.example/"/></source></entry>
            """,
            url: "https://example.org/feeds/atom"
        )
        #expect(feed.format == .atom10)
        #expect(feed.title == "A & B")
        #expect(feed.authors == ["Feed Author"])
        #expect(feed.iconURL == "https://example.org/i.png")
        let entry = try #require(feed.items.first)
        #expect(entry.id == "tag:example.org,2020:1")
        #expect(entry.url == "https://example.org/1")
        #expect(entry.externalURL == "https://other.example/")
        #expect(entry.commentsURL == "https://example.org/1/c")
        #expect(entry.published == 1_577_934_245)
        #expect(entry.updated == 1_578_006_000)
        #expect(entry.authors == ["Ann"])
        #expect(entry.categories == ["Topic"])
        #expect(entry.summaryHTML == "1 &lt; 2")
        #expect(entry.contentHTML == "<p>Hi <b>you</b> &amp; me</p>")
        #expect(entry.attachments.map(\.sizeInBytes) == [9])
        #expect(entry.sourceTitle == "Origin")
        #expect(entry.language == "fr")
    }

    @Test func `xml base reaches links and the addresses inside content`() throws {
        let feed = try parse(
            "<entry xml:base='a/'><link href='1'/><content type='html'>&lt;img src=\"b.png\"&gt;</content></entry>",
            attributes: "xml:base='https://example.org/x/'"
        )
        #expect(feed.items.first?.url == "https://example.org/x/a/1")
        #expect(feed.items.first?.contentHTML == "<img src=\"https://example.org/x/a/b.png\">")
        #expect(feed.items.first?.imageURL == "https://example.org/x/a/b.png")
    }

    @Test func `an entry alone is a feed of one`() throws {
        let text = "<entry xmlns='http://www.w3.org/2005/Atom'><id>1</id><title>One</title></entry>"
        #expect(try FeedParser.parse(Array(text.utf8)).items.map(\.title) == ["One"])
    }

    @Test func `a wrong namespace does not hide the feed`() throws {
        let text = "<feed xmlns='http://example.org/nonsense'><title>T</title><entry><title>One</title></entry></feed>"
        let feed = try FeedParser.parse(Array(text.utf8))
        #expect(feed.title == "T")
        #expect(feed.items.map(\.title) == ["One"])
    }

    @Test func `an entry with only an updated date is dated by it`() throws {
        let feed = try parse("<entry><updated>2020-01-02T03:04:05Z</updated></entry>")
        #expect(feed.items.first?.published == nil)
        #expect(feed.items.first?.date == 1_577_934_245)
    }
}
