import GRDB
import NewsModel

@testable import Storage

extension Store {
    /// From now on every transaction that stores an article of this title fails.
    func refuseArticles(titled title: String) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    CREATE TRIGGER refuse BEFORE INSERT ON article WHEN NEW.title = '\(title)' BEGIN
                        SELECT RAISE(ABORT, 'poison');
                    END
                    """
            )
        }
    }

    /// As if the feeds were all at one host.
    func moveAll(_ feeds: [FeedID], toHost host: String) async throws {
        try await write { db in
            for feed in feeds {
                try db.execute(sql: "UPDATE feed SET host = ? WHERE id = ?", arguments: [host, feed])
            }
        }
    }

    /// As an entry does that has the link of one story and the title of another.
    func mergeStories(_ one: StoryID, _ other: StoryID) async throws {
        try await write { db in try StoryFamily.merge(one, other, in: db) }
    }

    func isOneEvent(_ one: StoryID, _ other: StoryID) async throws -> Bool {
        try await read { db in
            let events = StoryEvents(db: db)
            return try events.event(of: one) == events.event(of: other)
        }
    }
}
