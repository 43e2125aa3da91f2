import GRDB
package import NewsModel

extension Store {
    /// The addresses of a recipient: the room itself, or a person's accounts, most recently seen first.
    package func addresses(of recipient: RecipientID) async throws -> [Address] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT \(Address.columns) FROM address
                    LEFT JOIN identity ON identity.network = address.network AND identity.account = address.target
                        AND address.kind = 'person'
                    WHERE recipientID = ? ORDER BY identity.lastSeenAt DESC, address.id
                    """,
                arguments: [recipient]
            ).map { Address(row: $0) }
        }
    }

    /// Why an address is paused; nil when it is not.
    package func pauseReason(of address: Address) async throws -> String? {
        try await read { db in
            try String.fetchOne(
                db,
                sql: "SELECT pausedReason FROM address WHERE network = ? AND kind = ? AND target = ?",
                arguments: [address.network, address.kind, address.target]
            )
        }
    }

    /// Resumes an address after a permanent failure, with the subscriptions that the failure had paused.
    package func resumeAddress(_ address: Address) async throws {
        try await write { db in
            try AddressID.find(address, in: db)?.resume(in: db)
        }
        signals.send(.deliveries)
        signals.send(.feeds)
    }
}

extension Address {
    /// The columns that `init(row:at:)` reads, in its order.
    static let columns = "address.network, address.kind, address.target"
    static let columnCount = 3

    /// Reads a row that has `columns` from a place on.
    init(row: Row, at start: Int = 0) {
        self.init(
            network: row[start],
            // A CHECK of the table allows no other kind.
            kind: Kind(rawValue: row[start + 1]) ?? .person,
            target: row[start + 2]
        )
    }
}

extension AddressID {
    static func find(_ address: Address, in db: Database) throws -> AddressID? {
        try AddressID.fetchOne(
            db,
            sql: "SELECT id FROM address WHERE network = ? AND kind = ? AND target = ?",
            arguments: [address.network, address.kind, address.target]
        )
    }

    /// The row of an address that a user has just chosen; if it had failed, it is resumed.
    ///
    /// A mailbox that has unsubscribed stays paused: only its owner can change that.
    static func choose(_ address: Address, for recipient: RecipientID, in db: Database) throws -> AddressID {
        let id = try ensure(address, for: recipient, in: db)
        try id.resume(in: db)
        return id
    }

    /// Resumes an address that had failed; a mailbox that has unsubscribed stays paused.
    func resume(in db: Database) throws {
        let place = try Row.fetchOne(db, sql: "SELECT \(Address.columns) FROM address WHERE id = ?", arguments: [self])
        guard let place, try !Address(row: place).isUnsubscribed(in: db) else { return }
        try db.execute(
            sql: "UPDATE address SET pausedReason = NULL WHERE id = ? AND pausedReason IS NOT NULL",
            arguments: [self]
        )
        guard db.changesCount > 0 else { return }
        try db.execute(
            sql: "UPDATE subscription SET pause = NULL WHERE addressID = ? AND pause = 'addressFailed'",
            arguments: [self]
        )
    }

    /// If the address is paused, marks its subscriptions as paused for that reason.
    func pauseSubscriptions(in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE subscription SET pause = 'addressFailed' WHERE addressID = :id AND pause IS NULL
                    AND (SELECT pausedReason FROM address WHERE id = :id) IS NOT NULL
                """,
            arguments: ["id": self]
        )
    }

    /// The row of an address.
    ///
    /// A new one belongs to the room or person that it names, else to the given recipient.
    static func ensure(_ address: Address, for recipient: RecipientID, in db: Database) throws -> AddressID {
        if let id = try find(address, in: db) { return id }
        let ownerSQL =
            switch address.kind {
            case .room: "SELECT id FROM room WHERE network = ? AND name = ?"
            case .person: "SELECT profileID FROM identity WHERE network = ? AND account = ?"
            }
        let owner = try RecipientID.fetchOne(db, sql: ownerSQL, arguments: [address.network, address.target])
        try db.execute(
            sql: "INSERT INTO address (recipientID, network, kind, target, pausedReason) VALUES (?, ?, ?, ?, ?)",
            arguments: [
                owner ?? recipient, address.network, address.kind, address.target,
                try address.isUnsubscribed(in: db) ? Store.unsubscribedReason : nil,
            ]
        )
        return AddressID(rawValue: db.lastInsertedRowID)
    }
}
