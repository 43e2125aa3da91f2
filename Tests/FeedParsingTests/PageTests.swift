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

    @Test(arguments: [
        ("Before<object data='x'> after", "Before after"), ("Before<iframe src='https://e.org/'>after", "Beforeafter"),
        ("a<select><option>b</select>c<select>d<select>e", "acde"), ("a<object>b</object>c", "ac"),
        ("a<script>b<p>c", "a"), ("don\u{92}t \u{93}go\u{94}", "don’t “go”"),
    ])
    func `an element that is never closed hides nothing but programs`(html: String, text: String) {
        #expect(PlainText.from(html: html) == text)
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

    @Test func `another dress for the page is no feed`() {
        for type in ["text/css", "text/xml", "application/xml", "application/rss+xml"] {
            #expect(feeds("<link rel=\"alternate stylesheet\" type=\"\(type)\" title=Dark href=\"/dark.xsl\">").isEmpty)
        }
        #expect(feeds("<link rel=alternate type=text/xml href=/feed>").map(\.url) == ["https://e.org/feed"])
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

    @Test func `feeds of comments come last and icons are chosen by size`() {
        let html = """
            <link rel="icon" sizes="16x16" href="/16.png"><link rel="shortcut icon" sizes="64x64" href="/64.png">
            <link rel="apple-touch-icon" sizes="180x180" href="/180.png"><link rel="icon" sizes="1024x1024" href="/big.png">
            <link rel=alternate type=application/rss+xml href=/comments/feed/ title="Site » Comments Feed">
            <link rel=alternate type=application/rss+xml href=/feed/ title="Site » Feed">
            """
        let page = FeedLinks.find(inHTML: Array(html.utf8), contentType: nil, pageURL: "https://e.org/")
        #expect(page.feeds.map(\.url) == ["https://e.org/feed/", "https://e.org/comments/feed/"])
        #expect(page.feeds.map(\.isUnlikely) == [false, true])
        #expect(page.iconURL == "https://e.org/64.png" && page.pictureURL == page.iconURL)
        let bare = FeedLinks.find(inHTML: [], contentType: nil, pageURL: "https://e.org/a/b")
        #expect(bare.iconURL == "https://e.org/favicon.ico")
        #expect(bare.pictureURL == nil)
    }

    @Test func `the picture of a page is neither a drawing nor a file of several`() {
        let html = """
            <link rel="icon" type="image/svg+xml" href="/i"><link rel="icon" href="/i.svg?v=2" sizes="any">
            <link rel="icon" href="/favicon.ico?v=2" sizes="48x48"><link rel="icon" type="image/x-icon" href="/i2">
            <link rel="apple-touch-icon" href="/touch.png">
            """
        let page = FeedLinks.find(inHTML: Array(html.utf8), contentType: nil, pageURL: "https://e.org/")
        #expect(page.iconURL == "https://e.org/i")
        #expect(page.pictureURL == "https://e.org/touch.png")
    }

    @Test(arguments: [
        (
            "https://www.youtube.com/@ann", "<meta itemprop=\"identifier\" content=\"UCabc_1-2\">",
            "https://www.youtube.com/feeds/videos.xml?channel_id=UCabc_1-2"
        ),
        (
            "https://podcasts.apple.com/us/podcast/x/id1",
            "{\"feedUrl\":\"https:\\/\\/p.example\\/rss?a=1\\u0026b=2\"}",
            "https://p.example/rss?a=1&b=2"
        ),
        (
            "https://github.com/a/b", "<link rel=alternate type=application/atom+xml href=/a/b/commits/main.atom>",
            "https://github.com/a/b/commits/main.atom"
        ),
    ])
    func `pages of well-known sites tell their feed`(url: String, html: String, feed: String) {
        #expect(InspectedPage(html: Array(html.utf8), pageURL: url).feeds.feeds.first?.url == feed)
    }

    @Test func `the program that made a page suggests where its feed is`() {
        let html = "<meta name=generator content='WordPress 6.4'>"
        let page = FeedLinks.find(inHTML: Array(html.utf8), contentType: nil, pageURL: "https://e.org/a")
        #expect(page.guesses == ["https://e.org/feed/"])
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
        ("https://medium.com/tag/swift", "https://medium.com/feed/tag/swift"),
        ("https://www.youtube.com/watch?v=1&list=PL2", "https://www.youtube.com/feeds/videos.xml?playlist_id=PL2"),
        ("https://old.reddit.com/user/ann/m/news/", "https://www.reddit.com/user/ann/m/news/.rss"),
        ("https://github.com/apple/swift/commits/main", "https://github.com/apple/swift/commits/main.atom"),
        ("https://github.com/apple/swift/tags", "https://github.com/apple/swift/tags.atom"),
        ("https://gitlab.com/a/b/c", "https://gitlab.com/a/b/c/-/releases.atom"),
        ("https://stackoverflow.com/questions/tagged/swift", "https://stackoverflow.com/feeds/tag/swift"),
        ("https://bsky.app/profile/ann.example", "https://bsky.app/profile/ann.example/rss"),
        ("https://lemmy.example/c/news", "https://lemmy.example/feeds/c/news.xml?sort=New"),
        ("https://ann.blogspot.com/2020/1", "https://ann.blogspot.com/feeds/posts/default"),
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
