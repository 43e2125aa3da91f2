import FeedParsing
import Foundation
import Logging
import NewsModel
import Storage
import Synchronization
import TestSupport
import Testing

@testable import FeedRefresh

@Suite(.timed) final class ArticleReaderTests: Sendable {
    private let harness: RefreshHarness
    private let reader: ArticleReader
    private let running: Task<Void, any Error>

    init() throws {
        harness = try RefreshHarness()
        reader = ArticleReader(
            store: harness.store,
            refresher: harness.refresher,
            client: harness.client,
            time: harness.time,
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        running = Task { [reader] in try await reader.run() }
    }

    deinit { running.cancel() }

    static let sentence = "The ferry to the island sails again after three weeks of storm, and the bakery has flour. "

    static func page(_ text: String, head: String = "") -> String {
        """
        <html lang="en"><head><title>Ferry</title>\(head)</head><body><nav><a href="/">Home</a></nav>
        <article><h1>Ferry</h1><p>\(text)</p></article><footer>Imprint</footer></body></html>
        """
    }

    private func article(_ path: String, url: String? = nil, summary: String = "Short.") async throws -> Article {
        let link = url ?? harness.server.url(path)
        var entry = NewArticle.sample("Ferry \(path)", link: link)
        entry.summary = summary
        return try #require(try await harness.store.sampleRefresh(try await harness.store.sampleFeed(), [entry]).first)
    }

    private func read(_ article: Article) async throws -> ArticleReading {
        try await reader.read(article, deadline: .distantFuture)
    }

    private func failure(_ article: Article) async throws -> ReadingFailure? {
        guard case .body(let body) = try await read(article) else { return nil }
        #expect(body.text == nil)
        return body.failure
    }

    @Test func `a page is read once, for everybody and for ever`() async throws {
        let head = """
            <meta property="og:image" content="/lead.jpg"><meta name="author" content="By Ada Writer">
            """
        let text = String(repeating: Self.sentence, count: 5)
        harness.server.respond(to: "/a") { _ in
            .ok(Self.page(text, head: head), headers: [("Content-Type", "text/html; charset=utf-8")])
        }
        let article = try await article("/a")
        let readings = try await withThrowingTaskGroup(of: ArticleReading.self) { [reader] group in
            for _ in 0..<20 { group.addTask { try await reader.read(article, deadline: .distantFuture) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(readings).count == 1)
        guard case .body(let body) = readings[0] else {
            Issue.record("\(readings[0])")
            return
        }
        #expect(body.source == .page)
        #expect(body.text?.contains("the bakery has flour") == true)
        #expect(body.text?.contains("Imprint") == false)
        #expect(body.byline == "Ada Writer")
        #expect(body.imageURL == harness.server.url("/lead.jpg"))
        #expect(
            try await harness.store.article(article.id, in: .shown(to: nil))?.article.imageURL
                == harness.server.url("/lead.jpg")
        )
        // Stored: no service and no server is needed any more.
        #expect(try await reader.read(article, deadline: harness.time.now) == readings[0])
        #expect(harness.server.requests(to: "/a").count == 1)
        #expect(harness.server.requests(to: "/a").first?.header("Accept")?.hasPrefix("text/html") == true)
    }

    @Test func `what a feed brings along is not asked of the page`() async throws {
        let html = "<p>" + String(repeating: Self.sentence, count: 20) + "</p><script>x()</script><p>The end.</p>"
        let rss = """
            <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>T</title>
            <item><title>Full</title><guid>1</guid><link>\(harness.server.url("/full"))</link><description>Short.</description>
            <content:encoded><![CDATA[\(html)]]></content:encoded></item>
            <item><title>Cut</title><guid>2</guid><link>\(harness.server.url("/cut"))</link>
            <content:encoded><![CDATA[\(html)<p>And then […]</p>]]></content:encoded></item>
            <item><title>Brief</title><guid>3</guid><link>\(harness.server.url("/brief"))</link>
            <description>Short.</description></item></channel></rss>
            """
        harness.server.respond(to: "/feed") { _ in .ok(rss, headers: [("Content-Type", "application/rss+xml")]) }
        let address = FeedDescription(url: harness.server.url("/feed"))
        let feed = try await harness.store.ensureFeed(address, at: harness.time.now)
        try await harness.check(feed)
        let everything = try await harness.store.everything()
        let articles = try await harness.store.articles(everything, in: .shown(to: nil), limit: 9).map(\.article)
        for article in articles where article.title != "Full" {
            #expect(try await harness.store.articleBody(of: article) == nil, "\(article.title)")
        }
        let full = try #require(articles.first { $0.title == "Full" })
        guard case .body(let body) = try await read(full) else {
            Issue.record("not stored")
            return
        }
        #expect(body.source == .feed)
        #expect(body.text?.hasSuffix("The end.") == true)
        #expect(body.text?.contains("x()") == false)
        #expect(harness.server.requests(to: "/full").isEmpty)
    }

    @Test func `what is refused is remembered for some hours, then asked again`() async throws {
        let isOpen = Mutex(false)
        harness.server.respond(to: "/pay") { _ in
            guard isOpen.withLock({ $0 }) else { return .status(403) }
            return .ok(Self.page(String(repeating: Self.sentence, count: 5)), headers: [("Content-Type", "text/html")])
        }
        let article = try await article("/pay")
        #expect(try await failure(article) == .notFetched(.forbidden))
        #expect(try await failure(article) == .notFetched(.forbidden))
        #expect(harness.server.requests(to: "/pay").count == 1)
        isOpen.withLock { $0 = true }
        harness.time.advance(by: 13 * 3_600)
        guard case .body(let body) = try await read(article) else {
            Issue.record("not read")
            return
        }
        #expect(body.source == .page && body.failure == nil)
    }

    @Test func `a page that says too little is asked again with its validators`() async throws {
        harness.server.respond(to: "/wall") { request in
            if request.header("If-None-Match") == "\"1\"" { return .status(304) }
            return .ok(Self.page("Subscribe to read on."), headers: [("Content-Type", "text/html"), ("ETag", "\"1\"")])
        }
        let article = try await article("/wall", summary: "A summary that is longer than the wall itself.")
        #expect(try await failure(article) == .tooLittleText)
        harness.time.advance(by: 13 * 3_600)
        #expect(try await failure(article) == .tooLittleText)
        #expect(harness.server.requests(to: "/wall").count == 2)
        #expect(try await failure(article) == .tooLittleText)
        #expect(harness.server.requests(to: "/wall").count == 2)
    }

    @Test(arguments: [
        ("/404", ReadingFailure.notFetched(.notFound)), ("/410", .notFetched(.gone)),
        ("/429", .notFetched(.rateLimited)),
        ("/500", .notFetched(.serverError)), ("/pdf", .notAPage), ("/big", .notFetched(.tooLarge)),
        ("/loop", .notFetched(.tooManyRedirects)), ("/inside", .notFetched(.addressRefused)),
        ("/challenge", .notFetched(.blockedBySite)),
    ])
    func `every failure has its name`(path: String, expected: ReadingFailure) async throws {
        for status in [404, 410, 500] { harness.server.respond(to: "/\(status)") { _ in .status(status) } }
        harness.server.respond(to: "/429") { _ in .status(429, headers: [("Retry-After", "30")]) }
        harness.server.respond(to: "/pdf") { _ in .ok("%PDF-1.7", headers: [("Content-Type", "application/pdf")]) }
        harness.server.respond(to: "/big") { _ in
            .ok([UInt8](repeating: 0x61, count: 9 << 20), headers: [("Content-Type", "text/html")])
        }
        harness.server.respond(to: "/loop") { _ in .redirect(to: "/loop") }
        harness.server.respond(to: "/inside") { _ in .redirect(to: "http://10.0.0.1/") }
        harness.server.respond(to: "/challenge") { _ in
            .ok(
                "<html><title>Just a moment...</title></html>",
                headers: [("Content-Type", "text/html"), ("Server", "cloudflare")]
            )
        }
        #expect(try await failure(try await article(path)) == expected)
    }

    @Test(arguments: ["http://10.0.0.1/", "http://[::1]:1/", "http://localhost:1/", "http://169.254.169.254/latest"])
    func `a link inside the operator's network is not followed`(url: String) async throws {
        let failure = try await failure(try await article("/x", url: url))
        #expect(url.contains("localhost") || failure == .notFetched(.addressRefused), "\(String(describing: failure))")
        #expect(failure != nil)
    }

    @Test(arguments: ["ftp://site.example/a", "javascript:alert(1)", "mailto:a@b.example", ""])
    func `what is no web address is no page`(url: String) async throws {
        #expect(try await read(try await article("/x", url: url)) == .noPage)
    }

    @Test func `who waits too long gets an answer, and the page is kept for the next`() async throws {
        let gate = Gate()
        harness.server.respond(to: "/slow") { _ in
            gate.waitUntilOpen()
            return .ok(Self.page(String(repeating: Self.sentence, count: 5)), headers: [("Content-Type", "text/html")])
        }
        let article = try await article("/slow")
        #expect(try await reader.read(article, deadline: harness.time.now) == .pending)
        gate.open()
        try await waitUntil("the page is stored") { [harness] in
            try await harness.store.articleBody(of: article)?.text != nil
        }
        #expect(harness.server.requests(to: "/slow").count == 1)
    }

    @Test func `pages keep the distance between two requests to one host`() async throws {
        let harness = try RefreshHarness { $0.hostSpacing = 30 }
        harness.server.respond(to: "/a") { _ in .status(404) }
        #expect(await harness.refresher.takeTurn(at: "127.0.0.1", deadline: harness.time.now + 1))
        #expect(await harness.refresher.takeTurn(at: "127.0.0.1", deadline: harness.time.now + 1) == false)
    }

    @Test func `a host that an article's address leads to rests when it says so, and no other`() async throws {
        let other = try LocalWebServer(address: "127.0.0.2")
        let target = other.url("/a", host: "127.0.0.2")
        harness.server.respond(to: "/a") { _ in .redirect(to: target) }
        other.respond(to: "/a") { _ in .status(429, headers: [("Retry-After", "600")]) }
        #expect(try await failure(try await article("/a")) == .notFetched(.rateLimited))
        let refresher = harness.refresher
        #expect(await refresher.takeTurn(at: "127.0.0.1", deadline: harness.time.now))
        #expect(await !refresher.takeTurn(at: "127.0.0.2", deadline: harness.time.now + 599))
        harness.time.advance(by: 601)
        #expect(await refresher.takeTurn(at: "127.0.0.2", deadline: harness.time.now))
    }

    @Test func `saving has the page fetched without waiting`() async throws {
        harness.server.respond(to: "/a") { _ in
            .ok(Self.page(String(repeating: Self.sentence, count: 5)), headers: [("Content-Type", "text/html")])
        }
        let article = try await article("/a")
        try await reader.prepare(article)
        try await waitUntil("the page is stored") { [harness] in
            try await harness.store.articleBody(of: article) != nil
        }
        try await reader.prepare(article)
        #expect(harness.server.requests(to: "/a").count == 1)
    }
}
