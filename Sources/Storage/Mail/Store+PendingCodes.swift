package import Foundation
import GRDB

extension Store {
    package func pendingCode(mail: Int64, of address: String, network: String, at time: Date) async throws -> String? {
        try await read { db in
            try String.fetchOne(
                db,
                sql: """
                    SELECT code FROM mailConfirmation
                    WHERE network = ? AND mailID = ? AND address = ? AND createdAt > ?
                    """,
                arguments: [network, mail, address, time.unixSeconds - MailConfirmations.lifetime]
            )
        }
    }
}
