internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension CommandContext {
    /// "📰 BBC News (bbc) — Top stories … United Kingdom · English".
    func item(_ source: CatalogueSource, number: Int, isFollowed: Bool) -> RichText.Block {
        var facts = [placeName(of: source), languageName(source.language)]
        if isFollowed { facts.append(localizer.text("catalogue.followed")) }
        let sign = source.sign.isEmpty ? "" : source.sign + " "
        let facets = facts.joined(separator: localizer.text("catalogue.separator"))
        return .item(
            marker: String(number),
            [
                .text(sign), .strong([.text(source.name)]), .text(" ("), .code(source.id), .text(") — "),
                .text(source.description(in: localizer.language) + " "), .emphasis([.text(facets)]),
            ]
        )
    }

    private func placeName(of source: CatalogueSource) -> String {
        source.country.flatMap { localizer.locale.localizedString(forRegionCode: $0) }
            ?? localizer.regionName(source.region)
    }

    private func languageName(_ code: String) -> String {
        localizer.locale.localizedString(forLanguageCode: code) ?? code
    }

    /// Sources as a numbered list that `sub` and `preview` can refer to; a heading before each category where wanted.
    func list(_ sources: [CatalogueSource], byCategory: Bool = false) async throws -> [RichText.Block] {
        let followed = try await followedSources()
        var blocks: [RichText.Block] = []
        var category: String?
        for (index, source) in sources.enumerated() {
            if byCategory, source.category != category {
                category = source.category
                blocks.append(.heading(level: 3, [.text(CategoryWording.name(source.category, localizer))]))
            }
            blocks.append(item(source, number: index + 1, isFollowed: followed.contains(source.id)))
        }
        try await saveList(.source, sources.map(\.number))
        return blocks
    }

    /// The ids of the sources that are followed here.
    func followedSources() async throws -> Set<String> {
        Set(try await services.store.subscribedFeeds(of: reader).compactMap { services.sources.source(of: $0)?.id })
    }

    /// What a typed name means among known feeds; a source's short word means its feed.
    ///
    /// What is called exactly so wins over the catalogue, and that over beginnings of names.
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

    /// The catalogue's categories in the reader's language, for those who asked for something else.
    var categoryNames: String {
        services.sources.categories.map { CategoryWording.name($0, localizer) }.joined(separator: ", ")
    }

    /// The texts by which a topic finds a source, the most telling first.
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
