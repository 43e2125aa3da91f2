import Foundation
import Logging
import NewsModel
import ServiceLifecycle
import Storage
import Synchronization
import TestSupport
import Testing

@testable import FeedRefresh

struct SchedulerTests {
    @Test func `a thousand followers are one request an interval`() async throws {
        let harness = try RefreshHarness()
        let site = NewsSite()
        site.show(.init("First headline"))
        let feed = try await harness.feed("/feed", site)
        var profiles: [Profile] = []
        for number in 0..<1_000 {
            let profile = try await harness.store.sampleProfile("p\(number)")
            try await harness.store.sampleSubscription(of: profile, to: feed)
            profiles.append(profile)
        }
        try await harness.scheduling {
            try await harness.settled()
            #expect(harness.server.requests.count == 1)
            site.show(.init("Second headline"), .init("First headline"))
            try await harness.pass(2_000)
            #expect(harness.server.requests.count == 2)
        }
        for profile in [profiles[0], profiles[999]] {
            #expect(try await harness.store.queuedTitles(for: profile) == ["First headline", "Second headline"])
        }
    }

    @Test func `a quiet feed is asked ever more rarely, never below the floor, conditionally`() async throws {
        let harness = try RefreshHarness()
        let site = NewsSite()
        site.edit { $0.etag = "\"1\"" }
        _ = try await harness.defaultFeed("/feed", site)
        try await harness.scheduling { try await harness.pass(3 * 86_400) }
        let requests = harness.server.requests
        #expect((12...40).contains(requests.count))
        #expect(requests.dropFirst().allSatisfy { $0.header("If-None-Match") == "\"1\"" })
    }

    @Test func `a feed that says how long it lives is not asked earlier, also after not modified`() async throws {
        let harness = try RefreshHarness()
        let site = NewsSite()
        site.edit { ($0.etag, $0.extra) = ("\"1\"", "<ttl>360</ttl>") }
        let feed = try await harness.defaultFeed("/feed", site)
        try await harness.check(feed)
        #expect(try await harness.wait(of: feed) >= 6 * 3_600)
        #expect(try await harness.check(feed) == .notModified)
        #expect(try await harness.wait(of: feed) >= 6 * 3_600)
    }

    @Test func `a scheduler with nothing to do sleeps`() async throws {
        let harness = try RefreshHarness()
        let feed = try await harness.defaultFeed("/feed", NewsSite())
        try await harness.scheduling {
            try await harness.settled()
            // Each wait that ends early would begin another one; the clock stands still, so none may end.
            for _ in 0..<20 {
                harness.time.advance(by: 60)
                try await waitUntil("it sleeps again") {
                    harness.time.nextDeadline.map { $0 > harness.time.now } ?? false
                }
            }
            let turns = harness.time.sleeps
            for _ in 0..<2_000 { await Task.yield() }
            #expect(harness.time.sleeps - turns <= 1)
        }
        #expect(try await harness.health(feed).lastStatus == 200)
    }

    @Test func `what becomes due while a check is slow does not wait for it`() async throws {
        let harness = try RefreshHarness()
        let gate = Gate()
        let site = NewsSite()
        harness.server.respond(to: "/slow") { _ in
            gate.waitUntilOpen()
            return .status(404)
        }
        let quick = try await harness.defaultFeed("/quick", site)
        try await harness.check(quick)
        try await harness.store.saveDefaultSelection(
            ["/quick", "/slow"].map { FeedDescription(url: harness.server.url($0)) },
            at: harness.time.now
        )
        try await harness.scheduling {
            try await waitUntil("the slow one is asked") { harness.server.requests(to: "/slow").count == 1 }
            let next = try #require(try await harness.health(quick).nextCheckAt)
            while harness.time.now < next { harness.time.advance(by: 60) }
            try await waitUntil("the quick one is asked again") { harness.server.requests(to: "/quick").count == 2 }
            gate.open()
            try await harness.settled()
        }
    }

    @Test func `after a start, one person's feeds that take long hold up nobody else's`() async throws {
        let harness = try RefreshHarness { $0.maximumParallel = 4 }
        let site = NewsSite()
        func follow(_ path: String, _ bringer: Profile) async throws {
            harness.server.respond(to: path) { site.answer($0) }
            let description = FeedDescription(url: harness.server.url(path))
            let feed = try await harness.store.ensureFeed(description, by: bringer.maker, at: harness.time.now)
            try await harness.store.sampleSubscription(of: bringer, to: feed, time: harness.time.now)
            try await harness.check(feed)
        }
        let mallory = try await harness.store.sampleProfile("mallory")
        let stuck = (1...5).map { "/stuck\($0)" }
        for path in stuck { try await follow(path, mallory) }
        try await follow("/alices", try await harness.store.sampleProfile("alice"))
        for path in stuck { harness.server.respond(to: path) { _ in .ok(.silence) } }
        harness.time.advance(by: 7 * 86_400)
        // Knows nothing of how long they took.
        try await harness.restarted().scheduling {
            try await waitUntil("hers is asked, and one of his") {
                harness.server.requests(to: "/alices").count == 2
                    && stuck.contains { harness.server.requests(to: $0).count == 2 }
            }
            #expect(stuck.count { harness.server.requests(to: $0).count == 2 } == 1)
        }
    }

    @Test func `requests to one host keep their distance`() async throws {
        let harness = try RefreshHarness { $0.hostSpacing = 5 }
        for number in 0..<4 { _ = try await harness.defaultFeed("/\(number)", NewsSite()) }
        try await harness.scheduling {
            try await waitUntil("the first is asked") { harness.server.requests.count == 1 }
            for count in 2...4 {
                try await waitUntil("the next one waits for its turn") {
                    harness.time.nextDeadline.map { $0 <= harness.time.now + 5 } ?? false
                }
                harness.time.advance(by: 4)
                #expect(harness.server.requests.count == count - 1)
                harness.time.advance(by: 1)
                try await waitUntil("request \(count)") { harness.server.requests.count == count }
            }
            try await harness.settled()
        }
    }

    @Test func `at most so many are asked at once`() async throws {
        let harness = try RefreshHarness { $0.maximumParallel = 3 }
        let gate = Gate()
        for number in 0..<8 {
            _ = try await harness.defaultFeed("/\(number)", NewsSite())
            harness.server.respond(to: "/\(number)") { _ in
                gate.waitUntilOpen()
                return .status(404)
            }
        }
        try await harness.scheduling {
            try await waitUntil("three are asked") { harness.server.requests.count == 3 }
            #expect(await harness.refresher.busy.count == 3)
            gate.open()
            try await harness.settled()
        }
        #expect(harness.server.requests.count == 8)
    }

    @Test func `a feed whose document only waits to be stored leaves its place to another`() async throws {
        let harness = try RefreshHarness { $0.maximumParallel = 1 }
        let feed = try await harness.defaultFeed("/feed", NewsSite())
        let (store, refresher) = (harness.store, harness.refresher)
        let due = try #require(try await store.dueFeed(feed.id))
        #expect(await refresher.claim(feed.id))
        #expect(await refresher.freePlaces == 0)
        let free = Mutex<[Int]>([])
        await refresher.refreshClaimed(due) {
            let places = await refresher.freePlaces
            free.withLock { $0.append(places) }
        }
        #expect(free.withLock(\.self) == [1])
        // It has one place again, not two.
        #expect(await refresher.freePlaces == 1)
        #expect(try await store.feed(feed.id)?.health.lastStatus == 200)
    }

    @Test func `a feed added while it sleeps is asked at once`() async throws {
        let harness = try RefreshHarness()
        try await harness.scheduling {
            try await waitUntil("it sleeps") { harness.time.nextDeadline != nil }
            _ = try await harness.defaultFeed("/feed", NewsSite())
            try await waitUntil("it is asked") { harness.server.requests.count == 1 }
        }
    }

    @Test func `asking for a check again and again stays above the floor`() async throws {
        let harness = try RefreshHarness()
        let feed = try await harness.defaultFeed("/feed", NewsSite())
        try await harness.scheduling {
            try await harness.settled()
            let first = harness.time.now
            try await harness.store.requestCheck(of: [feed.id], at: harness.time.now)
            try await harness.settled()
            #expect(harness.server.requests.count == 1)
            #expect(try await harness.health(feed).nextCheckAt == first + 300)
            harness.time.advance(by: 300)
            try await waitUntil("it is asked") { harness.server.requests.count == 2 }
            try await harness.settled()
            #expect(try await harness.wait(of: feed) >= 1_800)
        }
    }

    @Test func `a told stop ends checks under way at once and leaves nothing claimed`() async throws {
        let harness = try RefreshHarness()
        harness.server.respond(to: "/stuck") { _ in .ok(.silence) }
        try await harness.store.saveDefaultSelection(
            [FeedDescription(url: harness.server.url("/stuck"))],
            at: harness.time.now
        )
        let feed = try #require(try await harness.store.defaultFeeds().first)
        let group = ServiceGroup(
            services: [harness.scheduler],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            try await waitUntil("it is asked") { harness.server.requests.count == 1 }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
        #expect(await harness.refresher.busy.isEmpty)
        // A check that was waited for would have ended as one that took too long.
        #expect(try await harness.health(feed).lastCheckedAt == nil)
        let due = try await harness.store.dueFeeds(at: harness.time.now, limit: 9, perHost: 9)
        #expect(due.map(\.feed.id) == [feed.id])
    }

    @Test func `cancelling ends it with nothing claimed`() async throws {
        let harness = try RefreshHarness()
        harness.server.respond(to: "/stuck") { _ in .ok(.silence) }
        try await harness.store.saveDefaultSelection(
            [FeedDescription(url: harness.server.url("/stuck"))],
            at: harness.time.now
        )
        try await harness.scheduling {
            try await waitUntil("it is asked") { harness.server.requests.count == 1 }
        }
        #expect(await harness.refresher.busy.isEmpty)
    }

    @Test func `an answer that cannot be stored costs the server no second request`() async throws {
        let harness = try RefreshHarness()
        try await harness.store.refuseArticles(titled: "Poison")
        let site = NewsSite()
        site.show(.init("Poison"))
        _ = try await harness.defaultFeed("/feed", site)
        try await harness.scheduling {
            try await waitUntil("it is asked") { harness.server.requests.count == 1 }
            // The scheduler sleeps too.
            try await waitUntil("it rests") { harness.time.sleeping == 2 }
            harness.time.advance(by: 59)
            #expect(await harness.refresher.busy.count == 1)
            #expect(harness.server.requests.count == 1)
            harness.time.advance(by: 1)
            try await waitUntil("it is tried again") { harness.server.requests.count == 2 }
        }
    }
}
