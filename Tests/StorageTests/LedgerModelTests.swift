import GRDB
import NewsModel
import Testing

@testable import Storage

/// Random transitions on a real database and on `LedgerModel`, compared after each.
@Suite struct LedgerModelTests {
    @Test func `random transitions leave what the model says, and whatever is told has its row`() throws {
        let empty = try LedgerRun.migrated()
        var (taken, united): (Set<String>, Set<String>) = ([], [])
        var unwantedCount = 0
        for seed: UInt64 in 1...400 {
            var run = try LedgerRun(seed: seed, copying: empty)
            for number in 1...66 {
                let step = try run.step()
                try #require(step.real == step.expected, "seed \(seed), step \(number): \(step.name)")
                #expect(run.model.untold == [], "seed \(seed), step \(number): \(step.name)")
                taken.insert(String(step.name.prefix { $0 != " " }))
            }
            united.formUnion(run.model.united)
            unwantedCount += run.model.unwantedCount
        }
        // An edit needs a post that may be edited, so it shows that there were some.
        let wanted: Set = [
            "edit", "cancel", "article", "postpone", "release", "notice", "rewrite", "merge", "part", "stories",
            "subscribe", "unsubscribe", "mergeSubscriptions", "mergeAlerts", "withdrawSchedule", "move", "update",
            "recordUpdate", "moveUpdates", "mergeUpdates", "mergeThreads", "endThread", "endThreads", "pruneThreads",
        ]
        #expect(taken.isSuperset(of: wanted), "\(wanted.subtracting(taken)) never happened")
        let ways: Set = [
            "both were queued", "the other was frozen", "a slot told it", "the linked one was frozen",
            "a linked slot told it", "the linked one was kept back", "a linked slot was queued later",
        ]
        #expect(united == ways)
        #expect(unwantedCount > 0, "nothing was queued again that nobody asked for any more")
    }
}

extension LedgerModel {
    /// What is compared, as text that says where two differ.
    struct Shown: Equatable {
        var told: Set<String>
        var work: Set<String>
        var messages: Set<String>
        var posts: Set<String>
        var updates: Set<String>
        var threads: Set<String>
    }

    var shown: Shown {
        Shown(
            told: Set(told.map { "\($0.recipient) was told \($0.story)" }),
            work: Set(
                work.map { id, item in
                    let (stories, reasons) = (item.stories.sorted(), item.reasons.sorted())
                    let message = item.message.map { "\($0)" } ?? "-"
                    let kind = "\(item.kind)" + (item.words.map { " \($0)" } ?? "")
                    return "\(id): \(item.state) for \(item.recipient) at \(item.address) of \(stories) because of "
                        + "\(reasons) in \(message) urgent \(item.isUrgent) slot \(item.slot ?? []) "
                        + "repeats \(item.repeated.first ?? 0) of \(item.repeated.sorted()) due \(item.due) \(kind)"
                }
            ),
            messages: Set(
                messages.map { id, message in
                    "\(id): \(message.state) at \(message.address), \(message.confirmed) of \(message.parts)"
                        + (message.mayHaveArrived ? ", may have arrived" : "")
                }
            ),
            posts: Set(posted.map { "\($0.key) is of \($0.value)" }).union(
                editable.map { message, post in
                    "\(message) may be edited: \(post.event) of \(post.article) of feed \(post.feed), \(post.edits) times"
                }
            ),
            updates: Set(
                updates.map { "\($0.key.recipient) was told \($0.value) sources of \($0.key.story) at \(Self.now)" }
            ),
            threads: Set(threads.map { "\($0.value) began the thread of feed \($0.key)" })
        )
    }
}

extension LedgerModel.Shown {
    init(_ db: Database) throws {
        told = Set(
            try Row.fetchAll(db, sql: "SELECT recipientID, storyID FROM told").map {
                "\($0[0] as Int64) was told \($0[1] as Int64)"
            }
        )
        func ids(_ column: String, _ table: String) throws -> [Int64: [Int64]] {
            let statement = try db.cachedStatement(sql: "SELECT deliveryID, \(column) FROM \(table) ORDER BY 1, 2")
            return try Row.fetchAll(statement).reduce(into: [:]) { $0[$1[0], default: []].append($1[1]) }
        }
        let (stories, reasons) = try (ids("storyID", "deliveryStory"), ids("reasonID", "deliveryReason"))
        let repeats = try ids("storyID", "keptBackReport")
        let deliveries = try db.cachedStatement(
            sql: """
                SELECT id, state, recipientID, addressID, messageID, isUrgent, localSlot, scheduleID, repeatedStoryID, dueAt,
                    kind, payload
                FROM delivery
                """
        )
        work = Set(
            try Row.fetchAll(deliveries).map { row in
                let id: Int64 = row[0]
                let message = (row[4] as Int64?).map { "\($0)" } ?? "-"
                let slot = (row[6] as String?).flatMap(Int64.init)
                let place = slot.map { [row[7] as Int64, $0] } ?? []
                return "\(id): \(row[1] as DeliveryState) for \(row[2] as Int64) at \(row[3] as Int64) of "
                    + "\(stories[id] ?? []) because of \(reasons[id] ?? []) in \(message) urgent \(row[5] as Bool) slot "
                    + "\(place) repeats \(row[8] as Int64? ?? 0) of \(repeats[id] ?? []) due \(row[9] as Int) "
                    + Self.kind(row[10], row[11])
            }
        )
        let sent = try db.cachedStatement(
            sql: "SELECT id, state, addressID, partsConfirmed, partCount, mayHaveArrived FROM message"
        )
        messages = Set(
            try Row.fetchAll(sent).map { row in
                "\(row[0] as Int64): \(row[1] as String) at \(row[2] as Int64), \(row[3] as Int) of \(row[4] as Int)"
                    + (row[5] ? ", may have arrived" : "")
            }
        )
        posts = Set(
            try Row.fetchAll(db, sql: "SELECT eventID, messageID FROM postedEvent").map {
                "\($0[0] as String) is of \($0[1] as Int64)"
            }
        ).union(
            try Row.fetchAll(db, sql: "SELECT messageID, eventID, articleID, feedID, editCount FROM editablePost").map {
                "\($0[0] as Int64) may be edited: \($0[1] as String) of \($0[2] as Int64) of feed \($0[3] as Int64), "
                    + "\($0[4] as Int) times"
            }
        )
        updates = Set(
            try Row.fetchAll(db, sql: "SELECT recipientID, sourceCount, eventID, queuedAt FROM storyUpdate").map {
                "\($0[0] as Int64) was told \($0[1] as Int) sources of \($0[2] as Int64) at \($0[3] as Int)"
            }
        )
        threads = Set(
            try Row.fetchAll(db, sql: "SELECT eventID, feedID FROM feedThread").map {
                "\($0[0] as String) began the thread of feed \($0[1] as Int64)"
            }
        )
    }

    private static func kind(_ stored: String, _ payload: String?) -> String {
        switch QueuedDelivery.Kind(rawValue: stored) {
        case .news: return "\(LedgerModel.Kind.news)"
        case .headlines, .digest: return "\(LedgerModel.Kind.slot)"
        case .edit: return "\(LedgerModel.Kind.edit)"
        case .update:
            let news = payload.flatMap { DeliveryPayload($0, of: .update) }
            guard case .update(let update)? = news else { return "?" }
            return "\(LedgerModel.Kind.update) \(update.article.rawValue)"
        case .notice, nil:
            let words = payload.flatMap { DeliveryPayload($0, of: .notice) }
            guard case .notice(.importChecked(let total, _, _))? = words else { return "?" }
            return "\(LedgerModel.Kind.notice) \(total)"
        }
    }
}

/// The same numbers for the same seed, everywhere (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
