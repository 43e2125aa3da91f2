import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

@Suite(.timed) struct SmartFollowingTests {
    let store: Store
    let alice: Profile
    let bob: Profile
    let feed: Feed

    init() async throws {
        store = try Store.inMemory()
        alice = try await store.sampleProfile("alice")
        bob = try await store.sampleProfile("bob")
        feed = try await store.sampleFetchedFeed("one")
        try await store.saveDefaultSelection([FeedDescription(url: feed.url, name: "one")], at: .sampleNow)
    }

    private func owner(_ person: Profile?) -> RecipientID { (person ?? alice).id.recipient }

    @discardableResult
    private func follow(_ name: String, _ query: String? = nil, by person: Profile? = nil) async throws -> SmartFeed {
        _ = try await store.command("add").addSmartFeed(
            name,
            definition: query ?? name,
            query: query ?? name,
            depth: 1,
            of: owner(person),
            limit: 9,
            at: .sampleNow
        )
        let smart = try #require(try await store.smartFeeds(of: owner(person)).first { $0.name == name })
        let outcome = try await store.command("follow").followSmartFeed(
            smart.id,
            of: owner(person),
            at: Identity.sample((person ?? alice).name).address,
            limit: 9,
            time: .sampleNow
        )
        guard case .added = outcome else {
            Issue.record("\(name) is not followed")
            return smart
        }
        return smart
    }

    /// The feed brings articles, each of which matches the stored queries whose text its title contains.
    private func brings(_ titles: String...) async throws {
        let queries = try await store.standingQueries().alerts
        let articles = titles.map { title in
            let matching = queries.filter { title.lowercased().contains($0.query) }
            return NewArticle.sample(title, alertIDs: matching.map(\.id))
        }
        try await store.sampleRefresh(feed, articles)
    }

    private func reasons(_ person: Profile) async throws -> [[DeliveryReason]] {
        try await store.queuedDeliveries(
            to: Identity.sample(person.name).address,
            at: .distantFuture,
            limit: 9
        ).map(\.reasons)
    }

    private func undo(_ times: Int = 1) async throws -> [Bool] {
        var undone: [Bool] = []
        for _ in 0..<times {
            undone.append(try #require(try await store.undoNewest(of: owner(alice))).restored > 0)
        }
        return undone
    }

    @Test func `what is new in a followed smart feed is sent once, with the reasons of all who ask`() async throws {
        try await follow("storm")
        try await follow("sea")
        try await store.sampleAlert(of: alice, "gale")
        try await store.sampleSubscription(of: bob, to: feed)
        try await follow("storm", by: bob)
        try await brings("Storm at sea", "Calm")
        #expect(try await store.queuedTitles(for: alice) == ["Storm at sea"])
        let names = try await reasons(alice).map { reasons in
            reasons.map { if case .smartFeed(_, let name) = $0 { name } else { "?" } }
        }
        #expect(names == [["storm", "sea"]])
        #expect(try await reasons(bob).map(\.count).sorted() == [1, 2])
        // It is no alert: not listed, not numbered, not marked in lists.
        let alerts = try await store.alerts(of: owner(alice))
        #expect(alerts.map(\.number) == [1] && alerts.map(\.query) == ["gale"])
        let matches = try await store.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM alertMatch") }
        #expect(matches == 0)
    }

    @Test func `its owner's sight holds, and mutes and filters, which an alert passes`() async throws {
        try await follow("storm")
        let hidden = try await store.sampleFetchedFeed("private")
        let ids = try await store.standingQueries().alerts.map(\.id)
        try await store.sampleRefresh(hidden, [.sample("Storm in private", alertIDs: ids)])
        #expect(try await store.queuedTitles(for: alice).isEmpty)
        _ = try await store.addFilter(
            "land",
            on: .everything,
            isOnly: false,
            of: owner(alice),
            limit: 9,
            at: .sampleNow
        )
        try await brings("Storm on land", "Storm at sea")
        #expect(try await store.queuedTitles(for: alice) == ["Storm at sea"])
        _ = try await store.addFilter("sea", on: .everything, isOnly: false, of: owner(alice), limit: 9, at: .sampleNow)
        #expect(try await store.queuedTitles(for: alice).isEmpty)
        try await store.sampleAlert(of: alice, "gale")
        try await brings("Storm and gale on land")
        #expect(try await store.queuedTitles(for: alice) == ["Storm and gale on land"])
    }

    @Test func `off, paused, removed and not followed it sends nothing, and what waits is withdrawn`() async throws {
        let smart = try await follow("storm")
        func isSent(_ title: String) async throws -> Bool {
            try await brings(title)
            return try await store.queuedTitles(for: alice).contains(title)
        }
        #expect(try await isSent("Storm 1"))
        try await store.command("setSmartFeed").setSmartFeed(smart.id, isOn: false, of: owner(alice), at: .sampleNow)
        #expect(try await store.queuedTitles(for: alice).isEmpty)
        #expect(try await !isSent("Storm 2"))
        // Neither ends the other.
        func setPause(_ isPaused: Bool, until end: Date? = nil) async throws -> Bool {
            try await store.setPause(isPaused, until: end, ofSmartFeed: smart.id, of: owner(alice), at: .sampleNow)
        }
        #expect(try await setPause(true, until: .sampleNow + 60))
        try await store.command("setSmartFeed").setSmartFeed(smart.id, isOn: true, of: owner(alice), at: .sampleNow)
        #expect(try await !isSent("Storm 3"))
        try await store.endPauses(at: .sampleNow + 59)
        #expect(try await !isSent("Storm 4"))
        try await store.endPauses(at: .sampleNow + 60)
        #expect(try await isSent("Storm 5"))
        #expect(try await setPause(true))
        #expect(try await store.queuedTitles(for: alice).isEmpty)
        #expect(try await setPause(false))
        #expect(try await isSent("Storm 6"))
        #expect(try await store.unfollowSmartFeed(smart.id, of: owner(alice), at: .sampleNow))
        #expect(try await !store.unfollowSmartFeed(smart.id, of: owner(alice), at: .sampleNow))
        #expect(try await !setPause(true))
        #expect(try await store.queuedTitles(for: alice).isEmpty)
        #expect(try await !isSent("Storm 7"))
        #expect(try await store.standingQueries().alerts.isEmpty)
    }

    @Test func `every change is undone, also the removal of one that is followed`() async throws {
        let smart = try await follow("storm")
        try await store.command("renameSmartFeed").renameSmartFeed(smart.id, to: "gales", of: owner(alice))
        try await store.command("setSmartFeed").setSmartFeed(smart.id, isOn: false, of: owner(alice), at: .sampleNow)
        try await store.command("removeSmartFeed").removeSmartFeed(smart.id, of: owner(alice), at: .sampleNow)
        #expect(try await store.smartFeeds(of: owner(alice)).isEmpty)
        #expect(try await undo() == [true])
        #expect(try await store.followedSmartFeeds(of: owner(alice)).map(\.feed.isOn) == [false])
        #expect(try await undo(2) == [true, true])
        #expect(try await store.followedSmartFeeds(of: owner(alice)).map(\.feed) == [smart])
        try await brings("Storm")
        #expect(try await store.queuedTitles(for: alice) == ["Storm"])
        #expect(try await undo() == [true])
        #expect(try await store.followedSmartFeeds(of: owner(alice)).isEmpty)
        #expect(try await store.queuedTitles(for: alice).isEmpty)
        #expect(try await undo() == [true])
        #expect(try await store.smartFeeds(of: owner(alice)).isEmpty)
        #expect(try await store.ownChanges(of: owner(alice), at: .sampleNow).isEmpty)
        // One whose name is taken again is not restored beside it.
        let first = try await follow("sea")
        try await store.command("removeSmartFeed").removeSmartFeed(first.id, of: owner(alice), at: .sampleNow)
        try await follow("Sea", "seas")
        let changes = try await store.ownChanges(of: owner(alice), at: .sampleNow)
        let removal = try #require(changes.first { $0.lines == ["removeSmartFeed"] })
        let outcome = try await store.undo(removal, of: owner(alice), at: .sampleNow)
        #expect(outcome.restored == 0 && outcome.obstacles.contains { $0.reason == .changed })
    }

    @Test func `an older change is undone alone, whatever came later, and not beyond the quota`() async throws {
        let smart = try await follow("storm")
        try await store.command("renameSmartFeed").renameSmartFeed(smart.id, to: "gales", of: owner(alice))
        try await store.command("setSmartFeed").setSmartFeed(smart.id, isOn: false, of: owner(alice), at: .sampleNow)
        let changes = try await store.ownChanges(of: owner(alice), at: .sampleNow)
        // Newest first: off, renamed, followed, added.
        #expect(changes.count == 4)
        #expect(try await store.undo(changes[2], of: owner(alice), at: .sampleNow).restored > 0)
        let now = try #require(try await store.smartFeeds(of: owner(alice)).first)
        #expect(now.name == "gales" && !now.isOn)
        #expect(try await store.followedSmartFeeds(of: owner(alice)).isEmpty)
        #expect(try await undo(2) == [true, true])
        #expect(try await store.smartFeeds(of: owner(alice)).map(\.name) == ["storm"])
        #expect(try await store.followedSmartFeeds(of: owner(alice)).isEmpty)
        try await store.command("removeSmartFeed").removeSmartFeed(smart.id, of: owner(alice), at: .sampleNow)
        try await follow("sea")
        let removal = try #require(
            try await store.ownChanges(of: owner(alice), at: .sampleNow).first { $0.lines == ["removeSmartFeed"] }
        )
        let full = try await store.undo(removal, of: owner(alice), limits: UndoLimits(smartFeeds: 1), at: .sampleNow)
        #expect(full.restored == 0 && full.obstacles.first?.reason == .full)
        #expect(try await store.smartFeeds(of: owner(alice)).map(\.name) == ["sea"])
    }

    @Test func `renaming writes the name into the definitions of others, and undoing takes it back`() async throws {
        let storm = try await follow("storm")
        let other = try await follow("weather", "smart:storm")
        let texts = [SmartDefinitionText(other.id, "smart:\"gales\"")]
        try await store.command("renameSmartFeed").renameSmartFeed(
            storm.id,
            to: "gales",
            definitions: texts,
            of: owner(alice)
        )
        #expect(try await store.smartFeeds(of: owner(alice)).map(\.definition) == ["storm", "smart:\"gales\""])
        #expect(try await undo() == [true])
        #expect(try await store.smartFeeds(of: owner(alice)).map(\.definition) == ["storm", "smart:storm"])
    }

    @Test func `linked accounts follow what either did, a split one its own, and erasing leaves none`() async throws {
        try await follow("storm")
        try await follow("gale")
        try await follow("Storm", "storm", by: bob)
        try await follow("sea", by: bob)
        try await follow("Gale", "gales", by: bob)
        try await brings("Storm", "High sea")
        #expect(try await reasons(alice).count == 1)
        #expect(try await reasons(bob).count == 2)
        #expect(try await store.merge(bob.id, of: .sample("bob"), into: alice.id, at: .sampleNow))
        let merged = try await store.followedSmartFeeds(of: owner(alice))
        #expect(merged.map(\.feed.name) == ["storm", "gale", "sea", "Gale 2"])
        // What waited for either is sent once, for what is followed now.
        #expect(try await store.queuedTitles(for: alice) == ["Storm"])
        #expect(try await store.queuedTitles(for: bob) == ["High sea"])
        let numbers = try await store.standingQueries().alerts.count
        #expect(numbers == 4)
        let new = try #require(
            try await store.sampleUnlink(.sample("bob"), from: alice, movingSubscriptions: true)
        )
        #expect(try await store.followedSmartFeeds(of: new.recipient).map(\.feed.name) == ["sea", "Gale 2"])
        #expect(try await store.followedSmartFeeds(of: owner(alice)).map(\.feed.name) == ["storm", "gale"])
        try await store.erase(alice.id)
        try await store.erase(new)
        #expect(try await store.standingQueries().alerts.isEmpty)
    }

    @Test func `for a room its maker's quota of alerts holds, for a person none`() async throws {
        let smart = try await follow("storm")
        #expect(smart.number == 1)
        // A followed one takes no place among the alerts of its owner.
        for (query, limit) in [("sea", 1), ("gale", 2)] {
            let outcome = try await store.addAlert(
                of: owner(alice),
                query: query,
                at: Identity.sample("alice").address,
                limit: QuotaLimit(own: limit, created: 9),
                time: .sampleNow
            )
            #expect(outcome.value != nil, "\(query)")
        }
        func followed(_ name: String, in room: Room) async throws -> AddOutcome<FollowedSmartFeed> {
            let recipient = room.id.recipient
            let added = try await store.addSmartFeed(
                name,
                definition: name,
                query: name,
                depth: 1,
                of: recipient,
                limit: 9,
                at: .sampleNow
            )
            return try await store.followSmartFeed(
                #require(added.value).id,
                of: recipient,
                at: Address(network: "testnet", kind: .room, target: room.name),
                by: alice.maker,
                limit: QuotaLimit(own: 0, created: 2),
                time: .sampleNow
            )
        }
        let rooms = [try await store.sampleRoom("#one"), try await store.sampleRoom("#two")]
        #expect(try await followed("rain", in: rooms[0]).value != nil)
        #expect(try await followed("snow", in: rooms[1]).value != nil)
        #expect(try await followed("hail", in: rooms[0]) == .createdTooMany(limit: 2))
        #expect(try await store.followedSmartFeeds(of: rooms[0].id.recipient).map(\.feed.name) == ["rain"])
    }
}
