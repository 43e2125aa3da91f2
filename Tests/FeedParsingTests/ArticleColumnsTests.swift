import Testing

@testable import FeedParsing

/// A column beside an article may have more text than the article.
struct ArticleColumnsTests {
    private static let paragraphs = [
        "The ferry between the islands sailed again on Monday, after three weeks in which the harbour had lain still.",
        "Two of its engines had failed in the first storm of the winter, and the parts came late, by train and lorry.",
        "The mayor thanked the fishermen, who had carried letters, bread and medicine across the sound every morning.",
    ]
    private static let article = paragraphs.map { "<p>\($0)</p>" }.joined()
    private static let text = paragraphs.joined(separator: "\n\n")
    private static let headline = "<h1>Ferry sails again</h1>"
    private static let summary = "After three weeks of silence the islands have their boat again, to the joy of all."
    private static let byline = "<div>By Ann Lee, 5 May 2025</div>"

    private func text(_ body: String, title: String = "Ferry sails again - The Sound") -> String {
        let page = "<html lang=en><head><title>\(title)</title></head><body>\(body)</body></html>"
        return ReadableArticle.extract(fromHTML: Array(page.utf8), pageURL: "https://e.org/")?.text ?? ""
    }

    private static func words(_ number: Int, letters: Int) -> String {
        let subjects = ["council", "school", "bakery", "lighthouse", "orchestra", "market", "library"]
        let verbs = ["opens a new hall", "asks for more helpers", "plans a long summer", "closes for repairs"]
        let line = "The \(subjects[number % 7]) \(verbs[number % 4]) in street \(number), and more of it. "
        return String(String(repeating: line, count: letters / line.count + 1).prefix(letters))
    }

    private static func boxes(_ count: Int, letters: Int, heading: String = "h4") -> String {
        (0..<count).map {
            "<div><\(heading)>About \($0)</\(heading)><p>\(words($0, letters: letters))</p></div>"
        }.joined()
    }

    private static let columns = [
        boxes(14, letters: 60), boxes(14, letters: 250), boxes(6, letters: 750),
        "<h3>About this site</h3>" + (0..<12).map { "<p>\(words($0, letters: 180))</p>" }.joined(),
    ]

    @Test(arguments: [1, 2, 3], 0..<4)
    func `a short article wins over a long column`(count: Int, kind: Int) {
        let column = Self.columns[kind]
        let article = Self.headline + Self.paragraphs.prefix(count).map { "<p>\($0)</p>" }.joined()
        let wanted = Self.paragraphs.prefix(count).joined(separator: "\n\n")
        for name in ["c2", "sidebar"] {
            #expect(text("<div class=l>\(article)</div><div class=\(name)>\(column)</div>") == wanted)
            #expect(text("<div class=\(name)>\(column)</div><div class=l>\(article)</div>") == wanted)
        }
        #expect(text("<div>\(article)</div><div>\(column)</div>") == wanted)
        let table = "<table><tr><td class=main>\(article)</td><td class=side>\(column)</td></tr></table>"
        #expect(text(table) == wanted)
        let first = "<div class=c1>\(Self.columns[2])</div>"
        #expect(text("\(first)<div class=l>\(article)</div><div class=c2>\(column)</div>") == wanted)
    }

    /// Without names the second column counts as text beside the article, and the first would come back with it.
    @Test(arguments: [6, 9], [60, 250])
    func `a column that was left out stays out when the page is read again without names`(count: Int, letters: Int) {
        let lines = (0..<count).map { "<p>\(Self.words($0, letters: 180))</p>" }.joined()
        let column = "<div class=c2><h3>About this site</h3>\(lines)</div>"
        let newsletter = "<div class=newsletter>\(Self.boxes(6, letters: letters, heading: "h2"))</div>"
        let wanted = Self.paragraphs.prefix(2)
        let article = "<div class=l>\(Self.headline)\(wanted.map { "<p>\($0)</p>" }.joined())</div>"
        for boxes in [[column, article, newsletter], [article, column, newsletter], [newsletter, article, column]] {
            #expect(text(boxes.joined()) == wanted.joined(separator: "\n\n"))
            #expect(text("<div class=page>\(boxes.joined())</div>") == wanted.joined(separator: "\n\n"))
        }
    }

    @Test func `an article with line breaks instead of paragraphs wins over a long column`() {
        let article = Self.headline + "<div>\(Self.paragraphs.prefix(2).joined(separator: "<br><br>"))</div>"
        let body = "<div class=l>\(article)</div><div class=c2>\(Self.columns[2])</div>"
        #expect(text(body) == Self.paragraphs.prefix(2).joined(separator: "\n\n"))
    }

    @Test(arguments: [false, true])
    func `the text beside a box of headline and summary is the article`(hasByline: Bool) {
        let top = "\(Self.headline)<p>\(Self.summary)</p>\(hasByline ? Self.byline : "")"
        let tops = ["<div class=top>\(top)</div>", "<div>\(top)</div>", "<header>\(top)</header>"]
        for (top, opening) in zip(tops, ["<div class=text>", "<div>", "<div class=text>"]) {
            #expect(text("<div class=page>\(top)\(opening)\(Self.article)</div></div>").contains(Self.text))
            let one = text("<div class=page>\(top)\(opening)<p>\(Self.paragraphs[0])</p></div></div>")
            #expect(one.contains(Self.paragraphs[0]))
        }
    }

    @Test(arguments: [false, true])
    func `a column beside headline, summary and text does not displace them`(hasByline: Bool) {
        let byline = hasByline ? Self.byline : ""
        let top = "<div class=top>\(Self.headline)<p>\(Self.summary)</p>\(byline)</div>"
        let column = "<div class=c2>\(Self.columns[2])</div>"
        let found = text("<div class=page>\(top)<div class=text>\(Self.article)</div>\(column)</div>")
        #expect(found.contains(Self.text))
        #expect(!found.contains("street"))
    }

    @Test(arguments: ["h2", "h3"])
    func `sections in boxes of their own are no columns`(heading: String) {
        let top = "<div class=top>\(Self.headline)<p>\(Self.summary)</p>\(Self.byline)</div>"
        let sections = Self.boxes(7, letters: 900, heading: heading)
        let first = "<\(heading)>The first day</\(heading)>\(Self.article)"
        for (opening, closing) in [("<div class=page>", "</div>"), ("<article>", "</article>")] {
            let found = text("\(opening)\(top)<div class=text>\(sections)</div>\(closing)")
            #expect((0..<7).allSatisfy { found.contains("in street \($0),") })
            #expect(text("\(opening)\(top)<div class=text>\(first)</div>\(closing)").contains(Self.text))
        }
    }

    @Test func `the items of an article that is a list are no column`() {
        let items = Self.boxes(9, letters: 900, heading: "h2")
        let found = text("<div class=page><div class=l>\(Self.headline)\(Self.article)</div><div>\(items)</div></div>")
        #expect((0..<9).allSatisfy { found.contains("in street \($0),") })
    }

    @Test func `boxes of one class are parts of one article`() {
        let part = "<div class=part>\(Self.headline)<p>\(Self.paragraphs[0])</p></div>"
        let next = "<div class=part><h4>Later</h4><p>\(Self.paragraphs[1])</p><p>\(Self.paragraphs[2])</p></div>"
        let found = text("<div class=page>\(part)\(next)</div>")
        #expect(Self.paragraphs.allSatisfy { found.contains($0) })
    }

    private static let site =
        "<h1>The Sound</h1><p>News from the islands since 1950, on every day and on sundays too.</p>"

    @Test(arguments: ["h2", "h3", "h4"])
    func `the site's name above an article is not its headline`(heading: String) {
        let article = "<div class=text><\(heading)>Ferry sails again</\(heading)>\(Self.article)</div>"
        #expect(text("<div class=top>\(Self.site)</div>\(article)").contains(Self.text))
    }

    @Test(arguments: ["h3", "h4"])
    func `the site's name above teasers does not displace them`(heading: String) {
        let plain = Self.boxes(12, letters: 90, heading: heading)
        let linked = plain.replacing("About", with: "<a href=/x>About</a>")
        for teasers in [plain, linked] {
            let apart = text("<div class=top>\(Self.site)</div><div>\(teasers)</div>", title: "News - The Sound")
            #expect((0..<12).allSatisfy { apart.contains("in street \($0),") })
            let inside = text("<div><div>\(Self.site)</div>\(teasers)</div>", title: "News - The Sound")
            #expect((0..<12).allSatisfy { inside.contains("in street \($0),") })
        }
    }

    private static let consent =
        "<div class=x><p>We and our partners store cookies on your device, as you can read in our rules.</p></div>"

    @Test(arguments: ["aria-hidden=true", "style='visibility: hidden'"])
    func `an article that is hidden while a dialog is open is read`(attribute: String) {
        let page = "<div \(attribute)><div class=story>\(Self.headline)\(Self.article)</div></div>"
        #expect(text(page) == Self.text)
        #expect(text(page + Self.consent) == Self.text)
        #expect(text("<div \(attribute)>\(Self.article)</div>") == Self.text)
    }

    @Test func `what is hidden inside a visible article is not read`() {
        let hidden = "<p aria-hidden=true>\(Self.summary)</p><p style='visibility:hidden'>\(Self.summary)</p>"
        let bar = "<div aria-hidden=true><h2>Ferry sails again</h2></div>"
        #expect(text("\(bar)<div>\(Self.headline)\(hidden)\(Self.article)</div>") == Self.text)
        #expect(text("<div hidden>\(Self.headline)\(Self.article)</div>") == "")
        #expect(text("<div style='display:none'>\(Self.headline)\(Self.article)</div>") == "")
    }
}
