@testable import Storage

/// Stories that turn out to be the same one: whoever was told one of them was told all.
extension LedgerModel {
    mutating func mergeStories(_ one: Int64, _ other: Int64) {
        let (first, second) = (root(of: one), root(of: other))
        guard first != second else { return }
        for story in family(of: max(first, second)) { roots[story] = min(first, second) }
        // One story is one event: updates name the oldest of it.
        moveUpdates(of: max(first, second), to: min(first, second))
    }

    func root(of story: Int64) -> Int64 { roots[story] ?? story }

    /// The oldest first.
    func family(of story: Int64) -> [Int64] {
        let root = root(of: story)
        return [root] + roots.filter { $0.value == root }.keys.sorted()
    }

    /// Adds the told row of the oldest; false when there is one of any.
    mutating func markTold(_ story: Int64, to recipient: Int64) -> Bool {
        guard !family(of: story).contains(where: { told.contains(Told(recipient: recipient, story: $0)) }) else {
            return false
        }
        return told.insert(Told(recipient: recipient, story: root(of: story))).inserted
    }

    /// Whether somebody gets the story or has got it; the told row of what was withdrawn shows neither.
    func isTold(_ story: Int64, to recipient: Int64) -> Bool {
        let withdrawn = work.values.filter {
            $0.recipient == recipient && $0.kind == .news && $0.state == .withdrawn
        }
        return family(of: story).contains { member in
            if isTelling(member, to: recipient) { return true }
            let hasRow = told.contains(Told(recipient: recipient, story: member))
            return hasRow && !withdrawn.contains { $0.story == member }
        }
    }

    /// Of each story one of the queued is left, the first of the given ones, and none if others tell it already; false
    /// when nothing changed.
    mutating func unite(_ ids: [Int64]) -> Bool {
        var hasChanged = false
        for id in ids.sorted() {
            guard let item = work[id], item.state == .queued, item.kind == .news, let story = item.story else {
                continue
            }
            let family = Set(family(of: story))
            guard family.count > 1 else { continue }
            let queued = queuedNews(of: item.recipient).filter { family.contains(work[$0]?.story ?? 0) }
            for other in queued where other != id {
                join(other, to: id)
                united.insert("both were queued")
                hasChanged = true
            }
            guard let teller = teller(of: family, to: item.recipient, before: queued.first ?? id) else { continue }
            adopt(id, by: teller)
            work[id]?.state = .withdrawn
            united.insert(work[teller]?.kind == .slot ? "a slot told it" : "the other was frozen")
            hasChanged = true
        }
        return hasChanged
    }

    /// News that was frozen, else a slot that was queued before; the oldest of them.
    private func teller(of family: Set<Int64>, to recipient: Int64, before id: Int64) -> Int64? {
        let telling = work.filter { $0.value.recipient == recipient && $0.value.isTelling }
        let news = telling.filter { _, item in
            item.kind == .news && item.state != .queued && family.contains(item.story ?? 0)
        }
        let slots = telling.filter { number, item in
            number < id && item.kind == .slot && !item.stories.isDisjoint(with: family)
        }
        return news.keys.min() ?? slots.keys.min()
    }

    /// Another person whom this one becomes was told the story: it waits no more, unless only a list that is not sent
    /// yet and was queued later would tell it.
    mutating func end(_ id: Int64, ifToldTo other: Int64) {
        guard let story = work[id]?.story, isHeard(story, by: other) else { return }
        let family = Set(family(of: story))
        if let teller = teller(of: family, to: other, before: id) {
            adopt(id, by: teller)
            united.insert(work[teller]?.kind == .slot ? "a linked slot told it" : "the linked one was frozen")
        } else if let kept = keptBack(other, story) {
            adopt(id, by: kept)
            united.insert("the linked one was kept back")
        } else if hasUnsentList(telling: family, to: other) {
            united.insert("a linked slot was queued later")
            return
        }
        work[id]?.state = .withdrawn
    }

    private func hasUnsentList(telling family: Set<Int64>, to recipient: Int64) -> Bool {
        work.values.contains {
            $0.recipient == recipient && $0.kind == .slot && [.queued, .frozen].contains($0.state)
                && !$0.stories.isDisjoint(with: family)
        }
    }

    /// Both are queued: one of them is sent for both.
    mutating func join(_ source: Int64, to target: Int64) {
        guard let item = work[source], let other = work[target] else { return }
        if item.isUrgent, !other.isUrgent { work[target]?.address = item.address }
        work[target]?.isUrgent = other.isUrgent || item.isUrgent
        work[target]?.due = min(other.due, item.due)
        adopt(source, by: target)
        work[source]?.state = .withdrawn
    }

    private mutating func adopt(_ source: Int64, by target: Int64) {
        guard let item = work[source] else { return }
        work[target]?.stories.formUnion(item.stories)
        if work[target]?.kind == .news { work[target]?.reasons.formUnion(item.reasons) }
    }
}
