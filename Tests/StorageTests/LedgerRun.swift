import Foundation
import GRDB
import NewsModel

@testable import Storage

/// One random sequence: three people with two addresses and a schedule each, a room whose posts are edited and have
/// threads, a subscription and an alert for each address, and six stories of one article each.
struct LedgerRun {
    let database: DatabaseQueue
    private(set) var model = LedgerModel()
    var random: SeededNumbers
    let people: [Int64] = [1, 2, 3]
    let stories: [Int64] = [1, 2, 3, 4, 5, 6]
    /// The recipient, the address, the subscription and the feed of the room.
    static let (room, roomAddress): (Int64, Int64) = (4, 7)

    init(seed: UInt64, copying empty: DatabaseQueue) throws {
        random = SeededNumbers(state: seed)
        database = try DatabaseQueue(configuration: Store.configuration())
        try empty.backup(to: database)
        for story in stories { model.feeds[story] = Self.roomAddress }
        model.cooldowns = Self.cooldowns
    }

    static func migrated() throws -> DatabaseQueue {
        let database = try DatabaseQueue(configuration: Store.configuration())
        try Migrations.migrator().migrate(database)
        try database.write { db in
            for person in [1, 2, 3] {
                let (one, two) = (person * 2 - 1, person * 2)
                try db.execute(
                    sql: """
                        INSERT INTO recipient (id, kind, createdAt) VALUES (\(person), 'profile', 0);
                        INSERT INTO profile (id, name) VALUES (\(person), 'p\(person)');
                        """
                )
                for id in [one, two] {
                    try db.execute(
                        sql: """
                            INSERT INTO address (id, recipientID, network, kind, target)
                            VALUES (\(id), \(person), 'n', 'person', 'a\(id)');
                            INSERT INTO feed (id, url, host, name, nameKey, nextCheckAt, createdAt)
                            VALUES (\(id), 'u\(id)', 'h', 'f\(id)', 'f\(id)', 0, 0);
                            INSERT INTO subscription (id, recipientID, feedID, addressID, unreadSince, createdAt)
                            VALUES (\(id), \(person), \(id), \(id), 0, 0);
                            """
                    )
                }
                try db.execute(
                    sql: """
                        INSERT INTO schedule (id, recipientID, number, kind, minuteOfDay, days, addressID, request, createdAt)
                        VALUES (\(person), \(person), 1, 'digest', 1, 127, \(one), '', 0)
                        """
                )
            }
            try addRoom(db)
            try addAlerts(db)
        }
        return database
    }

    private static func addRoom(_ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO recipient (id, kind, createdAt) VALUES (\(room), 'room', 0);
                INSERT INTO room (id, network, name, idleMinutes, linesPerHour, alertsWait, usesNotice, usesColour,
                    enabledVerbs, editsPosts, threadsFeeds)
                VALUES (\(room), 'n', '#r', 0, 9, 0, 0, 0, '[]', 1, 1);
                INSERT INTO address (id, recipientID, network, kind, target)
                VALUES (\(roomAddress), \(room), 'n', 'room', '#r');
                INSERT INTO feed (id, url, host, name, nameKey, nextCheckAt, createdAt)
                VALUES (\(roomAddress), 'u7', 'h', 'f7', 'f7', 0, 0), (\(roomAddress + 1), 'u8', 'h', 'f8', 'f8', 0, 0);
                INSERT INTO subscription (id, recipientID, feedID, addressID, unreadSince, createdAt)
                VALUES (\(roomAddress), \(room), \(roomAddress), \(roomAddress), 0, 0);
                """
        )
        for story in 1...6 {
            try db.execute(
                sql: """
                    INSERT INTO story (id, firstSeenAt) VALUES (\(story), 0);
                    INSERT INTO article (id, feedID, storyID, title, summary, publishedAt, firstSeenAt)
                    VALUES (\(story), \(roomAddress), \(story), 't', '', 0, 0);
                    """
            )
        }
    }

    /// One transition on both; what the model says, what the database has, and which transition it was.
    mutating func step() throws -> (expected: LedgerModel.Shown, real: LedgerModel.Shown, name: String) {
        let transition = try chosen()
        let newest = try database.read { db in
            try Row.fetchAll(db, sql: "SELECT name, seq FROM sqlite_sequence").reduce(into: [String: Int64]()) {
                $0[$1[0]] = $1[1]
            }
        }
        model.setNewest(work: newest["delivery"] ?? 0, message: newest["message"] ?? 0)
        model.owners = try owners()
        try database.write { db in try transition.onDatabase(Ledger(db: db, time: Self.time)) }
        transition.onModel(&model)
        return (model.shown, try database.read(LedgerModel.Shown.init), transition.name)
    }

    static let time = Date(timeIntervalSince1970: TimeInterval(LedgerModel.now))

    struct Transition {
        var name: String
        var onDatabase: (Ledger) throws -> Void
        var onModel: (inout LedgerModel) -> Void
    }

    private mutating func chosen() throws -> Transition {
        let message = model.messages.keys.sorted().randomElement(using: &random) ?? 0
        let id = MessageID(rawValue: message)
        switch Int.random(in: 0..<42, using: &random) {
        case 0..<6: return try queue()
        case 6..<8: return queueSlot()
        case 8..<12: return freeze()
        case 12:
            let mayHaveArrived = Bool.random(using: &random)
            return Transition(
                name: "attempt at \(message)",
                onDatabase: { ledger in
                    guard try Ledger.markAttempt(id, in: ledger.db) else { return }
                    try Ledger.retry(id, at: ledger.time, mayHaveArrived: mayHaveArrived, in: ledger.db)
                },
                onModel: { model in
                    guard model.messages[message]?.state == "open" else { return }
                    model.messages[message]?.mayHaveArrived = mayHaveArrived
                }
            )
        case 13..<17:
            let part = (model.messages[message]?.confirmed ?? 0) + (Int.random(in: 0..<5, using: &random) == 0 ? 1 : 0)
            return Transition(
                name: "confirm part \(part) of \(message)",
                onDatabase: { try $0.confirm(id, part: part) },
                onModel: { $0.confirm(message, part: part) }
            )
        case 17:
            guard model.messages[message]?.state == "open" else { return freeze() }
            return Bool.random(using: &random)
                ? Transition(name: "fail \(message)", onDatabase: { try $0.fail(id) }, onModel: { $0.fail(message) })
                : Transition(
                    name: "give up \(message)",
                    onDatabase: { try $0.giveUp(id) },
                    onModel: { $0.giveUp(message) }
                )
        case 18:
            // Often one for which nobody asks any more.
            let owners = try owners()
            let unwanted = model.work.values.filter { work in
                work.state == .frozen && !work.reasons.isEmpty && work.reasons.allSatisfy { owners[$0] == nil }
            }
            let chosen = unwanted.compactMap(\.message).sorted().randomElement(using: &random) ?? message
            return Transition(
                name: "requeue \(chosen)",
                onDatabase: { _ = try $0.requeueUnsent(MessageID(rawValue: chosen), to: nil) },
                onModel: { $0.requeueUnsent(chosen) }
            )
        case 19: return try withdraw()
        case 20: return try merge()
        case 21..<23: return try part()
        case 23: return try redirect()
        case 24:
            return Transition(
                name: "prune",
                onDatabase: { ledger in
                    let later = Ledger(db: ledger.db, time: ledger.time + 1)
                    _ = try (later.pruneWork(limit: 1_000), later.pruneMessages(limit: 1_000))
                },
                onModel: { $0.prune() }
            )
        case 25..<35: return try timeNoticeOrPost(message)
        case 35..<37: return mergeStories()
        case 37..<40: return try changeReasons()
        case 40: return try changeUpdatesOrThreads()
        default:
            let person = people.randomElement(using: &random) ?? 1
            return Transition(
                name: "erase \(person)",
                onDatabase: { try Ledger.erase(RecipientID(rawValue: person), in: $0.db) },
                onModel: { $0.erase(person) }
            )
        }
    }

    mutating func queue() throws -> Transition {
        let owners = try owners()
        let reason = owners.keys.sorted().randomElement(using: &random) ?? 1
        let (person, address) = owners[reason] ?? (1, 1)
        let story = stories.randomElement(using: &random) ?? 1
        let isUrgent = Int.random(in: 0..<4, using: &random) == 0
        let told = model.told.filter { $0.recipient == person && $0.story != story }.map(\.story).sorted()
        let isRepeated = Int.random(in: 0..<3, using: &random) == 0
        let repeated =
            isRepeated ? Array(told.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))) : []
        return Transition(
            name: "queue \(story) for \(person) because of \(reason), repeating \(repeated)",
            onDatabase: { ledger in
                let family = try StoryFamily(of: StoryID(rawValue: story), in: ledger.db)
                let isAlert = reason >= Self.firstAlert
                let why = QueueReason(
                    source: isAlert
                        ? .alert(AlertID(rawValue: reason)) : .subscription(SubscriptionID(rawValue: reason)),
                    recipient: RecipientID(rawValue: person),
                    address: AddressID(rawValue: address),
                    isUrgent: isUrgent,
                    isOfSmartFeed: isAlert,
                    dueAt: 0
                )
                let same = repeated.map { StoryID(rawValue: $0) }
                _ = try ledger.queue(ArticleID(rawValue: story), of: family, for: why, repeating: same)
            },
            onModel: {
                $0.queue(story, to: person, at: address, for: reason, isUrgent: isUrgent, repeating: repeated)
            }
        )
    }

    private mutating func queueSlot() -> Transition {
        let person = people.randomElement(using: &random) ?? 1
        let slot = Int64.random(in: 0..<4, using: &random)
        let told = stories.filter { _ in Bool.random(using: &random) }
        return Transition(
            name: "queue slot \(slot) with \(told) for \(person)",
            onDatabase: { ledger in
                _ = try ledger.queueSlot(
                    ScheduleID(rawValue: person),
                    localSlot: "\(slot)",
                    kind: .digest,
                    dueAt: ledger.time,
                    payload: SlotPayload(
                        articles: [],
                        stories: told.map(StoryID.init(rawValue:)),
                        withStatistics: false,
                        madeAt: ledger.time
                    )
                )
            },
            onModel: { $0.queueSlot([person, slot], Set(told), to: person, at: person * 2 - 1) }
        )
    }

    private mutating func freeze() -> Transition {
        let address = Int64.random(in: 1...7, using: &random)
        let queued = model.work.filter { $0.value.state == .queued && $0.value.address == address }.keys.sorted()
        let some = queued.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
        let parts = Int.random(in: 1...2, using: &random)
        return Transition(
            name: "freeze \(some) at \(address)",
            onDatabase: { ledger in
                guard !some.isEmpty else { return }
                let words = Array(repeating: MessagePart(payload: "x"), count: parts)
                let ids = some.map(DeliveryID.init(rawValue:))
                _ = try ledger.freeze(ids, to: AddressID(rawValue: address), parts: words)
            },
            onModel: { if !some.isEmpty { $0.freeze(some, at: address, parts: parts) } }
        )
    }

    mutating func withdraw() throws -> Transition {
        let id = Int64.random(in: 1...7, using: &random)
        let reason = randomReason()
        return Int.random(in: 0..<3, using: &random) > 0
            ? Transition(
                name: "withdraw what waits for \(reason)",
                onDatabase: { try $0.withdraw(Self.stored(reason)) },
                onModel: { $0.withdraw(reason: reason) }
            )
            : Transition(
                name: "withdraw all at \(id)",
                onDatabase: { try $0.withdrawAll(at: AddressID(rawValue: id)) },
                onModel: { $0.withdrawAll(at: id) }
            )
    }

    /// For each subscription and alert whose it is and where it goes.
    func owners() throws -> [Int64: (Int64, Int64)] {
        try database.read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, recipientID, addressID FROM subscription
                    UNION ALL SELECT id, recipientID, addressID FROM alert
                    """
            )
            return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], ($0[1], $0[2])) })
        }
    }
}
