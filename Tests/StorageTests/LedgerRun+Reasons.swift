import Foundation
import GRDB
import NewsModel

@testable import Storage

/// Subscriptions, alerts and schedules end or become one, and addresses are not reached.
extension LedgerRun {
    /// An alert has the number of its address and this one more.
    ///
    /// All are alerts of smart feeds, which rank as subscriptions do.
    static let firstAlert: Int64 = 100
    static let cooldowns: [Int64: Int] = [101: 250, 103: 300, 106: 150]

    static func addAlerts(_ db: Database) throws {
        for address in 1...roomAddress {
            try db.execute(
                sql: """
                    INSERT INTO smartFeed (id, recipientID, number, key, name, definition, query, depth, createdAt)
                    SELECT id, recipientID, id, 'k' || id, 's' || id, '', 'q', 0, 0 FROM address WHERE id = ?
                    """,
                arguments: [address]
            )
            try add(firstAlert + address, db)
        }
    }

    /// A subscription or an alert, for whoever has its address.
    private static func add(_ reason: Int64, _ db: Database) throws {
        guard reason >= firstAlert else {
            return try db.execute(
                sql: """
                    INSERT INTO subscription (id, recipientID, feedID, addressID, unreadSince, createdAt)
                    SELECT id, recipientID, id, id, 0, 0 FROM address WHERE id = ?
                    """,
                arguments: [reason]
            )
        }
        try db.execute(
            sql: """
                INSERT INTO alert (id, recipientID, number, query, addressID, firesAt, createdAt, smartFeedID)
                SELECT ?, recipientID, -id, 'q', id, ?, 0, id FROM address WHERE id = ?
                """,
            arguments: [reason, cooldowns[reason], reason - firstAlert]
        )
    }

    static func stored(_ reason: Int64) -> Ledger.WithdrawnReason {
        reason >= firstAlert ? .alert(AlertID(rawValue: reason)) : .subscription(SubscriptionID(rawValue: reason))
    }

    private static func delete(_ reason: Int64, _ db: Database) throws {
        let table = reason >= firstAlert ? "alert" : "subscription"
        try db.execute(sql: "DELETE FROM \(table) WHERE id = ?", arguments: [reason])
    }

    mutating func randomReason() -> Int64 {
        let address = Int64.random(in: 1...Self.roomAddress, using: &random)
        return Bool.random(using: &random) ? address : Self.firstAlert + address
    }

    mutating func changeReasons() throws -> Transition {
        let owners = try owners()
        let frozen = model.work.values.filter { $0.state == .frozen }.flatMap(\.reasons).sorted()
        // Often one of work that was frozen, so that nobody asks for it any more when it is queued again.
        let often = Bool.random(using: &random) ? frozen.randomElement(using: &random) : nil
        let reason = often ?? randomReason()
        if owners[reason] == nil { return subscribe(reason) }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return unsubscribe(reason)
        case 1: return try mergeReason(owners)
        case 2: return withdrawSchedule()
        default: return try move()
        }
    }

    /// What was withdrawn stays so; the model's `owners` are read before each transition.
    private func subscribe(_ reason: Int64) -> Transition {
        Transition(
            name: "subscribe \(reason)",
            onDatabase: { try Self.add(reason, $0.db) },
            onModel: { _ in }
        )
    }

    private func unsubscribe(_ reason: Int64) -> Transition {
        Transition(
            name: "unsubscribe \(reason)",
            onDatabase: {
                try $0.withdraw(Self.stored(reason))
                try Self.delete(reason, $0.db)
            },
            onModel: { $0.withdraw(reason: reason) }
        )
    }

    /// Two subscriptions or two alerts of one recipient, as when their feeds turn out to be the same one.
    private mutating func mergeReason(_ owners: [Int64: (Int64, Int64)]) throws -> Transition {
        let reasons = owners.keys.sorted().shuffled(using: &random)
        guard let source = reasons.first else { return try withdraw() }
        let isAlert = source >= Self.firstAlert
        let others = reasons.filter { $0 != source && ($0 >= Self.firstAlert) == isAlert }
        guard let target = others.first(where: { owners[$0]?.0 == owners[source]?.0 }) else { return try withdraw() }
        return Transition(
            name: "\(isAlert ? "mergeAlerts" : "mergeSubscriptions") \(source) into \(target)",
            onDatabase: {
                if isAlert {
                    try $0.mergeReason(AlertID(rawValue: source), into: AlertID(rawValue: target))
                } else {
                    try $0.mergeReason(SubscriptionID(rawValue: source), into: SubscriptionID(rawValue: target))
                }
                try Self.delete(source, $0.db)
            },
            onModel: { $0.mergeReason(source, into: target) }
        )
    }

    private mutating func withdrawSchedule() -> Transition {
        let person = people.randomElement(using: &random) ?? 1
        return Transition(
            name: "withdrawSchedule \(person)",
            onDatabase: { try $0.withdraw(ScheduleID(rawValue: person)) },
            onModel: { $0.withdraw(schedule: person) }
        )
    }

    /// To any address: only what is of its recipient goes there.
    private mutating func move() throws -> Transition {
        let places = (1...Self.roomAddress).shuffled(using: &random)
        let (old, new) = (places[0], places[1])
        let owner = try database.read { db in
            try Int64.fetchOne(db, sql: "SELECT recipientID FROM address WHERE id = ?", arguments: [new]) ?? 0
        }
        let latest = LedgerModel.now * Int.random(in: 0...2, using: &random)
        let urgent = latest + LedgerModel.now * Int.random(in: 0...1, using: &random)
        return Transition(
            name: "move from \(old) to \(new) what is due by \(latest), or \(urgent) if urgent",
            onDatabase: {
                let work = UnreachedWork(
                    address: AddressID(rawValue: old),
                    waitingSince: Date(timeIntervalSince1970: TimeInterval(latest)),
                    urgentSince: Date(timeIntervalSince1970: TimeInterval(urgent))
                )
                try $0.move(work, to: AddressID(rawValue: new))
            },
            onModel: { $0.move(from: old, to: new, of: owner, dueBy: latest, urgent: urgent) }
        )
    }
}
