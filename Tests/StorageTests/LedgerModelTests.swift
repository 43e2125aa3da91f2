import GRDB
import Testing

@testable import Storage

/// Random transitions on a real database and on `LedgerModel`, compared after each.
@Suite struct LedgerModelTests {
    @Test func `random transitions leave what the model says, and whatever is told has its row`() throws {
        let empty = try LedgerRun.migrated()
        var taken: Set<String> = []
        for seed: UInt64 in 1...400 {
            var run = try LedgerRun(seed: seed, copying: empty)
            for number in 1...60 {
                let step = try run.step()
                try #require(step.real == step.expected, "seed \(seed), step \(number): \(step.name)")
                #expect(run.model.untold == [], "seed \(seed), step \(number): \(step.name)")
                taken.insert(String(step.name.prefix { $0 != " " }))
            }
        }
        // An edit needs a post that may be edited, so it shows that there were some.
        let wanted: Set = ["edit", "cancel", "article", "postpone", "release", "notice", "rewrite", "merge", "part"]
        #expect(taken.isSuperset(of: wanted), "\(wanted.subtracting(taken)) never happened")
    }
}

extension LedgerModel {
    /// What is compared, as text that says where two differ.
    struct Shown: Equatable {
        var told: Set<String>
        var work: Set<String>
        var messages: Set<String>
        var posts: Set<String>
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
            )
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
        work = Set(
            try Row.fetchAll(db, sql: "SELECT * FROM delivery").map { row in
                let id: Int64 = row["id"]
                func ids(_ column: String, _ table: String) throws -> [Int64] {
                    try Int64.fetchAll(
                        db,
                        sql: "SELECT \(column) FROM \(table) WHERE deliveryID = ? ORDER BY 1",
                        arguments: [id]
                    )
                }
                let (stories, reasons) = try (ids("storyID", "deliveryStory"), ids("reasonID", "deliveryReason"))
                let message = (row["messageID"] as Int64?).map { "\($0)" } ?? "-"
                let slot = (row["localSlot"] as String?).flatMap(Int64.init)
                let place = slot.map { [row["scheduleID"] as Int64, $0] } ?? []
                return "\(id): \(row["state"] as DeliveryState) for \(row["recipientID"] as Int64) at "
                    + "\(row["addressID"] as Int64) of \(stories) because of \(reasons) in \(message) urgent "
                    + "\(row["isUrgent"] as Bool) slot \(place) repeats \(row["repeatedStoryID"] as Int64? ?? 0) of "
                    + "\(try ids("storyID", "keptBackReport")) due "
                    + "\(row["dueAt"] as Int) \(Self.kind(row["kind"], row["payload"]))"
            }
        )
        messages = Set(
            try Row.fetchAll(db, sql: "SELECT * FROM message").map { row in
                "\(row["id"] as Int64): \(row["state"] as String) at \(row["addressID"] as Int64), "
                    + "\(row["partsConfirmed"] as Int) of \(row["partCount"] as Int)"
                    + (row["mayHaveArrived"] ? ", may have arrived" : "")
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
    }

    private static func kind(_ stored: String, _ payload: String?) -> String {
        switch QueuedDelivery.Kind(rawValue: stored) {
        case .news: return "\(LedgerModel.Kind.news)"
        case .headlines, .digest: return "\(LedgerModel.Kind.slot)"
        case .update: return "\(LedgerModel.Kind.edit)"
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
