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
    ///
    /// For an alert of breaking news, a query that the article must also match; empty matches all.
    package var query: String
    /// Nil for an alert that fires for single articles.
    package var breaking: BreakingRule?
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
        breaking: BreakingRule? = nil,
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
        self.breaking = breaking
        self.isOn = isOn
        self.isUrgent = isUrgent
        self.cooldown = cooldown
        self.address = address
        self.madeBy = madeBy
        self.matchCount = matchCount
        self.lastFiredAt = lastFiredAt
    }
}

/// When news counts as breaking: so many independent sources report the same event within so many seconds.
package struct BreakingRule: Hashable, Sendable {
    package static let sourceLimits = 2...20
    /// From five minutes to a day.
    package static let secondLimits = 300...86_400

    package var sources: Int
    package var seconds: Int

    /// Four sources within an hour, unless something else is asked for.
    package init(sources: Int = 4, seconds: Int = 3_600) {
        self.sources = sources
        self.seconds = seconds
    }

    /// With a query, as people type it after `alert add`: "breaking 4 in 60m category:sports".
    package func typed(with query: String) -> String {
        let time = seconds.isMultiple(of: 60) ? "\(seconds / 60)m" : "\(seconds)s"
        return "breaking \(sources) in \(time)" + (query.isEmpty ? "" : " \(query)")
    }
}
