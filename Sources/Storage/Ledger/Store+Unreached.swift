package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// Whether work for an address has been due since before a time, `urgent` for what is, and surely has not left.
    package func hasUnreached(
        at address: Address,
        waitingSince time: Date,
        urgent: Date
    ) async throws -> Bool {
        try await read { db in
            guard let id = try AddressID.find(address, in: db) else { return false }
            return try Bool.fetchOne(
                db,
                sql: "SELECT EXISTS (SELECT 1 FROM delivery WHERE \(Self.unreached))",
                arguments: Self.unreachedArguments(id, time, urgent)
            ) ?? false
        }
    }

    /// Gives such work to another address of the same recipient's.
    ///
    /// Frozen words that may have arrived stay where they are: said elsewhere they would be said twice.
    package func moveUnreached(
        from address: Address,
        to other: Address,
        waitingSince time: Date,
        urgent: Date,
        at now: Date
    ) async throws {
        try await write { db in
            guard let old = try AddressID.find(address, in: db), let new = try AddressID.find(other, in: db)
            else { return }
            let messages = try Int64.fetchAll(
                db,
                sql: "SELECT DISTINCT messageID FROM delivery WHERE state = 'frozen' AND \(Self.unreached)",
                arguments: Self.unreachedArguments(old, time, urgent)
            )
            for message in messages { try MessageID(rawValue: message).takeBack(in: db, at: now) }
            var arguments = Self.unreachedArguments(old, time, urgent)
            arguments += ["new": new.rawValue]
            try db.execute(
                sql: """
                    UPDATE delivery SET addressID = :new WHERE state = 'queued'
                        AND recipientID = (SELECT recipientID FROM address WHERE id = :new) AND \(Self.unreached)
                    """,
                arguments: arguments
            )
        }
        nudges.nudge(.deliveries)
    }

    private static let unreached = """
        addressID = :address AND dueAt <= iif(isUrgent = 1, :urgent, :time)
            AND (state = 'queued' OR (state = 'frozen' AND messageID IN (SELECT id FROM message
                WHERE state = 'open' AND mayHaveArrived = 0 AND partsConfirmed = 0)))
        """

    private static func unreachedArguments(_ address: AddressID, _ time: Date, _ urgent: Date) -> StatementArguments {
        ["address": address.rawValue, "time": time.unixSeconds, "urgent": urgent.unixSeconds]
    }
}
