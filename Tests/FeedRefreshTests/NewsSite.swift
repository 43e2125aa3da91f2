import Foundation
import NewsModel
import Storage
import Synchronization
import TestSupport

/// One feed of a web server, which a test edits.
final class NewsSite: Sendable {
    struct Item: Sendable {
        var guid: String?
        var link: String?
        var title: String
        var date: Date?

        /// An item with a guid and a link of its own, an odd second before `sampleNow`.
        init(_ title: String, guid: String? = nil, link: String? = nil, date: Date? = .sampleNow - 77) {
            let name = title.lowercased().split(separator: " ").joined(separator: "-")
            self.guid = guid ?? "tag:" + name
            self.link = link ?? "https://site.example/" + name
            self.title = title
            self.date = date
        }
    }

    struct Page: Sendable {
        var title = "Gazette"
        var items: [Item] = []
        var etag: String?
        var lastModified: String?
        var extra = ""
        /// Sent instead of the feed, whatever is asked.
        var instead: LocalWebServer.Response?
        /// Validators of 304 answers, when they differ.
        var etagOfNotModified: String?
    }

    let page = Mutex(Page())

    func edit(_ change: @Sendable (inout Page) -> Void) { page.withLock { change(&$0) } }

    var content: Page { page.withLock(\.self) }

    func show(_ items: Item...) { page.withLock { $0.items = items } }

    func answer(_ request: LocalWebServer.Request) -> LocalWebServer.Response {
        let page = page.withLock(\.self)
        if let instead = page.instead { return instead }
        if let etag = page.etag, request.header("If-None-Match") == etag {
            return .status(304, headers: [("ETag", page.etagOfNotModified ?? etag)])
        }
        var headers = [("Content-Type", "application/rss+xml")]
        if let etag = page.etag { headers.append(("ETag", etag)) }
        if let date = page.lastModified { headers.append(("Last-Modified", date)) }
        return .ok(Self.rss(page), headers: headers)
    }

    static func rss(_ page: Page) -> String {
        let items = page.items.map { item in
            let date = item.date.map { "<pubDate>\($0.formatted(.iso8601))</pubDate>" } ?? ""
            let guid = item.guid.map { "<guid isPermaLink=\"false\">\($0)</guid>" } ?? ""
            let link = item.link.map { "<link>\($0)</link>" } ?? ""
            return "<item><title>\(item.title)</title>\(link)\(guid)\(date)</item>"
        }
        return """
            <?xml version="1.0"?><rss version="2.0"><channel><title>\(page.title)</title>\
            <link>https://site.example/</link>\(page.extra)\(items.joined())</channel></rss>
            """
    }
}
