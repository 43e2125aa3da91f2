import Foundation
import GRDB

extension Store {
    /// Removes what nobody confirmed or came back for, and mail of a network that is no longer run.
    func pruneMail(at time: Date) async throws {
        let steps: [(sql: String, end: Int64)] = [
            ("FROM mailConfirmation WHERE createdAt <= ?", time.unixSeconds - MailConfirmations.lifetime),
            ("FROM mailAnswerCount WHERE answeredAt <= ?", time.unixSeconds - Self.answerHour),
            ("FROM keptMail WHERE receivedAt <= ?", (time - Retention.keptMailAge).unixSeconds),
            (
                "FROM mailCorrespondent WHERE lastSeenAt <= ? AND confirmedAt IS NULL AND unsubscribedAt IS NULL",
                (time - Retention.strangerAge).unixSeconds
            ),
        ]
        try await write { db in
            for step in steps { try db.execute(sql: "DELETE " + step.sql, arguments: [step.end]) }
        }
    }
}
