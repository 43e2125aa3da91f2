import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@Suite(.timed) struct TellingTests {
    let store: Store
    let alice: Profile
    let feed: Feed

    init() async throws {
        store = try Store.inMemory()
        alice = try await store.sampleProfile("alice")
        feed = try await store.sampleFetchedFeed("one")
    }

    @Test func `a new article is queued for each follower once`() async throws {
        let bob = try await store.sampleProfile("bob")
        try await store.sampleSubscription(of: alice, to: feed)
        try await store.sampleSubscription(of: bob, to: feed)
        try await store.sampleRefresh(feed, [.sample("Storm reaches coast")])
        try await store.sampleRefresh(feed, [.sample("Storm reaches coast")])
        #expect(try await store.queuedTitles(for: alice) == ["Storm reaches coast"])
        #expect(try await store.queuedTitles(for: bob) == ["Storm reaches coast"])
    }

    @Test func `one story from two feeds is told once, and both reasons are kept`() async throws {
        let other = try await store.sampleFetchedFeed("two")
        try await store.sampleSubscription(of: alice, to: feed)
        try await store.sampleSubscription(of: alice, to: other)
        try await store.sampleRefresh(feed, [.sample("Storm", link: "https://a.example/storm")])
        try await store.sampleRefresh(other, [.sample("Other words", link: "https://a.example/storm")])
        let queued = try await store.queuedDeliveries(
            to: Identity.sample("alice").address,
            at: .sampleNow,
            limit: 10
        )
        #expect(queued.count == 1)
        #expect(queued.first?.reasons.count == 2)
        #expect(queued.first?.article?.otherSourceCount == 1)
    }

    @Test func `a room and a person are told apart`() async throws {
        let room = try await store.sampleRoom()
        let place = Address(network: "testnet", kind: .room, target: "#news")
        try await store.sampleSubscription(of: alice, to: feed)
        _ = try await store.addSubscription(
            of: room.id.recipient,
            to: feed.id,
            at: place,
            by: alice.maker,
            limit: 10,
            time: .sampleNow
        )
        try await store.sampleRefresh(feed, [.sample("Storm")])
        #expect(try await store.queuedTitles(for: alice) == ["Storm"])
        #expect(try await store.queuedDeliveries(to: place, at: .sampleNow, limit: 10).count == 1)
        let lanes = try await store.lanes(at: .sampleNow)
        #expect(lanes.map(\.dueCount) == [1, 1])
    }

    @Test func `the most urgent reason picks the address`() async throws {
        let place = Address(network: "mail", kind: .person, target: "alice@example.test")
        guard
            case .added(let alert) = try await store.addAlert(
                of: alice.id.recipient,
                query: "storm",
                isUrgent: true,
                at: place,
                limit: 5,
                time: .sampleNow
            )
        else { return #expect(Bool(false), "no alert") }
        try await store.sampleSubscription(of: alice, to: feed)
        try await store.sampleRefresh(feed, [.sample("Storm", alertIDs: [alert.id])])
        #expect(try await store.queuedTitles(for: alice) == [])
        let queued = try await store.queuedDeliveries(to: place, at: .sampleNow, limit: 10)
        #expect(queued.first?.isUrgent == true)
        #expect(queued.first?.reasons.count == 2)
        #expect(queued.first?.article?.isAlerted == true)
        #expect(try await store.alerts(of: alice.id.recipient).first?.matchCount == 1)
    }

    @Test func `an urgent alert on a later source raises what is still queued`() async throws {
        let other = try await store.sampleFetchedFeed("two")
        try await store.saveDefaultSelection([FeedDescription(url: other.url)], at: .sampleNow)
        try await store.sampleSubscription(of: alice, to: feed)
        try await store.sampleRefresh(feed, [.sample("Storm", link: "https://a.example/storm")])
        let place = Address(network: "mail", kind: .person, target: "alice@example.test")
        guard
            case .added(let alert) = try await store.addAlert(
                of: alice.id.recipient,
                query: "hurricane",
                isUrgent: true,
                at: place,
                limit: 5,
                time: .sampleNow
            )
        else { return #expect(Bool(false), "no alert") }
        try await store.sampleRefresh(
            other,
            [.sample("Hurricane", link: "https://a.example/storm", alertIDs: [alert.id])]
        )
        let moved = try await store.queuedDeliveries(to: place, at: .sampleNow, limit: 10)
        #expect(moved.count == 1)
        #expect(moved.first?.isUrgent == true)
        #expect(try await store.queuedTitles(for: alice) == [])
    }

    @Test func `the first fetch is silent but for one sample`() async throws {
        let fresh = try await store.sampleFeed("fresh")
        try await store.sampleSubscription(of: alice, to: fresh)
        try await store.sampleRefresh(
            fresh,
            [
                .sample("Newest", publishedAt: .sampleNow - 60),
                .sample("Older", publishedAt: .sampleNow - 600),
                .sample("Oldest", publishedAt: .sampleNow - 6_000),
            ]
        )
        #expect(try await store.queuedTitles(for: alice) == ["Newest"])
        try await store.sampleRefresh(fresh, [.sample("Newer yet")], at: .sampleNow + 60)
        #expect(try await store.queuedTitles(for: alice) == ["Newest", "Newer yet"])
    }

    @Test func `an undated document begins with its newest entry`() async throws {
        let fresh = try await store.sampleFeed("fresh")
        try await store.sampleSubscription(of: alice, to: fresh)
        let stored = try await store.sampleRefresh(
            fresh,
            [.sample("First", publishedAt: nil), .sample("Second", publishedAt: nil)]
        )
        #expect(stored.map(\.title) == ["Second", "First"])
        #expect(try await store.queuedTitles(for: alice) == ["First"])
    }

    @Test func `a feed that was fetched before gives its sample at once`() async throws {
        try await store.sampleRefresh(feed, [.sample("Yesterday"), .sample("Today")])
        try await store.sampleSubscription(of: alice, to: feed)
        #expect(try await store.queuedTitles(for: alice).count == 1)
    }

    @Test func `an archive that comes back is stored, not told`() async throws {
        try await store.sampleSubscription(of: alice, to: feed)
        let archive = (1...20).map { NewArticle.sample("Old \($0)", publishedAt: .sampleNow - Double($0 + 8) * 86_400) }
        let stored = try await store.sampleRefresh(feed, archive + [.sample("Today's")])
        #expect(stored.count == 21)
        #expect(try await store.queuedTitles(for: alice) == ["Today's"])
    }

    @Test func `one late entry is told`() async throws {
        try await store.sampleSubscription(of: alice, to: feed)
        try await store.sampleRefresh(feed, [.sample("Late", publishedAt: .sampleNow - 10 * 86_400)])
        #expect(try await store.queuedTitles(for: alice) == ["Late"])
    }

    @Test func `told survives the pruning of its story`() async throws {
        try await store.sampleSubscription(of: alice, to: feed)
        let other = try await store.sampleFetchedFeed("two")
        try await store.sampleSubscription(of: alice, to: other)
        let entry = NewArticle.sample("Storm", link: "https://a.example/storm")
        try await store.sampleRefresh(feed, [entry])
        try await store.deliverAll(to: Identity.sample("alice").address, at: .sampleNow)
        try await store.pruneSent(before: .sampleNow + 86_400)
        try await store.sampleRefresh(other, [entry], at: .sampleNow + 86_400)
        #expect(try await store.queuedTitles(for: alice) == [])
    }

    @Test func `an index of alerts that is stale stores nothing`() async throws {
        let version = try await store.standingQueries().version
        let place = Identity.sample("alice").address
        _ = try await store.addAlert(of: alice.id.recipient, query: "x", at: place, limit: 5, time: .sampleNow)
        let commit = RefreshCommit(
            feedID: feed.id,
            status: 200,
            nextCheckAt: .sampleNow,
            outcome: .document(FetchedDocument(articles: [.sample("Storm")]))
        )
        #expect(try await store.commitRefresh([commit], alertsVersion: version, at: .sampleNow) == .stale)
        #expect(try await store.knownKeys(of: feed.id, among: ["guid:storm"]).isEmpty)
        let current = try await store.standingQueries()
        #expect(current.alerts.map(\.query) == ["x"])
        #expect(try await store.commitRefresh([commit], alertsVersion: current.version, at: .sampleNow) != .stale)
        #expect(try await store.knownKeys(of: feed.id, among: ["guid:storm"]) == ["guid:storm"])
    }

    @Test func `matches during an alert's rest join its next firing`() async throws {
        try await store.saveDefaultSelection([FeedDescription(url: feed.url)], at: .sampleNow)
        let place = Identity.sample("alice").address
        _ = try await store.addAlert(
            of: alice.id.recipient,
            query: "storm",
            cooldown: 3_600,
            at: place,
            limit: 5,
            time: .sampleNow
        )
        let alerts = try await store.alerts(of: alice.id.recipient).map(\.id)
        for minute in [0, 10, 50, 70] {
            let time = Date.sampleNow + Double(minute) * 60
            try await store.sampleRefresh(feed, [.sample("Storm \(minute)", alertIDs: alerts)], at: time)
        }
        let due = try await store.queuedDeliveries(to: place, at: .distantFuture, limit: 10)
            .map { $0.dueAt.timeIntervalSince(.sampleNow) / 60 }
        #expect(due == [0, 60, 60, 120])
    }

    @Test func `what waits for an alert's rest names the alert until something else postpones it`() async throws {
        try await store.saveDefaultSelection([FeedDescription(url: feed.url)], at: .sampleNow)
        let place = Identity.sample("alice").address
        _ = try await store.addAlert(
            of: alice.id.recipient,
            query: "storm",
            cooldown: 3_600,
            at: place,
            limit: 5,
            time: .sampleNow
        )
        let alerts = try await store.alerts(of: alice.id.recipient).map(\.id)
        try await store.sampleRefresh(feed, [.sample("Storm", alertIDs: alerts)])
        let stored = try await store.sampleRefresh(feed, [.sample("Flood", alertIDs: alerts)], at: .sampleNow + 600)
        let story = try #require(stored.first).storyID
        #expect(try await store.tellings(of: story, to: alice.id.recipient).map(\.coolingAlert) == [1])
        let waiting = try await store.queuedDeliveries(to: place, at: .distantFuture, limit: 10).map(\.id)
        try await store.postpone(waiting, until: .sampleNow + 86_400)
        #expect(try await store.tellings(of: story, to: alice.id.recipient).map(\.coolingAlert) == [nil])
    }

    @Test func `a change is signalled to every listener`() async throws {
        try await store.sampleSubscription(of: alice, to: feed)
        var first = store.deliveriesChanged().makeAsyncIterator()
        var second = store.deliveriesChanged().makeAsyncIterator()
        try await store.sampleRefresh(feed, [.sample("Storm")])
        #expect(await first.next() != nil)
        #expect(await second.next() != nil)
    }
}
