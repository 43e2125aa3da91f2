import Foundation
import GRDB

extension Store {
    /// Removes expired confirmations, counts and mails, and addresses that never confirmed.
    ///
    /// Mail of a network that is no longer configured is removed by age.
    ///
    /// An unsubscribed mailbox is remembered as long as an account or address with it exists.
    func pruneMail(at time: Date) async throws {
        let steps: [(sql: String, end: Int64)] = [
            ("FROM mailConfirmation WHERE createdAt <= ?", time.unixSeconds - MailConfirmations.lifetime),
            ("FROM mailAnswerCount WHERE answeredAt <= ?", time.unixSeconds - Self.answerHour),
            ("FROM keptMail WHERE receivedAt <= ?", (time - Retention.keptMailAge).unixSeconds),
            // While its message is open, it may be sent again and its attempts count.
            (
                """
                FROM unconfirmedMail AS mail WHERE heldUntil <= ? AND NOT EXISTS (
                    SELECT 1 FROM postedEvent JOIN message ON message.id = postedEvent.messageID
                    WHERE network = mail.network AND eventID = mail.eventID AND state = 'open')
                """,
                (time - Retention.keptMailAge).unixSeconds
            ),
            (
                """
                FROM mailCorrespondent AS mailbox WHERE lastSeenAt <= ? AND confirmedAt IS NULL AND (
                    unsubscribedAt IS NULL
                    OR NOT EXISTS (SELECT 1 FROM identity
                        WHERE network = mailbox.network AND account = mailbox.address)
                    AND NOT EXISTS (SELECT 1 FROM address
                        WHERE network = mailbox.network AND kind = 'person' AND target = mailbox.address))
                """,
                (time - Retention.strangerAge).unixSeconds
            ),
        ]
        try await write { db in
            for step in steps { try db.execute(sql: "DELETE " + step.sql, arguments: [step.end]) }
        }
    }
}
