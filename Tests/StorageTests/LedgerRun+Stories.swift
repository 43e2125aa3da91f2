import GRDB
import NewsModel

@testable import Storage

extension LedgerRun {
    /// Two stories turn out to be the same one, often two that wait for one person.
    mutating func mergeStories() -> Transition {
        let person = people.randomElement(using: &random) ?? 1
        let waiting = Set(model.queuedNews(of: person).compactMap { model.work[$0]?.story }).sorted()
        let isAny = waiting.count < 2 || Int.random(in: 0..<3, using: &random) == 0
        let pair = (isAny ? stories : waiting).shuffled(using: &random)
        let (one, other) = (pair[0], pair[1])
        return Transition(
            name: "stories \(one) and \(other) are one",
            onDatabase: { ledger in
                try StoryFamily.merge(StoryID(rawValue: one), StoryID(rawValue: other), in: ledger.db)
            },
            onModel: { $0.mergeStories(one, other) }
        )
    }
}
