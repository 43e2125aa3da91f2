package import Foundation
import GRDB
package import NewsModel

/// A room that is paused because its network refused it permanently.
package struct PausedRoom: Hashable, Sendable {
    package var address: Address
    package var reason: String
}

extension Store {
    package func room(network: String, name: String) async throws -> Room? {
        try await read { db in try Room.find(network: network, name: name, in: db) }
    }

    package func room(_ id: RoomID) async throws -> Room? {
        try await read { db in
            try Row.fetchOne(
                db,
                sql: Room.selection + " WHERE room.id = ?",
                arguments: [id]
            ).map { Room(row: $0) }
        }
    }

    /// The paused rooms for which a profile has created subscriptions, alerts or schedules.
    package func pausedRooms(of creator: ProfileID) async throws -> [PausedRoom] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT \(Address.columns), pausedReason FROM address WHERE kind = 'room' AND pausedReason IS NOT NULL AND id IN (
                        SELECT addressID FROM subscription WHERE createdBy = :creator
                        UNION SELECT addressID FROM alert WHERE createdBy = :creator
                        UNION SELECT addressID FROM schedule WHERE createdBy = :creator)
                    ORDER BY id LIMIT 20
                    """,
                arguments: ["creator": creator]
            ).map { PausedRoom(address: Address(row: $0), reason: $0[Address.columnCount]) }
        }
    }

    /// The room of that name; created with this etiquette if there is none.
    package func ensureRoom(
        network: String,
        name: String,
        etiquette: RoomEtiquette = RoomEtiquette(),
        at time: Date
    ) async throws -> Room {
        try await write { db in
            if let room = try Room.find(network: network, name: name, in: db) { return room }
            try db.execute(
                sql: "INSERT INTO recipient (kind, createdAt) VALUES ('room', ?)",
                arguments: [time.unixSeconds]
            )
            let id = RoomID(rawValue: db.lastInsertedRowID)
            try db.execute(
                sql: """
                    INSERT INTO room (id, network, name, idleMinutes, linesPerHour, alertsWait, usesNotice, usesColour,
                        enabledVerbs)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, '[]')
                    """,
                arguments: [
                    id, network, name, etiquette.idleMinutes, etiquette.linesPerHour, etiquette.alertsWait,
                    etiquette.usesNotice, etiquette.usesColour,
                ]
            )
            let address = Address(network: network, kind: .room, target: name)
            _ = try AddressID.ensure(address, for: id.recipient, in: db)
            return Room(id: id, network: network, name: name, settings: RecipientSettings(), etiquette: etiquette)
        }
    }

    package func saveEtiquette(_ etiquette: RoomEtiquette, of room: RoomID) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE room SET prefix = ?, idleMinutes = ?, linesPerHour = ?, alertsWait = ?, usesNotice = ?,
                        usesColour = ?, enabledVerbs = ?, editsPosts = ?, threadsDigests = ?, playsTogether = ?,
                        wordLanguage = ?, threadsFeeds = ?
                    WHERE id = ?
                    """,
                arguments: [
                    etiquette.prefix, etiquette.idleMinutes, etiquette.linesPerHour, etiquette.alertsWait,
                    etiquette.usesNotice, etiquette.usesColour, try StoredJSON.text(etiquette.enabledVerbs),
                    etiquette.editsPosts, etiquette.threadsDigests, etiquette.playsTogether,
                    etiquette.wordLanguage, etiquette.threadsFeeds, room,
                ]
            )
            guard db.changesCount == 1 else { throw StorageError.noRow(room, in: "room") }
        }
        signals.send(.deliveries)
    }
}

extension Store {
    /// Renames a room and its address after its network has replaced it.
    ///
    /// An existing room of the new name is deleted if it has no subscriptions, alerts or schedules; else nothing
    /// changes and the result is false.
    package func moveRoom(network: String, from old: String, to new: String) async throws -> Bool {
        let isMoved = try await write { db in
            guard old != new, let room = try Room.find(network: network, name: old, in: db) else { return false }
            if let other = try Room.find(network: network, name: new, in: db) {
                let isWanted = try Bool.fetchOne(
                    db,
                    sql: """
                        SELECT EXISTS (SELECT 1 FROM subscription WHERE recipientID = :id)
                            OR EXISTS (SELECT 1 FROM alert WHERE recipientID = :id)
                            OR EXISTS (SELECT 1 FROM schedule WHERE recipientID = :id)
                        """,
                    arguments: ["id": other.id]
                )
                guard isWanted == false else { return false }
                try Ledger.erase(other.id.recipient, in: db)
                try db.execute(sql: "DELETE FROM recipient WHERE id = ?", arguments: [other.id])
            }
            let oldPlace = Address(network: network, kind: .room, target: old)
            if let address = try AddressID.find(oldPlace, in: db) {
                try Ledger.cancelEdits(at: address, in: db)
                try Ledger.endThreads(at: address, in: db)
            }
            try db.execute(sql: "UPDATE room SET name = ? WHERE id = ?", arguments: [new, room.id])
            try db.execute(
                sql: """
                    UPDATE OR REPLACE address SET target = ? WHERE network = ? AND kind = 'room' AND target = ?
                    """,
                arguments: [new, network, old]
            )
            return true
        }
        if isMoved { signals.send(.deliveries) }
        return isMoved
    }
}

extension Room {
    static let selection = """
        SELECT room.id, room.network, room.name, room.prefix, room.idleMinutes, room.linesPerHour, room.alertsWait,
            room.usesNotice, room.usesColour, room.enabledVerbs, room.editsPosts, room.threadsDigests,
            room.playsTogether, room.wordLanguage, room.threadsFeeds, \(RecipientSettings.columns)
        FROM room JOIN recipient ON recipient.id = room.id
        """

    static func find(network: String, name: String, in db: Database) throws -> Room? {
        try Row.fetchOne(
            db,
            sql: selection + " WHERE room.network = ? AND room.name = ?",
            arguments: [network, name]
        ).map { Room(row: $0) }
    }

    /// Reads a row of `selection`.
    init(row: Row) {
        self.init(
            id: row[0],
            network: row[1],
            name: row[2],
            settings: RecipientSettings(row: row, at: 15),
            etiquette: RoomEtiquette(
                prefix: row[3],
                idleMinutes: row[4],
                linesPerHour: row[5],
                alertsWait: row[6],
                usesNotice: row[7],
                usesColour: row[8],
                enabledVerbs: StoredJSON.value([String].self, from: row[9]) ?? [],
                editsPosts: row[10],
                threadsDigests: row[11],
                playsTogether: row[12],
                wordLanguage: row[13],
                threadsFeeds: row[14]
            )
        )
    }
}
