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
