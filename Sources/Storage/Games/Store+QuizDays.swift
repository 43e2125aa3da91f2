import Foundation
import GRDB
package import NewsModel

/// What a person reached in a quiz round.
package struct QuizDay: Hashable, Sendable {
    /// The number of the day that it was for them.
    package var number: Int
    package var points: Int
    package var questionCount: Int
}

extension Store {
    /// The quiz rounds that a person has ended with an answer, newest first.
    package func quizDays(of profile: ProfileID) async throws -> [QuizDay] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT dayNumber, points, questionCount FROM quizScore JOIN quizRound ON quizRound.id = roundID
                    WHERE profileID = ? AND endedAt IS NOT NULL ORDER BY endedAt DESC, roundID DESC
                    """,
                arguments: [profile]
            ).map { QuizDay(number: $0[0], points: $0[1], questionCount: $0[2]) }
        }
    }

    /// The best players of quiz rounds on some days; most points first.
    ///
    /// Guests are in no such list. A round counts as solved if every question was answered right. Among everybody the
    /// best round of a day counts, as it is with puzzles; a person may play rounds about their own feeds all day.
    package func quizTotals(
        numbers: ClosedRange<Int>,
        in scope: ScoreScope,
        limit: Int = 10
    ) async throws -> [GameTotal] {
        let condition: String
        let id: any DatabaseValueConvertible & Sendable
        let perDay: String
        switch scope {
        case .player(let profile): (condition, id, perDay) = ("quizScore.profileID = ?", profile, "")
        case .room(let room): (condition, id, perDay) = ("recipientID = ?", room, "")
        case .everybody:
            condition = """
                EXISTS (SELECT 1 FROM gamePlayer WHERE gamePlayer.profileID = quizScore.profileID AND isGlobal = ?)
                """
            id = 1
            perDay = "GROUP BY profileID, dayNumber"
        }
        let points = perDay.isEmpty ? "points, points = questionCount" : "max(points), max(points = questionCount)"
        return try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    WITH counted (profileID, points, isSolved) AS (
                        SELECT quizScore.profileID, \(points)
                        FROM quizScore JOIN quizRound ON quizRound.id = roundID
                        WHERE dayNumber BETWEEN ? AND ? AND \(condition) \(perDay))
                    SELECT profileID, profile.name, sum(points), sum(isSolved), count(*)
                    FROM counted JOIN profile ON profile.id = profileID
                    GROUP BY profileID HAVING sum(points) > 0
                    ORDER BY sum(points) DESC, profile.name LIMIT ?
                    """,
                arguments: [numbers.lowerBound, numbers.upperBound, id, limit]
            ).map { row in
                GameTotal(profileID: row[0], name: row[1], points: row[2], solved: row[3], played: row[4])
            }
        }
    }

    /// Deletes ended rounds that nobody answered, and of those that a person played alone all but the best of each day.
    static func pruneQuizRounds(endedBefore time: Date, _ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM quizRound WHERE endedAt < ? AND state = ''
                    AND NOT EXISTS (SELECT 1 FROM quizScore WHERE roundID = quizRound.id)
                """,
            arguments: [time.unixSeconds]
        )
        try db.execute(
            sql: """
                DELETE FROM quizRound WHERE id IN (SELECT roundID FROM (
                    SELECT roundID, row_number() OVER
                        (PARTITION BY quizScore.profileID, dayNumber ORDER BY points DESC, roundID) AS place
                    FROM quizScore JOIN quizRound ON quizRound.id = roundID
                    JOIN recipient ON recipient.id = recipientID AND recipient.kind = 'profile'
                    WHERE quizScore.profileID IS NOT NULL AND endedAt < ? AND state = '') WHERE place > 1)
                """,
            arguments: [time.unixSeconds]
        )
    }
}
