import GRDB
package import NewsModel

/// The order in which a recipient wants to see categories and sports, with the colours that they chose.
package struct CategoryOrder: Hashable, Sendable {
    /// Positions by folded name.
    private var positions: [String: Int] = [:]
    private var colours: [String: OwnColour] = [:]
    /// The names of the sports that come first, in their order.
    package private(set) var sports: [String] = []
    private var sportRanks: [String: Int] = [:]

    /// Whether there is no order.
    package var isEmpty: Bool { positions.isEmpty }

    init(of recipient: RecipientID, in db: Database) throws {
        for setting in try CategorySetting.all(of: recipient, in: db) {
            positions[setting.key] = setting.position
            colours[setting.key] = setting.colour.flatMap { OwnColour($0) }
        }
        sports = try CategorySetting.sports(of: recipient, in: db).map(\.name)
        for (rank, name) in sports.enumerated() { sportRanks[FeedKey.fold(name)] = rank }
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

    /// Sorted by category, and the articles of sports by sport.
    package func sorted(_ articles: [ListedArticle]) -> [ListedArticle] {
        sortedBySport(sorted(articles, by: \.category))
    }

    /// The articles of sports by sport, in the places that such articles of their category have; the others stay.
    package func sortedBySport(_ articles: [ListedArticle]) -> [ListedArticle] { sortedBySport(articles) { $0 } }

    /// The same for values that each hold an article.
    package func sortedBySport<Item>(_ items: [Item], by article: (Item) -> ListedArticle) -> [Item] {
        guard !sports.isEmpty else { return items }
        let articles = items.map(article)
        var sorted = items
        let ofSports = articles.indices.filter { index in
            articles[index].facts.sport != nil || articles[index].category.flatMap(NewsCategory.init(named:)) == .sports
        }
        for places in Dictionary(grouping: ofSports, by: { articles[$0].category.map(FeedKey.fold) }).values {
            let inOrder = places.sorted { (rank(ofSport: articles[$0]), $0) < (rank(ofSport: articles[$1]), $1) }
            for (place, article) in zip(places, inOrder) { sorted[place] = items[article] }
        }
        return sorted
    }

    private func rank(ofSport article: ListedArticle) -> Int {
        article.facts.sport.flatMap { sportRanks[FeedKey.fold($0)] } ?? .max
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
