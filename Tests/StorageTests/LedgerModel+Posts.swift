@testable import Storage

/// What the ledger promises of times, notices and posts.
extension LedgerModel {
    mutating func postpone(_ ids: [Int64], until due: Int) {
        for id in ids where work[id]?.state == .queued { work[id]?.due = due }
    }

    /// Slots are not held by quiet hours, nor is what waits for an alert's cool-down.
    mutating func releaseHeld(of recipient: Int64) {
        for (id, item) in work where item.recipient == recipient && item.state == .queued && item.kind != .slot {
            let isCooling = item.reasons.contains { owners[$0] != nil && cooldowns[$0] == item.due }
            if !isCooling { work[id]?.due = min(item.due, Self.now) }
        }
    }

    mutating func queueNotice(_ words: Int, to recipient: Int64, at address: Int64, after delay: Int) {
        let due = Self.now + delay
        add(Work(kind: .notice, recipient: recipient, address: address, stories: [], due: due, words: words))
    }

    mutating func rewrite(_ id: Int64, as words: Int) {
        if work[id]?.state == .queued, work[id]?.kind == .notice { work[id]?.words = words }
    }

    /// A message of one part about one article, in the room, may be edited.
    mutating func recordPosted(_ event: String, _ message: Int64, part: Int, inRoomAt room: Int64) {
        guard let sent = messages[message], posted[event] == nil else { return }
        posted[event] = message
        if part == 0, sent.address == room { beginThread(event, message) }
        let inside = work.values.filter { $0.message == message }
        guard sent.address == room, sent.parts == 1, editable[message] == nil, inside.count == 1,
            inside[0].kind == .news, let article = inside[0].article
        else { return }
        editable[message] = Post(event: event, article: article, feed: feeds[article] ?? 0)
    }

    mutating func queueEdit(of message: Int64, telling news: Int64) {
        guard let item = work[news] else { return }
        var edit = Work(kind: .edit, recipient: item.recipient, address: item.address, stories: [], due: Self.now)
        edit.reasons = item.reasons
        add(edit)
        editable[message]?.edits += 1
    }

    mutating func cancelEdits(at address: Int64) {
        editable = editable.filter { messages[$0.key]?.address != address }
        work = work.filter { $0.value.kind != .edit || $0.value.address != address || $0.value.state != .queued }
    }

    mutating func moveArticle(_ article: Int64, to feed: Int64) {
        feeds[article] = feed
        for (message, post) in editable where feeds[post.article] == feed { editable[message]?.feed = feed }
    }

    mutating func pruneEditablePosts() { editable = [:] }
}
