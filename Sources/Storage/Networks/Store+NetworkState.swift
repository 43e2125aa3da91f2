package import Foundation
import GRDB
import NewsModel

extension Store: NetworkStateStore {
    package func networkState(_ network: String, key: String) async throws -> String? {
        try await read { db in
            try String.fetchOne(
                db,
                sql: "SELECT value FROM networkState WHERE network = ? AND key = ?",
                arguments: [network, key]
            )
        }
    }

    package func setNetworkState(_ network: String, key: String, value: String?) async throws {
        try await write { db in
            guard let value else {
                try db.execute(
                    sql: "DELETE FROM networkState WHERE network = ? AND key = ?",
                    arguments: [network, key]
                )
                return
            }
            try db.execute(
                sql: "INSERT OR REPLACE INTO networkState (network, key, value) VALUES (?, ?, ?)",
                arguments: [network, key, value]
            )
        }
    }

    /// Whether an inbound message was handled.
    package func isHandled(network: String, inboundID: String) async throws -> Bool {
        try await read { db in
            try Bool.fetchOne(
                db,
                sql: "SELECT EXISTS (SELECT 1 FROM handledInbound WHERE network = ? AND inboundID = ?)",
                arguments: [network, inboundID]
            ) ?? false
        }
    }

    /// Records many inbound messages in one transaction, each with its network's name.
    package func recordHandled(_ messages: [(network: String, inboundID: String)], at time: Date) async throws {
        try await write { db in
            for message in messages {
                try db.execute(
                    sql: "INSERT OR IGNORE INTO handledInbound (network, inboundID, handledAt) VALUES (?, ?, ?)",
                    arguments: [message.network, message.inboundID, time.unixSeconds]
                )
            }
        }
    }

    package func recordHandled(network: String, inboundID: String, at time: Date) async throws -> Bool {
        try await write { db in try Self.record(inboundID, on: network, at: time, in: db) }
    }

    /// Records that a mail was handled; false when it already was.
    ///
    /// Only a keyed hash is stored, because an erased person's address must not stay in the database.
    package func recordHandledMail(network: String, id: String, from sender: String, at time: Date) async throws -> Bool
    {
        try await write { db in
            let plain = "message \(id) \(sender)"
            // Rows of older versions are in plain text; they are pruned after a month.
            let isOld = try Bool.fetchOne(
                db,
                sql: "SELECT EXISTS (SELECT 1 FROM handledInbound WHERE network = ? AND inboundID = ?)",
                arguments: [network, plain]
            )
            if isOld == true { return false }
            let mark = try MakerMark(of: Identity(network: network, account: plain), in: db)
            return try Self.record("mail \(mark.rawValue)", on: network, at: time, in: db)
        }
    }

    private static func record(
        _ inboundID: String,
        on network: String,
        at time: Date,
        in db: Database
    ) throws -> Bool {
        try db.execute(
            sql: "INSERT OR IGNORE INTO handledInbound (network, inboundID, handledAt) VALUES (?, ?, ?)",
            arguments: [network, inboundID, time.unixSeconds]
        )
        return db.changesCount == 1
    }
}
