@testable import Storage

/// What the ledger promises of updates of stories, and of the threads of feeds.
extension LedgerModel {
    mutating func queueUpdate(_ article: Int64, to recipient: Int64, at address: Int64) {
        let (due, words) = (Self.now, Int(article))
        add(Work(kind: .update, recipient: recipient, address: address, stories: [], due: due, words: words))
    }

    mutating func recordUpdate(of event: Int64, to recipient: Int64, sources: Int) {
        updates[Told(recipient: recipient, story: event)] = sources
    }

    mutating func moveUpdates(of event: Int64, to older: Int64) {
        for (update, sources) in updates where update.story == event {
            updates[update] = nil
            raiseUpdate(of: older, to: update.recipient, sources: sources)
        }
    }

    mutating func mergeUpdates(of source: Int64, into target: Int64) {
        for (update, sources) in updates where update.recipient == source {
            raiseUpdate(of: update.story, to: target, sources: sources)
        }
    }

    private mutating func raiseUpdate(of event: Int64, to recipient: Int64, sources: Int) {
        let update = Told(recipient: recipient, story: event)
        updates[update] = max(updates[update] ?? 0, sources)
    }

    /// The post of a message in the room that is news of one feed and nothing else.
    mutating func beginThread(_ event: String, _ message: Int64) {
        let inside = work.values.filter { $0.message == message }
        let about = Set(inside.map { $0.kind == .news ? feeds[$0.article ?? 0] : nil })
        if about.count == 1, let feed = about.first ?? nil { threads[feed] = event }
    }

    mutating func mergeThreads(of feed: Int64, into other: Int64) {
        if threads[other] == nil { threads[other] = threads.removeValue(forKey: feed) }
    }
}
