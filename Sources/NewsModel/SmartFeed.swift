/// A stored query that is read and followed like a feed.
package struct SmartFeed: Hashable, Sendable {
    package var id: SmartFeedID
    package var recipientID: RecipientID
    /// Permanent number, counted from 1 for each owner.
    package var number: Int
    package var name: String
    /// As its owner typed it; a list of words with what it means before it (`any of: heat, flood`).
    ///
    /// The query decides: old definitions have lists without that, which meant all words.
    package var definition: String
    /// Canonical form of the query grammar, without other smart feeds.
    package var query: String
    /// 1, or one more than the deepest smart feed that it is made of.
    package var depth: Int
    package var isOn: Bool

    package init(
        id: SmartFeedID,
        recipientID: RecipientID,
        number: Int,
        name: String,
        definition: String,
        query: String,
        depth: Int = 1,
        isOn: Bool = true
    ) {
        self.id = id
        self.recipientID = recipientID
        self.number = number
        self.name = name
        self.definition = definition
        self.query = query
        self.depth = depth
        self.isOn = isOn
    }
}
