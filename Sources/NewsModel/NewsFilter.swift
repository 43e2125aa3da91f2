/// A rule of an owner that keeps articles out of what is pushed and listed to them.
package struct NewsFilter: Hashable, Sendable {
    package enum Target: Hashable, Sendable {
        case everything
        case feed(FeedID)
        /// As the owner sees the categories of feeds; compared without case and diacritics.
        case category(String)
    }

    package var id: FilterID
    package var recipientID: RecipientID
    /// Permanent number, counted from 1 for each owner.
    package var number: Int
    package var target: Target
    /// Lets through only what matches; otherwise it takes out what matches.
    package var isOnly: Bool
    /// Canonical form of the query grammar.
    package var query: String
    package var isOn: Bool
    /// The account that quotas count it against, if known.
    package var madeBy: MakerMark?

    package init(
        id: FilterID,
        recipientID: RecipientID,
        number: Int,
        target: Target,
        isOnly: Bool,
        query: String,
        isOn: Bool = true,
        madeBy: MakerMark? = nil
    ) {
        self.id = id
        self.recipientID = recipientID
        self.number = number
        self.target = target
        self.isOnly = isOnly
        self.query = query
        self.isOn = isOn
        self.madeBy = madeBy
    }
}
