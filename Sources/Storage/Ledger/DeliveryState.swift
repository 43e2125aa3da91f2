package import Foundation
import GRDB

/// The state of a delivery.
package enum DeliveryState: String, Hashable, Sendable {
    case queued
    /// Its words are stored; it may be on its way.
    case frozen
    /// The network has confirmed every part.
    case sent
    /// It may have arrived, which cannot be found out. It is not sent again and its stories count as told.
    case unconfirmed
    case withdrawn
    case failed

    /// The recipient has got the message, will get it, or may have got it: its story is not sent again.
    static let countsAsSent: Set<DeliveryState> = [.frozen, .sent, .unconfirmed]
}

extension DeliveryState: DatabaseValueConvertible {}

extension Store {
    /// Counts the deliveries that ended in `from..<to` by final state.
    ///
    /// Ended deliveries are pruned after a while.
    package func endedDeliveries(from: Date, to: Date) async throws -> [DeliveryState: Int] {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: "SELECT state, count(*) FROM delivery WHERE endedAt >= ? AND endedAt < ? GROUP BY state",
                arguments: [from.unixSeconds, to.unixSeconds]
            )
            return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
        }
    }
}
