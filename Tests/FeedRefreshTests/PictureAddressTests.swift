import FeedParsing
import Storage
import Testing

@testable import FeedRefresh

/// The address of an entry's picture, which whoever writes a feed chooses.
@Suite struct PictureAddressTests {
    @Test(arguments: [
        ("https://site.example/1.png", true), ("HTTP://site.example/1.png", true), ("mxc://evil.example/abc", false),
        ("data:image/png;base64,AA", false), ("javascript:x", false), ("file:///etc/passwd", false),
    ])
    func `only an address on the web is stored`(address: String, isKept: Bool) throws {
        var item = ParsedItem()
        item.title = "Harbour"
        item.imageURL = address
        item.id = "g1"
        var feed = ParsedFeed(format: .rss)
        feed.items = [item]
        let article = try #require(FetchedDocument(feed).articles.first)
        #expect(article.imageURL == (isKept ? address : nil))
    }
}
