import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import FeedRefresh

struct RefreshNowTests {
    private let house: RefreshHouse
    private let site = NewsSite()
    private let feed: Feed

    init() async throws {
        house = try RefreshHouse()
        site.show(.init("First headline"))
        feed = try await house.houseFeed("/feed", site)
    }

    private func ask(within seconds: Double = 3) async throws -> RefreshOutcome {
        try await house.refresher.refreshNow(feed.id, deadline: house.time.now + seconds)
    }

    /// Asks, and moves the clock to the deadline as soon as somebody waits for it.
    private func askUntilDeadline() async throws -> RefreshOutcome {
        let deadline = house.time.now + 3
        async let answer = ask()
        try await waitUntil("it waits") { house.time.nextDeadline == deadline }
        house.time.set(deadline)
        return try await answer
    }

    @Test func `nobody asks below the floor, a failing feed included`() async throws {
        guard case .refreshed = try await ask() else { return #expect(Bool(false)) }
        #expect(try await ask() == .tooSoon(house.time.now + 300))
        house.time.advance(by: 300)
        site.edit { $0.instead = .status(500) }
        #expect(try await ask() == .failed(.serverError))
        #expect(try await ask() == .tooSoon(house.time.now + 300))
        #expect(house.server.requests.count == 2)
        let broken = try await house.houseFeed("/missing-site", site)
        guard case .failed = try await house.refresher.refreshNow(broken.id, deadline: house.time.now + 3) else {
            return #expect(Bool(false))
        }
        #expect(
            try await house.refresher.refreshNow(broken.id, deadline: house.time.now + 3)
                == .tooSoon(house.time.now + 300)
        )
    }

    @Test func `a feed that is gone is not found`() async throws {
        let outcome = try await house.refresher.refreshNow(FeedID(rawValue: 99), deadline: house.time.now + 3)
        #expect(outcome == .failed(.notFound))
    }

    @Test func `many who ask at once share one request`() async throws {
        let gate = Gate()
        let site = site
        house.server.respond(to: "/feed") { request in
            gate.waitUntilOpen()
            return site.answer(request)
        }
        let (refresher, id, deadline) = (house.refresher, feed.id, house.time.now + 3)
        let outcomes = try await withThrowingTaskGroup(of: RefreshOutcome.self) { group in
            for _ in 0..<20 { group.addTask { try await refresher.refreshNow(id, deadline: deadline) } }
            try await waitUntil("the request arrives") { house.server.requests.count == 1 }
            try await waitUntil("all wait") { house.time.sleeping == 20 }
            gate.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(house.server.requests.count == 1)
        #expect(outcomes.count == 20)
        #expect(Set(outcomes).count == 1)
        #expect(await house.refresher.busy.isEmpty)
    }

    @Test func `who cannot wait is told so, and the scheduler takes over`() async throws {
        let gate = Gate()
        let site = site
        house.server.respond(to: "/feed") { request in
            gate.waitUntilOpen()
            return site.answer(request)
        }
        async let answer = ask()
        try await waitUntil("the request arrives") { house.server.requests.count == 1 }
        house.time.advance(by: 3)
        #expect(try await answer == .stillRunning)
        #expect(await house.refresher.busy.isEmpty)
        gate.open()
        try await house.scheduling { try await house.settled() }
        #expect(try await house.health(feed).lastStatus == 200)
    }

    @Test func `a deadline holds although somebody else's check is stuck`() async throws {
        house.server.respond(to: "/feed") { _ in .ok(.silence) }
        try await house.scheduling {
            try await waitUntil("the scheduler asks") { house.server.requests.count == 1 }
            #expect(try await askUntilDeadline() == .stillRunning)
            #expect(house.server.requests.count == 1)
        }
    }

    @Test func `a person who asks does not break the host's spacing`() async throws {
        let house = try RefreshHouse { $0.hostSpacing = 10 }
        let feeds = [try await house.houseFeed("/1", site), try await house.houseFeed("/2", site)]
        guard case .refreshed = try await house.refresher.refreshNow(feeds[0].id, deadline: house.time.now + 3) else {
            return #expect(Bool(false))
        }
        let outcome = try await house.refresher.refreshNow(feeds[1].id, deadline: house.time.now + 3)
        #expect(outcome == .stillRunning)
        #expect(house.server.requests.count == 1)
        #expect(try await house.store.dueFeed(feeds[1].id)?.isRequested == true)
    }
}
