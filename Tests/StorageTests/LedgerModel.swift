@testable import Storage

/// What the ledger promises, without a database: the rules that `LedgerModelTests` compares it with.
struct LedgerModel {
    struct Told: Hashable {
        var recipient: Int64
        var story: Int64
    }

    enum Kind { case news, slot, notice, edit, update }

    /// The time of all transitions, and of what is queued.
    static let now = 100

    struct Work: Equatable {
        var kind = Kind.news
        var recipient: Int64
        var address: Int64
        /// Those whose told rows end with it.
        var stories: Set<Int64>
        /// Of news.
        var article: Int64?
        /// Of news: the root when it was queued.
        var story: Int64?
        var due = 0
        /// The number that a notice tells, or the article of an update.
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
    /// For each feed, the event that began its thread in the room.
    var threads: [Int64: String] = [:]
    /// For the events of which somebody was sent updates, how many sources they were told.
    var updates: [Told: Int] = [:]
    /// The feed of each article, which has the number of its story.
    var feeds: [Int64: Int64] = [:]
    /// For each subscription and alert whose it is and where it goes.
    var owners: [Int64: (Int64, Int64)] = [:]
    /// When the cool-downs of alerts end.
    var cooldowns: [Int64: Int] = [:]
    /// For each story that is the same as an older one, that one.
    var roots: [Int64: Int64] = [:]
    /// How `unite` and `merge` have found a story twice.
    var united: Set<String> = []
    /// How many deliveries were withdrawn when they were queued again.
    private(set) var unwantedCount = 0
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
        if markTold(story, to: recipient) {
            var news = Work(recipient: recipient, address: address, stories: [root(of: story)], article: story)
            news.story = root(of: story)
            news.isUrgent = isUrgent
            news.reasons = [reason]
            news.repeated = repeated
            if !repeated.isEmpty { news.state = .withdrawn }
            return add(news)
        }
        if let kept = keptBack(recipient, story) {
            work[kept]?.reasons.insert(reason)
            guard repeated.isEmpty else { return }
            if releaseKeptBack(kept) { return join(kept, at: address, isUrgent: isUrgent) }
            releaseTold(of: [kept])
        }
        guard let waiting = waiting(recipient, story) else { return }
        work[waiting]?.reasons.insert(reason)
        if work[waiting]?.isUrgent == false { join(waiting, at: address, isUrgent: isUrgent) }
    }

    private mutating func join(_ id: Int64, at address: Int64, isUrgent: Bool) {
        guard isUrgent else { return }
        work[id]?.isUrgent = true
        work[id]?.address = address
        work[id]?.due = 0
    }

    mutating func queueSlot(_ slot: [Int64], _ stories: Set<Int64>, to recipient: Int64, at address: Int64) {
        guard !work.values.contains(where: { $0.slot == slot }) else { return }
        var new: Set<Int64> = []
        for story in stories where markTold(story, to: recipient) { new.insert(root(of: story)) }
        add(Work(kind: .slot, recipient: recipient, address: address, stories: new, due: Self.now, slot: slot))
    }

    mutating func freeze(_ ids: [Int64], at address: Int64, parts: Int) {
        guard ids.allSatisfy({ work[$0]?.state == .queued && work[$0]?.address == address }) else { return }
        guard !unite(ids) else { return }
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
        releaseTold(of: untold)
    }

    mutating func giveUp(_ message: Int64) { end(message, "failed", .unconfirmed) }

    mutating func requeueUnsent(_ message: Int64) {
        if isUnsent(message) { requeue(message) }
    }

    /// What has only reasons whose subscriptions and alerts are gone is withdrawn.
    mutating func requeue(_ message: Int64) {
        let queued = frozen(in: message)
        messages[message]?.state = "failed"
        for id in queued {
            work[id]?.state = .queued
            work[id]?.message = nil
            for reason in work[id]?.reasons ?? [] where owners[reason] == nil { work[id]?.reasons.remove(reason) }
        }
        let unwanted = queued.filter { id in
            guard let item = work[id] else { return false }
            return [.news, .edit].contains(item.kind) && item.reasons.isEmpty
        }
        unwantedCount += unwanted.count
        withdraw(unwanted)
    }

    mutating func withdraw(reason: Int64) {
        let found = work.filter { ($1.state == .queued || !$1.repeated.isEmpty) && $1.reasons.contains(reason) }
        for id in found.keys { work[id]?.reasons.remove(reason) }
        withdraw(found.keys.filter { work[$0]?.reasons.isEmpty == true })
    }

    /// None of them is queued again in place of another.
    mutating func withdraw(_ ids: [Int64]) {
        for id in ids {
            work[id]?.state = .withdrawn
            work[id]?.repeated = []
        }
        releaseTold(of: ids)
    }

    mutating func withdrawAll(at address: Int64) {
        withdraw(work.filter { $0.value.address == address && !$0.value.repeated.isEmpty }.map(\.key))
        for id in openMessages(at: address) {
            if isUnsent(id) { requeue(id) } else { giveUp(id) }
        }
        withdraw(work.filter { $0.value.state == .queued && $0.value.address == address }.map(\.key))
    }

    /// Each story waits once, what one has heard waits no more, and both have been told what one was.
    mutating func merge(_ source: Int64, into target: Int64) {
        for recipient in [source, target] { _ = unite(queuedNews(of: recipient)) }
        var joined: Set<Int64> = []
        for id in queuedNews(of: source) {
            guard let item = work[id], let story = item.story else { continue }
            if let other = waiting(target, story) {
                join(id, to: other)
                joined.insert(other)
            } else {
                end(id, ifToldTo: target)
            }
        }
        for id in queuedNews(of: target) where !joined.contains(id) {
            guard let story = work[id]?.story, waiting(source, story) == nil else { continue }
            end(id, ifToldTo: source)
        }
        told.formUnion(told.filter { $0.recipient == source }.map { Told(recipient: target, story: $0.story) })
        for (id, item) in work where item.recipient == source { work[id]?.recipient = target }
    }

    mutating func mergeSlots(of source: Int64, into target: Int64) {
        let moved = work.filter { $0.value.slot?.first == source }
        let queued = moved.filter { $0.value.state == .queued }
        withdraw(queued.filter { twin(of: $0.value, for: target)?.isTelling == true }.map(\.key))
        for (id, item) in moved where twin(of: item, for: target) == nil { work[id]?.slot?[0] = target }
    }

    /// The work of another schedule at the same time of day.
    private func twin(of item: Work, for schedule: Int64) -> Work? {
        item.slot.flatMap { slot in work.values.first { $0.slot == [schedule, slot[1]] } }
    }

    /// `owners` say for each reason whose it is by now and where it goes.
    mutating func part(_ old: Int64, to new: Int64, at address: Int64, owners: [Int64: (Int64, Int64)]) {
        self.owners = owners
        told.formUnion(told.filter { $0.recipient == old }.map { Told(recipient: new, story: $0.story) })
        for (id, item) in work where item.recipient == old && item.address == address { work[id]?.recipient = new }
        var unasked: [Int64] = []
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
            if work[id]?.reasons.isEmpty == true { unasked.append(id) }
        }
        withdraw(unasked)
    }

    mutating func redirect(_ recipient: Int64, from old: Int64, to new: Int64) {
        let mine = Set(work.values.filter { $0.recipient == recipient }.compactMap(\.message))
        for id in openMessages(at: old) where mine.contains(id) { requeue(id) }
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

    private func openMessages(at address: Int64) -> [Int64] {
        messages.filter { $0.value.address == address && $0.value.state == "open" }.keys.sorted()
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

    /// What was kept back for the stories of these is queued, if somebody still asks for it; else it ends, too.
    private mutating func releaseTold(of ids: [Int64]) {
        var ended = ids
        while !ended.isEmpty {
            var released: [Int64: Set<Int64>] = [:]
            for item in ended.compactMap({ work[$0] }) {
                for story in item.stories where !isTelling(story, to: item.recipient) {
                    told.remove(Told(recipient: item.recipient, story: story))
                }
                released[item.recipient, default: []].formUnion(item.stories.flatMap { family(of: $0) })
            }
            let kept = work.filter { _, item in
                item.repeated.contains {
                    released[item.recipient]?.contains($0) == true && !isTold($0, to: item.recipient)
                }
            }
            ended = kept.keys.sorted().filter { !releaseKeptBack($0) }
        }
    }

    /// False when it is not queued, and its told row must be released.
    private mutating func releaseKeptBack(_ id: Int64) -> Bool {
        guard let item = work[id], let story = item.story else { return false }
        work[id]?.repeated = []
        work[id]?.reasons = item.reasons.filter { owners[$0]?.0 == item.recipient }
        guard work[id]?.reasons.isEmpty == false, !isTold(story, to: item.recipient) else { return false }
        work[id]?.state = .queued
        work[id]?.due = max(item.due, Self.now)
        told.insert(Told(recipient: item.recipient, story: story))
        return true
    }

    func keptBack(_ recipient: Int64, _ story: Int64) -> Int64? {
        let kept = work.filter { $0.value.recipient == recipient && !$0.value.repeated.isEmpty }.keys.sorted()
        return first(of: kept, with: story)
    }

    func isTelling(_ story: Int64, to recipient: Int64) -> Bool {
        work.values.contains {
            let tellsIt = $0.kind == .news ? $0.story == story : $0.stories.contains(story)
            return $0.recipient == recipient && tellsIt && $0.isTelling
        }
    }

    /// Work that tells its stories, or has told them, without a told row: nobody may be told these again.
    var untold: [Int64] {
        work.filter { _, item in
            item.isTelling
                && item.stories.contains { story in
                    !family(of: story).contains { told.contains(Told(recipient: item.recipient, story: $0)) }
                }
        }.keys.sorted()
    }

    func queuedNews(of recipient: Int64) -> [Int64] {
        work.filter { $0.value.recipient == recipient && $0.value.state == .queued && $0.value.kind == .news }.keys
            .sorted()
    }

    private func waiting(_ recipient: Int64, _ story: Int64) -> Int64? {
        first(of: queuedNews(of: recipient), with: story)
    }

    /// Of the oldest story of the family that any is of.
    private func first(of ids: [Int64], with story: Int64) -> Int64? {
        for member in family(of: story) {
            if let found = ids.first(where: { work[$0]?.story == member }) { return found }
        }
        return nil
    }

    func isHeard(_ story: Int64, by recipient: Int64) -> Bool {
        let family = Set(family(of: story))
        let states = work.values.filter {
            $0.recipient == recipient && $0.kind == .news && family.contains($0.story ?? 0)
        }.map(\.state)
        let isLive = states.contains { DeliveryState.countsAsSent.contains($0) }
        let hasRow = family.contains { told.contains(Told(recipient: recipient, story: $0)) }
        return hasRow && (isLive || !states.contains(.failed))
    }
}
