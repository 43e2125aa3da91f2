import Foundation
import TestSupport
import Testing

@testable import FeedParsing

struct JSONFeedTests {
    private let text = """
        {"version":"https://jsonfeed.org/version/1.1","title":"J","home_page_url":"https://e.org/","feed_url":"https://e.org/f.json",
        "language":"en","authors":[{"name":"Ann"}],"hubs":[{"type":"WebSub","url":"https://hub.example/"}],
        "items":[{"id":"1","url":"/1","title":"One","content_text":"a < b","date_published":"2020-01-02T03:04:05+01:00","tags":["t"],
        "attachments":[{"url":"https://e.org/a.mp3","mime_type":"audio/mpeg","size_in_bytes":5,"duration_in_seconds":6}]},
        {"id":2,"content_html":"<p>x</p>"},]}
        """

    @Test func `a JSON feed reads like any other`() throws {
        let feed = try FeedParser.parse(Array(text.utf8))
        #expect(feed.format == .jsonFeed11)
        #expect(feed.items.map(\.id) == ["1", "2"])
        #expect(feed.items[0].url == "https://e.org/1")
        #expect(feed.items[0].contentHTML == "a &lt; b")
        #expect(feed.items[0].published == 1_577_930_645)
        #expect(feed.items[0].attachments.first?.durationSeconds == 6)
        #expect(feed.hubURLs == ["https://hub.example/"])
        #expect(feed.authors == ["Ann"])
    }

    @Test func `what is written reads back as the same feed`() throws {
        let feed = try FeedParser.parse(Array(text.utf8))
        let written = JSONFeedWriter.document(for: feed, file: "a \"b\"\n")
        #expect(!written.contains(0x0a))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(written)) as? [String: Any])
        #expect((object["_crier"] as? [String: Any])?["file"] as? String == "a \"b\"\n")
        let again = try FeedParser.parse(written)
        #expect(again.title == feed.title)
        #expect(again.items.map(\.published) == feed.items.map(\.published))
        #expect(again.items.map(\.attachments) == feed.items.map(\.attachments))
    }

    @Test func `a refusal is a line of its own`() {
        let line = String(decoding: JSONFeedWriter.refusal(.webPage, file: "x"), as: UTF8.self)
        #expect(line == #"{"_crier":{"file":"x","error":"this is a web page, not a feed"}}"#)
    }
}

struct OPMLTests {
    private let text = """
        <?xml version="1.0"?><opml version="2.0"><head><title>Mine & yours</title><ownerName>Ann</ownerName></head><body>
        <outline text="News"><outline text="A &amp; B" type="rss" xmlURL="https://e.org/?a=1&b=2" htmlUrl="https://e.org/" x:colour="red" category="/a/b,c"/>
        <outline text="Quoted" description="the "best" one" xmlUrl="https://e.org/2"/></outline><outline xmlUrl="https://e.org/3"/></body></opml>
        """

    @Test func `folders, feeds and categories are read`() throws {
        let feeds = try OPML.parse(Array(text.utf8)).feeds
        #expect(feeds.map(\.url) == ["https://e.org/?a=1&b=2", "https://e.org/2", "https://e.org/3"])
        #expect(feeds.map(\.folders) == [["News"], ["News"], []])
        #expect(feeds[0].title == "A & B")
        #expect(feeds[0].categories == [["a", "b"], ["c"]])
    }

    @Test func `unknown attributes survive a round trip`() throws {
        let document = try OPML.parse(Array(text.utf8))
        #expect(document.title == "Mine & yours")
        let again = try OPML.parse(Array(OPML.write(document).utf8))
        #expect(again == document)
        #expect(again.outlines[0].children[0].value("x:colour") == "red")
    }

    @Test func `what holds no outline is refused`() {
        #expect(throws: FeedParsingError.webPage) { try OPML.parse(Array("<html/>".utf8)) }
        #expect(throws: FeedParsingError.empty) { try OPML.parse([]) }
    }

    @Test func `lists with addresses in other attributes, links and includes are told apart`() throws {
        let list = """
            <opml version="1.1"><body><outline text="A" type="rss" url="https://a.example/feed"/>
            <outline text="B" type="link" url="https://b.example/list.opml"/><outline text="C" type="rss" htmlUrl="https://c.example/"/>
            <outline text="F"><outline text="D" XMLURL="https://d.example/feed" x:y="kept" category="/News/World,tag"/></outline>
            <outline text="G"><outline text="D" xmlUrl="https://d.example/feed"/></outline></body></opml>
            """
        let document = try OPML.parse(Array(list.utf8))
        #expect(document.feeds.map(\.url) == ["https://a.example/feed", "https://d.example/feed"])
        #expect(document.feeds[1].allCategories == [["F"], ["News", "World"], ["tag"], ["G"]])
        #expect(document.lists.map(\.url) == ["https://b.example/list.opml"])
        #expect(document.opportunities.map(\.url) == ["https://c.example/"])
        #expect(try OPML.parse(Array(OPML.write(document).utf8)) == document)
        #expect(OPML.write(document).contains("kept"))
    }

    @Test func `lists saved one after the other are read as one`() throws {
        let one = "<opml><body><outline text='A' xmlUrl='https://a.example/'/></body></opml>"
        let two = "<opml><body><outline text='B' xmlUrl='https://b.example/'/></body></opml>"
        let urls = try OPML.parse(Array("\(one)\n<!-- -->\n\(two)\n<p>".utf8)).feeds.map(\.url)
        #expect(urls == ["https://a.example/", "https://b.example/"])
    }

    @Test func `a large list costs little`() throws {
        let row = "<outline text='F'><outline type='rss' text='Feed &amp; more' xmlUrl='https://e.example/feed/"
        let rows = (0..<5_000).map { "\(row)\($0)' htmlUrl='https://e.example/\($0)' category='/A/B,c'/></outline>" }
        let list = Array("<opml version='2.0'><body>\(rows.joined())</body></opml>".utf8)
        var count = 0
        let time = try processorTime { count = try OPML.parse(list).feeds.count }
        #expect(count == 5_000)
        #expect(time < .seconds(30), "\(time)")
    }
}
