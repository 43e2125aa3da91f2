package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// Whether a delivery for an address has been due since before `time` (`urgent` for urgent ones) and was certainly
    /// not sent.
    package func hasUnreached(
        at address: Address,
        waitingSince time: Date,
        urgent: Date
    ) async throws -> Bool {
        try await read { db in
            guard let id = try AddressID.find(address, in: db) else { return false }
            let work = UnreachedWork(address: id, waitingSince: time, urgentSince: urgent)
            return try Bool.fetchOne(
                db,
                sql: "SELECT EXISTS (SELECT 1 FROM delivery WHERE \(UnreachedWork.condition))",
                arguments: work.arguments
            ) ?? false
        }
    }

    /// Moves such deliveries to another address of the same recipient.
    ///
    /// Frozen messages that may have arrived are not moved: the recipient could get them twice.
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
            let work = UnreachedWork(address: old, waitingSince: time, urgentSince: urgent)
            try Ledger(db: db, time: now).move(work, to: new)
        }
        signals.send(.deliveries)
    }
}

/// Deliveries that have been due at an address for a long time and were certainly not sent.
struct UnreachedWork {
    let address: AddressID
    /// Due at or before this time; `urgentSince` for urgent deliveries.
    let waitingSince: Date
    let urgentSince: Date

    /// SQL condition on rows of `delivery`.
    static let condition = """
        addressID = :address AND dueAt <= iif(isUrgent = 1, :urgent, :time)
            AND (state = 'queued'
                OR (state = 'frozen' AND messageID IN (SELECT id FROM message WHERE \(Ledger.isUnsent))))
        """

    var arguments: StatementArguments {
        ["address": address, "time": waitingSince.unixSeconds, "urgent": urgentSince.unixSeconds]
    }
}
