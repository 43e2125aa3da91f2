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
}

extension Store {
    /// So many reports are kept, and so many of one person; the oldest go first.
    private static let mostReports = 500
    private static let mostReportsOfOne = 20

    /// Stores a person's report for the operators; of one question a person has one.
    package func reportQuestion(
        _ question: String,
        url: String?,
        reason: String,
        by person: ProfileID,
        at time: Date
    ) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO quizReport (profileID, question, url, reason, reportedAt) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (profileID, question) DO UPDATE SET reason = excluded.reason
                    """,
                arguments: [person, question, url, reason, time.unixSeconds]
            )
            try db.execute(
                sql: """
                    DELETE FROM quizReport WHERE profileID = :person AND id NOT IN
                        (SELECT id FROM quizReport WHERE profileID = :person ORDER BY id DESC LIMIT :most)
                    """,
                arguments: ["person": person, "most": Self.mostReportsOfOne]
            )
            try db.execute(
                sql: "DELETE FROM quizReport WHERE id NOT IN (SELECT id FROM quizReport ORDER BY id DESC LIMIT ?)",
                arguments: [Self.mostReports]
            )
        }
    }

    /// Newest first.
    package func quizReports(limit: Int = 20) async throws -> [QuizReport] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT id, question, url, reason, reportedAt FROM quizReport ORDER BY id DESC LIMIT ?",
                arguments: [limit]
            ).map { QuizReport(id: $0[0], question: $0[1], url: $0[2], reason: $0[3], reportedAt: $0.date(4)) }
        }
    }

    /// Takes a report off the list; false if it was not there.
    package func closeQuizReport(_ id: Int64) async throws -> Bool {
        try await write { db in
            try db.execute(sql: "DELETE FROM quizReport WHERE id = ?", arguments: [id])
            return db.changesCount == 1
        }
    }
}
