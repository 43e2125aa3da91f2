import Foundation
import GRDB
import NewsModel

@testable import Storage

/// Transitions of times, notices and posts.
extension LedgerRun {
    mutating func timeNoticeOrPost(_ message: Int64) throws -> Transition {
        switch Int.random(in: 0..<14, using: &random) {
        case 0: return markTold()
        case 1..<3: return postpone()
        case 3: return releaseHeld()
        case 4: return try queueNotice()
        case 5: return rewriteNotice()
        case 6..<10: return recordPosted(message)
        case 10..<12: return try queueEdit()
        case 12: return Bool.random(using: &random) ? cancelEdits() : pruneEditablePosts()
        default: return moveArticle()
        }
    }

    private mutating func markTold() -> Transition {
        let person = (people + [Self.room]).randomElement(using: &random) ?? 1
        let story = stories.randomElement(using: &random) ?? 1
        return Transition(
            name: "\(person) has seen \(story)",
            onDatabase: { ledger in
                let family = try StoryFamily(of: StoryID(rawValue: story), in: ledger.db)
                _ = try ledger.markTold(family, to: RecipientID(rawValue: person))
            },
            onModel: { _ = $0.markTold(story, to: person) }
        )
    }

    /// Deliveries in any state: only queued ones are changed.
    private mutating func postpone() -> Transition {
        let some = model.work.keys.sorted().filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
        let due = LedgerModel.now + Int.random(in: 1...2, using: &random) * 100
        return Transition(
            name: "postpone \(some) until \(due)",
            onDatabase: {
                let ids = some.map(DeliveryID.init(rawValue:))
                try Ledger.postpone(ids, until: Date(timeIntervalSince1970: TimeInterval(due)), in: $0.db)
            },
            onModel: { $0.postpone(some, until: due) }
        )
    }

    private mutating func releaseHeld() -> Transition {
        let person = people.randomElement(using: &random) ?? 1
        return Transition(
            name: "release what is held for \(person)",
            onDatabase: { try Ledger.releaseHeld(of: RecipientID(rawValue: person), in: $0.db) },
            onModel: { $0.releaseHeld(of: person) }
        )
    }

    private mutating func queueNotice() throws -> Transition {
        let place = Int64.random(in: 1...Self.roomAddress, using: &random)
        let owner = try database.read { db in
            try Int64.fetchOne(db, sql: "SELECT recipientID FROM address WHERE id = ?", arguments: [place]) ?? 1
        }
        let (words, delay) = (Int.random(in: 1...9, using: &random), Int.random(in: 0...1, using: &random) * 50)
        return Transition(
            name: "notice \(words) for \(owner) at \(place)",
            onDatabase: {
                let notice = DeliveryNotice.importChecked(total: words, failedCount: 0, failed: [])
                let (recipient, address) = (RecipientID(rawValue: owner), AddressID(rawValue: place))
                try $0.queue(notice, to: recipient, at: address, after: Int64(delay))
            },
            onModel: { $0.queueNotice(words, to: owner, at: place, after: delay) }
        )
    }

    /// Any delivery: only a queued notice is rewritten.
    private mutating func rewriteNotice() -> Transition {
        let notices = model.work.filter { $0.value.kind == .notice }.keys.sorted()
        let id = (notices.isEmpty ? model.work.keys.sorted() : notices).randomElement(using: &random) ?? 0
        let words = Int.random(in: 10...19, using: &random)
        return Transition(
            name: "rewrite \(id) as \(words)",
            onDatabase: {
                let notice = DeliveryNotice.importChecked(total: words, failedCount: 0, failed: [])
                try $0.rewrite(DeliveryID(rawValue: id), as: notice)
            },
            onModel: { $0.rewrite(id, as: words) }
        )
    }

    /// The event of a part, which networks may report twice; mostly of a message in the room.
    private mutating func recordPosted(_ message: Int64) -> Transition {
        let there = model.messages.filter { $0.value.address == Self.roomAddress }.keys.sorted()
        let id = there.randomElement(using: &random) ?? message
        let part = Int.random(in: 0...1, using: &random)
        return Transition(
            name: "part \(part) of \(id) was posted",
            onDatabase: {
                let (message, event) = (MessageID(rawValue: id), "e\(id)-\(part)")
                try Ledger.recordPosted(message, part: part, network: "n", eventID: event, in: $0.db)
            },
            onModel: { $0.recordPosted("e\(id)-\(part)", id, part: part, inRoomAt: Self.roomAddress) }
        )
    }

    private mutating func queueEdit() throws -> Transition {
        let posts = model.editable.compactMap { message, post in
            model.work.first { $0.value.message == message && $0.value.kind == .news }
                .map { (message: message, event: post.event, news: $0.key) }
        }
        guard let post = posts.sorted(by: { $0.message < $1.message }).randomElement(using: &random) else {
            return try queue()
        }
        return Transition(
            name: "edit the post of \(post.message)",
            onDatabase: {
                let (message, news) = (MessageID(rawValue: post.message), DeliveryID(rawValue: post.news))
                try $0.queueEdit(of: message, eventID: post.event, telling: news)
            },
            onModel: { $0.queueEdit(of: post.message, telling: post.news) }
        )
    }

    private func cancelEdits() -> Transition {
        Transition(
            name: "cancel edits",
            onDatabase: { try Ledger.cancelEdits(at: AddressID(rawValue: Self.roomAddress), in: $0.db) },
            onModel: { $0.cancelEdits(at: Self.roomAddress) }
        )
    }

    private func pruneEditablePosts() -> Transition {
        Transition(
            name: "prune posts",
            onDatabase: { ledger in
                let later = ledger.time + TimeInterval(Ledger.editableAge)
                try Ledger(db: ledger.db, time: later).pruneEditablePosts()
            },
            onModel: { $0.pruneEditablePosts() }
        )
    }

    /// An article goes from the one feed to the other, as when a feed moves.
    private mutating func moveArticle() -> Transition {
        let article = stories.randomElement(using: &random) ?? 1
        let feed = Self.roomAddress + Int64.random(in: 0...1, using: &random)
        return Transition(
            name: "article \(article) goes to feed \(feed)",
            onDatabase: {
                try $0.db.execute(sql: "UPDATE article SET feedID = ? WHERE id = ?", arguments: [feed, article])
                try Ledger.moveEditablePosts(to: FeedID(rawValue: feed), in: $0.db)
            },
            onModel: { $0.moveArticle(article, to: feed) }
        )
    }
}
