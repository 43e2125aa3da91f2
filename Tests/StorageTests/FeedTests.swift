import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@Suite(.timed) struct FeedTests {
    let store: Store
    let alice: Profile

    init() async throws {
        store = try Store.inMemory()
        alice = try await store.sampleProfile("alice")
    }

    private func due(at time: Date = .sampleNow, perHost: Int = 9, busy: Set<FeedID> = []) async throws -> [String] {
        try await store.dueFeeds(at: time, limit: 10, perHost: perHost, busy: busy).map(\.feed.name)
    }

    @Test func `a feed that nobody wants is never due`() async throws {
        _ = try await store.sampleFeed("lonely")
        #expect(try await due() == [])
        #expect(try await store.nextDueTime() == nil)
    }

    @Test func `a feed is due once, however many follow it, until the last one leaves`() async throws {
        let feed = try await store.sampleFeed("popular")
        let bob = try await store.sampleProfile("bob")
        try await store.sampleSubscription(of: alice, to: feed)
        try await store.sampleSubscription(of: bob, to: feed)
        try await store.sampleSubscription(of: bob, to: feed)
        #expect(try await due() == ["popular"])
        #expect(try await store.followerCount(of: feed.id) == 2)
        _ = try await store.setPause(.byOwner, of: bob.id.recipient, on: feed.id, at: .sampleNow)
        _ = try await store.setPause(.addressFailed, of: bob.id.recipient, on: feed.id, at: .sampleNow)
        #expect(try await store.followerCount(of: feed.id) == 1)
        _ = try await store.removeSubscription(of: bob.id.recipient, to: feed.id, at: .sampleNow)
        #expect(try await due() == ["popular"])
        try await store.erase(alice.id)
        #expect(try await store.followerCount(of: feed.id) == 0)
        #expect(try await due() == [])
    }

    @Test func `default feeds are due, the longest overdue first, few of one host`() async throws {
        let urls = ["https://a.example/1", "https://a.example/2", "https://b.example/1"]
        try await store.saveDefaultSelection(
            urls.enumerated().map { FeedDescription(url: $1, name: "F\($0)") },
            at: .sampleNow - 60
        )
        let feeds = try await store.defaultFeeds()
        try await store.recordNotModified(feeds[0].id, status: 304, nextCheckAt: .sampleNow - 1, at: .sampleNow)
        #expect(try await due() == ["F1", "F2", "F0"])
        #expect(try await due(perHost: 1) == ["F1", "F2"])
        #expect(try await due(perHost: 1, busy: [feeds[1].id]) == ["F2"])
        try await store.saveDefaultSelection([FeedDescription(url: urls[2], name: "New")], at: .sampleNow)
        #expect(try await store.defaultFeeds().map(\.name) == ["New"])
        #expect(try await due() == ["New"])
    }

    @Test func `a failure is counted and an answer ends it`() async throws {
        let feed = try await store.sampleFeed()
        for minute in [0.0, 1] {
            let time = Date.sampleNow + minute * 60
            try await store.recordFailure(feed.id, .serverError, status: 503, nextCheckAt: time + 60, at: time)
        }
        let failing = try #require(try await store.feed(feed.id)?.health)
        #expect(failing.failure == .serverError)
        #expect(failing.failureCount == 2)
        #expect(failing.failingSince == .sampleNow)
        #expect(failing.lastStatus == 503)
        #expect(failing.lastSucceededAt == nil)
        try await store.sampleRefresh(feed, [])
        let well = try #require(try await store.feed(feed.id)?.health)
        #expect(well.failure == nil)
        #expect(well.failureCount == 0)
        #expect(well.failingSince == nil)
    }

    @Test func `validators come back with the next check`() async throws {
        let feed = try await store.sampleFeed()
        let validators = FeedValidators(etag: "\"x\"", lastModified: "Mon", bodyHash: "h")
        let document = FetchedDocument(validators: validators, timeToLive: 900, articles: [])
        _ = try await store.commitRefresh(
            [RefreshCommit(feedID: feed.id, status: 200, nextCheckAt: .sampleNow, outcome: .document(document))],
            alertsVersion: 0,
            at: .sampleNow
        )
        let next = try #require(try await store.dueFeed(feed.id))
        #expect(next.validators == validators)
        #expect(next.timeToLive == 900)
        #expect(next.isFirst == false)
    }

    @Test func `a server that wants to be left alone is not asked earlier by request`() async throws {
        let feed = try await store.sampleFeed()
        try await store.sampleSubscription(of: alice, to: feed)
        try await store.recordFailure(
            feed.id,
            .rateLimited,
            status: 429,
            nextCheckAt: .sampleNow + 7_200,
            at: .sampleNow
        )
        try await store.requestCheck(of: [feed.id], at: .sampleNow)
        #expect(try await store.nextDueTime() == .sampleNow + 7_200)
        #expect(try await store.nextDueTime(after: .sampleNow + 7_200) == nil)
    }

    @Test func `an answer without a document may bring new validators`() async throws {
        let feed = try await store.sampleFeed()
        func answer(_ validators: FeedValidators) async throws -> FeedValidators? {
            let outcome = RefreshCommit.Outcome.notModified(validators)
            let commit = RefreshCommit(feedID: feed.id, status: 304, nextCheckAt: .sampleNow, outcome: outcome)
            _ = try await store.commitRefresh([commit], alertsVersion: 0, at: .sampleNow)
            return try await store.dueFeed(feed.id)?.validators
        }
        let first = FeedValidators(etag: "\"1\"", lastModified: "yesterday", bodyHash: "hash")
        #expect(try await answer(first) == first)
        let second = FeedValidators(etag: "\"2\"", lastModified: "yesterday", bodyHash: "hash")
        #expect(try await answer(FeedValidators(etag: "\"2\"")) == second)
        #expect(try await answer(FeedValidators()) == second)
    }

    @Test func `a request brings a check forward`() async throws {
        let feed = try await store.sampleFeed()
        try await store.sampleSubscription(of: alice, to: feed)
        try await store.sampleRefresh(feed, [])
        #expect(try await due() == [])
        try await store.requestCheck(of: [feed.id], at: .sampleNow)
        #expect(try await due() == ["example"])
        #expect(try await store.dueFeeds(at: .sampleNow, limit: 1, perHost: 1).first?.isRequested == true)
    }

    @Test(arguments: [
        ("Le Monde", "Le Monde"), ("le monde", "Le Monde"), ("LEMONDE.example", "Le Monde"), ("lem", "Le Monde"),
        ("https://www.lemonde.example/rss", "Le Monde"), ("éco", "Économie"), ("economie", "Économie"),
        ("A la une", "Le Monde"), ("https://www.lemonde.example/", "Le Monde"),
    ])
    func `a feed is found by what people type`(_ typed: String, _ name: String) async throws {
        try await store.saveDefaultSelection(
            [
                FeedDescription(url: "https://www.lemonde.example/rss", name: "Le Monde"),
                FeedDescription(url: "https://eco.test/rss", name: "Économie"),
            ],
            at: .sampleNow
        )
        let monde = try #require(try await store.feed(url: "https://www.lemonde.example/rss"))
        let document = FetchedDocument(title: "À la Une", articles: [])
        _ = try await store.commitRefresh(
            [RefreshCommit(feedID: monde.id, status: 200, nextCheckAt: .sampleNow, outcome: .document(document))],
            alertsVersion: 0,
            at: .sampleNow
        )
        guard case .feed(let feed) = try await store.findFeed(typed, in: .of(nil)) else {
            return #expect(Bool(false), "\(typed) found no single feed")
        }
        #expect(feed.name == name)
    }

    @Test func `a name that fits several feeds gives the choice, the own one first`() async throws {
        try await store.saveDefaultSelection(
            ["One", "Two"].map { FeedDescription(url: "https://\($0).example/feed", name: "Tech \($0)") },
            at: .sampleNow
        )
        let harness = try await store.defaultFeeds()
        #expect(try await store.findFeed("tech", in: .of(alice.id.recipient)) == .choices(harness))
        let two = try #require(harness.last)
        try await store.sampleSubscription(of: alice, to: two)
        guard case .feed(let found) = try await store.findFeed("tech", in: .of(alice.id.recipient)) else {
            return #expect(Bool(false), "no single feed")
        }
        #expect(found.id == two.id)
        #expect(try await store.findFeed("nonsense", in: .of(nil)) == .nothing)
        #expect(try await store.findFeed("  ", in: .of(nil)) == .nothing)
        #expect(try await store.findFeed("%_'\"", in: .of(nil)) == .nothing)
    }

    @Test func `what strangers follow is not found, not even by its very address`() async throws {
        let bob = try await store.sampleProfile("bob")
        let secret = try await store.ensureFeed(
            FeedDescription(url: "https://host.example/feed?token=secret", name: "Bob's own"),
            at: .sampleNow
        )
        try await store.sampleSubscription(of: bob, to: secret)
        for text in ["bob", "Bob's own", "host.example", "https://host.example/", "host", secret.url] {
            #expect(try await store.findFeed(text, in: .of(alice.id.recipient)) == .nothing, "\(text)")
            #expect(try await store.findFeed(text, in: .of(nil)) == .nothing, "\(text)")
        }
        #expect(try await store.knownFeeds(in: .of(alice.id.recipient)).isEmpty)
        #expect(try await store.knownFeeds(in: .of(bob.id.recipient)) == [secret])
    }

    @Test func `quotas hold and subscribing twice is subscribing once`() async throws {
        let (one, two) = (try await store.sampleFeed("one"), try await store.sampleFeed("two"))
        func follow(_ feed: Feed) async throws -> AddOutcome<Subscription> {
            try await store.addSubscription(
                of: alice.id.recipient,
                to: feed.id,
                at: Identity.sample("alice").address,
                limit: 1,
                time: .sampleNow
            )
        }
        let first = try await follow(one)
        #expect(try await follow(one) == first.value.map(AddOutcome.alreadyThere))
        #expect(try await follow(two) == .quotaReached(limit: 1))
        #expect(try await store.subscriptions(of: alice.id.recipient).count == 1)
    }

    @Test func `an alert's number lasts`() async throws {
        func add(_ query: String) async throws -> Int? {
            try await store.addAlert(
                of: alice.id.recipient,
                query: query,
                at: Identity.sample("alice").address,
                limit: 2,
                time: .sampleNow
            ).value?.number
        }
        #expect(try await add("a") == 1)
        #expect(try await add("b") == 2)
        #expect(try await add("a") == 1)
        #expect(try await add("c") == nil)
        #expect(try await store.removeAlert(of: alice.id.recipient, number: 2, at: .sampleNow)?.query == "b")
        #expect(try await add("c") == 3)
        #expect(try await store.removeAlert(of: alice.id.recipient, number: 9, at: .sampleNow) == nil)
    }

    @Test func `feeds that may take long leave places to the others`() async throws {
        for name in ["new1", "new2", "slow"] {
            let feed = try await name == "slow" ? store.sampleFetchedFeed(name) : store.sampleFeed(name)
            try await store.sampleSubscription(of: try await store.sampleProfile(name), to: feed)
        }
        let quick = try await store.sampleFetchedFeed("quick")
        try await store.sampleSubscription(of: alice, to: quick)
        func due(inWork: Set<FeedID>, most: Int) async throws -> [DueFeed] {
            let slowLimit = SlowFeedLimit(fast: [quick.id], inWork: inWork, most: most)
            return try await store.dueFeeds(at: .sampleNow + 86_400, limit: 9, perHost: 9, slowLimit: slowLimit)
        }
        let two = try await due(inWork: [], most: 2)
        #expect(two.contains { $0.feed.id == quick.id } && two.count == 3)
        let busy = try #require(two.first { $0.feed.id != quick.id }).feed.id
        #expect(try await due(inWork: [busy], most: 2).count == 2)
        #expect(try await due(inWork: [busy], most: 1).map(\.feed.id) == [quick.id])
    }

    @Test func `of the places for feeds that may take long, one person's have half`() async throws {
        let mallory = try await store.sampleProfile("mallory")
        func feed(_ name: String, by bringer: Profile) async throws -> FeedID {
            let description = FeedDescription(url: "https://\(name).example/feed", name: name)
            let feed = try await store.ensureFeed(description, by: bringer.maker, at: .sampleNow)
            try await store.sampleSubscription(of: bringer, to: feed)
            return feed.id
        }
        var stuck: [FeedID] = []
        for number in 1...9 { stuck.append(try await feed("stuck\(number)", by: mallory)) }
        // Due after all of them.
        let slow = try await feed("slow", by: alice)
        try await store.postponeCheck(of: slow, until: .sampleNow + 60)
        func due(inWork: [FeedID]) async throws -> [FeedID] {
            let slowLimit = SlowFeedLimit(fast: [], inWork: Set(inWork), most: 6)
            return try await store.dueFeeds(
                at: .sampleNow + 86_400,
                limit: 9,
                perHost: 9,
                busy: Set(inWork),
                slowLimit: slowLimit
            ).map(\.feed.id)
        }
        let first = try await due(inWork: [])
        #expect(first.contains(slow) && first.count == 4)
        let inWork = first.filter { $0 != slow }
        #expect(try await due(inWork: inWork) == [slow])
        // What everybody has is nobody's burden.
        let everybodys = (1...9).map { FeedDescription(url: "https://stuck\($0).example/feed", name: "stuck\($0)") }
        try await store.saveDefaultSelection(everybodys, at: .sampleNow)
        #expect(try await due(inWork: []).count == 6)
    }

    @Test func `what arrives after a pause was to end is pushed, what arrived in it is not`() async throws {
        let store = try Store.inMemory()
        let feed = try await store.sampleFetchedFeed("example")
        let alice = try await store.sampleProfile("alice")
        let place = Identity(network: "testnet", account: "alice").address
        _ = try await store.addSubscription(
            of: alice.id.recipient,
            to: feed.id,
            at: place,
            limit: 9,
            time: .sampleNow - 60
        )
        let end = Date.sampleNow + 3_600
        _ = try await store.setPause(.byOwner, until: end, of: alice.id.recipient, on: feed.id, at: .sampleNow)
        try await store.sampleRefresh(feed, [.sample("Storm nears")], at: .sampleNow + 60)
        #expect(try await store.queuedDeliveries(to: place, at: end + 60, limit: 9).isEmpty)
        try await store.sampleRefresh(feed, [.sample("Storm is over")], at: end)
        let queued = try await store.queuedDeliveries(to: place, at: end + 60, limit: 9)
        #expect(queued.map { $0.article?.article.title } == ["Storm is over"])
    }
}
