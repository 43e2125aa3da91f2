internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// Lists sources of the catalogue and finds them by name.
struct SourceLists: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// "📰 BBC News (bbc) — Top stories … United Kingdom · English".
    func item(_ source: CatalogueSource, number: Int, isFollowed: Bool) -> RichText.Block {
        var facts = [placeName(of: source), languageName(source.language)]
        if isFollowed { facts.append(localizer.text("catalogue.followed")) }
        let facets = facts.joined(separator: localizer.text("catalogue.separator"))
        return .item(
            marker: String(number),
            sign(of: source) + [
                .strong([.text(source.name)]), .text(" ("), .code(source.id), .text(") — "),
                .text(source.description(in: localizer.language) + " "), .emphasis([.text(facets)]),
            ]
        )
    }

    /// The emoji of its category; in plain format the category's name.
    private func sign(of source: CatalogueSource) -> [RichText.Span] {
        guard !source.sign.isEmpty else { return [] }
        return [.symbol(source.sign, words: CategoryWording.name(source.category, localizer) + ":"), .text(" ")]
    }

    private func placeName(of source: CatalogueSource) -> String {
        source.country.flatMap { localizer.locale.localizedString(forRegionCode: $0) }
            ?? localizer.regionName(source.region)
    }

    private func languageName(_ code: String) -> String {
        localizer.locale.localizedString(forLanguageCode: code) ?? code
    }

    /// Sources as a numbered list for `sub` and `preview`, with category headings if wanted.
    func list(_ sources: [CatalogueSource], byCategory: Bool = false) async throws -> [RichText.Block] {
        let followed = try await followedSources()
        var blocks: [RichText.Block] = []
        var category: String?
        for (index, source) in sources.enumerated() {
            if byCategory, source.category != category {
                category = source.category
                blocks.append(.heading(level: 3, [CategoryWording.span(source.category, localizer)]))
            }
            blocks.append(item(source, number: index + 1, isFollowed: followed.contains(source.id)))
        }
        try await Listings(context).saveList(.source, sources.map(\.number))
        return blocks
    }

    /// The ids of the sources that are followed here.
    func followedSources() async throws -> Set<String> {
        Set(try await services.store.subscribedFeeds(of: reader).compactMap { services.sources.source(of: $0)?.id })
    }

    /// The feed that a typed name means.
    ///
    /// A source's short name means its feed.
    ///
    /// Exact feed names come first, then the catalogue, then beginnings of feed names.
    func findFeed(_ text: String, for recipient: RecipientID?) async throws -> FeedLookup {
        let store = services.store
        if case .feed(let feed) = try await store.findFeed(text, in: .of(recipient), exactly: true) {
            return .feed(feed)
        }
        if let source = services.sources.source(named: text) {
            if let feed = try await store.feed(url: source.url, in: .of(recipient)) { return .feed(feed) }
            if case .feed(let feed) = try await store.findFeed(source.name, in: .of(recipient), exactly: true) {
                return .feed(feed)
            }
        }
        return try await store.findFeed(text, in: .of(recipient))
    }

    /// The names of the catalogue's categories in the reader's language.
    var categoryNames: String {
        joined(names: services.sources.categories.map { CategoryWording.name($0, localizer) })
    }

    /// The texts in which a topic is searched, the most important first.
    func searchable(_ source: CatalogueSource) -> [String] {
        let categories = [source.category, source.subcategory ?? ""]
        return [
            ([source.name, source.id] + source.aliases).joined(separator: " "),
            (categories + categories.map { CategoryWording.name($0, localizer) }).joined(separator: " "),
            (source.topics + source.descriptions.values.sorted()).joined(separator: " "),
            [source.region, placeName(of: source), languageName(source.language)].joined(separator: " "),
        ]
    }
}
