package import Foundation
import GRDB
package import NewsModel
import TextAnalysis

/// The result of one player.
package struct QuizScore: Hashable, Sendable {
    /// `network:account`, or a guest's key.
    package var playerKey: String
    package var profileID: ProfileID?
    package var displayName: String
    package var points: Int
    package var correctCount: Int
    /// The number of the day that it was for the player (`PuzzleDay`).
    package var dayNumber: Int
    /// How many questions there were.
    package var questionCount: Int

    package init(
        playerKey: String,
        profileID: ProfileID? = nil,
        displayName: String,
        points: Int,
        correctCount: Int,
        dayNumber: Int = 0,
        questionCount: Int = 0
    ) {
        self.playerKey = playerKey
        self.profileID = profileID
        self.displayName = displayName
        self.points = points
        self.correctCount = correctCount
        self.dayNumber = dayNumber
        self.questionCount = questionCount
    }
}

/// A story and an answer that were asked for.
package struct AskedQuestion: Hashable, Sendable {
    package var story: StoryID
    /// A hash of the answer.
    package var answer: Int64

    package init(story: StoryID, answer: Int64) {
        self.story = story
        self.answer = answer
    }
}

/// A round that is played, or that has still something to say; it continues after a restart.
package struct OpenQuizRound: Hashable, Sendable {
    package var id: QuizRoundID
    package var recipientID: RecipientID
    /// The encoded state: the game and what is not said yet.
    package var state: String
    package var startedAt: Date
    /// Whether its scores are stored.
    package var isOver: Bool
}

extension Store {
    /// Opens a round in a room or private chat and stores what it asks; nil when a round is open there.
    package func startQuizRound(
        in place: RecipientID,
        state: String,
        asked: [AskedQuestion],
        lineCount: Int = 0,
        at time: Date
    ) async throws -> QuizRoundID? {
        try await write { db in
            try db.execute(
                sql: "INSERT OR IGNORE INTO quizRound (recipientID, state, startedAt, lineCount) VALUES (?, ?, ?, ?)",
                arguments: [place, state, time.unixSeconds, lineCount]
            )
            guard db.changesCount == 1 else { return nil }
            let id = QuizRoundID(rawValue: db.lastInsertedRowID)
            for question in asked {
                try db.execute(
                    sql: "INSERT OR REPLACE INTO quizAsked (recipientID, storyID, answer, askedAt) VALUES (?, ?, ?, ?)",
                    arguments: [place, question.story, question.answer, time.unixSeconds]
                )
            }
            try Self.forgetAsked(in: place, at: time, db)
            return id
        }
    }

    /// Stores a round's state; false when the round has ended.
    package func saveQuizRound(_ round: QuizRoundID, state: String) async throws -> Bool {
        try await write { db in
            try db.execute(
                sql: "UPDATE quizRound SET state = ? WHERE id = ? AND endedAt IS NULL",
                arguments: [state, round]
            )
            return db.changesCount == 1
        }
    }

    /// Ends a round and stores its scores, once.
    ///
    /// - Parameters:
    ///   - state: what it has still to say; empty when all is said.
    ///   - lineCount: how many messages it made in all.
    package func endQuizRound(
        _ round: QuizRoundID,
        scores: [QuizScore],
        state: String = "",
        lineCount: Int = 0,
        at time: Date
    ) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE quizRound SET endedAt = ?, state = ?, lineCount = ? WHERE id = ? AND endedAt IS NULL",
                arguments: [time.unixSeconds, state, lineCount, round]
            )
            guard db.changesCount == 1 else { return }
            for score in scores {
                try db.execute(
                    sql: """
                        INSERT OR REPLACE INTO quizScore
                            (roundID, playerKey, profileID, displayName, points, correctCount, dayNumber, questionCount)
                        VALUES (?, ?, (SELECT id FROM profile WHERE id = ?), ?, ?, ?, ?, ?)
                        """,
                    arguments: [
                        round, score.playerKey, score.profileID, score.displayName, score.points,
                        score.correctCount, score.dayNumber, score.questionCount,
                    ]
                )
            }
        }
    }

    /// Stores what a round that is over has still to say; empty when all is said.
    package func saveRest(of round: QuizRoundID, state: String) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE quizRound SET state = ? WHERE id = ? AND endedAt IS NOT NULL",
                arguments: [state, round]
            )
        }
    }

    /// The rounds that are not over, and those that have still something to say, in the order of their beginning.
    package func openQuizRounds() async throws -> [OpenQuizRound] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT id, recipientID, state, startedAt, endedAt IS NOT NULL FROM quizRound
                    WHERE endedAt IS NULL OR state <> '' ORDER BY id
                    """
            ).map { row in
                OpenQuizRound(
                    id: row[0],
                    recipientID: row[1],
                    state: row[2],
                    startedAt: row.date(3),
                    isOver: row[4]
                )
            }
        }
    }

    /// How many messages the rounds make or made that began in a place since a time.
    package func quizLines(in place: RecipientID, since: Date) async throws -> Int {
        try await read { db in
            try Int.fetchOne(
                db,
                sql: "SELECT sum(lineCount) FROM quizRound WHERE recipientID = ? AND startedAt >= ?",
                arguments: [place, since.unixSeconds]
            ) ?? 0
        }
    }

    /// How many rounds began in a place since a time.
    package func quizRoundCount(in place: RecipientID, since: Date) async throws -> Int {
        try await read { db in
            try Int.fetchOne(
                db,
                sql: "SELECT count(*) FROM quizRound WHERE recipientID = ? AND startedAt >= ?",
                arguments: [place, since.unixSeconds]
            ) ?? 0
        }
    }

    /// The total scores in a room or private chat since a time, best first.
    package func quizScores(
        in place: RecipientID,
        since: Date = .distantPast,
        limit: Int = 10
    ) async throws -> [QuizScore] {
        try await read { db in
            try Row.fetchAll(
                db,
                // Linked accounts count as one player, including scores from before they were linked.
                sql: """
                    SELECT playerKey, coalesce(quizScore.profileID, identity.profileID), quizScore.displayName,
                        sum(points), sum(correctCount), max(roundID)
                    FROM quizRound JOIN quizScore ON quizScore.roundID = quizRound.id
                    LEFT JOIN identity ON quizScore.profileID IS NULL
                        AND identity.network = substr(playerKey, 1, instr(playerKey, ':') - 1)
                        AND identity.account = substr(playerKey, instr(playerKey, ':') + 1)
                    WHERE recipientID = ? AND startedAt >= ?
                    GROUP BY coalesce(quizScore.profileID, identity.profileID, playerKey) HAVING sum(points) > 0
                    ORDER BY sum(points) DESC, sum(correctCount) DESC, quizScore.displayName LIMIT ?
                    """,
                arguments: [place, since.unixSeconds, limit]
            ).map { row in
                QuizScore(
                    playerKey: row[0],
                    profileID: row[1],
                    displayName: row[2],
                    points: row[3],
                    correctCount: row[4]
                )
            }
        }
    }

    /// What was asked in a place and must not be asked again: the last 200 questions, and all of 30 days.
    package func askedQuestions(in place: RecipientID) async throws -> [AskedQuestion] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT storyID, answer FROM quizAsked WHERE recipientID = ?", arguments: [place])
                .map { AskedQuestion(story: $0[0], answer: $0[1]) }
        }
    }

    private static func forgetAsked(in place: RecipientID, at time: Date, _ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM quizAsked WHERE recipientID = :place AND askedAt < :time AND (storyID, answer) NOT IN
                    (SELECT storyID, answer FROM quizAsked WHERE recipientID = :place ORDER BY askedAt DESC LIMIT 200)
                """,
            arguments: ["place": place, "time": (time - 30 * 86_400).unixSeconds]
        )
    }
}

extension Store {
    /// How long and in how many articles a name of the quiz is looked for.
    private static let quizLimits = SearchLimits(candidates: 200, newest: 500, seconds: 0.1)

    /// Articles in sight of a period that have the words of a name side by side, one of each story.
    package func articles(
        naming name: String,
        from: Date,
        to: Date,
        in sight: Sight,
        limit: Int
    ) async throws -> [ListedArticle] {
        let words = name.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
        guard let query = try? Query(parsing: "\"\(words)\"") else { return [] }
        let search = ArticleSearch(query: query, from: from, to: to, time: QueryTime(now: to), limit: limit)
        return try await self.search(search, in: sight, limits: Self.quizLimits).hits.map(\.listed)
    }
}
