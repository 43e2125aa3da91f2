package import Foundation

/// A stored query.
///
/// Articles that match it are pushed.
package struct Alert: Hashable, Sendable {
    package var id: AlertID
    package var recipientID: RecipientID
    /// Permanent number, counted from 1 for each owner.
    package var number: Int
    /// Canonical form of the query grammar.
    package var query: String
    package var isOn: Bool
    package var isUrgent: Bool
    /// The minimum number of seconds between two pushes; 0 means none.
    ///
    /// Matches in between are added to the next push.
    package var cooldown: Int
    package var address: Address
    /// The account that quotas count it against, if known.
    package var madeBy: MakerMark?
    package var matchCount: Int
    package var lastFiredAt: Date?

    package init(
        id: AlertID,
        recipientID: RecipientID,
        number: Int,
        query: String,
        isOn: Bool = true,
        isUrgent: Bool = false,
        cooldown: Int = 0,
        address: Address,
        madeBy: MakerMark? = nil,
        matchCount: Int = 0,
        lastFiredAt: Date? = nil
    ) {
        self.id = id
        self.recipientID = recipientID
        self.number = number
        self.query = query
        self.isOn = isOn
        self.isUrgent = isUrgent
        self.cooldown = cooldown
        self.address = address
        self.madeBy = madeBy
        self.matchCount = matchCount
        self.lastFiredAt = lastFiredAt
    }
}
