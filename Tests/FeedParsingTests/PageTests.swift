import Testing

@testable import FeedParsing

struct PlainTextTests {
    @Test(arguments: [
        ("<p>One</p><p>Two &amp; three</p>", "One\n\nTwo & three"), ("a<br>b<br/>c", "a\nb\nc"),
        ("<ul><li>x</li><li>y</li></ul>", "• x\n• y"), ("<ol start=3><li><p>x</p></li><li>y</li></ol>", "3. x\n4. y"),
        (
            "<p>See <a href='/x'>here</a> and <a href='/y'>the report</a></p>",
            "See here (https://e.org/x) and the report"
        ),
        ("<img src=a.png> text <img src=b.png alt='A cat'>", "[image] text [image: A cat]"),
        ("<script>alert(1)</script>ok<style>p{}</style>", "ok"), ("x<img width=1 height=1 src=t>y", "xy"),
        ("<blockquote><p>said</p></blockquote>after", "> said\n\nafter"), ("1 < 2 & 3", "1 < 2 & 3"),
        ("<h2>Head</h2>body", "Head\n\nbody"),
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a · b\nc"),
        ("<!-- no --> yes", "yes"), ("", ""), ("a\u{1b}[31mb\u{7}", "a[31mb"), ("&lt;script&gt;", "<script>"),
    ])
    func `HTML reads well as text`(html: String, text: String) {
        #expect(PlainText.from(html: html, baseURL: "https://e.org/") == text)
    }

    @Test func `long text is cut between words`() {
        #expect(PlainText.from(html: "one two three four", limit: 10) == "one two…")
        #expect(PlainText.from(html: "one two", limit: 7) == "one two")
        #expect(PlainText.from(html: "one", limit: 0) == "")
    }
}

struct FeedLinksTests {
    private func feeds(_ html: String) -> [FeedLink] {
        FeedLinks.find(inHTML: Array(html.utf8), contentType: nil, pageURL: "https://e.org/blog/post").feeds
    }

    @Test func `declared feeds are found with title and type`() {
        let html = """
            <head><base href="/b/"><link rel="ALTERNATE" type="application/rss+xml" title="A &amp; B" href="feed">
            <link rel=alternate type='application/atom+xml; charset=utf-8' href=//e.org/atom><link rel="alternate" hreflang="fr" href="/fr">
            <link rel="alternate" type="application/feed+json" href="">
            """
        #expect(
            feeds(html) == [
                FeedLink(url: "https://e.org/b/feed", title: "A & B", mimeType: "application/rss+xml"),
                FeedLink(url: "https://e.org/atom", mimeType: "application/atom+xml; charset=utf-8"),
            ]
        )
    }

    @Test func `a page that declares nothing may still point to a feed`() {
        #expect(feeds("<a href='/feed.xml'>RSS</a><a href='/about'>x</a>").map(\.url) == ["https://e.org/feed.xml"])
        #expect(feeds("<script>'<link rel=alternate type=application/rss+xml href=/no>'</script>").isEmpty)
    }

    @Test(arguments: [
        ("https://www.youtube.com/channel/UC1/videos", "https://www.youtube.com/feeds/videos.xml?channel_id=UC1"),
        ("https://www.youtube.com/playlist?list=PL1&x=2", "https://www.youtube.com/feeds/videos.xml?playlist_id=PL1"),
        ("https://www.reddit.com/r/swift/", "https://www.reddit.com/r/swift/.rss"),
        ("https://github.com/apple/swift", "https://github.com/apple/swift/releases.atom"),
        ("https://mastodon.example/@ann", "https://mastodon.example/@ann.rss"),
        ("https://ann.substack.com/p/x", "https://ann.substack.com/feed"),
        ("https://medium.com/@ann", "https://medium.com/feed/@ann"),
        ("https://example.org/a/b", "https://example.org/feed"),
    ])
    func `well-known sites have rules`(page: String, feed: String) {
        #expect(FeedLinks.candidates(forPage: page).first == feed)
    }
}

struct URLReferenceTests {
    /// RFC 3986, section 5.4.
    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g"),
        ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"),
        ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../g", "http://a/g"),
        ("../../../g", "http://a/g"),
        (".", "http://a/b/c/"), ("g;x=1/../y", "http://a/b/c/y"), ("http:g", "http:g"), ("mailto:x@y", "mailto:x@y"),
    ])
    func `references resolve as the standard says`(reference: String, wanted: String) {
        #expect(URLReference.resolve(reference, against: "http://a/b/c/d;p?q") == wanted)
    }
}
