import Foundation
import NewsModel
import Storage
import Synchronization
import TestSupport
import Testing

@testable import FeedRefresh

/// Hosts that redirects lead to, and hosts that said when to come back.
struct HostRestTests {
    @Test func `a redirect waits for its host's turn as well`() async throws {
        let harness = try RefreshHarness { $0.hostSpacing = 60 }
        let (site, time) = (NewsSite(), harness.time)
        site.show(.init("First headline"))
        let feed = try await harness.feed("/real", site)
        let asked = Mutex<[Date]>([])
        harness.server.respond(to: "/real") { request in
            asked.withLock { $0.append(time.now) }
            return request.header("Host")?.isEmpty == false ? .redirect(to: "/moved") : .status(500)
        }
        harness.server.respond(to: "/moved") { request in
            asked.withLock { $0.append(time.now) }
            return site.answer(request)
        }
        let start = time.now
        async let outcome = harness.refresher.refreshNow(feed.id, deadline: start + 3_600)
        // The caller's deadline and the host's turn.
        try await waitUntil("the redirect waits") { time.sleeping == 2 }
        #expect(asked.withLock { $0 } == [start])
        time.advance(by: 60)
        guard case .refreshed = try await outcome else { return #expect(Bool(false)) }
        #expect(asked.withLock { $0 } == [start, start + 60])
    }

    @Test func `a redirect to a host that rests is no failure, and is tried again when it may be asked`() async throws {
        let harness = try RefreshHarness { $0.hostSpacing = 1 }
        let (site, gate) = (NewsSite(), Gate())
        let feed = try await harness.feed("/old", site)
        harness.server.respond(to: "/old") { _ in
            gate.waitUntilOpen()
            return .redirect(to: "/new")
        }
        let end = harness.time.now + 1_000
        async let outcome = harness.refresher.refreshNow(feed.id, deadline: harness.time.now + 5)
        try await waitUntil("it is asked") { harness.server.requests(to: "/old").count == 1 }
        await harness.refresher.block("127.0.0.1", until: end)
        gate.open()
        #expect(try await outcome == .tooSoon(end))
        #expect(harness.server.requests(to: "/new").isEmpty)
        #expect(try await harness.health(feed).failure == nil)
    }

    @Test(arguments: [429, 503, 500])
    func `a server that says when to come back is not asked earlier, whoever asks`(_ status: Int) async throws {
        let harness = try RefreshHarness()
        let site = NewsSite()
        site.show(.init("First headline"))
        let feed = try await harness.defaultFeed("/feed", site)
        try await harness.check(feed)
        site.edit { $0.instead = .status(status, headers: [("Retry-After", "20000")]) }
        try await harness.check(feed)
        let end = harness.time.now + 20_000
        #expect(try await harness.health(feed).restsUntil == end)
        harness.time.advance(by: 4_000)
        #expect(try await harness.refresher.refreshNow(feed.id, deadline: harness.time.now + 5) == .tooSoon(end))
        try await harness.store.requestCheck(of: [feed.id], at: harness.time.now)
        #expect(try #require(try await harness.health(feed).nextCheckAt) >= end)
        #expect(harness.server.requests(to: "/feed").count == 2)
        site.edit { $0.instead = nil }
        try await harness.check(feed)
        #expect(try await harness.health(feed).restsUntil == nil)
    }

    @Test func `a failure without such a word may be asked again at once`() async throws {
        let harness = try RefreshHarness()
        let site = NewsSite()
        site.edit { $0.instead = .status(503) }
        let feed = try await harness.feed("/feed", site)
        try await harness.check(feed)
        site.edit { $0.instead = nil }
        harness.time.advance(by: 400)
        guard case .refreshed = try await harness.refresher.refreshNow(feed.id, deadline: harness.time.now + 5) else {
            return #expect(Bool(false))
        }
    }

    @Test func `a hub in the header comes before the document's`() async throws {
        let harness = try RefreshHarness()
        let site = NewsSite()
        site.show(.init("First headline"))
        let feed = try await harness.feed("/feed", site)
        harness.server.respond(to: "/feed") { request in
            var answer = site.answer(request)
            answer.headers.append(("Link", "<https://hub.example/>; rel=hub, </feed>; rel=\"self\""))
            return answer
        }
        try await harness.check(feed)
        #expect(try await harness.store.dueFeed(feed.id)?.hubURL == "https://hub.example/")
    }
}
