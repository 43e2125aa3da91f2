package import Foundation
import GRDB
package import NewsModel

/// A quiz question that somebody found wrong.
package struct QuizReport: Hashable, Sendable {
    package var id: Int64
    /// The question with its choices, as it was shown.
    package var question: String
    package var url: String?
    /// What the person wrote.
    package var reason: String
    package var reportedAt: Date
    /// Who wrote it.
    package var reporter: String
    /// How many older ones of the same person are not shown.
    package var moreOfReporter: Int
}

extension Store {
    /// How long a report is kept, in seconds.
    private static let reportAge: TimeInterval = 90 * 86_400
    /// The longest reason and question, in bytes.
    private static let longestReason = 400
    private static let longestQuestion = 1_500

    /// Stores a person's report for the operators; of one question a person has one.
    ///
    /// - Returns: false if the person has reported as many questions as they may on a day.
    package func reportQuestion(
        _ question: String,
        url: String?,
        reason: String,
        by person: ProfileID,
        at time: Date
    ) async throws -> Bool {
        let question = Self.cut(question, Self.longestQuestion)
        let reason = Self.cut(reason, Self.longestReason)
        let limits = self.limits.quizReports
        return try await write { db in
            let others = try Int.fetchOne(
                db,
                sql: "SELECT count(*) FROM quizReport WHERE profileID = ? AND reportedAt > ? AND question <> ?",
                arguments: [person, (time - 86_400).unixSeconds, question]
            )
            guard (others ?? 0) < limits.perDay else { return false }
            try db.execute(
                sql: """
                    INSERT INTO quizReport (profileID, question, url, reason, reportedAt) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (profileID, question) DO UPDATE SET reason = excluded.reason
                    """,
                arguments: [person, question, url, reason, time.unixSeconds]
            )
            try db.execute(
                sql: """
                    DELETE FROM quizReport WHERE reportedAt < :oldest OR id NOT IN
                        (SELECT id FROM quizReport ORDER BY id DESC LIMIT :most)
                    """,
                arguments: ["oldest": (time - Self.reportAge).unixSeconds, "most": limits.kept]
            )
            return true
        }
    }

    /// At most so many bytes of a text.
    private static func cut(_ text: String, _ most: Int) -> String {
        var end = text.unicodeScalars.startIndex
        var bytes = 0
        for index in text.unicodeScalars.indices {
            bytes += text.unicodeScalars[index].utf8.count
            guard bytes <= most else { break }
            end = text.unicodeScalars.index(after: index)
        }
        return String(text.unicodeScalars[..<end])
    }

    /// Newest first, of one person only so many as `limits` says.
    package func quizReports() async throws -> [QuizReport] {
        let shown = limits.quizReports.shownOfOne
        return try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT report.id, question, url, reason, reportedAt, profile.name, place, total FROM
                        (SELECT *, row_number() OVER (PARTITION BY profileID ORDER BY id DESC) AS place,
                            count(*) OVER (PARTITION BY profileID) AS total FROM quizReport) AS report
                    JOIN profile ON profile.id = report.profileID WHERE place <= ? ORDER BY report.id DESC
                    """,
                arguments: [shown]
            ).map { row in
                let (place, total): (Int, Int) = (row[6], row[7])
                return QuizReport(
                    id: row[0],
                    question: row[1],
                    url: row[2],
                    reason: row[3],
                    reportedAt: row.date(4),
                    reporter: row[5],
                    moreOfReporter: place == shown ? total - place : 0
                )
            }
        }
    }

    /// Takes a report off the list; false if it was not there.
    package func closeQuizReport(_ id: Int64) async throws -> Bool {
        try await write { db in
            try db.execute(sql: "DELETE FROM quizReport WHERE id = ?", arguments: [id])
            return db.changesCount == 1
        }
    }

    /// Takes the reports of everybody with a name off the list and returns how many there were.
    package func closeQuizReports(of name: String) async throws -> Int {
        try await write { db in
            try db.execute(
                sql: """
                    DELETE FROM quizReport WHERE profileID IN
                        (SELECT profileID FROM quizReport JOIN profile ON profile.id = profileID
                        WHERE profile.name = ? COLLATE NOCASE)
                    """,
                arguments: [name]
            )
            return db.changesCount
        }
    }

    /// Takes all reports off the list and returns how many there were.
    package func closeQuizReports() async throws -> Int {
        try await write { db in
            try db.execute(sql: "DELETE FROM quizReport")
            return db.changesCount
        }
    }
}
