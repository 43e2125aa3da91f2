import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

extension Store {
    /// This store as a command uses it, whose changes are recorded.
    func command(_ line: String = "change", inboundID: String? = nil, at time: Date = .sampleNow) -> Store {
        let changes = ChangeRecording(network: "testnet", inboundID: inboundID, at: time)
        changes.describe(line)
        return recording(changes)
    }

    /// Undoes the newest change of an owner.
    @discardableResult
    func undoNewest(
        of owner: RecipientID,
        limits: UndoLimits = UndoLimits(),
        at time: Date = .sampleNow
    ) async throws -> UndoOutcome? {
        guard let newest = try await ownChanges(of: owner, at: time).first else { return nil }
        return try await undo(newest, of: owner, limits: limits, at: time)
    }
}

/// What is recorded of changes, and how they are taken back.
@Suite(.timed) struct ChangeUndoTests {
    let store: Store
    let alice: Profile
    let feed: Feed
    private var owner: RecipientID { alice.id.recipient }

    init() async throws {
        store = try Store.inMemory()
        alice = try await store.sampleProfile("alice")
        feed = try await store.sampleFetchedFeed("one")
        try await store.sampleSubscription(of: alice, to: feed, time: .sampleNow - 3_000)
    }

    private func unfollow(at time: Date = .sampleNow) async throws {
        _ = try await store.command("unsub one", at: time).removeSubscription(of: owner, to: feed.id, at: time)
    }

    private func queued() async throws -> [String] { try await store.queuedTitles(for: alice).sorted() }

    @Test func `what went to an account that is linked no more does not come back to it`() async throws {
        let (bob, other) = (try await store.sampleProfile("bob"), Identity.sample("bob"))
        #expect(try await store.merge(bob.id, of: other, into: alice.id, at: .sampleNow))
        _ = try await store.removeSubscription(of: owner, to: feed.id, at: .sampleNow)
        _ = try await store.addSubscription(of: owner, to: feed.id, at: other.address, limit: 9, time: .sampleNow)
        try await unfollow()
        #expect(try await store.sampleUnlink(other, from: alice, movingSubscriptions: false) != nil)
        let outcome = try await store.undoNewest(of: owner)
        #expect(outcome?.restored == 0 && outcome?.obstacles.map(\.reason) == [.gone])
        #expect(try await store.subscription(of: owner, to: feed.id) == nil)
        try await store.sampleRefresh(feed, [.sample("Secret")])
        #expect(try await store.queuedDeliveries(to: other.address, at: .sampleNow, limit: 9) == [])
    }

    @Test func `a saved article comes back only as the article that it was`() async throws {
        let article = try #require(try await store.sampleRefresh(feed, [.sample("Mine")]).first)
        let me = alice.id
        _ = try await store.save(article.id, for: me, note: nil, tags: [], limit: 9, at: .sampleNow)
        _ = try await store.command("unsave").unsave(article.id, for: me)
        try await store.write { db in
            try db.execute(
                sql: "UPDATE article SET firstSeenAt = firstSeenAt + 99 WHERE id = ?",
                arguments: [article.id]
            )
        }
        let outcome = try await store.undoNewest(of: owner)
        #expect(outcome?.restored == 0 && outcome?.obstacles.map(\.reason) == [.gone])
    }

    // MARK: - What is watched

    @Test func `each table and column of an owner is watched, or known to be none of their choices`() async throws {
        let others: Set<String> = [
            "address", "decision", "delivery", "feedImport", "ownChange", "quizAsked", "quizReport", "quizRound",
            "storyUpdate", "told", "confirmationCode", "gameScore", "identity", "puzzlePlay", "puzzleRoom",
            "quizScore", "reading", "profile",
        ]
        let unchosen: [WatchedTable: Set<String>] = [
            .recipient: [
                "kind", "lastVisitAt", "visitBeforeEndedAt", "lastAlertNumber", "lastScheduleNumber",
                "lastMuteNumber", "lastFilterNumber", "lastSmartFeedNumber", "createdAt",
            ],
            .room: ["network", "name"],
            .smartFeed: ["id", "number", "createdAt"],
            .subscription: ["id", "feedID", "sampleDue", "createdBy", "createdAt", "moveID", "madeBy"],
            .alert: [
                "id", "number", "matchCount", "lastFiredAt", "firesAt", "createdBy", "createdAt", "madeBy",
                "smartFeedID",
            ],
            .schedule: ["id", "number", "kind", "lastSlot", "createdBy", "createdAt", "madeBy", "movedAt"],
            .mute: ["id", "number", "kind", "storyID", "feedID", "query", "name", "createdAt", "createdBy", "madeBy"],
            .filter: ["id", "number", "feedID", "isOnly", "query", "createdBy", "madeBy", "createdAt"],
            .categorySetting: ["key"], .viewSource: ["feedID"], .saved: ["articleID", "savedAt"],
            .readMark: ["storyID"],
        ]
        try await store.read { db in
            let tables = try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
            for table in tables where !others.contains(table) && WatchedTable(rawValue: table) == nil {
                let columns = try db.columns(in: table).map(\.name)
                #expect(!columns.contains("recipientID") && !columns.contains("profileID"), "\(table) is not watched")
            }
            for table in WatchedTable.allCases {
                let all = Set(try table.columns(in: db))
                let chosen = Set(table.facets.flatMap(\.self))
                #expect(all == chosen.union(unchosen[table] ?? []), "\(table)")
                #expect(chosen.isDisjoint(with: unchosen[table] ?? []), "\(table)")
            }
        }
    }

    @Test func `what fails leaves no record, and what no command did leaves none`() async throws {
        struct Failure: Error {}
        let owner = owner
        await #expect(throws: Failure.self) {
            try await store.command().write { db in
                try db.execute(sql: "UPDATE recipient SET layout = 'compact' WHERE id = ?", arguments: [owner])
                throw Failure()
            }
        }
        #expect(try await store.ownChanges(of: owner, at: .sampleNow) == [])
        _ = try await store.setOwnName("Eins", of: owner, on: feed.id)
        _ = try await store.command().setOwnName("Eins", of: owner, on: feed.id)
        #expect(try await store.ownChanges(of: owner, at: .sampleNow) == [])
        _ = try await store.command("feed rename one").setOwnName("Un", of: owner, on: feed.id)
        let changes = try await store.ownChanges(of: owner, at: .sampleNow)
        #expect(changes.map(\.lines) == [["feed rename one"]])
    }

    @Test func `the transactions of one command are one change, and what it takes back itself is none`() async throws {
        let command = store.command()
        _ = try await command.setOwnName("Un", of: owner, on: feed.id)
        _ = try await command.setOwnCategory("Papers", of: owner, on: feed.id)
        #expect(try await store.ownChanges(of: owner, at: .sampleNow).count == 1)
        #expect(try await store.undoNewest(of: owner)?.restored == 1)
        let now = try await store.subscription(of: owner, to: feed.id)
        #expect(now?.name == nil && now?.category == nil)
        let other = store.command()
        _ = try await other.setOwnName("Un", of: owner, on: feed.id)
        _ = try await other.setOwnName(nil, of: owner, on: feed.id)
        #expect(try await store.ownChanges(of: owner, at: .sampleNow) == [])
    }

    // MARK: - Following again

    @Test func `a feed followed again sends what waited and what came in between, and nothing twice`() async throws {
        try await store.sampleRefresh(feed, [.sample("Told"), .sample("Waiting")], at: .sampleNow - 60)
        let told = try #require(
            try await store.queuedDeliveries(
                to: Identity.sample("alice").address,
                at: .distantFuture,
                limit: 9
            ).first { $0.article?.article.title == "Told" }
        )
        let place = Identity.sample("alice").address
        _ = try await store.freeze([told.id], to: place, parts: [MessagePart(payload: "Told")], at: .sampleNow)
        try await unfollow()
        #expect(try await queued() == [])
        try await store.sampleRefresh(
            feed,
            [.sample("Told"), .sample("Between", publishedAt: .sampleNow + 100)],
            at: .sampleNow + 120
        )
        #expect(try await queued() == [])
        let outcome = try #require(try await store.undoNewest(of: owner, at: .sampleNow + 600))
        #expect(outcome.obstacles == [] && !outcome.leavesOutNews)
        #expect(try await queued() == ["Between", "Waiting"])
        try await store.sampleRefresh(feed, [.sample("Later", publishedAt: .sampleNow + 700)], at: .sampleNow + 720)
        #expect(try await queued() == ["Between", "Later", "Waiting"])
    }

    @Test func `of a thousand and one that came in between the newest are sent, which is said`() async throws {
        try await unfollow()
        let articles = (1...1_001).map { number in
            NewArticle.sample("Between \(number)", publishedAt: .sampleNow + 100 + Double(number))
        }
        try await store.sampleRefresh(feed, articles, at: .sampleNow + 120)
        #expect(try await store.undoNewest(of: owner, at: .sampleNow + 2_000)?.leavesOutNews == true)
        let sent = try await queued()
        #expect(sent.count == 1_000 && !sent.contains("Between 1") && sent.contains("Between 2"))
    }

    @Test func `what is muted by then is not sent`() async throws {
        try await store.sampleRefresh(feed, [.sample("Quiet please"), .sample("Loud")], at: .sampleNow - 60)
        try await unfollow()
        _ = try await store.addMute(.words("quiet"), named: "quiet", until: nil, of: owner, limit: 9, at: .sampleNow)
        try await store.undoNewest(of: owner)
        #expect(try await queued() == ["Loud"])
    }

    @Test func `a pause that is undone loses nothing, a new subscription that is undone sends nothing`() async throws {
        _ = try await store.command("pause one").setPause(.byOwner, of: owner, on: feed.id, at: .sampleNow)
        try await store.sampleRefresh(feed, [.sample("News", publishedAt: .sampleNow + 50)], at: .sampleNow + 60)
        #expect(try await queued() == [])
        try await store.undoNewest(of: owner, at: .sampleNow + 90)
        #expect(try await queued() == ["News"])
        let other = try await store.sampleFetchedFeed("two")
        try await store.sampleRefresh(other, [.sample("Second")], at: .sampleNow + 90)
        try await store.command("sub two", at: .sampleNow + 100).sampleSubscription(of: alice, to: other)
        #expect(try await queued() == ["News", "Second"])
        try await store.undoNewest(of: owner, at: .sampleNow + 110)
        #expect(try await queued() == ["News"])
        #expect(try await !store.isFollowed(other.id, by: owner))
    }

    // MARK: - Obstacles

    @Test func `a value that was changed since stays, the others of the change come back`() async throws {
        let command = store.command("sub one as Un in Papers")
        _ = try await command.setOwnName("Un", of: owner, on: feed.id)
        _ = try await command.setOwnCategory("Papers", of: owner, on: feed.id)
        _ = try await store.setOwnName("Deux", of: owner, on: feed.id)
        let outcome = try await store.undoNewest(of: owner)
        #expect(outcome?.restored == 1)
        #expect(outcome?.obstacles == [.init(table: .subscription, name: "Deux", reason: .changed)])
        let now = try await store.subscription(of: owner, to: feed.id)
        #expect(now?.name == "Deux" && now?.category == nil)
        #expect(try await store.undoNewest(of: owner) == nil)
    }

    @Test func `what has no room comes back when there is some`() async throws {
        try await unfollow()
        let other = try await store.sampleFetchedFeed("two")
        try await store.sampleSubscription(of: alice, to: other)
        let limits = UndoLimits(quotas: [.subscription: 1])
        let outcome = try await store.undoNewest(of: owner, limits: limits)
        #expect(outcome?.restored == 0)
        #expect(outcome?.obstacles == [.init(table: .subscription, name: "one", reason: .full)])
        _ = try await store.removeSubscription(of: owner, to: other.id, at: .sampleNow)
        #expect(try await store.undoNewest(of: owner, limits: limits)?.restored == 1)
        #expect(try await store.isFollowed(feed.id, by: owner))
    }

    @Test func `a category comes back when there is room for one more`() async throws {
        func add(_ name: String) async throws {
            _ = try await store.addCategory(name, colour: nil, of: owner, limit: 9, at: .sampleNow)
        }
        try await add("Planet")
        _ = try await store.command().deleteCategory("Planet", of: owner, at: .sampleNow)
        try await add("Moon")
        let outcome = try await store.undoNewest(of: owner, limits: UndoLimits(categories: 1))
        #expect(outcome?.obstacles == [.init(table: .categorySetting, name: "Planet", reason: .full)])
        #expect(try await store.undoNewest(of: owner, limits: UndoLimits(categories: 2))?.restored == 1)
        #expect(try await store.categories(of: owner).map(\.name) == ["Moon", "Planet"])
    }

    @Test func `a source that was left out of lists is left out again when there is room for one more`() async throws {
        let other = try await store.sampleFetchedFeed("two")
        var view = ListView()
        view.without = [feed.id]
        try await store.saveListView(view, of: owner)
        try await store.command().saveListView(ListView(), of: owner)
        view.without = [other.id]
        try await store.saveListView(view, of: owner)
        let outcome = try await store.undoNewest(of: owner, limits: UndoLimits(leftOutSources: 1))
        #expect(outcome?.obstacles.contains { $0.table == .viewSource && $0.reason == .full } == true)
        #expect(try await store.listView(of: owner).without == [other.id])
        #expect(try await store.undoNewest(of: owner, limits: UndoLimits(leftOutSources: 2))?.restored == 1)
        #expect(try await Set(store.listView(of: owner).without) == [feed.id, other.id])
    }

    // MARK: - Linking

    private func saved() async throws -> Int? {
        try await store.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM savedArticle") }
    }

    @Test func `after linking, a row that stayed comes back, and nothing of the other's goes`() async throws {
        let bob = try await store.sampleProfile("bob")
        let other = try await store.sampleFetchedFeed("two")
        let article = try #require(try await store.sampleRefresh(feed, [.sample("Both")]).first)
        _ = try await store.save(article.id, for: alice.id, note: nil, tags: [], limit: 9, at: .sampleNow)
        try await store.sampleSubscription(of: bob, to: other)
        _ = try await store.command("unsub two").removeSubscription(of: bob.id.recipient, to: other.id, at: .sampleNow)
        _ = try await store.command("save").save(article.id, for: bob.id, note: nil, tags: [], limit: 9, at: .sampleNow)
        #expect(try await store.merge(bob.id, of: .sample("bob"), into: alice.id, at: .sampleNow))
        #expect(try await store.ownChanges(of: owner, at: .sampleNow).map(\.lines) == [["unsub two"]])
        #expect(try await store.undoNewest(of: owner)?.restored == 1)
        #expect(try await store.isFollowed(other.id, by: owner))
        #expect(try await saved() == 1)
    }

    @Test func `what both had saved stays saved when one of them takes that back after linking`() async throws {
        let bob = try await store.sampleProfile("bob")
        let articles = try await store.sampleRefresh(feed, [.sample("Both"), .sample("Mine")])
        let both = try #require(articles.first { $0.title == "Both" })
        _ = try await store.save(both.id, for: bob.id, note: nil, tags: [], limit: 9, at: .sampleNow)
        let command = store.command("save")
        for article in articles {
            _ = try await command.save(article.id, for: alice.id, note: nil, tags: [], limit: 9, at: .sampleNow)
        }
        #expect(try await store.merge(bob.id, of: .sample("bob"), into: alice.id, at: .sampleNow))
        #expect(try await store.undoNewest(of: owner)?.restored == 1)
        #expect(try await saved() == 1)
    }

    @Test func `a room's quota of its maker holds`() async throws {
        let room = try await store.sampleRoom()
        let place = Address(network: "testnet", kind: .room, target: "#news")
        for query in ["moon", "sun"] {
            let made = store.command("alert add \(query)")
            _ = try await made.addAlert(
                of: room.id.recipient,
                query: query,
                at: place,
                by: alice.maker,
                limit: 9,
                time: .sampleNow
            )
        }
        _ = try await store.command("alert 1 remove").removeAlert(of: room.id.recipient, number: 1, at: .sampleNow)
        let limits = UndoLimits(quotas: [.alert: QuotaLimit(own: 9, created: 1)])
        let outcome = try await store.undoNewest(of: room.id.recipient, limits: limits)
        #expect(outcome?.obstacles.map(\.reason) == [.full])
        #expect(try await store.undoNewest(of: room.id.recipient)?.restored == 1)
        #expect(try await store.alerts(of: room.id.recipient).map(\.query) == ["moon", "sun"])
    }

    @Test func `what a change was for may be gone`() async throws {
        try await unfollow()
        let feed = feed
        try await store.write { try $0.execute(sql: "DELETE FROM feed WHERE id = ?", arguments: [feed.id]) }
        let outcome = try await store.undoNewest(of: owner)
        #expect(outcome?.restored == 0 && outcome?.obstacles.map(\.reason) == [.gone])
        #expect(try await store.undoNewest(of: owner) == nil)
    }

    @Test func `a schedule that was moved away from a time that is taken again stays`() async throws {
        func add(_ minute: Int) async throws {
            _ = try await store.addSchedule(
                of: owner,
                kind: .headlines,
                minuteOfDay: minute,
                days: .daily,
                at: Identity.sample("alice").address,
                limit: 9,
                time: .sampleNow
            )
        }
        try await add(450)
        _ = try await store.command("headlines at 08:00").moveSchedule(1, of: owner, to: 480, at: .sampleNow)
        try await add(450)
        #expect(try await store.undoNewest(of: owner)?.obstacles.map(\.reason) == [.changed])
        #expect(try await store.schedules(of: owner).map(\.minuteOfDay) == [480, 450])
    }
}
