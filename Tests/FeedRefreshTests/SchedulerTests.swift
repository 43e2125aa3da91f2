import Foundation
import Logging
import NewsModel
import ServiceLifecycle
import Storage
import TestSupport
import Testing

@testable import FeedRefresh

struct SchedulerTests {
    @Test func `a thousand followers are one request an interval`() async throws {
        let house = try RefreshHouse()
        let site = NewsSite()
        site.show(.init("First headline"))
        let feed = try await house.feed("/feed", site)
        var profiles: [Profile] = []
        for number in 0..<1_000 {
            let profile = try await house.store.sampleProfile("p\(number)")
            try await house.store.sampleSubscription(of: profile, to: feed)
            profiles.append(profile)
        }
        try await house.scheduling {
            try await house.settled()
            #expect(house.server.requests.count == 1)
            site.show(.init("Second headline"), .init("First headline"))
            try await house.pass(2_000)
            #expect(house.server.requests.count == 2)
        }
        for profile in [profiles[0], profiles[999]] {
            #expect(try await house.store.queuedTitles(for: profile) == ["First headline", "Second headline"])
        }
    }

    @Test func `a quiet feed is asked ever more rarely, never below the floor, conditionally`() async throws {
        let house = try RefreshHouse()
        let site = NewsSite()
        site.edit { $0.etag = "\"1\"" }
        _ = try await house.houseFeed("/feed", site)
        try await house.scheduling { try await house.pass(3 * 86_400) }
        let requests = house.server.requests
        #expect((12...40).contains(requests.count))
        #expect(requests.dropFirst().allSatisfy { $0.header("If-None-Match") == "\"1\"" })
    }

    @Test func `a feed that says how long it lives is not asked earlier, also after not modified`() async throws {
        let house = try RefreshHouse()
        let site = NewsSite()
        site.edit { ($0.etag, $0.extra) = ("\"1\"", "<ttl>360</ttl>") }
        let feed = try await house.houseFeed("/feed", site)
        try await house.check(feed)
        #expect(try await house.wait(of: feed) >= 6 * 3_600)
        #expect(try await house.check(feed) == .notModified)
        #expect(try await house.wait(of: feed) >= 6 * 3_600)
    }

    @Test func `a scheduler with nothing to do sleeps`() async throws {
        let house = try RefreshHouse()
        let feed = try await house.houseFeed("/feed", NewsSite())
        try await house.scheduling {
            try await house.settled()
            // Each wait that ends early would begin another one; the clock stands still, so none may end.
            for _ in 0..<20 {
                house.time.advance(by: 60)
                try await waitUntil("it sleeps again") { house.time.nextDeadline.map { $0 > house.time.now } ?? false }
            }
            let turns = house.time.sleeps
            for _ in 0..<2_000 { await Task.yield() }
            #expect(house.time.sleeps - turns <= 1)
        }
        #expect(try await house.health(feed).lastStatus == 200)
    }

    @Test func `what becomes due while a check is slow does not wait for it`() async throws {
        let house = try RefreshHouse()
        let gate = Gate()
        let site = NewsSite()
        house.server.respond(to: "/slow") { _ in
            gate.waitUntilOpen()
            return .status(404)
        }
        let quick = try await house.houseFeed("/quick", site)
        try await house.check(quick)
        try await house.store.saveHouseSelection(
            ["/quick", "/slow"].map { FeedDescription(url: house.server.url($0)) },
            at: house.time.now
        )
        try await house.scheduling {
            try await waitUntil("the slow one is asked") { house.server.requests(to: "/slow").count == 1 }
            let next = try #require(try await house.health(quick).nextCheckAt)
            while house.time.now < next { house.time.advance(by: 60) }
            try await waitUntil("the quick one is asked again") { house.server.requests(to: "/quick").count == 2 }
            gate.open()
            try await house.settled()
        }
    }

    @Test func `after a start, one person's feeds that take long hold up nobody else's`() async throws {
        let house = try RefreshHouse { $0.maximumParallel = 4 }
        let site = NewsSite()
        func follow(_ path: String, _ bringer: Profile) async throws {
            house.server.respond(to: path) { site.answer($0) }
            let description = FeedDescription(url: house.server.url(path))
            let feed = try await house.store.ensureFeed(description, by: bringer.maker, at: house.time.now)
            try await house.store.sampleSubscription(of: bringer, to: feed, time: house.time.now)
            try await house.check(feed)
        }
        let mallory = try await house.store.sampleProfile("mallory")
        let stuck = (1...5).map { "/stuck\($0)" }
        for path in stuck { try await follow(path, mallory) }
        try await follow("/alices", try await house.store.sampleProfile("alice"))
        for path in stuck { house.server.respond(to: path) { _ in .ok(.silence) } }
        house.time.advance(by: 7 * 86_400)
        // Knows nothing of how long they took.
        try await house.restarted().scheduling {
            try await waitUntil("hers is asked, and one of his") {
                house.server.requests(to: "/alices").count == 2
                    && stuck.contains { house.server.requests(to: $0).count == 2 }
            }
            #expect(stuck.count { house.server.requests(to: $0).count == 2 } == 1)
        }
    }

    @Test func `requests to one host keep their distance`() async throws {
        let house = try RefreshHouse { $0.hostSpacing = 5 }
        for number in 0..<4 { _ = try await house.houseFeed("/\(number)", NewsSite()) }
        try await house.scheduling {
            try await waitUntil("the first is asked") { house.server.requests.count == 1 }
            for count in 2...4 {
                try await waitUntil("the next one waits for its turn") {
                    house.time.nextDeadline.map { $0 <= house.time.now + 5 } ?? false
                }
                house.time.advance(by: 4)
                #expect(house.server.requests.count == count - 1)
                house.time.advance(by: 1)
                try await waitUntil("request \(count)") { house.server.requests.count == count }
            }
            try await house.settled()
        }
    }

    @Test func `at most so many are asked at once`() async throws {
        let house = try RefreshHouse { $0.maximumParallel = 3 }
        let gate = Gate()
        for number in 0..<8 {
            _ = try await house.houseFeed("/\(number)", NewsSite())
            house.server.respond(to: "/\(number)") { _ in
                gate.waitUntilOpen()
                return .status(404)
            }
        }
        try await house.scheduling {
            try await waitUntil("three are asked") { house.server.requests.count == 3 }
            #expect(await house.refresher.busy.count == 3)
            gate.open()
            try await house.settled()
        }
        #expect(house.server.requests.count == 8)
    }

    @Test func `a feed added while it sleeps is asked at once`() async throws {
        let house = try RefreshHouse()
        try await house.scheduling {
            try await waitUntil("it sleeps") { house.time.nextDeadline != nil }
            _ = try await house.houseFeed("/feed", NewsSite())
            try await waitUntil("it is asked") { house.server.requests.count == 1 }
        }
    }

    @Test func `asking for a check again and again stays above the floor`() async throws {
        let house = try RefreshHouse()
        let feed = try await house.houseFeed("/feed", NewsSite())
        try await house.scheduling {
            try await house.settled()
            let first = house.time.now
            try await house.store.requestCheck(of: [feed.id], at: house.time.now)
            try await house.settled()
            #expect(house.server.requests.count == 1)
            #expect(try await house.health(feed).nextCheckAt == first + 300)
            house.time.advance(by: 300)
            try await waitUntil("it is asked") { house.server.requests.count == 2 }
            try await house.settled()
            #expect(try await house.wait(of: feed) >= 1_800)
        }
    }

    @Test func `a told stop ends checks under way at once and leaves nothing claimed`() async throws {
        let house = try RefreshHouse()
        house.server.respond(to: "/stuck") { _ in .ok(.silence) }
        try await house.store.saveHouseSelection(
            [FeedDescription(url: house.server.url("/stuck"))],
            at: house.time.now
        )
        let feed = try #require(try await house.store.houseFeeds().first)
        let group = ServiceGroup(
            services: [house.scheduler],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let began = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            try await waitUntil("it is asked") { house.server.requests.count == 1 }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
        #expect(ContinuousClock.now - began < .seconds(10))
        #expect(await house.refresher.busy.isEmpty)
        #expect(try await house.health(feed).lastCheckedAt == nil)
        #expect(try await house.store.dueFeeds(at: house.time.now, limit: 9, perHost: 9).map(\.feed.id) == [feed.id])
    }

    @Test func `cancelling ends it with nothing claimed`() async throws {
        let house = try RefreshHouse()
        house.server.respond(to: "/stuck") { _ in .ok(.silence) }
        try await house.store.saveHouseSelection(
            [FeedDescription(url: house.server.url("/stuck"))],
            at: house.time.now
        )
        try await house.scheduling {
            try await waitUntil("it is asked") { house.server.requests.count == 1 }
        }
        #expect(await house.refresher.busy.isEmpty)
    }

    @Test func `an answer that cannot be stored costs the server no second request`() async throws {
        let house = try RefreshHouse()
        try await house.store.refuseArticles(titled: "Poison")
        let site = NewsSite()
        site.show(.init("Poison"))
        _ = try await house.houseFeed("/feed", site)
        try await house.scheduling {
            try await waitUntil("it is asked") { house.server.requests.count == 1 }
            // The scheduler sleeps too.
            try await waitUntil("it rests") { house.time.sleeping == 2 }
            house.time.advance(by: 59)
            #expect(await house.refresher.busy.count == 1)
            #expect(house.server.requests.count == 1)
            house.time.advance(by: 1)
            try await waitUntil("it is tried again") { house.server.requests.count == 2 }
        }
    }
}
