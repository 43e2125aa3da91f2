/// Puts things in an order that only a secret seed tells, one for each day.
package enum PuzzleCalendar {
    /// The thing for a day; nil if there are none.
    ///
    /// None comes again before all the others have come, whatever day one begins at. Of a list that grows, the order
    /// changes, so what was chosen for a day must be stored, and what was chosen lately is passed over.
    package static func choice<Thing: Hashable>(
        of things: [Thing],
        number: Int,
        seed: UInt64,
        besides chosen: Set<Thing> = []
    ) -> Thing? {
        guard !things.isEmpty else { return nil }
        var generator = SeededGenerator(seed: seed)
        let order = things.indices.shuffled(using: &generator)
        let index = ((number - 1) % order.count + order.count) % order.count
        let choices = (order[index...] + order[..<index]).lazy.map { things[$0] }
        return choices.first { !chosen.contains($0) } ?? choices.first
    }
}
