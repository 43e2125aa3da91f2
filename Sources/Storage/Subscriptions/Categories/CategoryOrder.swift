import GRDB
package import NewsModel

/// The order in which a recipient wants to see categories, with the colours that they chose.
package struct CategoryOrder: Hashable, Sendable {
    /// Positions by folded name.
    private var positions: [String: Int] = [:]
    private var colours: [String: OwnColour] = [:]

    /// Whether there is no order.
    package var isEmpty: Bool { positions.isEmpty }

    init(of recipient: RecipientID, in db: Database) throws {
        for setting in try CategorySetting.all(of: recipient, in: db) {
            positions[setting.key] = setting.position
            colours[setting.key] = setting.colour.flatMap { OwnColour($0) }
        }
    }

    init() {}

    /// Categories without a position, and nil, come last.
    package func rank(_ category: String?) -> Int {
        category.flatMap { positions[FeedKey.fold($0)] } ?? .max
    }

    /// The colour that the owner chose; nil if they chose none.
    package func colour(_ category: String) -> OwnColour? { colours[FeedKey.fold(category)] }

    /// Sorted by category; within one, the order stays.
    package func sorted<Item>(_ items: [Item], by category: (Item) -> String?) -> [Item] {
        guard !isEmpty else { return items }
        return items.enumerated().map { (rank: rank(category($0.element)), place: $0.offset, item: $0.element) }
            .sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map(\.item)
    }
}

extension Store {
    /// The categories in which a reader sees feeds, without the feeds that are in none or out of sight.
    package func categories(of feeds: Set<FeedID>, in sight: Sight) async throws -> [FeedID: String] {
        try await read { db in
            var categories: [FeedID: String] = [:]
            for feed in feeds where try sight.sees(feed, in: db) {
                categories[feed] = try ArticleSelection.category(of: feed, for: sight.reader, in: db)
            }
            return categories
        }
    }

    /// Empty for a guest.
    package func categoryOrder(of recipient: RecipientID?) async throws -> CategoryOrder {
        guard let recipient else { return CategoryOrder() }
        return try await read { try CategoryOrder(of: recipient, in: $0) }
    }
}
