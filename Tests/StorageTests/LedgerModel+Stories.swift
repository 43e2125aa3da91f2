@testable import Storage

/// Stories that turn out to be the same one: whoever was told one of them was told all.
extension LedgerModel {
    mutating func mergeStories(_ one: Int64, _ other: Int64) {
        let (first, second) = (root(of: one), root(of: other))
        guard first != second else { return }
        for story in family(of: max(first, second)) { roots[story] = min(first, second) }
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
            return hasRow && !withdrawn.contains { $0.stories == [member] }
        }
    }
}
