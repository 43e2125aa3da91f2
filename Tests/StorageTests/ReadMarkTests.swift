import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

/// What is read is a mark on a story; when it was read is another matter.
@Suite(.timed) struct ReadMarkTests {
    let store: Store
    let alice: Profile
    let feed: Feed
    let first: Article

    init() async throws {
        store = try Store.inMemory()
        alice = try await store.sampleProfile("alice")
        feed = try await store.sampleFetchedFeed("one")
        try await store.sampleSubscription(of: alice, to: feed, time: .sampleNow - 3_600)
        let articles = try await store.sampleRefresh(feed, [.sample("A"), .sample("B")])
        first = try #require(articles.first { $0.title == "A" })
    }

    private var reader: RecipientID { alice.id.recipient }

    private func unread() async throws -> [String] {
        try await store.unreadArticles(in: .of(reader), at: .sampleNow, limit: 9).articles.map(\.article.title).sorted()
    }

    private func counts() async throws -> [Int] {
        try await store.followedFeeds(of: reader, at: .sampleNow).map(\.unreadCount)
    }

    private func history() async throws -> Int {
        try await store.readings(of: alice.id, from: .distantPast, to: .distantFuture, limit: 9).count
    }

    @Test func `unmarking leaves the history`() async throws {
        try await store.recordReading(of: first.id, by: alice.id, at: .sampleNow)
        try await store.markUnread(first.storyID, by: alice.id, at: .sampleNow)
        #expect(try await unread() == ["A", "B"])
        #expect(try await counts() == [2])
        #expect(try await history() == 1)
        let listed = try await store.article(first.id, in: .of(reader))
        #expect(listed?.isRead == false)
    }

    @Test func `a story is unread again though its whole feed was marked, until that happens once more`() async throws {
        try await store.markAllRead(of: reader, at: .sampleNow)
        #expect(try await unread() == [])
        try await store.markUnread(first.storyID, by: alice.id, at: .sampleNow)
        #expect(try await unread() == ["A"])
        #expect(try await counts() == [1])
        #expect(try await store.command().markAllRead(of: reader, at: .sampleNow) == 1)
        #expect(try await unread() == [])
        try await store.undoNewest(of: reader)
        #expect(try await unread() == ["A"])
        #expect(try await history() == 0)
    }

    @Test func `what was read after a feed was marked stays read when that is undone`() async throws {
        try await store.markAllRead(of: reader, at: .sampleNow)
        try await store.markUnread(first.storyID, by: alice.id, at: .sampleNow)
        #expect(try await store.command().markAllRead(of: reader, at: .sampleNow) == 1)
        try await store.command().recordReading(of: first.id, by: alice.id, at: .sampleNow + 60)
        try await store.undoNewest(of: reader)
        #expect(try await unread() == [])
    }

    @Test func `a story marked as unread is as before when that is undone, unless it was read since`() async throws {
        #expect(try await !store.command().markUnread(first.storyID, by: alice.id, at: .sampleNow))
        #expect(try await store.ownChanges(of: reader, at: .sampleNow) == [])
        try await store.recordReading(of: first.id, by: alice.id, at: .sampleNow)
        #expect(try await store.command().markUnread(first.storyID, by: alice.id, at: .sampleNow))
        #expect(try await unread() == ["A", "B"])
        #expect(try await store.undoNewest(of: reader)?.restored == 1)
        #expect(try await unread() == ["B"])
        #expect(try await store.command().markUnread(first.storyID, by: alice.id, at: .sampleNow))
        try await store.recordReading(of: first.id, by: alice.id, at: .sampleNow + 60)
        #expect(try await store.undoNewest(of: reader, at: .sampleNow + 60) == UndoOutcome())
        #expect(try await unread() == ["B"])
        #expect(try await history() == 2)
    }

    @Test func `what a feed had before it was followed counts as read everywhere`() async throws {
        let old = NewArticle.sample("Old", publishedAt: .sampleNow - 7_200)
        let articles = try await store.sampleRefresh(feed, [old])
        var selection = ArticleSelection(from: .distantPast, to: .distantFuture)
        func all() async throws -> [[String]] {
            let listed = try await store.articles(selection, in: .of(reader), limit: 9)
            let found = try await store.outline(of: selection, in: .of(reader), limit: 9)
            let told = try await store.articles(found.articles.map(\.id), of: found, in: .of(reader))
            return [listed, told].map { $0.map(\.article.title).sorted() }
        }
        #expect(try await all() == [["A", "B", "Old"], ["A", "B", "Old"]])
        selection.unreadAt = .sampleNow
        #expect(try await all() == [["A", "B"], ["A", "B"]])
        #expect(try await unread() == ["A", "B"])
        #expect(try await counts() == [2])
        let story = try #require(articles.first { $0.title == "Old" }).storyID
        #expect(try await store.markUnread(story, by: alice.id, at: .sampleNow))
        #expect(try await all() == [["A", "B", "Old"], ["A", "B", "Old"]])
        #expect(try await unread() == ["A", "B", "Old"])
        // All marks of one person go at once, and come back with one change.
        #expect(try await store.command().markAllRead(of: reader, at: .sampleNow) == 3)
        #expect(try await all() == [[], []])
        try await store.undoNewest(of: reader)
        #expect(try await unread() == ["A", "B", "Old"])
    }

    @Test func `lists, counts and searches agree on what is unread, whatever the marks`() async throws {
        let day = 86_400.0
        var random = SeededNumbers(state: 7)
        for (name, followedFor) in [("new", 10 * day), ("old", 60 * day)] {
            let feed = try await store.sampleFetchedFeed(name)
            try await store.sampleSubscription(of: alice, to: feed, time: .sampleNow - followedFor)
            let ages = (0..<40).map { _ in Double.random(in: 1...50, using: &random).rounded() * day }
            let entries = ages.enumerated().map { number, age in
                NewArticle.sample("\(name) \(number)", publishedAt: .sampleNow - age - Double(number))
            }
            for article in try await store.sampleRefresh(feed, entries) {
                switch Int.random(in: 0..<3, using: &random) {
                case 0: try await store.recordReading(of: article.id, by: alice.id, at: .sampleNow)
                case 1 where article.publishedAt > .sampleNow - 29 * day:
                    try await store.markUnread(article.storyID, by: alice.id, at: .sampleNow)
                default: break
                }
            }
        }
        let sight = Sight.of(reader)
        let listed = try await store.unreadArticles(in: sight, at: .sampleNow, limit: 999).articles
        let titles = Set(listed.map(\.article.title))
        #expect(titles.count > 10 && titles.count < 80)
        let searched = try await store.searchArticles(words: "is:unread", in: sight, limit: 999)
        #expect(Set(searched.map(\.article.title)) == titles)
        var selection = ArticleSelection(from: .distantPast, to: .distantFuture)
        selection.unreadAt = .sampleNow
        let selected = try await store.articles(selection, in: sight, limit: 999)
        #expect(Set(selected.map(\.article.title)) == titles)
        #expect(try await counts().reduce(0, +) == titles.count)
    }

    @Test func `linked accounts have read what either has read`() async throws {
        let bob = try await store.sampleProfile("bob")
        try await store.recordReading(of: first.id, by: bob.id, at: .sampleNow)
        try await store.markUnread(first.storyID, by: alice.id, at: .sampleNow)
        #expect(try await store.merge(bob.id, of: .sample("bob"), into: alice.id, at: .sampleNow))
        #expect(try await unread() == ["B"])
    }

    @Test func `who forgets the history forgets the marks, and a story takes its marks along`() async throws {
        try await store.recordReading(of: first.id, by: alice.id, at: .sampleNow)
        try await store.eraseHistory(of: alice.id)
        #expect(try await unread() == ["A", "B"])
        try await store.recordReading(of: first.id, by: alice.id, at: .sampleNow)
        try await store.erase(alice.id)
        let left = try await store.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM readMark") }
        #expect(left == 0)
    }

    @Test func `what was read before the step is history and mark`() async throws {
        let database = try DatabaseQueue(configuration: Store.configuration())
        try Migrations.migrator().migrate(database, upTo: "0038-makers")
        try await database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO recipient (id, kind, createdAt) VALUES (1, 'profile', 0);
                    INSERT INTO profile (id, name) VALUES (1, 'alice');
                    INSERT INTO story (id, firstSeenAt, sameAs) VALUES (5, 1, NULL), (6, 1, 5), (7, 1, NULL);
                    INSERT INTO reading (profileID, articleID, storyID, feedID, readAt)
                    VALUES (1, 1, 6, 1, 10), (1, 2, 5, 1, 20), (1, 3, 7, 1, 30), (1, 4, 99, 1, 40);
                    """
            )
        }
        _ = try Store(migrating: database, path: nil)
        let (marks, readings) = try await database.read { db in
            (
                try Row.fetchAll(db, sql: "SELECT storyID, isRead, markedAt FROM readMark ORDER BY storyID")
                    .map { [$0[0], $0[1], $0[2]] as [Int] },
                try Int.fetchOne(db, sql: "SELECT count(*) FROM reading")
            )
        }
        #expect(marks == [[5, 1, 20], [7, 1, 30]])
        #expect(readings == 4)
    }
}
