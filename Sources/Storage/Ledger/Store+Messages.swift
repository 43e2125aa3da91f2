package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// Stores the exact words of queued deliveries before any of them is sent.
    ///
    /// Nil, with nothing frozen, when a delivery is no longer queued for that address: somebody unsubscribed, a more
    /// urgent reason moved it, or another delivery tells what turned out to be the same story. The caller then reads
    /// the queue again. `lists` are the numbered lists in the message.
    package func freeze(
        _ deliveries: [DeliveryID],
        to address: Address,
        parts: [MessagePart],
        lists: [NewListing] = [],
        at time: Date
    ) async throws -> FrozenMessage? {
        guard !parts.isEmpty, !deliveries.isEmpty else { return nil }
        let frozen: FrozenMessage? = try await write { db in
            guard let addressID = try AddressID.find(address, in: db) else { return nil }
            guard let id = try Ledger(db: db, time: time).freeze(deliveries, to: addressID, parts: parts)
            else { return nil }
            let writing = ListingWriting(db: db, seconds: time.unixSeconds)
            for list in lists { try writing.save(list, origin: .push(id)) }
            return FrozenMessage(
                id: id,
                address: address,
                parts: parts,
                partsConfirmed: 0,
                mayHaveArrived: false,
                attempts: 0,
                nextAttemptAt: time.wholeSeconds,
                createdAt: time.wholeSeconds
            )
        }
        // A delivery that was moved may be due at once at its new address.
        if frozen == nil { signals.send(.deliveries) }
        return frozen
    }

    /// An address's open messages, oldest first.
    package func openMessages(to address: Address) async throws -> [FrozenMessage] {
        try await read { db in
            guard let addressID = try AddressID.find(address, in: db) else { return [] }
            return try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT \(FrozenMessage.columns) FROM message WHERE addressID = ? AND state = 'open' ORDER BY id
                        """
                ),
                arguments: [addressID]
            ).map { FrozenMessage(row: $0, address: address) }
        }
    }

    /// Records that a part is about to be sent; false when the message is no longer open.
    package func markAttempt(_ message: MessageID) async throws -> Bool {
        try await write { db in try Ledger.markAttempt(message, in: db) }
    }

    /// Records that the network has confirmed the part with this index; with the last part the deliveries are sent.
    ///
    /// Nothing changes unless it is the next part to be confirmed.
    package func confirm(_ message: MessageID, part: Int, at time: Date) async throws {
        try await write { db in try Ledger(db: db, time: time).confirm(message, part: part) }
    }

    /// Sets the time of the next attempt.
    ///
    /// `mayHaveArrived` is false only when neither this attempt nor an earlier one can have reached the network.
    package func retry(_ message: MessageID, at time: Date, mayHaveArrived: Bool) async throws {
        try await write { db in
            try Ledger.retry(message, at: time, mayHaveArrived: mayHaveArrived, in: db)
        }
        signals.send(.deliveries)
    }

    /// Queues a message's deliveries again, for another address if it belongs to the same recipient.
    ///
    /// False, with nothing changed, when any part may have arrived: then only the same address may be tried again.
    package func release(_ message: MessageID, to address: Address?, at time: Date) async throws -> Bool {
        let released = try await write { db in
            let target = try address.flatMap { try AddressID.find($0, in: db) }
            return try Ledger(db: db, time: time).requeueUnsent(message, to: target)
        }
        if released { signals.send(.deliveries) }
        return released
    }
}

extension FrozenMessage {
    /// The columns that `init(row:address:)` reads, in its order.
    fileprivate static let columns = "id, parts, partsConfirmed, mayHaveArrived, attempts, nextAttemptAt, createdAt"

    fileprivate init(row: Row, address: Address) {
        self.init(
            id: row[0],
            address: address,
            parts: StoredJSON.value([MessagePart].self, from: row[1]) ?? [],
            partsConfirmed: row[2],
            mayHaveArrived: row[3],
            attempts: row[4],
            nextAttemptAt: Date(unixSeconds: row[5]),
            createdAt: Date(unixSeconds: row[6])
        )
    }
}
