package import Foundation
import GRDB

/// Where a piece of work stands.
package enum DeliveryState: String, Hashable, Sendable {
    case queued
    /// Worded, and perhaps on its way.
    case frozen
    /// The network has all of it.
    case sent
    /// It may have arrived or not, nobody will ever know, and it does not go again: as far as anybody knows it is told.
    case unconfirmed
    case withdrawn
    case failed

    /// It has left, or is about to, or may have: nobody tells it again.
    static let heard: Set<DeliveryState> = [.frozen, .sent, .unconfirmed]
}

extension DeliveryState: DatabaseValueConvertible {}

extension Store {
    /// How much work ended in each way, from a time until before another; as far back as sent work is kept.
    package func endedDeliveries(from: Date, to: Date) async throws -> [DeliveryState: Int] {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: "SELECT state, count(*) AS count FROM delivery WHERE endedAt >= ? AND endedAt < ? GROUP BY state",
                arguments: [from.unixSeconds, to.unixSeconds]
            )
            return Dictionary(uniqueKeysWithValues: rows.map { ($0["state"], $0["count"]) })
        }
    }
}
