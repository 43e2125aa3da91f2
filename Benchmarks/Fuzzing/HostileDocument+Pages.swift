extension HostileDocument {
    private static let long = String(repeating: "x", count: 20_000)
    private static let text = "A sentence that is long enough to be taken for one, with a comma. "

    /// Web pages.
    static let pages: [HostileDocument] = [
        HostileDocument(.page, "attributes", "<p ", end: ">\(text)") { "a\($0)=1 " },
        HostileDocument(.page, "attributes without a blank", "<p ", end: ">\(text)") { "a\($0)=''" },
        HostileDocument(.page, "attributes in a comment", "<!-- --!><p ", end: ">\(text)") { "a\($0)=\"1\" " },
        HostileDocument(.page, "attributes a tag") { number in
            "<p " + (0..<60).map { "a\($0)=\(number) " }.joined() + ">x</p>"
        },
        HostileDocument(.page, "tags in values", each: "<a b=\"<a b='"),
        HostileDocument(.page, "tags without end", each: "<a b <a "),
        HostileDocument(.page, "open quotes") { "<a b=\"\($0)>" },
        HostileDocument(.page, "nesting", each: "<div>"),
        HostileDocument(.page, "nesting and text", each: "<div>\(text)"),
        HostileDocument(.page, "wrong ends", String(repeating: "<div>", count: 200), each: "</b>"),
        HostileDocument(.page, "wrong ends in paragraphs", each: "<p><b><i></a></u></p>"),
        HostileDocument(.page, "open links", each: "<a href='/x'>"),
        HostileDocument(.page, "open formats", each: "<p><font><b><i>x"),
        HostileDocument(.page, "deep lists", each: "<ul><li>\(text)"),
        HostileDocument(.page, "list items", "<ol>", each: "<li>x"),
        HostileDocument(.page, "tables", each: "<table><tr><td>x"),
        HostileDocument(.page, "options", each: "<select><option>x"),
        HostileDocument(.page, "figures", String(repeating: "<figure>", count: 200), each: "<i>x</i>"),
        HostileDocument(.page, "headlines", String(repeating: "<h1 itemprop=headline>", count: 200), each: "<i> </i>"),
        HostileDocument(
            .page,
            "the title in each heading",
            "<title>aaaaaaaa</title><body aria-hidden=true>" + String(repeating: "<div>", count: 200)
                + "<p>\(text)\(text)</p>",
            each: "<h2>aaaaaaaa</h2>"
        ),
        HostileDocument(
            .page,
            "bylines",
            String(repeating: "<div class='byline date'>", count: 200) + "<script>",
            end: "</script>x",
            each: "var x = 1; "
        ),
        HostileDocument(.page, "spans of code", String(repeating: "<pre>", count: 200), each: "x "),
        HostileDocument(.page, "class names") { "<div class='comment-\($0) sidebar promo' id='i\($0)'>\(text)</div>" },
        HostileDocument(.page, "the same id", each: "<i id=a></i>"),
        HostileDocument(.page, "other ids") { "<i id=a\($0)></i>" },
        HostileDocument(.page, "comments", each: "<!--x--> "),
        HostileDocument(.page, "open comments", each: "<!--"),
        HostileDocument(.page, "a comment", "<!--", end: "-->", each: text),
        HostileDocument(.page, "signs", each: "<"),
        HostileDocument(.page, "references", each: "&amp;&#65;&eacute;&nosuch;"),
        HostileDocument(.page, "text without blanks", "<p>", each: "xxxxxxxxxxxxxxxx"),
        HostileDocument(.page, "blanks", "<p>x", each: "                "),
        HostileDocument(.page, "line breaks", each: "<br>x<br><br>"),
        HostileDocument(.page, "long values", each: "<p title='\(long)'>x</p>"),
        HostileDocument(.page, "long names", each: "<\(long)>x"),
        HostileDocument(.page, "closed names") { "<n\($0) m\($0)=x></n\($0)>" },
        HostileDocument(.page, "names") { "<n\($0) m\($0)=x>" },
        HostileDocument(.page, "feeds on a long base", "<base href='https://e.org/\(long)/'>") {
            "<a href='\($0).rss'>x</a>"
        },
        HostileDocument(.page, "feeds") {
            "<link rel=alternate type='application/rss+xml' href='/\($0 % 99)' title=x>"
        },
        HostileDocument(.page, "meta elements") { "<meta name='a\($0) b\($0) c\($0)' content='\(text)'>" },
        HostileDocument(.page, "icons", each: "<link rel=icon sizes='1x1 2x2 3x3 4x4 5x5 6x6' href=/x>"),
        HostileDocument(.page, "linked data", "<script type='application/ld+json'>{\"@graph\":[", end: "]}</script>") {
            "{\"@type\":\"Thing\",\"name\":\"\($0)\"},"
        },
        HostileDocument(
            .page,
            "linked body",
            "<script type='application/ld+json'>{\"@type\":\"Article\",\"articleBody\":\""
                + String(repeating: "one two three ", count: 5_000) + "\"}</script>"
        ) { "<p>Paragraph number \($0) says something else, with a comma.</p>" },
        HostileDocument(
            .page,
            "hidden without end",
            "<iframe><object><select><button><nav><dialog><canvas>",
            each: "<i>x"
        ),
        HostileDocument(.page, "scripts", each: "<script>if (a<b) x='<p>'</script>"),
    ]
}
