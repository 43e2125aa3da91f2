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
    /// Guests are in no such list. A round counts as solved if every question was answered right.
    package func quizTotals(
        numbers: ClosedRange<Int>,
        in scope: ScoreScope,
        limit: Int = 10
    ) async throws -> [GameTotal] {
        let condition: String
        let id: Int64
        switch scope {
        case .player(let profile): (condition, id) = ("quizScore.profileID = ?", profile.rawValue)
        case .room(let room): (condition, id) = ("recipientID = ?", room.rawValue)
        case .everybody:
            condition = """
                EXISTS (SELECT 1 FROM gamePlayer WHERE gamePlayer.profileID = quizScore.profileID AND isGlobal = ?)
                """
            id = 1
        }
        return try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT quizScore.profileID, profile.name, sum(points), sum(points = questionCount), count(*)
                    FROM quizScore JOIN quizRound ON quizRound.id = roundID
                    JOIN profile ON profile.id = quizScore.profileID
                    WHERE dayNumber BETWEEN ? AND ? AND \(condition)
                    GROUP BY quizScore.profileID HAVING sum(points) > 0
                    ORDER BY sum(points) DESC, profile.name LIMIT ?
                    """,
                arguments: [numbers.lowerBound, numbers.upperBound, id, limit]
            ).map { row in
                GameTotal(profileID: row[0], name: row[1], points: row[2], solved: row[3], played: row[4])
            }
        }
    }
}
