import Foundation
import GRDB
package import NewsModel
internal import TimeArithmetic

/// Why a reader is not sent or shown an article.
package struct Decision: Hashable, Sendable {
    package var rule: HidingRule
    /// The rule as it is now; nil when it was removed, and for the limit of breaking news, which has no name.
    package var name: String?
    /// It kept the article back when that arrived; otherwise it would do so now.
    package var isRecorded: Bool
}

/// Records which rules kept articles from recipients, so many a day for each recipient.
final class Decisions {
    private let db: Database
    private let day: Int64
    private let mostPerDay: Int
    private var full: Set<RecipientID> = []

    /// For how many days, besides today, they are kept.
    static let days: Int64 = 7

    init(db: Database, time: Date, mostPerDay: Int) {
        self.db = db
        day = Self.day(of: time)
        self.mostPerDay = mostPerDay
    }

    static func day(of time: Date) -> Int64 { Int64(CivilDate.dayNumber(ofSecond: Int(time.unixSeconds))) }

    func record(_ rule: HidingRule, of recipient: RecipientID, for article: ArticleID) throws {
        guard !full.contains(recipient) else { return }
        try db.executeCached(
            sql: """
                INSERT INTO decision (recipientID, day, slot, articleID, rule, number)
                SELECT :recipient, :day, slot, :article, :rule, :number FROM (
                    SELECT coalesce(max(slot) + 1, 0) AS slot FROM decision WHERE recipientID = :recipient AND day = :day
                ) WHERE slot < :most
                """,
            arguments: [
                "recipient": recipient, "day": day, "article": article, "rule": rule.kind,
                "number": rule.number, "most": mostPerDay,
            ]
        )
        if db.changesCount == 0 { full.insert(recipient) }
    }

    /// Whether the limit of breaking news held back a report of one of the stories, and none of them was told since.
    static func heldBack(_ stories: [StoryID], from recipient: RecipientID, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT 1 FROM decision CROSS JOIN article ON article.id = decision.articleID
                WHERE decision.recipientID = ?1 AND decision.rule = 'breakingLimit'
                    AND article.storyID IN (SELECT value FROM json_each(?2))
                    AND NOT EXISTS (SELECT 1 FROM told
                        WHERE told.recipientID = ?1 AND told.storyID IN (SELECT value FROM json_each(?2)))
                LIMIT 1
                """
        )
        return try Row.fetchOne(statement, arguments: [recipient, stories.jsonList]) != nil
    }

    /// Deletes some of the old ones; returns how many.
    static func prune(at time: Date, limit: Int, in db: Database) throws -> Int {
        try db.executeCached(
            sql: """
                DELETE FROM decision WHERE (recipientID, day, slot) IN
                    (SELECT recipientID, day, slot FROM decision WHERE day < ? LIMIT ?)
                """,
            arguments: [day(of: time) - days, limit]
        )
        return db.changesCount
    }
}

extension Store {
    /// What keeps a listed article from a recipient: what did so when it arrived, or the mute or filter that does so
    /// now.
    ///
    /// What the limit of breaking news held back is recorded with one report, and holds for each of the event.
    package func decision(on listed: ListedArticle, for recipient: RecipientID) async throws -> Decision? {
        try await readMuting { db, judge in
            let family = try StoryFamily(of: listed.article.storyID, in: db)
            let row = try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT rule, number FROM decision WHERE recipientID = ?1 AND articleID IN
                            (SELECT id FROM article WHERE storyID IN (SELECT value FROM json_each(?2)))
                        ORDER BY articleID = ?3 DESC, day DESC, slot DESC LIMIT 1
                        """
                ),
                arguments: [recipient, family.stories.jsonList, listed.article.id]
            )
            if let row, let kind = HidingRule.Kind(rawValue: row[0]) {
                let rule = HidingRule(kind, row[1])
                return Decision(rule: rule, name: try rule.name(for: recipient, in: db), isRecorded: true)
            }
            let event = try StoryEvents(db: db).members(with: listed.article.storyID)
            if try Decisions.heldBack(family.stories + event, from: recipient, in: db) {
                return Decision(rule: .breakingLimit, name: nil, isRecorded: true)
            }
            let rules = try ReaderRules(of: recipient, in: db, judge)
            guard let rule = rules?.rule(hiding: listed) else { return nil }
            return Decision(rule: rule, name: try rule.name(for: recipient, in: db), isRecorded: false)
        }
    }
}

extension HidingRule {
    /// A mute's name, or a filter's query in canonical form.
    fileprivate func name(for recipient: RecipientID, in db: Database) throws -> String? {
        switch kind {
        case .mute: try Mute.all(of: recipient, in: db).first { $0.number == number }?.name
        case .filter: try NewsFilter.find(number, of: recipient, in: db)?.query
        case .breakingLimit: nil
        }
    }
}
