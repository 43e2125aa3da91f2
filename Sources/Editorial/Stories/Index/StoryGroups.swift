/// Groups of articles by slot; two groups can become one.
struct StoryGroups {
    struct Group {
        /// The identifier of the group's oldest article.
        var first: Int64
        /// The ordinals of its articles, forgotten ones among them.
        var members: [Int] = []
        /// How many of its articles are remembered.
        var count = 0
        /// How many of them are of feeds that everybody may see.
        var openCount = 0
        /// The identifier of the article that stands for the group's news, once enough have brought it.
        var news: Int64?
    }

    private var groups: [Int: Group] = [:]
    private var slots: [Int64: Int] = [:]
    private var next = 0

    subscript(slot: Int) -> Group { groups[slot] ?? Group(first: 0) }

    func contains(_ slot: Int) -> Bool { groups[slot] != nil }

    /// The group whose oldest article has the identifier.
    func slot(of first: Int64) -> Int? { slots[first] }

    mutating func begin(_ first: Int64) -> Int {
        next += 1
        groups[next] = Group(first: first)
        slots[first] = next
        return next
    }

    mutating func add(_ ordinal: Int, to slot: Int, isOpen: Bool) {
        groups[slot]?.members.append(ordinal)
        groups[slot]?.count += 1
        if isOpen { groups[slot]?.openCount += 1 }
    }

    /// Makes the group in a slot what it was before; an empty one disappears.
    mutating func restore(_ group: Group, at slot: Int) {
        if let now = groups[slot] { slots[now.first] = nil }
        groups[slot] = group.members.isEmpty ? nil : group
        if !group.members.isEmpty { slots[group.first] = slot }
    }

    /// From now on the article stands for the group's news.
    mutating func setNews(_ article: Int64, of slot: Int) {
        groups[slot]?.news = article
    }

    /// Makes one group of two and gives it the older one's identifier; returns its slot and the articles that moved
    /// there.
    mutating func merge(_ left: Int, _ right: Int) -> (kept: Int, moved: [Int]) {
        guard let a = groups[left], let b = groups[right], left != right else { return (left, []) }
        let (kept, lost) = a.count >= b.count ? (left, right) : (right, left)
        let moved = lost == left ? a.members : b.members
        // Slots rise with time.
        let oldest = left < right ? a.first : b.first
        slots[a.first] = nil
        slots[b.first] = nil
        slots[oldest] = kept
        groups[kept]?.first = oldest
        groups[kept]?.members = (a.members + b.members).sorted()
        groups[kept]?.count = a.count + b.count
        groups[kept]?.openCount = a.openCount + b.openCount
        groups[lost] = nil
        return (kept, moved)
    }

    /// Forgets the article; it is the oldest of all.
    mutating func remove(_ ordinal: Int, from slot: Int, isOpen: Bool) {
        guard var group = groups.removeValue(forKey: slot) else { return }
        group.count -= 1
        if isOpen { group.openCount -= 1 }
        guard group.count > 0 else {
            slots[group.first] = nil
            return
        }
        if group.members.count > 2 * group.count + 16 { group.members.removeAll { $0 <= ordinal } }
        groups[slot] = group
    }

    /// The newest articles of the group that count, at most `most`, none before the ordinal `oldest`; the oldest first.
    func newest(_ most: Int, of slot: Int, from oldest: Int, where counts: (Int) -> Bool) -> [Int] {
        var found: [Int] = []
        for member in (groups[slot]?.members ?? []).reversed() {
            guard member >= oldest, found.count < most else { break }
            if counts(member) { found.append(member) }
        }
        return found.reversed()
    }
}
