import CurlClient
import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import FeedRefresh

struct FailureTests {
    typealias Response = LocalWebServer.Response

    private static let page = "<!DOCTYPE html><html><head><title>Hello</title></head><body><p>Hi</p></body></html>"
    private static let challenge = "<!DOCTYPE html><html><head><title>Just a moment...</title></head></html>"

    private static let failures: [(Response, FeedFailure, Int?)] = [
        (Response.status(404), FeedFailure.notFound, 404), (.status(410), .gone, 410), (.status(403), .forbidden, 403),
        (.status(401), .forbidden, 401), (.status(429), .rateLimited, 429), (.status(500), .serverError, 500),
        (.status(503), .serverError, 503), (.status(418), .unexpectedStatus, 418),
        (.ok(page, headers: [("Content-Type", "text/html")]), .notAFeed, 200),
        (.ok(""), .unreadable, 200), (.ok("<svg xmlns=\"http://www.w3.org/2000/svg\"/>"), .notAFeed, 200),
        (Response(status: 403, headers: [("cf-mitigated", "challenge")]), .blockedBySite, 403),
        (
            Response(status: 503, headers: [("Server", "cloudflare")], body: .bytes(Array(challenge.utf8))),
            .blockedBySite, 503
        ),
        (.ok(challenge, headers: [("Server", "cloudflare")]), .blockedBySite, 200),
        (.redirect(to: "/feed"), .tooManyRedirects, nil), (.redirect(to: "http://10.0.0.1/"), .addressRefused, nil),
        (.redirect(to: "file:///etc/passwd"), .addressRefused, nil),
        (Response(status: 200, body: .raw([])), .couldNotConnect, nil),
    ]

    @Test(arguments: failures)
    func `a failure is named, counted and backed off`(
        _ response: Response,
        _ failure: FeedFailure,
        _ status: Int?
    ) async throws {
        let harness = try RefreshHarness()
        let site = NewsSite()
        site.edit { $0.instead = response }
        let feed = try await harness.feed("/feed", site)
        #expect(try await harness.check(feed) == .failed(failure))
        let health = try await harness.health(feed)
        #expect(health.failure == failure)
        #expect(health.lastStatus == status)
        #expect(health.failureCount == 1)
        #expect(health.failingSince == harness.time.now)
        let first = try await harness.wait(of: feed)
        #expect((1_800...2_251).contains(first))
        try await harness.check(feed)
        let second = try await harness.wait(of: feed)
        #expect((3_600...4_501).contains(second))
        #expect(try await harness.health(feed).failureCount == 2)
        site.edit { $0.instead = nil }
        try await harness.check(feed)
        let healed = try await harness.health(feed)
        #expect(healed.failure == nil && healed.failureCount == 0 && healed.failingSince == nil)
    }

    @Test func `an address inside the operator's network is refused unless allowed`() async throws {
        let harness = try RefreshHarness { $0.allowAddresses = [] }
        let feed = try await harness.feed("/feed", NewsSite())
        #expect(try await harness.check(feed) == .failed(.addressRefused))
        #expect(harness.server.requests.isEmpty)
    }

    @Test func `a server that is not there could not be connected to`() async throws {
        let harness = try RefreshHarness()
        let closed = ClosedPort()
        let address = "http://127.0.0.1:\(closed.port)/feed"
        let feed = try await harness.store.ensureFeed(FeedDescription(url: address), at: harness.time.now)
        #expect(try await harness.check(feed) == .failed(.couldNotConnect))
    }

    @Test func `a name that does not exist could not be resolved`() async throws {
        let harness = try RefreshHarness()
        let nowhere = FeedDescription(url: "http://nowhere.invalid/")
        let feed = try await harness.store.ensureFeed(nowhere, at: harness.time.now)
        #expect(try await harness.check(feed) == .failed(.couldNotResolve))
    }

    @Test func `what is too large or too slow is given up`() async throws {
        let harness = try RefreshHarness()
        harness.server.respond(to: "/large") { _ in
            .ok(.endless(beginning: Array("<rss>".utf8), pattern: Array("<!-- more -->".utf8)))
        }
        harness.server.respond(to: "/slow") { _ in .ok(.silence) }
        let fetcher = FeedFetcher(client: harness.client, time: harness.time, parsing: harness.refresher.parsing)
        for (path, limits, expected) in [
            ("/large", HTTPLimits(bodyBytes: 100_000), FeedFailure.tooLarge),
            ("/slow", HTTPLimits(totalSeconds: 0.2), .timedOut),
        ] {
            let feed = try await harness.store.ensureFeed(
                FeedDescription(url: harness.server.url(path)),
                at: harness.time.now
            )
            let due = try #require(try await harness.store.dueFeed(feed.id))
            guard case .failed(let failure, _, _) = await fetcher.fetch(due, limits: limits) else {
                Issue.record("\(path) was fetched")
                continue
            }
            #expect(failure == expected)
        }
    }

    @Test func `Retry-After is obeyed, also when somebody asks out of turn`() async throws {
        let harness = try RefreshHarness()
        let site = NewsSite()
        site.edit { $0.instead = .status(429, headers: [("Retry-After", "7200")]) }
        let feed = try await harness.defaultFeed("/feed", site)
        #expect(try await harness.check(feed) == .failed(.rateLimited))
        let end = harness.time.now + 7_200
        #expect(try await harness.health(feed).nextCheckAt == end)
        harness.time.advance(by: 5_000)
        #expect(try await harness.refresher.refreshNow(feed.id, deadline: harness.time.now + 3) == .tooSoon(end))
        try await harness.store.requestCheck(of: [feed.id], at: harness.time.now)
        #expect(try await harness.store.nextDueTime() == end)
        #expect(harness.server.requests.count == 1)
    }

    @Test func `the whole host rests, and holds no place meanwhile`() async throws {
        let harness = try RefreshHarness { ($0.hostSpacing, $0.maximumParallel) = (1, 1) }
        let busySite = NewsSite()
        busySite.edit { $0.instead = .status(503, headers: [("Retry-After", "600")]) }
        let busy = try await harness.defaultFeed("/busy", busySite)
        #expect(try await harness.check(busy) == .failed(.serverError))
        let end = harness.time.now + 600
        let neighbour = try await harness.defaultFeed("/neighbour", NewsSite())
        #expect(try await harness.refresher.refreshNow(neighbour.id, deadline: harness.time.now + 3) == .tooSoon(end))
        try await harness.scheduling {
            try await waitUntil("the neighbour is put off") {
                try await harness.health(neighbour).nextCheckAt == end
            }
        }
        #expect(harness.server.requests(to: "/neighbour").isEmpty)
    }
}
