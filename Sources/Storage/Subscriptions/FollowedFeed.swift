import GRDB
package import NewsModel

/// A subscription with its feed and unread count.
package struct FollowedFeed: Hashable, Sendable {
    package var subscription: Subscription
    /// With the owner's own name for it.
    package var feed: Feed
    /// Unread stories since the subscription began or was last marked as read, of the last 30 days.
    package var unreadCount: Int

    package var name: String { feed.name }

    /// The category in which the owner sees it; nil if it is in none.
    package var category: String? {
        let category = subscription.category ?? feed.category
        return category?.isEmpty == false ? category : nil
    }
}

extension FollowedFeed {
    /// Most unread first, then those with the newest articles, then by name.
    static func sorted(_ feeds: [FollowedFeed], _ db: Database) throws -> [FollowedFeed] {
        let newest = try db.cachedStatement(
            sql: "SELECT publishedAt FROM article WHERE feedID = ? ORDER BY id DESC LIMIT 1"
        )
        let ranked = try feeds.map { item in
            let rank = try Int64.fetchOne(newest, arguments: [item.feed.id]) ?? 0
            return (item: item, rank: (item.unreadCount, rank), key: FeedKey.fold(item.name))
        }
        return ranked.sorted { $0.rank == $1.rank ? $0.key < $1.key : $0.rank > $1.rank }.map(\.item)
    }
}
