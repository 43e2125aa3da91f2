import Foundation
import GRDB
import NewsModel

@testable import Storage

/// Updates of stories, and threads of feeds in the room.
extension LedgerRun {
    mutating func changeUpdatesOrThreads() throws -> Transition {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return try queueUpdate()
        case 1..<3: return recordUpdate()
        case 3: return moveUpdates()
        case 4: return mergeUpdates()
        case 5: return mergeThreads()
        default: return endThreads()
        }
    }

    private mutating func queueUpdate() throws -> Transition {
        let place = Int64.random(in: 1...Self.roomAddress, using: &random)
        let owner = try database.read { db in
            try Int64.fetchOne(db, sql: "SELECT recipientID FROM address WHERE id = ?", arguments: [place]) ?? 1
        }
        let article = stories.randomElement(using: &random) ?? 1
        return Transition(
            name: "update of \(article) for \(owner) at \(place)",
            onDatabase: {
                let update = StoryUpdate(article: ArticleID(rawValue: article), sources: nil, numbers: [])
                try $0.queue(update, to: RecipientID(rawValue: owner), at: AddressID(rawValue: place))
            },
            onModel: { $0.queueUpdate(article, to: owner, at: place) }
        )
    }

    private mutating func recordUpdate() -> Transition {
        let (person, event) = (people.randomElement(using: &random) ?? 1, stories.randomElement(using: &random) ?? 1)
        let sources = Int.random(in: 1...9, using: &random)
        return Transition(
            name: "recordUpdate of \(event) for \(person): \(sources)",
            onDatabase: {
                let (story, reader) = (StoryID(rawValue: event), RecipientID(rawValue: person))
                try $0.recordUpdate(of: story, to: reader, sources: sources)
            },
            onModel: { $0.recordUpdate(of: event, to: person, sources: sources) }
        )
    }

    private mutating func moveUpdates() -> Transition {
        let pair = stories.shuffled(using: &random)
        let (event, older) = (pair[0], pair[1])
        return Transition(
            name: "moveUpdates of \(event) to \(older)",
            onDatabase: {
                try Ledger.moveUpdates(of: StoryID(rawValue: event), to: StoryID(rawValue: older), in: $0.db)
            },
            onModel: { $0.moveUpdates(of: event, to: older) }
        )
    }

    private mutating func mergeUpdates() -> Transition {
        let pair = people.shuffled(using: &random)
        let (source, target) = (pair[0], pair[1])
        return Transition(
            name: "mergeUpdates of \(source) into \(target)",
            onDatabase: { try $0.mergeUpdates(of: RecipientID(rawValue: source), into: RecipientID(rawValue: target)) },
            onModel: { $0.mergeUpdates(of: source, into: target) }
        )
    }

    private mutating func mergeThreads() -> Transition {
        let pair = [Self.roomAddress, Self.roomAddress + 1].shuffled(using: &random)
        let (feed, other) = (pair[0], pair[1])
        return Transition(
            name: "mergeThreads of \(feed) into \(other)",
            onDatabase: {
                try Ledger.mergeThreads(of: FeedID(rawValue: feed), into: FeedID(rawValue: other), in: $0.db)
            },
            onModel: { $0.mergeThreads(of: feed, into: other) }
        )
    }

    /// One that is refused, those of a room, or those of past days.
    private mutating func endThreads() -> Transition {
        let room = AddressID(rawValue: Self.roomAddress)
        let event = model.threads.values.sorted().randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            return Transition(
                name: "endThread \(event)",
                onDatabase: { try Ledger.endThread(event, at: room, in: $0.db) },
                onModel: { model in model.threads = model.threads.filter { $0.value != event } }
            )
        case 1:
            return Transition(
                name: "endThreads",
                onDatabase: { try Ledger.endThreads(at: room, in: $0.db) },
                onModel: { $0.threads = [:] }
            )
        default:
            return Transition(
                name: "pruneThreads",
                onDatabase: { ledger in
                    let later = ledger.time + TimeInterval(Ledger.threadAge)
                    try Ledger(db: ledger.db, time: later).pruneThreads()
                },
                onModel: { $0.threads = [:] }
            )
        }
    }
}
