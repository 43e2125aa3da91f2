import Testing

@testable import FeedParsing

/// The vocabularies that feeds mix in, as far as a reader has a use for them.
struct VocabularyTests {
    private static let spaces = """
        xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" \
        xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:slash="http://purl.org/rss/1.0/modules/slash/" \
        xmlns:wfw="http://wellformedweb.org/CommentAPI/" xmlns:georss="http://www.georss.org/georss" \
        xmlns:atom="http://www.w3.org/2005/Atom" xmlns:gml="http://www.opengis.net/gml"
        """

    private func feed(_ body: String) throws -> ParsedFeed {
        try FeedParser.parse(Array("<rss version='2.0' \(Self.spaces)><channel>\(body)</channel></rss>".utf8))
    }

    private func item(_ body: String) throws -> ParsedItem {
        try #require(try feed("<item>\(body)</item>").items.first)
    }

    @Test func `numbers of comments, their feed and places leave the link to the comments alone`() throws {
        let item = try item(
            """
            <title>One</title><comments>https://a.example/1#comments</comments><slash:comments>17</slash:comments>
            <wfw:commentRss>https://a.example/1/feed</wfw:commentRss><slash:section>science</slash:section>
            <georss:point>45.256 -71.92</georss:point>
            <georss:where><gml:Point><gml:pos>45.256 -71.92</gml:pos></gml:Point></georss:where>
            <link>https://a.example/1</link>
            """
        )
        #expect(item.commentsURL == "https://a.example/1#comments")
        #expect(item.title == "One")
        #expect(item.url == "https://a.example/1")
        #expect(item.categories.isEmpty)
        #expect(item.summaryHTML == nil)
    }

    @Test func `a media group gives its files, its picture, and the words the item has not`() throws {
        let item = try item(
            """
            <link>https://a.example/1</link><media:group>
            <media:content url="https://a.example/1.mp4" type="video/mp4" fileSize="99" duration="61" medium="video"/>
            <media:content url="https://a.example/1.webm" type="video/webm"/>
            <media:title>Film</media:title><media:description>About it</media:description>
            <media:thumbnail url="https://a.example/s.jpg" width="120"/>
            <media:thumbnail url="https://a.example/l.jpg" width="480"/>
            </media:group>
            """
        )
        #expect(item.title == "Film")
        #expect(item.summaryHTML == "About it")
        #expect(item.imageURL == "https://a.example/l.jpg")
        #expect(item.attachments.map(\.url) == ["https://a.example/1.mp4", "https://a.example/1.webm"])
        #expect(item.attachments.first?.sizeInBytes == 99)
        #expect(item.attachments.first?.durationSeconds == 61)
    }

    @Test func `an episode gives its file and length, its own title, its picture and its people`() throws {
        let item = try item(
            """
            <itunes:title>Pilot</itunes:title><itunes:author>Ann</itunes:author><itunes:duration>1:01</itunes:duration>
            <itunes:summary>Long</itunes:summary><itunes:image href="https://a.example/e.jpg"/>
            <itunes:keywords>tea, cake</itunes:keywords><itunes:explicit>no</itunes:explicit>
            <enclosure url="https://a.example/1.mp3" type="audio/mpeg" length="5"/>
            <podcast:transcript url="https://a.example/1.srt" type="application/srt"/>
            <podcast:chapters url="https://a.example/1.json" type="application/json+chapters"/>
            <podcast:alternateEnclosure type="audio/opus"><podcast:source uri="https://a.example/1.opus"/>
            </podcast:alternateEnclosure><podcast:person role="guest">Bob</podcast:person>
            """
        )
        #expect(item.title == "Pilot")
        #expect(item.authors == ["Ann"])
        #expect(item.summaryHTML == "Long")
        #expect(item.imageURL == "https://a.example/e.jpg")
        #expect(item.categories == ["tea", "cake"])
        #expect(item.attachments.map(\.url) == ["https://a.example/1.mp3"])
        #expect(item.attachments.first?.durationSeconds == 61)
        #expect(item.sourceURL == nil)
    }

    @Test func `hosts are the authors where nobody else is named, guests are not`() throws {
        let people = """
            <podcast:person role="guest">Gus</podcast:person><podcast:person>Hanna</podcast:person>
            <podcast:person role="Co-Host">Kim</podcast:person>
            """
        #expect(try item(people).authors == ["Hanna", "Kim"])
        #expect(try feed(people).authors == ["Hanna", "Kim"])
        #expect(try item(people + "<author>Ann</author>").authors == ["Ann"])
    }

    @Test func `a podcast's pictures serve where there is no other`() throws {
        let images = "<podcast:images srcset=\"https://a.example/1500.jpg 1500w, https://a.example/300.jpg 300w\"/>"
        #expect(try item(images).imageURL == "https://a.example/1500.jpg")
        #expect(
            try item(images + "<itunes:image href='https://a.example/i.jpg'/>").imageURL == "https://a.example/i.jpg"
        )
    }

    @Test func `what an activity is about does not become the entry`() throws {
        let text = """
            <feed xmlns="http://www.w3.org/2005/Atom" xmlns:activity="http://activitystrea.ms/spec/1.0/"><entry>
            <activity:object><id>tag:object</id><title>Note</title>
            <link rel="alternate" type="text/html" href="https://a.example/object"/></activity:object>
            <activity:verb>http://activitystrea.ms/schema/1.0/post</activity:verb>
            <id>tag:entry</id><title>Ann wrote a note</title>
            <link rel="alternate" type="text/html" href="https://a.example/entry"/></entry></feed>
            """
        let item = try #require(try FeedParser.parse(Array(text.utf8)).items.first)
        #expect(item.id == "tag:entry")
        #expect(item.title == "Ann wrote a note")
        #expect(item.url == "https://a.example/entry")
    }

    @Test(arguments: [("10", 600), ("0", nil), ("-5", nil), ("soon", nil), ("99999999999999999999", nil)])
    func `minutes to live are believed when they make sense`(text: String, seconds: Int?) throws {
        #expect(try feed("<ttl>\(text)</ttl>").timeToLive == seconds)
    }
}
