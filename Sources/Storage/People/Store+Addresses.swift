import GRDB
package import NewsModel

extension Store {
    /// Where a recipient can be told things: a room itself, or a person's accounts, the most recently seen first.
    package func addresses(of recipient: RecipientID) async throws -> [Address] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT address.* FROM address
                    LEFT JOIN identity ON identity.network = address.network AND identity.account = address.target
                        AND address.kind = 'person'
                    WHERE recipientID = ? ORDER BY identity.lastSeenAt DESC, address.id
                    """,
                arguments: [recipient.rawValue]
            ).map(Address.init(row:))
        }
    }

    /// Why nothing is sent to an address any more; nil when it is not paused.
    package func pauseReason(of address: Address) async throws -> String? {
        try await read { db in
            try String.fetchOne(
                db,
                sql: "SELECT pausedReason FROM address WHERE network = ? AND kind = ? AND target = ?",
                arguments: [address.network, address.kind.rawValue, address.target]
            )
        }
    }

    /// Sends to an address again after a permanent failure, with the subscriptions that failure had paused.
    package func resumeAddress(_ address: Address) async throws {
        try await write { db in
            try AddressID.find(address, in: db)?.resume(in: db)
        }
        nudges.nudge(.deliveries)
        nudges.nudge(.feeds)
    }
}

extension Address {
    init(row: Row) {
        self.init(
            network: row["network"],
            kind: Kind(rawValue: row["kind"]) ?? .person,
            target: row["target"]
        )
    }
}

extension AddressID {
    static func find(_ address: Address, in db: Database) throws -> AddressID? {
        try Int64.fetchOne(
            db,
            sql: "SELECT id FROM address WHERE network = ? AND kind = ? AND target = ?",
            arguments: [address.network, address.kind.rawValue, address.target]
        ).map(AddressID.init(rawValue:))
    }

    /// The row of an address somebody chose just now, in use again if it had failed: they want it tried.
    ///
    /// A mailbox that was unsubscribed stays so: anybody may choose it, its owner alone can take that back.
    static func choose(_ address: Address, for recipient: RecipientID, in db: Database) throws -> AddressID {
        let id = try ensure(address, for: recipient, in: db)
        try id.resume(in: db)
        return id
    }

    /// Ends the pause of an address that had failed; one whose owner unsubscribed it stays as it is.
    func resume(in db: Database) throws {
        let place = try Row.fetchOne(db, sql: "SELECT * FROM address WHERE id = ?", arguments: [rawValue])
        guard let place, try !Address(row: place).isUnsubscribed(in: db) else { return }
        try db.execute(
            sql: "UPDATE address SET pausedReason = NULL WHERE id = ? AND pausedReason IS NOT NULL",
            arguments: [rawValue]
        )
        guard db.changesCount > 0 else { return }
        try db.execute(
            sql: "UPDATE subscription SET pause = NULL WHERE addressID = ? AND pause = 'addressFailed'",
            arguments: [rawValue]
        )
    }

    /// Says of the subscriptions that go there why nothing comes of them, as long as nothing is sent there.
    func pauseWhatGoesThere(in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE subscription SET pause = 'addressFailed' WHERE addressID = :id AND pause IS NULL
                    AND (SELECT pausedReason FROM address WHERE id = :id) IS NOT NULL
                """,
            arguments: ["id": rawValue]
        )
    }

    /// The row of an address; a new one belongs to the room or person it names, else to the given recipient.
    static func ensure(_ address: Address, for recipient: RecipientID, in db: Database) throws -> AddressID {
        if let id = try find(address, in: db) { return id }
        let ownerSQL =
            switch address.kind {
            case .room: "SELECT id FROM room WHERE network = ? AND name = ?"
            case .person: "SELECT profileID FROM identity WHERE network = ? AND account = ?"
            }
        let owner = try Int64.fetchOne(db, sql: ownerSQL, arguments: [address.network, address.target])
        try db.execute(
            sql: "INSERT INTO address (recipientID, network, kind, target, pausedReason) VALUES (?, ?, ?, ?, ?)",
            arguments: [
                owner ?? recipient.rawValue, address.network, address.kind.rawValue, address.target,
                try address.isUnsubscribed(in: db) ? Store.unsubscribedReason : nil,
            ]
        )
        return AddressID(rawValue: db.lastInsertedRowID)
    }
}
