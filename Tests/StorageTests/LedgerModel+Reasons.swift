@testable import Storage

/// What the ledger promises when subscriptions, alerts and schedules end or become one, and when an address is not
/// reached.
extension LedgerModel {
    /// What waits for the cool-down of an alert waits for the later end.
    mutating func mergeReason(_ source: Int64, into target: Int64) {
        for (id, item) in work where item.reasons.contains(source) {
            work[id]?.reasons.remove(source)
            work[id]?.reasons.insert(target)
        }
        guard let end = cooldowns[target] else { return }
        for (id, item) in work where item.state == .queued && item.due > Self.now && item.reasons.contains(target) {
            work[id]?.due = max(item.due, end)
        }
    }

    mutating func withdraw(schedule: Int64) {
        withdraw(work.filter { $0.value.slot?.first == schedule && $0.value.state == .queued }.keys.sorted())
    }

    /// What was due by a time and was certainly not sent goes to another address of the same recipient.
    mutating func move(from old: Int64, to new: Int64, of recipient: Int64, dueBy latest: Int, urgent: Int) {
        func isUnreached(_ item: Work) -> Bool {
            item.address == old && item.due <= (item.isUrgent ? urgent : latest)
        }
        let late = work.values.filter { $0.state == .frozen && isUnreached($0) }
        for message in Set(late.compactMap(\.message)).sorted() where isUnsent(message) { requeue(message) }
        for (id, item) in work where item.state == .queued && item.recipient == recipient && isUnreached(item) {
            work[id]?.address = new
        }
    }
}
