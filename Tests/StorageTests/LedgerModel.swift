@testable import Storage

/// What the ledger promises, without a database: the rules that `LedgerModelTests` compares it with.
struct LedgerModel {
    struct Told: Hashable {
        var recipient: Int64
        var story: Int64
    }

    enum Kind { case news, slot, notice, edit }

    /// The time of all transitions, and of what is queued.
    static let now = 100

    struct Work: Equatable {
        var kind = Kind.news
        var recipient: Int64
        var address: Int64
        var stories: Set<Int64>
        var due = 0
        /// The number that a notice tells.
        var words: Int?
        /// Of a schedule, with the time of day; nil for news.
        var slot: [Int64]?
        var isUrgent = false
        var reasons: Set<Int64> = []
        var state = DeliveryState.queued
        var message: Int64?
        /// The stories for which it is kept back.
        var repeated: [Int64] = []

        var isTelling: Bool { state != .withdrawn && state != .failed }
    }

    struct Message: Equatable {
        var address: Int64
        var parts: Int
        var confirmed = 0
        var mayHaveArrived = false
        var state = "open"
    }

    /// A post in a room that may be edited.
    struct Post: Equatable {
        var event: String
        var article: Int64
        var feed: Int64
        var edits = 0
    }

    var told: Set<Told> = []
    var work: [Int64: Work] = [:]
    var messages: [Int64: Message] = [:]
    /// The messages of posted events.
    var posted: [String: Int64] = [:]
    /// By message.
    var editable: [Int64: Post] = [:]
    /// The feed of each article, which has the number of its story.
    var feeds: [Int64: Int64] = [:]
    /// For each subscription whose it is and where it goes.
    var owners: [Int64: (Int64, Int64)] = [:]
    private var newestWork: Int64 = 0
    private var newestMessage: Int64 = 0

    /// The highest numbers that the database has given: an insert that it ignored uses one up.
    mutating func setNewest(work: Int64, message: Int64) { (newestWork, newestMessage) = (work, message) }

    mutating func queue(
        _ story: Int64,
        to recipient: Int64,
        at address: Int64,
        for reason: Int64,
        isUrgent: Bool,
        repeating repeated: [Int64]
    ) {
        if told.insert(Told(recipient: recipient, story: story)).inserted {
            let news = Work(recipient: recipient, address: address, stories: [story], isUrgent: isUrgent)
            add(news)
            work[newestWork]?.reasons = [reason]
            guard !repeated.isEmpty else { return }
            work[newestWork]?.state = .withdrawn
            work[newestWork]?.repeated = repeated
        } else if let kept = keptBack(recipient, story) {
            work[kept]?.reasons.insert(reason)
            guard repeated.isEmpty else { return }
            releaseKeptBack(kept)
            guard isUrgent, work[kept]?.state == .queued else { return }
            work[kept]?.isUrgent = true
            work[kept]?.address = address
            work[kept]?.due = 0
        } else if let waiting = waiting(recipient, story) {
            work[waiting]?.reasons.insert(reason)
            guard isUrgent, work[waiting]?.isUrgent == false else { return }
            work[waiting]?.isUrgent = true
            work[waiting]?.address = address
            work[waiting]?.due = 0
        }
    }

    mutating func queueSlot(_ slot: [Int64], _ stories: Set<Int64>, to recipient: Int64, at address: Int64) {
        guard !work.values.contains(where: { $0.slot == slot }) else { return }
        let new = stories.filter { told.insert(Told(recipient: recipient, story: $0)).inserted }
        add(Work(kind: .slot, recipient: recipient, address: address, stories: new, due: Self.now, slot: slot))
    }

    mutating func freeze(_ ids: [Int64], at address: Int64, parts: Int) {
        guard ids.allSatisfy({ work[$0]?.state == .queued && work[$0]?.address == address }) else { return }
        newestMessage += 1
        messages[newestMessage] = Message(address: address, parts: parts)
        for id in ids {
            work[id]?.state = .frozen
            work[id]?.message = newestMessage
        }
    }

    mutating func confirm(_ message: Int64, part: Int) {
        guard messages[message]?.state == "open", messages[message]?.confirmed == part else { return }
        messages[message]?.confirmed += 1
        if part + 1 == messages[message]?.parts { end(message, "sent", .sent) }
    }

    mutating func fail(_ message: Int64) {
        let untold = messages[message]?.confirmed == 0 ? frozen(in: message) : []
        end(message, "failed", .failed)
        for id in untold { release(id) }
    }

    mutating func giveUp(_ message: Int64) { end(message, "failed", .unconfirmed) }

    mutating func requeueUnsent(_ message: Int64) {
        if isUnsent(message) { requeue(message) }
    }

    mutating func requeue(_ message: Int64) {
        for id in frozen(in: message) {
            work[id]?.state = .queued
            work[id]?.message = nil
        }
        messages[message]?.state = "failed"
    }

    mutating func withdraw(reason: Int64) {
        let found = work.filter { ($1.state == .queued || !$1.repeated.isEmpty) && $1.reasons.contains(reason) }
        for (id, item) in found.sorted(by: {
            ($0.value.repeated.isEmpty ? 1 : 0, $0.key) < ($1.value.repeated.isEmpty ? 1 : 0, $1.key)
        }) {
            work[id]?.reasons.remove(reason)
            guard item.reasons.count == 1 else { continue }
            if work[id]?.repeated.isEmpty == false { drop(id) } else { withdraw(id) }
        }
    }

    mutating func withdraw(_ id: Int64) {
        work[id]?.state = .withdrawn
        release(id)
    }

    mutating func withdrawAll(at address: Int64) {
        for (id, item) in work.sorted(by: { $0.key < $1.key }) where item.address == address && !item.repeated.isEmpty {
            drop(id)
        }
        for (id, message) in messages where message.address == address && message.state == "open" {
            if isUnsent(id) { requeue(id) } else { giveUp(id) }
        }
        let queued = work.filter { $0.value.state == .queued && $0.value.address == address }.keys.sorted()
        for id in queued { withdraw(id) }
    }

    /// Each story waits once, what one has heard waits no more, and both have been told what one was.
    mutating func merge(_ source: Int64, into target: Int64) {
        var joined: Set<Int64> = []
        for id in queuedNews(of: source) {
            guard let item = work[id], let story = item.stories.first else { continue }
            if let other = waiting(target, story) {
                if item.isUrgent, work[other]?.isUrgent == false { work[other]?.address = item.address }
                if item.isUrgent { work[other]?.isUrgent = true }
                if let due = work[other]?.due { work[other]?.due = min(due, item.due) }
                work[other]?.reasons.formUnion(item.reasons)
                work[id]?.state = .withdrawn
                joined.insert(other)
            } else if isHeard(story, by: target) {
                work[id]?.state = .withdrawn
            }
        }
        for id in queuedNews(of: target) where !joined.contains(id) {
            guard let story = work[id]?.stories.first, waiting(source, story) == nil else { continue }
            if isHeard(story, by: source) { work[id]?.state = .withdrawn }
        }
        told.formUnion(told.filter { $0.recipient == source }.map { Told(recipient: target, story: $0.story) })
        for (id, item) in work where item.recipient == source { work[id]?.recipient = target }
    }

    mutating func mergeSlots(of source: Int64, into target: Int64) {
        for (id, item) in work.sorted(by: { $0.key < $1.key }) {
            guard let slot = item.slot, slot[0] == source else { continue }
            let other = work.values.first { $0.slot == [target, slot[1]] }
            if item.state == .queued, let other, ![.withdrawn, .failed].contains(other.state) { withdraw(id) }
            if other == nil { work[id]?.slot = [target, slot[1]] }
        }
    }

    /// `owners` say for each reason whose it is by now and where it goes.
    mutating func part(_ old: Int64, to new: Int64, at address: Int64, owners: [Int64: (Int64, Int64)]) {
        self.owners = owners
        told.formUnion(told.filter { $0.recipient == old }.map { Told(recipient: new, story: $0.story) })
        for (id, item) in work where item.recipient == old && item.address == address { work[id]?.recipient = new }
        for (id, item) in work.sorted(by: { $0.key < $1.key }) where item.state == .queued {
            let other = item.recipient == old ? new : old
            let taken = item.reasons.filter { owners[$0]?.0 == other }
            guard [old, new].contains(item.recipient), let place = taken.compactMap({ owners[$0]?.1 }).min() else {
                continue
            }
            var copy = item
            copy.recipient = other
            copy.address = place
            copy.reasons = taken
            add(copy)
            work[id]?.reasons.subtract(taken)
            if work[id]?.reasons.isEmpty == true { withdraw(id) }
        }
    }

    mutating func redirect(_ recipient: Int64, from old: Int64, to new: Int64) {
        let mine = Set(work.values.filter { $0.recipient == recipient }.compactMap(\.message))
        for (id, message) in messages where message.address == old && message.state == "open" && mine.contains(id) {
            requeue(id)
        }
        for (id, item) in work where item.state == .queued && item.recipient == recipient && item.address == old {
            work[id]?.address = new
        }
    }

    /// What is kept back stays while its article is there.
    mutating func prune() {
        work = work.filter { [.queued, .frozen].contains($0.value.state) || !$0.value.repeated.isEmpty }
        messages = messages.filter { $0.value.state == "open" }
        forgetPostsOfGoneMessages()
    }

    mutating func erase(_ recipient: Int64) {
        let (own, others) = (
            work.values.filter { $0.recipient == recipient }, work.values.filter { $0.recipient != recipient }
        )
        for message in Set(own.compactMap(\.message)).subtracting(others.compactMap(\.message)) {
            messages[message] = nil
        }
        work = work.filter { $0.value.recipient != recipient }
        told = told.filter { $0.recipient != recipient }
        forgetPostsOfGoneMessages()
    }

    private mutating func forgetPostsOfGoneMessages() {
        posted = posted.filter { messages[$0.value] != nil }
        editable = editable.filter { messages[$0.key] != nil }
    }

    func isUnsent(_ id: Int64) -> Bool {
        guard let message = messages[id] else { return false }
        return message.state == "open" && !message.mayHaveArrived && message.confirmed == 0
    }

    mutating func add(_ item: Work) {
        newestWork += 1
        work[newestWork] = item
    }

    private func frozen(in message: Int64) -> [Int64] {
        work.filter { $0.value.message == message && $0.value.state == .frozen }.keys.sorted()
    }

    private mutating func end(_ message: Int64, _ state: String, _ workState: DeliveryState) {
        for id in frozen(in: message) { work[id]?.state = workState }
        messages[message]?.state = state
    }

    private mutating func release(_ id: Int64) {
        guard let item = work[id] else { return }
        for story in item.stories where !isTelling(story, to: item.recipient) {
            told.remove(Told(recipient: item.recipient, story: story))
        }
        for story in item.stories.sorted() where !told.contains(Told(recipient: item.recipient, story: story)) {
            let kept = work.filter { $0.value.recipient == item.recipient && $0.value.repeated.contains(story) }
            for id in kept.keys.sorted() { releaseKeptBack(id) }
        }
    }

    private mutating func drop(_ id: Int64) {
        work[id]?.repeated = []
        release(id)
    }

    private mutating func releaseKeptBack(_ id: Int64) {
        guard let item = work[id], let story = item.stories.first else { return }
        work[id]?.repeated = []
        work[id]?.reasons = item.reasons.filter { owners[$0]?.0 == item.recipient }
        guard work[id]?.reasons.isEmpty == false else { return release(id) }
        guard !isTelling(story, to: item.recipient) else { return }
        work[id]?.state = .queued
        work[id]?.due = max(item.due, Self.now)
        told.insert(Told(recipient: item.recipient, story: story))
    }

    private func keptBack(_ recipient: Int64, _ story: Int64) -> Int64? {
        work.filter { $0.value.recipient == recipient && !$0.value.repeated.isEmpty && $0.value.stories == [story] }
            .keys.min()
    }

    private func isTelling(_ story: Int64, to recipient: Int64) -> Bool {
        work.values.contains { $0.recipient == recipient && $0.stories.contains(story) && $0.isTelling }
    }

    /// Work that tells its stories, or has told them, without a told row: nobody may be told these again.
    var untold: [Int64] {
        work.filter { _, item in
            item.isTelling && item.stories.contains { !told.contains(Told(recipient: item.recipient, story: $0)) }
        }.keys.sorted()
    }

    private func queuedNews(of recipient: Int64) -> [Int64] {
        work.filter { $0.value.recipient == recipient && $0.value.state == .queued && $0.value.kind == .news }.keys
            .sorted()
    }

    private func waiting(_ recipient: Int64, _ story: Int64) -> Int64? {
        queuedNews(of: recipient).first { work[$0]?.stories == [story] }
    }

    private func isHeard(_ story: Int64, by recipient: Int64) -> Bool {
        let states = work.values.filter { $0.recipient == recipient && $0.kind == .news && $0.stories == [story] }.map(
            \.state
        )
        let isLive = states.contains { DeliveryState.countsAsSent.contains($0) }
        return told.contains(Told(recipient: recipient, story: story)) && (isLive || !states.contains(.failed))
    }
}
