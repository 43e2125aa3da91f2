import Foundation
import Testing

@testable import FeedParsing

struct ArticleTests {
    private let paragraph = String(repeating: "A sentence of the article, with a comma, goes here. ", count: 6)

    private var page: [UInt8] {
        Array(
            """
            <html lang="en"><head><title>Head line of it | Site</title><meta property="og:image" content="/lead.jpg">
            <meta property="og:site_name" content="Site"><meta property="article:published_time" content="2020-01-02T03:04:05Z">
            <script type="application/ld+json">{"@type":"NewsArticle","headline":"Head line of it","author":[{"name":"By Ann"}]}</script>
            </head><body><nav><a href="/">Home</a></nav><div class="content"><article><h1>Head line of it</h1><p>\(paragraph)</p>
            <div class="share-tools">Share this</div><p>\(paragraph)</p><ul class="related"><li><a href="/x">Another one</a></li></ul>
            <h2>Part</h2><p>\(paragraph)</p></article></div><footer>\(paragraph) footer</footer></body></html>
            """.utf8
        )
    }

    @Test func `an article is told without what stands around it`() throws {
        let article = try #require(ReadableArticle.extract(fromHTML: page, pageURL: "https://e.org/a/b"))
        #expect(article.title == "Head line of it")
        #expect(article.byline == "Ann")
        #expect(article.published == 1_577_934_245)
        #expect(article.leadImageURL == "https://e.org/lead.jpg")
        #expect(article.language == "en")
        #expect(article.siteName == "Site")
        let text = paragraph.dropLast()
        #expect(article.text == "\(text)\n\n\(text)\n\nPart\n\n\(text)")
    }

    @Test func `a page without an article has none`() {
        #expect(ReadableArticle.extract(fromHTML: Array("<html><p>short</p></html>".utf8), pageURL: "") == nil)
        #expect(ReadableArticle.extract(fromHTML: [], pageURL: "") == nil)
        let deep = String(repeating: "<div>", count: 50_000) + paragraph
        _ = ReadableArticle.extract(fromHTML: Array(deep.utf8), pageURL: "")
    }

    @Test func `an inspected page is one line of JSON`() {
        let line = String(
            decoding: InspectedPage(html: Array("<link rel=icon href=/i.png>".utf8), pageURL: "https://e.org/").json(
                file: "f"
            ),
            as: UTF8.self
        )
        #expect(line == #"{"file":"f","feeds":[],"icon":"https://e.org/i.png","article":null}"#)
    }

    private func article(_ body: String, head: String = "") -> ParsedArticle? {
        ReadableArticle.extract(
            fromHTML: Array("<html><head>\(head)</head><body>\(body)</body></html>".utf8),
            pageURL: ""
        )
    }

    @Test func `sections that stand side by side are one article`() {
        let section = "<section><div><p>\(paragraph)</p><p>\(paragraph)</p></div></section>"
        let text = article("<div><article>\(section)\(section)\(section)</article><div>x</div></div>")?.text ?? ""
        #expect(text.components(separatedBy: "A sentence of the article").count == 1 + 6 * 6)
    }

    @Test func `a container named unluckily is read all the same`() {
        let text = article("<div id='sidebar-ad'><p>\(paragraph)</p><p>\(paragraph)</p></div>")?.text
        #expect(text?.hasPrefix("A sentence") == true)
    }

    @Test func `names of inline elements do not cut sentences`() {
        let text = article("<p>In <a class='popup meta' href='/x'>South Sudan</a> \(paragraph)</p><p>\(paragraph)</p>")?
            .text
        #expect(text?.hasPrefix("In South Sudan A sentence") == true)
    }

    @Test func `code keeps its lines and rows of a table stand on one`() {
        let body =
            "<article><p>\(paragraph)</p><pre>a {\n  b\n}</pre><table><tr><td>1</td><td>2</td></tr></table></article>"
        #expect(article(body)?.text.hasSuffix("\n\na {\n  b\n}\n\n1 · 2") == true)
    }

    @Test func `what JSON-LD tells of an article wins over other marks`() throws {
        let head = """
            <title>Head line of it - Paper</title><meta name="author" content="Web team">
            <script type="application/ld+json"><![CDATA[{"@type":"Article","headline":"Head line of it","datePublished":"2020-01-02",
            "author":[{"name":"Ann"},{"name":"Bob"}],"publisher":{"name":"Paper"},"description":"In short."}]]></script>
            """
        let found = try #require(article("<p>\(paragraph)</p><p>\(paragraph)</p>", head: head))
        #expect(found.title == "Head line of it")
        #expect(found.byline == "Ann, Bob")
        #expect(found.siteName == "Paper")
        #expect(found.summary == "In short.")
        #expect(found.published == 1_577_923_200)
    }

    @Test func `text that only JSON-LD holds is the article`() {
        let head =
            "<script type='application/ld+json'>{\"@type\":\"NewsArticle\",\"articleBody\":\"\(paragraph)\"}</script>"
        #expect(article("<p>Please enable scripts</p>", head: head)?.text == String(paragraph.dropLast()))
    }

    @Test func `pages in other encodings are read`() {
        let page = "<html><head><meta charset=windows-1251></head><body><p>"
        let letters = [UInt8](repeating: 0xef, count: 60) + [0x20] + [UInt8](repeating: 0xf0, count: 60)
        let found = ReadableArticle.extract(
            fromHTML: Array(page.utf8) + letters + Array("</p></body></html>".utf8),
            pageURL: ""
        )
        #expect(found?.text.contains("пппп") == true)
    }

    @Test(arguments: [
        ("Head line of the day | Paper", "Head line of the day"),
        ("Paper » Head line of the very day", "Head line of the very day"),
        ("标题很长的一条新闻_频道_网站", "标题很长的一条新闻_频道"), ("Short - Site", "Short - Site"),
        ("Well-known words of a title", "Well-known words of a title"),
    ])
    func `page titles lose the name of the site`(title: String, shown: String) {
        #expect(ArticleTitle.shown(title, headings: []) == shown)
    }
}
