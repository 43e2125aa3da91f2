import GRDB
import NewsModel

@testable import Storage

extension LedgerRun {
    /// Two stories turn out to be the same one.
    mutating func mergeStories() -> Transition {
        let pair = stories.shuffled(using: &random)
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
