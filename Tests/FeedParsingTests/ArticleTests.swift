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
}
