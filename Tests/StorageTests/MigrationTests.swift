import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

@Suite(.timed) struct MigrationTests {
    /// The steps that have shipped: lines are added at the end, never changed.
    private static let shipped = [
        "0001-people", "0002-feeds", "0003-wishes", "0004-ledger", "0005-reading", "0006-rooms",
        "0007-change-counters",
    ]
    /// Those that shipped after a step with a higher number.
    private static let late: Set = ["0009-feed-manners", "0022-mutes", "0026-arrivals"]

    @Test func `the list of migrations only grows`() {
        #expect(Array(Migrations.migrator().migrations.prefix(Self.shipped.count)) == Self.shipped)
    }

    @Test func `steps stand in the order of their numbers, but for three that shipped otherwise`() {
        let names = Migrations.migrator().migrations
        let inOrder = names.filter { !Self.late.contains($0) }
        #expect(inOrder == inOrder.sorted())
        #expect(Set(names.map { $0.prefix(4) }).count == names.count)
        #expect(Self.late.isSubset(of: names))
    }

    @Test func `the first schema is as it shipped`() throws {
        let database = try DatabaseQueue(configuration: Store.configuration())
        try Migrations.migrator().migrate(database, upTo: "0007-change-counters")
        #expect(try database.read(Self.schema) == FrozenSchema.afterStep0007)
    }

    @Test func `a database of the first schema is brought up to date`() throws {
        let database = try DatabaseQueue(configuration: Store.configuration())
        try database.write { try $0.execute(sql: FrozenSchema.afterStep0007) }
        try database.write { db in
            try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
            for step in Self.shipped {
                try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [step])
            }
        }
        _ = try Store(migrating: database, path: nil)
        #expect(try database.read(Self.schema) == Store.inMemory().database.read(Self.schema))
    }

    @Test func `articles of the first schema can be read and saved after the upgrade`() async throws {
        let database = try DatabaseQueue(configuration: Store.configuration())
        try Migrations.migrator().migrate(database, upTo: "0007-change-counters")
        try await database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO feed (url, host, name, nameKey, nextCheckAt, createdAt) VALUES ('u', 'h', 'F', 'f', 0, 0);
                    INSERT INTO story (firstSeenAt) VALUES (0);
                    INSERT INTO article (id, feedID, storyID, title, summary, publishedAt, firstSeenAt)
                    VALUES (7, 1, 1, 'Old', '', 0, 0);
                    """
            )
        }
        let store = try Store(migrating: database, path: nil)
        let body = ArticleBody(source: .page, text: "Text.", fetchedAt: Date(timeIntervalSince1970: 0))
        try await store.saveArticleBody(body, of: ArticleID(rawValue: 7))
        #expect(try await store.articleBody(ArticleID(rawValue: 7)) == body)
        let identity = Identity(network: "n", account: "a")
        let profile = try await store.ensureProfile(for: identity, name: "a", at: Date())
        #expect(
            try await store.save(ArticleID(rawValue: 7), for: profile.id, note: nil, tags: [], limit: 1, at: Date())
                == .saved
        )
    }

    @Test func `a database from before mail keeps mail after the upgrade`() async throws {
        let database = try DatabaseQueue(configuration: Store.configuration())
        try await database.write { try $0.execute(sql: FrozenSchema.afterStep0007) }
        try await database.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
                    INSERT INTO listing (ownerKey, placeKey, kind, createdAt) VALUES ('recipient:1', 'p:n', 'article', 5);
                    INSERT INTO listingItem VALUES (1, 1, 7);
                    """
            )
            for step in Self.shipped {
                try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [step])
            }
        }
        let store = try Store(migrating: database, path: nil)
        try await store.keepMail([NewMail(content: [1])], network: "mail", position: "9", at: .sampleNow)
        #expect(try await store.keptMail(network: "mail", dueAt: .sampleNow, limit: 5).map(\.content) == [[1]])
        let old = try await store.newestListing(
            owner: .recipient(RecipientID(rawValue: 1)),
            place: "p:n",
            at: Date(timeIntervalSince1970: 6)
        )
        #expect(old?.items == [7])
        try await database.read { try $0.checkForeignKeys() }
    }

    @Test func `mailboxes of before get a token each to unsubscribe by`() async throws {
        let database = try DatabaseQueue(configuration: Store.configuration())
        try Migrations.migrator().migrate(database, upTo: "0021-mail")
        try await database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO mailCorrespondent (network, address, token, confirmedAt, lastSeenAt)
                    VALUES ('mail', 'a@x', 'one', 5, 5), ('mail', 'b@x', 'two', NULL, 5), ('m2', 'a@x', 'one', 5, 5);
                    """
            )
        }
        let store = try Store(migrating: database, path: nil)
        let known = try #require(try await store.correspondent(token: "one", network: "mail"))
        #expect(known.address == "a@x" && known.confirmedAt == Date(timeIntervalSince1970: 5))
        #expect(try await store.correspondent(unsubscribeToken: known.unsubscribeToken, network: "mail") == known)
        let tokens = try await store.read {
            try String.fetchSet($0, sql: "SELECT unsubscribeToken FROM mailCorrespondent")
        }
        #expect(tokens.count == 3 && tokens.allSatisfy { $0.count == 20 && $0.lowercased() == $0 })
    }

    @Test func `articles stored before and after the index lost its trigger are found`() async throws {
        let database = try DatabaseQueue(configuration: Store.configuration())
        try Migrations.migrator().migrate(database, upTo: "0013-feed-health")
        try await database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO feed (url, host, name, nameKey, isHouse, nextCheckAt, createdAt)
                    VALUES ('https://a.example/f', 'a.example', 'F', 'f', 1, 0, 0);
                    INSERT INTO story (firstSeenAt) VALUES (0);
                    INSERT INTO article (id, feedID, storyID, title, summary, publishedAt, firstSeenAt)
                    VALUES (7, 1, 1, 'Old storm', '', 0, 0);
                    """
            )
        }
        let store = try Store(migrating: database, path: nil)
        let articles = [
            NewArticle(title: "New storm", keys: ["1"], publishedAt: Date(timeIntervalSince1970: 2_000)),
            NewArticle(title: "Older storm", keys: ["2"], publishedAt: Date(timeIntervalSince1970: 1_000)),
        ]
        let commit = RefreshCommit(
            feedID: FeedID(rawValue: 1),
            status: 200,
            nextCheckAt: Date(timeIntervalSince1970: 4_000),
            outcome: .document(FetchedDocument(articles: articles))
        )
        _ = try await store.commitRefresh([commit], alertsVersion: 0, at: Date(timeIntervalSince1970: 3_000))
        _ = try await store.indexSomeArticles()
        let found = try await store.searchArticles(words: "storm", in: .shown(to: nil), limit: 10)
        #expect(Set(found.map(\.article.title)) == ["New storm", "Older storm", "Old storm"])
        // Whatever the index holds is what the articles say.
        try await database.write { db in
            try db.execute(sql: "INSERT INTO articleText(articleText, rank) VALUES ('integrity-check', 1)")
        }
    }

    @Test func `edits of posts and updates of stories that wait become kinds of their own, and nothing else changes`()
        async throws
    {
        let database = try DatabaseQueue(configuration: Store.configuration())
        try Migrations.migrator().migrate(database, upTo: "0100-puzzle-turns")
        let words = #"{"article":9,"numbers":[],"post":"$b","sources":5}"#
        try await database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO recipient (kind, createdAt) VALUES ('profile', 0);
                    INSERT INTO address (recipientID, network, kind, target) VALUES (1, 'home', 'person', 'alice');
                    INSERT INTO delivery (id, recipientID, addressID, kind, payload, dueAt, createdAt, repeatedStoryID)
                    VALUES (1, 1, 1, 'news', NULL, 1, 2, 3), (2, 1, 1, 'update', '$a', 1, 2, NULL),
                        (3, 1, 1, 'notice', :update, 1, 2, NULL), (4, 1, 1, 'notice', 'damaged', 1, 2, NULL),
                        (5, 1, 1, 'notice', '{"payload":{"notice":{"_0":{"other":{}}}},"version":2}', 1, 2, NULL),
                        (9, 1, 1, 'news', NULL, 1, 2, NULL);
                    INSERT INTO deliveryReason (deliveryID, kind, reasonID) VALUES (1, 'alert', 7);
                    DELETE FROM delivery WHERE id = 9;
                    """,
                arguments: [
                    "update": #"{"payload":{"notice":{"_0":{"storyUpdated":{"_0":\#(words)}}}},"version":2}"#
                ]
            )
        }
        let store = try Store(migrating: database, path: nil)
        try await store.write { db in
            let rows = try Row.fetchAll(db, sql: "SELECT kind, payload FROM delivery ORDER BY id")
            #expect(rows.map { $0[0] } == ["news", "edit", "update", "notice", "notice"])
            #expect(DeliveryPayload(row: rows[1]) == .edit(eventID: "$a"))
            let update = StoryUpdate(article: ArticleID(rawValue: 9), sources: 5, numbers: [], post: "$b")
            #expect(DeliveryPayload(row: rows[2]) == .update(update))
            #expect(rows[3][1] == "damaged")
            try db.execute(
                sql: """
                    INSERT INTO delivery (recipientID, addressID, kind, dueAt, createdAt) VALUES (1, 1, 'edit', 1, 2)
                    """
            )
            #expect(db.lastInsertedRowID == 10)
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM deliveryReason") == 1)
        }
    }

    @Test func `keys that were texts are known as hashes`() async throws {
        let database = try DatabaseQueue(configuration: Store.configuration())
        try Migrations.migrator().migrate(database, upTo: "0080-breaking-alerts")
        let long = "same " + String(repeating: "long 東京 ", count: 60)
        try await database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO feed (url, host, name, nameKey, isDefault, nextCheckAt, createdAt, firstFetchedAt,
                        lastDocumentAt, bytes)
                    VALUES ('https://a.example/f', 'a.example', 'A', 'a', 1, 0, 0, 0, 0, 1000),
                        ('https://b.example/f', 'b.example', 'B', 'b', 1, 0, 0, 0, 0, 500);
                    INSERT INTO story (firstSeenAt) VALUES (0), (0);
                    INSERT INTO articleKey (feedID, key, isShared, lastSeenAt)
                    VALUES (1, 'guid 1', 0, 5), (1, 'link constant', 1, 0), (1, :long, 0, 5), (2, 'guid 2', 0, 5);
                    INSERT INTO article (id, feedID, storyID, title, summary, publishedAt, firstSeenAt)
                    VALUES (7 << 20, 1, 1, 'One', '', 7, 0), (8 << 20, 1, 2, 'Two', '', 8, 0);
                    INSERT INTO storyKey (kind, key, storyID, feedID, publishedAt)
                    VALUES ('link', 'a.example/1', 1, 1, 7), ('title', 'a.example/1', 2, 1, 8);
                    """,
                arguments: ["long": long]
            )
        }
        let store = try Store(migrating: database, path: nil)
        func refresh(_ feed: Int64, _ articles: [NewArticle]) async throws -> [Article] {
            let commit = RefreshCommit(
                feedID: FeedID(rawValue: feed),
                status: 200,
                nextCheckAt: Date(timeIntervalSince1970: 4_000),
                outcome: .document(FetchedDocument(articles: articles))
            )
            _ = try await store.commitRefresh([commit], alertsVersion: nil, at: Date(timeIntervalSince1970: 3_000))
            return try await store.database.read { db in
                let sql = "SELECT \(Article.columns) FROM article WHERE feedID = ? ORDER BY id"
                return try Row.fetchAll(db, sql: sql, arguments: [feed]).map(Article.init(row:))
            }
        }
        let some = ["guid 1", "guid 2", "link constant", long]
        #expect(try await store.knownKeys(of: FeedID(rawValue: 1), among: some) == ["guid 1", long])
        let bytes = try await database.read { try Int.fetchAll($0, sql: "SELECT bytes FROM feed ORDER BY id") }
        #expect(bytes == [1_000 - "guid 1link constant\(long)".utf8.count, 500 - "guid 2".utf8.count])
        let same = [NewArticle(title: "One", keys: ["guid 1"]), NewArticle(title: "Two", keys: [long])]
        let first = try await refresh(1, same)
        #expect(first.map(\.title) == ["One", "Two"])
        let second = try await refresh(
            2,
            [
                NewArticle(title: "Two", keys: ["guid 2"]),
                NewArticle(title: "Linked", canonicalURL: "a.example/1", keys: ["guid 3"]),
                NewArticle(
                    title: "Titled",
                    titleKey: "a.example/1",
                    keys: ["guid 4"],
                    publishedAt: Date(timeIntervalSince1970: 9)
                ),
            ]
        )
        #expect(second.map(\.title) == ["Titled", "Linked"])
        #expect(second.map(\.storyID.rawValue) == [2, 1])
        try await database.read { try $0.checkForeignKeys() }
    }

    private static func schema(_ db: Database) throws -> String {
        try String.fetchAll(
            db,
            sql: """
                SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
                    AND name NOT LIKE 'articleText\\_%' ESCAPE '\\' AND name <> 'grdb_migrations'
                ORDER BY type = 'trigger', type = 'index', rowid
                """
        ).joined(separator: ";\n\n") + ";\n"
    }
}
