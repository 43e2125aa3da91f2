import Fuzzing
import Testing

@testable import FeedParsing

/// How the work grows with a document that was made to be slow.
@Suite(.serialized) struct WorkTests {
    @Test func `no document costs more than twenty times what a plain one of its size costs`() {
        let measure = WorkMeasure(size: 20_000)
        for hostile in HostileDocument.all {
            let result = measure.measure(hostile)
            #expect(result.ratio < WorkMeasure.bound, "\(result.name): \(result.ratio) times, \(result.seconds) s")
        }
    }

    /// What grew with the square of the size shows in large documents.
    @Test(arguments: [
        "page: attributes", "page: attributes without a blank", "page: attributes in a comment", "page: nesting",
        "page: deep lists", "page: tags in values", "feed: attributes", "feed: namespaces on nested tags",
        "feed: namespaces of one tag", "feed: entity declarations", "feed: attribute declarations", "feed: long names",
        "feed: bases inside each other", "feed: links on a long base", "feed: tags without values",
        "json: nested lists",
        "list: nesting", "list: one feed in many folders",
    ])
    func `work does not grow faster than a document`(name: String) throws {
        let hostile = try #require(HostileDocument.all.first { "\($0.kind.rawValue): \($0.name)" == name })
        let result = WorkMeasure(size: 200_000, runs: 2).measure(hostile)
        #expect(result.ratio < WorkMeasure.bound, "\(result.ratio) times, \(result.seconds) s")
    }

    @Test func `a tag keeps its first attributes and its page the text`() throws {
        let many = (0..<2_000).map { "a\($0)='\($0) > x'" }.joined(separator: " ")
        let text = "The tide came in later than the tables said, and the harbour was quiet until the evening."
        let page = "<html lang=en \(many)><body><p \(many)>\(text)</p><p>\(text)</p></body></html>"
        let root = try #require(HTMLTree.read(Array(page.utf8)))
        #expect(root.attributes["lang"] == "en")
        #expect(root.attributes.count == ParseLimits.attributes)
        let article = try #require(ReadableArticle.extract(fromHTML: Array(page.utf8), pageURL: ""))
        #expect(article.text == "\(text)\n\n\(text)")
    }

    @Test(arguments: ["", "/", "data='\(String(repeating: "A", count: 200_000))' "])
    func `nothing that stands in an endless tag is shown to readers`(beginning: String) throws {
        let many = beginning + (0..<20_000).map { "a\($0)=1" }.joined(separator: " ")
        #expect(PlainText.from(html: "Before<p \(many)>The text.</p>") == "Before\n\nThe text.")
        #expect(PlainText.from(html: "Before<x \(many)>The text.</x \(many)> After") == "BeforeThe text. After")
        #expect(PlainText.from(html: "Before<p \(many)") == "Before")
        let feed = try FeedParser.parse(
            Array(
                """
                <rss version="2.0"><channel><title>T</title><item><title>Storm</title>
                <description><![CDATA[<p \(many)>The text.</p>]]></description></item></channel></rss>
                """.utf8
            )
        )
        let item = try #require(feed.items.first)
        #expect(item.summaryHTML.map { PlainText.from(html: $0) } == "The text.")
    }

    @Test func `a sign that begins no tag is text`() {
        let long = String(repeating: "and more ", count: 10_000)
        for text in ["If a <b then c", "a<b<c \(long)", "a <3 \(long)"] {
            let trimmed = String(text.prefix(20))
            #expect(PlainText.from(html: text).hasPrefix(trimmed))
        }
    }

    @Test func `a tag of ordinary attributes stays as it is`() {
        let page = Array(
            "<p class=\"a > b\" id='x'>a < b <c</p><!-- <p a=1> --><script>if (a<b) c = 'd>'</script>".utf8
        )
        #expect(AttributeCap.applied(to: page) == page)
    }

    @Test(arguments: [
        "<!DOCTYPE rss [\((0..<5_000).map { "<!ENTITY e\($0) 'x'>" }.joined())]>|",
        "<!DOCTYPE rss [\((0..<5_000).map { "<!ATTLIST title a\($0) CDATA 'x'>" }.joined())]>|",
        "|<x \((0..<500).map { "xmlns:n\($0)='u\($0)'" }.joined(separator: " "))/>",
        "|\((0..<100).map { "<x xmlns:n\($0)='u\($0)'>" }.joined())\(String(repeating: "</x>", count: 100))",
        "|<x \((0..<500).map { "a\($0)=''" }.joined(separator: " "))/>",
    ])
    func `a feed with more than is read of something keeps its items`(text: String) throws {
        let parts = text.split(separator: "|", omittingEmptySubsequences: false)
        let feed = try FeedParser.parse(
            Array(
                """
                \(parts[0])<rss xmlns:dc='http://purl.org/dc/elements/1.1/'><channel><title>T</title>\(parts[1])
                <item><title>One</title><dc:creator>Ann</dc:creator></item></channel></rss>
                """.utf8
            )
        )
        #expect(feed.items.map(\.title) == ["One"])
        #expect(feed.items.map(\.authors) == [["Ann"]])
        #expect(!feed.isTruncated)
    }

    @Test func `namespaces of elements that ended count no more`() throws {
        let spaces = (0..<40).map { "xmlns:n\($0)='u\($0)'" }.joined(separator: " ")
        let items = (0..<20).map { "<item \(spaces)><title>\($0)</title></item>" }.joined()
        let document = Array("<rss><channel>\(items)</channel></rss>".utf8)
        let reader = FeedReader(documentURL: nil)
        let outcome = document.withUnsafeBufferPointer { XMLReader.read($0, reader) }
        #expect(!outcome.wasRepaired)
        #expect(reader.finish(isTruncated: false).items.count == 20)
    }

    @Test func `outlines too deep stand beside the deepest`() throws {
        let deep = (0..<150).map { "<outline text='f\($0)' xmlUrl='https://e.org/\($0)'>" }.joined()
        let list = try OPML.parse(Array("<opml><body>\(deep)".utf8))
        #expect(list.feeds.count == 150)
        func depth(_ outlines: [OPMLDocument.Outline]) -> Int { 1 + (outlines.map { depth($0.children) }.max() ?? 0) }
        #expect(depth(list.outlines) == ParseLimits.outlineDepth + 2)
    }
}
