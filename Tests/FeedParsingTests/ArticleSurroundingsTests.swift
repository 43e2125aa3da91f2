import Foundation
import Testing

@testable import FeedParsing

/// What stands beside an article changes nothing about it.
struct ArticleSurroundingsTests {
    private static let paragraphs = [
        "The ferry between the islands sailed again on Monday, after three weeks in which the harbour had lain still.",
        "Two of its engines had failed in the first storm of the winter, and the parts came late, by train and by lorry.",
        "The mayor thanked the fishermen, who had carried letters, bread and medicine across the sound every morning.",
        "From next week the boat sails six times a day, and the council says that the fares stay as they were before.",
    ]
    private static let article = paragraphs.map { "<p>\($0)</p>" }.joined()
    private static let text = paragraphs.joined(separator: "\n\n")

    private func text(_ body: String, title: String = "Ferry sails again") -> String? {
        let page = "<html lang=en><head><title>\(title) - The Sound</title></head><body>\(body)</body></html>"
        return ReadableArticle.extract(fromHTML: Array(page.utf8), pageURL: "https://e.org/")?.text
    }

    private static func words(_ number: Int) -> String {
        let subjects = ["council", "school", "bakery", "lighthouse", "orchestra", "market", "library"]
        let verbs = ["opens a new hall", "asks for more helpers", "plans a long summer", "closes for repairs"]
        return "The \(subjects[number % 7]) \(verbs[number % 4]) in street \(number)"
    }

    static let teasers: [@Sendable (Int) -> String] = [
        { "<div class=mod><h3><a href=/\($0)>\(words($0))</a></h3><ul><li><a href=/a>\(words($0 + 1))</a></ul></div>" },
        { "<div><a href=/\($0)><h3>\(words($0))</h3></a><p>\(words($0 + 2)), and that is no small thing.</p></div>" },
        { "<section><h2>\(words($0))</h2><a href=/\($0)>\(words($0 + 3))</a> <a href=/b>\(words($0))</a></section>" },
        { "<li><div><img src=x.png><a href=/\($0)>\(words($0))</a><p>\(words($0 + 1)).</p></div></li>" },
    ]

    @Test(arguments: 0..<4, [6, 12, 30])
    func `an article in one box with many teasers is read without them`(kind: Int, count: Int) {
        let list = (0..<count).map(Self.teasers[kind]).joined()
        for box in ["<div class=story>\(Self.article)</div>", "<article>\(Self.article)</article>"] {
            #expect(text("<div class=page>\(list)\(box)\(list)</div>") == Self.text)
            #expect(text("<div class=page>\(box)\(list)</div>") == Self.text)
        }
        #expect(text("<div class=page><h1>Ferry sails again</h1>\(Self.article)\(list)</div>") == Self.text)
    }

    static let comments: [(@Sendable (Int) -> String, opening: String, closing: String)] = [
        (
            {
                "<li class=comment><cite>User \($0)</cite> says: <a href=#c>May \($0 % 28 + 1)</a><p>\(words($0)).</p></li>"
            },
            "<ol class=commentlist>", "</ol>"
        ),
        (
            {
                "<div class=c><div><b>Ann\($0)</b> <time>\($0) days ago</time></div><div><p>\(words($0)), I think.</p></div></div>"
            },
            "<div class=talk><h3>200 answers</h3>", "</div>"
        ),
        (
            {
                "<article class=reply><header><a href=/u\($0)>bob\($0)</a></header><p>\(words($0)), no?</p><p>Yes.</p></article>"
            },
            "<section>", "</section>"
        ),
        (
            { "<tr><td><div>Cy\($0)</div></td><td><p>\(words($0)), and so say all of us here.</p></td></tr>" },
            "<table>", "</table>"
        ),
        (
            { "<dt><a href=/u>Di\($0)</a> on May \($0 % 28 + 1)</dt><dd><p>\(words($0)), says my aunt.</p></dd>" },
            "<dl>", "</dl>"
        ),
    ]

    @Test(arguments: 0..<5, [8, 200])
    func `comments are no part of an article, however many there are`(kind: Int, count: Int) {
        let (comment, opening, closing) = Self.comments[kind]
        let list = opening + (0..<count).map(comment).joined() + closing
        #expect(text("<div><h1>Ferry sails again</h1><div>\(Self.article)</div></div>\(list)") == Self.text)
        #expect(text("<div id=main><div>\(Self.article)</div>\(list)</div>") == Self.text)
    }

    @Test func `advertisements that cut an article lose nothing of it`() {
        let cut = Self.paragraphs.map { "<div class=part><p>\($0)</p><p>\($0)</p></div>" }
            .joined(separator: "<div class=ad-slot>Advertisement <a href=/buy>Buy now</a></div>")
        let whole = Self.paragraphs.flatMap { [$0, $0] }.joined(separator: "\n\n")
        #expect(text("<div class=story>\(cut)</div>") == whole)
    }

    @Test func `long menus, tables and pages without paragraphs change nothing`() {
        let menu = "<div><ul>\((0..<300).map { "<li><a href=/\($0)>\(Self.words($0))</a></li>" }.joined())</ul></div>"
        #expect(text("\(menu)<div>\(Self.article)</div>\(menu)") == Self.text)
        let table = "<table><tr><td>\(menu)</td><td><div>\(Self.article)</div></td><td>\(menu)</td></tr></table>"
        #expect(text(table) == Self.text)
        let broken = Self.paragraphs.joined(separator: "<br><br>")
        #expect(text("<h1>Ferry sails again</h1><div>\(broken)</div>\(menu)") == Self.text)
        let amp = Self.paragraphs.map { "<p>\($0)</p><amp-ad><div fallback>An advertisement</div></amp-ad>" }.joined()
        #expect(text("<amp-sidebar>\(menu)</amp-sidebar><main>\(amp)</main>") == Self.text)
    }

    @Test func `where rows are all there is, they are read`() {
        let posts = (0..<8).map { "<div><h3>Ann\($0)</h3><p>\(Self.words($0)). \(Self.words($0 + 1)).</p></div>" }
            .joined()
        #expect(text("<div>\(posts)</div>")?.contains(Self.words(5)) == true)
    }

    @Test func `a list that was written as an article stays whole`() {
        let parts = (0..<9).map { "<section><h2>\($0 + 1). Island</h2><p>\(Self.paragraphs[$0 % 4])</p></section>" }
        let body = "<article><p>\(Self.paragraphs[0])</p><p>\(Self.paragraphs[1])</p>\(parts.joined())</article>"
        #expect(text(body)?.components(separatedBy: "Island").count == 10)
    }

    @Test func `a page with paragraphs always gives a text`() {
        let links = (0..<40).map { "<p><a href=/\($0)>\(Self.words($0))</a></p>" }.joined()
        #expect(text("<div class=related-sidebar>\(links)<p>\(Self.paragraphs[0])</p></div>") == Self.paragraphs[0])
        #expect(text("<footer><p>\(Self.paragraphs[0])</p></footer>") == Self.paragraphs[0])
        #expect(text("<div>\(links)</div>") == nil)
    }
}
