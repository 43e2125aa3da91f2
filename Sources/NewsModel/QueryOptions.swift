package import Foundation

/// How much an alert or a mute may ask for, and how long what they ask may take.
///
/// One article costs one query at most `patternSize` steps for each of the first `patternText` bytes of its title and
/// of its summary.
package struct QueryOptions: Sendable, Hashable {
    /// Instructions of all expressions of one query together, as RE2 compiles them.
    package var patternSize: Int
    package var patternsPerQuery: Int
    /// UTF-8 bytes of one text that an expression sees, from its beginning.
    package var patternText: Int
    /// Alerts that one owner may have on, and mutes that they may have, with an expression, with many stars, or
    /// without any word to look for.
    package var heavyPerOwner: Int
    /// The same of what one person has made for rooms, in all of them together.
    package var heavyCreated: Int
    /// Seconds for one owner's queries at one time: the trial of a new alert, the mutes of a list.
    package var budget: TimeInterval

    package init(
        patternSize: Int = 500,
        patternsPerQuery: Int = 3,
        patternText: Int = 2_000,
        heavyPerOwner: Int = 5,
        heavyCreated: Int = 20,
        budget: TimeInterval = 0.5
    ) {
        self.patternSize = patternSize
        self.patternsPerQuery = patternsPerQuery
        self.patternText = patternText
        self.heavyPerOwner = heavyPerOwner
        self.heavyCreated = heavyCreated
        self.budget = budget
    }
}

/// How one follower calls a feed, where it is not as the feed calls itself.
package struct OwnFeedView: Sendable, Hashable {
    package var recipientID: RecipientID
    package var name: String?
    package var category: String?

    package init(recipientID: RecipientID, name: String?, category: String?) {
        self.recipientID = recipientID
        self.name = name
        self.category = category
    }
}
