import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

/// What the daily limit of breaking news holds back is remembered for `why`.
@Suite(.timed) struct BreakingLimitTests {
    private let store: Store
    private let alice: Profile
    private let feeds: [Feed]

    /// Alice is told what two sources report.
    init() async throws {
        store = try Store.inMemory()
        alice = try await store.sampleProfile("alice")
        let names = ["one", "two", "three"].map { (name: String) in
            FeedDescription(url: "https://\(name).example/feed", name: name)
        }
        try await store.saveDefaultSelection(names, at: .sampleNow)
        feeds = try await store.defaultFeeds()
        for feed in feeds { try await store.sampleRefresh(feed, [], at: .sampleNow - 3_600) }
        _ = try await store.addAlert(
            of: alice.id.recipient,
            query: "",
            breaking: BreakingRule(sources: 2),
            at: Identity.sample("alice").address,
            limit: 5,
            time: .sampleNow
        )
    }

    /// Each feed reports an event.
    @discardableResult
    private func event(
        _ name: String,
        following earlier: Article? = nil,
        at time: Date = .sampleNow
    ) async throws -> [Article] {
        var reports: [Article] = []
        for feed in feeds {
            var entry = NewArticle.sample("\(name), says \(feed.name)", publishedAt: time)
            let related = (earlier ?? reports.first).map { [[StoryLink.story($0.storyID)]] } ?? []
            entry.grouping = StoryGrouping(number: 1, related: related)
            reports += try await store.sampleRefresh(feed, [entry], at: time)
        }
        return reports
    }

    private func decision(_ report: Article) async throws -> Decision? {
        let listed = try await store.articles(ofStory: report.storyID, in: .of(nil)).first
        return try await store.decision(on: try #require(listed), for: alice.id.recipient)
    }

    private func decisionCount() async throws -> Int {
        try await store.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM decision") ?? 0 }
    }

    @Test func `it is recorded once for an event, and known of each report`() async throws {
        let sent = try await event("Event 1")
        for number in 2...5 { try await event("Event \(number)") }
        #expect(try await decisionCount() == 0)
        let held = try await event("Quake")
        #expect(try await store.queuedTitles(for: alice).count == 5)
        #expect(try await decisionCount() == 1)
        let limit = Decision(rule: .breakingLimit, name: nil, isRecorded: true)
        #expect(held.count == 3)
        for report in held { #expect(try await decision(report) == limit) }
        for report in sent { #expect(try await decision(report) == nil) }
    }

    @Test func `nothing is recorded where no decisions are kept`() async throws {
        store.limits.decisionsPerDay = 0
        for number in 1...6 { try await event("Event \(number)") }
        #expect(try await store.queuedTitles(for: alice).count == 5)
        #expect(try await decisionCount() == 0)
    }

    @Test func `an event that is told on the next day is held back no more`() async throws {
        for number in 1...5 { try await event("Event \(number)") }
        let held = try await event("Quake")
        let tomorrow = Date.sampleNow + 86_400
        let later = try await event("Quake again", following: held[0], at: tomorrow)
        #expect(try await store.queuedTitles(for: alice).count == 6)
        #expect(try await decision(held[0]) == nil)
        #expect(try await decision(later[2]) == nil)
    }

    @Test func `of what is muted the mute is named, not the limit`() async throws {
        for number in 1...5 { try await event("Event \(number)") }
        _ = try await store.addMute(
            .words("quake"),
            named: "quake",
            until: nil,
            of: alice.id.recipient,
            limit: 3,
            at: .sampleNow
        )
        let held = try await event("Quake")
        #expect(try await decisionCount() == 0)
        #expect(try await decision(held[1])?.rule == HidingRule(.mute, 1))
    }

    @Test func `decisions from before the limit was recorded stay`() async throws {
        let database = try DatabaseQueue(configuration: Store.configuration())
        try Migrations.migrator().migrate(database, upTo: "0106-icons-due")
        try await database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO recipient (kind, createdAt) VALUES ('profile', 0);
                    INSERT INTO decision (recipientID, day, slot, articleID, rule, number)
                    VALUES (1, 5, 0, 7, 'mute', 2);
                    """
            )
        }
        let migrated = try Store(migrating: database, path: nil)
        let kept = try await migrated.read { db in
            try String.fetchAll(db, sql: "SELECT articleID || ' ' || rule || ' ' || number FROM decision")
        }
        #expect(kept == ["7 mute 2"])
        try await database.read { try $0.checkForeignKeys() }
    }
}
