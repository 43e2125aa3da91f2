import Testing

@testable import FeedParsing

struct ArticleDetailTests {
    private let text =
        "<p>" + String(repeating: "A sentence of the article, with a comma, goes here. ", count: 6) + "</p>"

    private func article(_ body: String, head: String = "", language: String = "en") -> ParsedArticle? {
        let page = "<html lang='\(language)'><head><meta charset=utf-8>\(head)</head><body>\(body)</body></html>"
        return ReadableArticle.extract(fromHTML: Array(page.utf8), pageURL: "https://e.org/")
    }

    @Test(arguments: [
        ("Par Lind", "Par Lind"), ("Von Neumann", "Von Neumann"), ("von Neumann", "von Neumann"),
        ("Por Mendez", "Por Mendez"), ("By Jane Roe", "Jane Roe"), ("von Hans Meier", "Hans Meier"),
        ("par Anne Petit", "Anne Petit"), ("Par : Anne Petit", "Anne Petit"),
    ])
    func `a declared author keeps the parts of the name`(author: String, wanted: String) {
        #expect(article(text, head: "<meta name=author content='\(author)'>")?.byline == wanted)
    }

    @Test func `a byline loses its first word in the language of the page`() {
        let byline = "<div class=byline>Von Hans Meier</div>"
        #expect(article(byline + text, language: "de-AT")?.byline == "Hans Meier")
        #expect(article(byline + text, language: "en")?.byline == "Von Hans Meier")
    }

    @Test(arguments: [
        (
            "<h2 class=date-header>Monday, May 5, 2025</h2><abbr class=published title='2024-02-05T10:11:00-08:00'>10:11</abbr>",
            "2024-02-05T18:11:00Z"
        ),
        ("<p>Publicado el <span class=date>5 de febrero de 2024</span></p>", "2024-02-05T00:00:00Z"),
        ("<div class=dateline>Published: February 5, 2024 at 10:11 a.m. EST</div>", "2024-02-05T15:11:00Z"),
        ("<span class='date'>2024年02月05日 10:11</span>", "2024-02-05T10:11:00Z"),
        ("<span itemprop=datePublished>5 February 2024</span>", "2024-02-05T00:00:00Z"),
        ("<span class=date>5 May 2020</span><time datetime='2024-02-05'>Monday</time>", "2024-02-05T00:00:00Z"),
    ])
    func `the date that people see is found`(markup: String, wanted: String) {
        #expect(article(markup + text)?.published.map(DateText.rfc3339) == wanted)
    }

    @Test func `an update or a word of the layout is no date of publishing`() {
        #expect(article("<span class=date-updated>5 February 2024</span>\(text)")?.published == nil)
        #expect(
            article("<div class=update>5 February 2024</div><i class=sometimes>6 May 2024</i>\(text)")?.published == nil
        )
    }

    @Test func `marked headlines are titles`() {
        #expect(article("<h2 itemprop=headline>Boats sail again</h2>\(text)")?.title == "Boats sail again")
        let head = "<title>Notes</title>"
        #expect(article("<h1 class=p-name>Ferry notes</h1>\(text)", head: head)?.title == "Ferry notes")
        #expect(article("<h1>Ferry notes</h1>\(text)", head: head)?.title == "Ferry notes")
        let chinese = article("<h1>渡轮重新开航</h1>\(text)", head: "<title>渡轮重新开航_新闻_某某网</title>")
        #expect(chinese?.title == "渡轮重新开航")
    }

    @Test func `readers without scripts find the article`() {
        let found = article("<div id=root></div><noscript><article><h1>Boats</h1>\(text)</article></noscript>")
        #expect(found?.text.hasPrefix("A sentence") == true)
        #expect(article("<div id=root></div><noscript>\(text)</noscript>") == nil)
    }

    @Test func `what stands before share buttons is left out`() {
        #expect(article("<article>\(text)\(text)<p>Compartir:</p></article>")?.text.contains("Compartir") == false)
        let sentence = "<p>Compartir es vivir.</p>"
        #expect(article("<article>\(text)\(text)\(sentence)</article>")?.text.contains("Compartir") == true)
    }
}
