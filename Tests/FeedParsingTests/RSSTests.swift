import Testing

@testable import FeedParsing

private func parse(_ text: String, url: String? = nil) throws -> ParsedFeed {
    try FeedParser.parse(Array(text.utf8), url: url)
}

private func item(_ body: String, namespaces: String = "") throws -> ParsedItem {
    let feed = try parse("<rss version='2.0' \(namespaces)><channel><item>\(body)</item></channel></rss>")
    return try #require(feed.items.first)
}

struct RSSTests {
    @Test(arguments: [
        ("safe&lt;script type='x'>alert('1 &lt; 2')&lt;/script> title", "safe title"),
        ("a&lt;STYLE>b {color:red}&lt;/style >c", "ac"), ("cut&lt;script>alert(1)", "cut"),
        ("&lt;b>The script&lt;/b> of a play", "The script of a play"), ("It\u{92}s  on", "It’s on"),
    ])
    func `a title is words, never a program`(written: String, read: String) throws {
        #expect(try item("<title>\(written)</title>").title == read)
    }

    @Test func `a channel of the Channel Definition Format says things in attributes`() throws {
        let feed = try parse(
            """
            <CHANNEL HREF="http://e.org/" LASTMOD="2004-04-06T23:05:43-05:00"><TITLE>Old</TITLE>
            <ITEM HREF="http://e.org/1" LASTMOD="2004-04-06T23:05:43-05:00"><TITLE>One</TITLE><ABSTRACT>Words</ABSTRACT></ITEM>
            </CHANNEL>
            """
        )
        #expect(feed.format == .cdf && feed.homePageURL == "http://e.org/")
        #expect(feed.items.map(\.url) == ["http://e.org/1"])
        #expect(feed.items.first?.updated == 1_081_310_743)
        #expect(feed.items.first?.summaryHTML == "Words")
    }

    @Test func `programs are no addresses, and files without a type have one by their name`() throws {
        let entry = try item(
            "<title>A</title><link>JavaScript:alert(1)</link><enclosure url='http://e.org/c.MP3?x=1' length='12'/>"
                + "<enclosure url='http://e.org/i.jpg' type='application/octet-stream'/>"
                + "<enclosure url='data:text/html,x' type='text/html'/>"
        )
        #expect(entry.url == "http://e.org/c.MP3?x=1")
        #expect(entry.attachments.map(\.mimeType) == ["audio/mpeg", "image/jpeg"])
    }

    @Test func `plain text keeps its lines`() throws {
        let json =
            #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","content_text":"One.\n\n- a < b\n- c"}]}"#
        #expect(try parse(json).items.first?.contentHTML == "One.<br><br>- a &lt; b<br>- c")
        let atom = try parse(
            "<feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='text'>One\nTwo</content></entry></feed>"
        )
        #expect(atom.items.first?.contentHTML == "One<br>Two")
    }

    @Test func `RSS 1_1 keeps its items in a list, and rhythm is read as people write it`() throws {
        let feed = try parse(
            """
            <Channel xmlns="http://purl.org/net/rss1.1#"><title>T</title><items>
            <item><title>One</title><link>http://e.org/1</link></item></items></Channel>
            """
        )
        #expect(feed.items.map(\.title) == ["One"])
        let timed = try parse(
            "<rss version='2.0'><channel><ttl>60 minutes</ttl><skipDays><day>sat</day></skipDays></channel></rss>"
        )
        #expect(timed.timeToLive == 3_600 && timed.skipDays == [6])
    }

    @Test func `what a picture inside an entry is called is not the entry's name`() throws {
        let feed = try parse(
            "<feed xmlns='http://www.w3.org/2005/Atom'><entry><image><id>no</id><title>No</title></image>"
                + "<id>yes</id><title>Yes</title></entry></feed>"
        )
        #expect(feed.items.map(\.id) == ["yes"] && feed.items.map(\.title) == ["Yes"])
    }

    @Test func `a channel tells its title, page, language, image and rhythm`() throws {
        let feed = try parse(
            """
            <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/">
            <channel><title>The  Daily &amp;amp; Sunday</title><link>https://example.org/</link>
            <description>News</description><language>en-gb</language><ttl>60</ttl>
            <atom:link rel="self" href="https://example.org/feed"/><atom:link rel="hub" href="https://hub.example.org/"/>
            <image><url>https://example.org/i.png</url><title>not the title</title><link>https://example.org/not</link></image>
            <skipHours><hour>0</hour><hour>24</hour><hour>5</hour></skipHours><skipDays><day>Sunday</day></skipDays>
            <sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>2</sy:updateFrequency>
            </channel></rss>
            """
        )
        #expect(feed.format == .rss20)
        #expect(feed.title == "The Daily & Sunday")
        #expect(feed.homePageURL == "https://example.org/")
        #expect(feed.feedURL == "https://example.org/feed")
        #expect(feed.hubURLs == ["https://hub.example.org/"])
        #expect(feed.language == "en-gb")
        #expect(feed.iconURL == "https://example.org/i.png")
        #expect(feed.timeToLive == 3_600)
        #expect(feed.updatePeriod == 1_800)
        #expect(feed.skipHours == [0, 5])
        #expect(feed.skipDays == [0])
        #expect(!feed.isTruncated)
    }

    @Test func `an item tells everything it has`() throws {
        let item = try item(
            """
            <title>One</title><link>https://example.org/1</link><guid isPermaLink="false">id-1</guid>
            <pubDate>Fri, 28 May 2010 21:03:38 +0200</pubDate><author>ann@example.org (Ann)</author>
            <category>News</category><category>World</category><comments>https://example.org/1#c</comments>
            <description>&lt;p&gt;Short&lt;/p&gt;</description><content:encoded><![CDATA[<p>Long</p>]]></content:encoded>
            <enclosure url="https://example.org/1.mp3" type="audio/mpeg" length="1234"/><itunes:duration>1:02:03</itunes:duration>
            <media:thumbnail url="https://example.org/1.jpg"/><source url="https://other.example/feed">Other</source>
            """,
            namespaces: "xmlns:media='http://search.yahoo.com/mrss/'"
        )
        #expect(item.title == "One")
        #expect(item.url == "https://example.org/1")
        #expect(item.id == "id-1")
        #expect(!item.idIsPermalink)
        #expect(item.published == 1_275_073_418)
        #expect(item.authors == ["Ann"])
        #expect(item.categories == ["News", "World"])
        #expect(item.commentsURL == "https://example.org/1#c")
        #expect(item.summaryHTML == "<p>Short</p>")
        #expect(item.contentHTML == "<p>Long</p>")
        #expect(
            item.attachments == [
                ParsedAttachment(
                    url: "https://example.org/1.mp3",
                    mimeType: "audio/mpeg",
                    sizeInBytes: 1_234,
                    durationSeconds: 3_723
                )
            ]
        )
        #expect(item.imageURL == "https://example.org/1.jpg")
        #expect(item.sourceTitle == "Other")
        #expect(item.sourceURL == "https://other.example/feed")
    }

    @Test func `a permalink guid is the address when no link is given`() throws {
        #expect(try item("<guid>https://example.org/1</guid>").url == "https://example.org/1")
        #expect(try item("<guid isPermaLink='false'>https://example.org/1</guid>").url == nil)
        #expect(try item("<guid>abc</guid>").url == nil)
        #expect(try item("<guid>abc</guid>").idIsPermalink == false)
    }

    @Test(arguments: [
        ("ann@example.org (Ann Smith)", "Ann Smith"), ("Ann Smith &lt;ann@example.org&gt;", "Ann Smith"),
        ("Ann Smith", "Ann Smith"), ("ann@example.org", "ann@example.org"), ("ann@example.org Ann", "Ann"),
        ("<name>Ann</name><email>ann@example.org</email>", "Ann"),
    ])
    func `people are named as RSS writes them`(text: String, name: String) throws {
        #expect(try item("<author>\(text)</author>").authors == [name])
    }

    @Test func `prefixes nobody declared mean what they always mean`() throws {
        let item = try item(
            "<dc:creator>Ann</dc:creator><content:encoded>Long</content:encoded><dc:date>2020-01-02</dc:date>"
        )
        #expect(item.authors == ["Ann"])
        #expect(item.contentHTML == "Long")
        #expect(item.published == 1_577_923_200)
    }

    @Test func `RDF puts items beside the channel`() throws {
        let feed = try parse(
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
            <channel rdf:about="https://example.org/"><title>RDF</title><link>https://example.org/</link>
            <items><rdf:Seq><rdf:li rdf:resource="https://example.org/1"/></rdf:Seq></items></channel>
            <item rdf:about="https://example.org/1"><title>One</title><link>https://example.org/1</link></item>
            </rdf:RDF>
            """
        )
        #expect(feed.format == .rss10)
        #expect(feed.title == "RDF")
        #expect(feed.items.map(\.id) == ["https://example.org/1"])
    }

    @Test func `relative links are the site's`() throws {
        let feed = try parse(
            "<rss><channel><link>https://example.org/blog/</link><item><link>/1</link></item><item><link>2</link></item></channel></rss>",
            url: "https://feeds.example.net/x"
        )
        #expect(feed.items.map(\.url) == ["https://example.org/1", "https://example.org/blog/2"])
    }

    @Test func `the first picture of the text is the item's, trackers apart`() throws {
        let html =
            "<img src='https://t.example/p.gif' width='1' height='1'><img alt='' src=\"https://example.org/a.jpg?x=1&amp;y=2\">"
        #expect(
            try item("<description><![CDATA[\(html)]]></description>").imageURL == "https://example.org/a.jpg?x=1&y=2"
        )
    }

    @Test(arguments: [
        ("Tom &amp;amp; Jerry", "Tom & Jerry"), ("<![CDATA[<b>Bold</b> move]]>", "Bold move"),
        ("a &lt; b and c &gt; d", "a < b and c > d"), ("Vec&lt;T&gt; explained", "Vec<T> explained"),
        ("  two\n lines ", "two lines"), ("It&amp;#8217;s", "It’s"), ("x&nbsp;y", "x y"),
        ("<i>Inline</i> markup", "Inline markup"),
    ])
    func `titles are plain text on one line`(source: String, title: String) throws {
        #expect(try item("<title>\(source)</title>").title == title)
    }
}
