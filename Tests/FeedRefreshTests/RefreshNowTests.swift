import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import FeedRefresh

struct RefreshNowTests {
    private let harness: RefreshHarness
    private let site = NewsSite()
    private let feed: Feed

    init() async throws {
        harness = try RefreshHarness()
        site.show(.init("First headline"))
        feed = try await harness.defaultFeed("/feed", site)
    }

    private func ask(within seconds: Double = 3) async throws -> RefreshOutcome {
        try await harness.refresher.refreshNow(feed.id, deadline: harness.time.now + seconds)
    }

    /// Asks, and moves the clock to the deadline as soon as somebody waits for it.
    private func askUntilDeadline() async throws -> RefreshOutcome {
        let deadline = harness.time.now + 3
        async let answer = ask()
        try await waitUntil("it waits") { harness.time.nextDeadline == deadline }
        harness.time.set(deadline)
        return try await answer
    }

    @Test func `nobody asks below the floor, a failing feed included`() async throws {
        guard case .refreshed = try await ask() else { return #expect(Bool(false)) }
        #expect(try await ask() == .tooSoon(harness.time.now + 300))
        harness.time.advance(by: 300)
        site.edit { $0.instead = .status(500) }
        #expect(try await ask() == .failed(.serverError))
        #expect(try await ask() == .tooSoon(harness.time.now + 300))
        #expect(harness.server.requests.count == 2)
        let broken = try await harness.defaultFeed("/missing-site", site)
        guard case .failed = try await harness.refresher.refreshNow(broken.id, deadline: harness.time.now + 3) else {
            return #expect(Bool(false))
        }
        #expect(
            try await harness.refresher.refreshNow(broken.id, deadline: harness.time.now + 3)
                == .tooSoon(harness.time.now + 300)
        )
    }

    @Test func `a feed that is gone is not found`() async throws {
        let outcome = try await harness.refresher.refreshNow(FeedID(rawValue: 99), deadline: harness.time.now + 3)
        #expect(outcome == .failed(.notFound))
    }

    @Test func `many who ask at once share one request`() async throws {
        let gate = Gate()
        let site = site
        harness.server.respond(to: "/feed") { request in
            gate.waitUntilOpen()
            return site.answer(request)
        }
        let (refresher, id, deadline) = (harness.refresher, feed.id, harness.time.now + 3)
        let outcomes = try await withThrowingTaskGroup(of: RefreshOutcome.self) { group in
            for _ in 0..<20 { group.addTask { try await refresher.refreshNow(id, deadline: deadline) } }
            try await waitUntil("the request arrives") { harness.server.requests.count == 1 }
            try await waitUntil("all wait") { harness.time.sleeping == 20 }
            gate.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(harness.server.requests.count == 1)
        #expect(outcomes.count == 20)
        #expect(Set(outcomes).count == 1)
        #expect(await harness.refresher.busy.isEmpty)
    }

    @Test func `who cannot wait is told so, and the scheduler takes over`() async throws {
        let gate = Gate()
        let site = site
        harness.server.respond(to: "/feed") { request in
            gate.waitUntilOpen()
            return site.answer(request)
        }
        async let answer = ask()
        try await waitUntil("the request arrives") { harness.server.requests.count == 1 }
        harness.time.advance(by: 3)
        #expect(try await answer == .stillRunning)
        #expect(await harness.refresher.busy.isEmpty)
        gate.open()
        try await harness.scheduling { try await harness.settled() }
        #expect(try await harness.health(feed).lastStatus == 200)
    }

    @Test func `a deadline holds although somebody else's check is stuck`() async throws {
        harness.server.respond(to: "/feed") { _ in .ok(.silence) }
        try await harness.scheduling {
            try await waitUntil("the scheduler asks") { harness.server.requests.count == 1 }
            #expect(try await askUntilDeadline() == .stillRunning)
            #expect(harness.server.requests.count == 1)
        }
    }

    @Test func `a person who asks does not break the host's spacing`() async throws {
        let harness = try RefreshHarness { $0.hostSpacing = 10 }
        let feeds = [try await harness.defaultFeed("/1", site), try await harness.defaultFeed("/2", site)]
        let first = try await harness.refresher.refreshNow(feeds[0].id, deadline: harness.time.now + 3)
        guard case .refreshed = first else { return #expect(Bool(false)) }
        let outcome = try await harness.refresher.refreshNow(feeds[1].id, deadline: harness.time.now + 3)
        #expect(outcome == .stillRunning)
        #expect(harness.server.requests.count == 1)
        #expect(try await harness.store.dueFeed(feeds[1].id)?.isRequested == true)
    }
}
