internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let sources = Command(
        name: "sources",
        aliases: ["catalogue", "catalog"],
        topic: .following,
        shape: .name(atMost: 3),
        effect: .shows
    ) {
        context,
        arguments in
        guard !context.services.sources.sources.isEmpty else { return SourceBrowsing(context).noCatalogue() }
        guard !arguments.isEmpty else { return try await SourceBrowsing(context).allSources() }
        let phrases = context.services.catalogue.searchPhrases
        let names = SourceFilterNames(context.services.sources, context.localizer, phrases)
        guard let filters = names.filters(arguments.words.map(\.text)) else {
            return try await SourceBrowsing(context).discover(arguments.text)
        }
        let found = context.services.sources.sources.filter { source in filters.allSatisfy { $0.accepts(source) } }
        guard !found.isEmpty else { return try await SourceBrowsing(context).discover(arguments.text) }
        let heading = context.heading(
            "catalogue.title",
            ["what": .text(SourceBrowsing(context).names(of: filters)), "n": .number(found.count)]
        )
        return context.show(
            heading + RichText(try await SourceLists(context).list(found)) + SourceBrowsing(context).sourcesFooter()
        )
    }

    static let discover = Command(
        name: "discover",
        genericAliases: ["suggest"],
        topic: .following,
        shape: .name(atMost: 3),
        effect: .shows
    ) { context, arguments in
        guard !context.services.sources.sources.isEmpty else { return SourceBrowsing(context).noCatalogue() }
        guard arguments.isEmpty else { return try await SourceBrowsing(context).discover(arguments.text) }
        return try await SourceBrowsing(context).suggestions()
    }
}

/// Searches the catalogue and suggests sources from it.
struct SourceBrowsing: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The most suggested sources of one category.
    ///
    /// The next one is the limit for all categories.
    private static let suggestedPerCategory = 2
    private static let mostSuggested = 10
    private static let mostFound = 30
    /// How many sources of each category the first page of the catalogue shows.
    private static let shownPerCategory = 3

    fileprivate func noCatalogue() -> [Answer] {
        say("catalogue.empty", ["sub": .text(hint("sub https://example.org"))])
    }

    fileprivate func sourcesFooter() -> RichText {
        footer("catalogue.next", ["preview": .text(hint("preview 1")), "sub": .text(hint("sub 1"))])
    }

    /// The whole catalogue: the number of sources of each category, and the first few.
    ///
    /// `more` shows the others.
    fileprivate func allSources() async throws -> [Answer] {
        let sources = services.sources.sources
        var counts: [String: Int] = [:]
        var opening: [CatalogueSource] = []
        var others: [CatalogueSource] = []
        for source in sources {
            counts[source.category, default: 0] += 1
            let isFirst = counts[source.category, default: 0] <= Self.shownPerCategory
            if isFirst { opening.append(source) } else { others.append(source) }
        }
        let categories = services.sources.categories.map { category in
            localizer.text(
                "catalogue.count",
                [
                    "name": .text(CategoryWording.name(category, localizer)),
                    "count": .number(counts[category] ?? 0),
                ]
            )
        }
        let first = CategoryWording.name(services.sources.categories.first ?? "News", localizer).lowercased()
        let overview = localizer.richText(
            "catalogue.overview",
            [
                "n": .number(sources.count), "categories": .names(categories),
                "whole": .text(hint("sources \(first)")),
                "example": .text(hint("sources africa")),
            ]
        )
        let listed = RichText(try await SourceLists(context).list(opening + others, byCategory: true))
        return [Answer(body: overview + listed + sourcesFooter(), pageSize: opening.count + 1)]
    }

    fileprivate func discover(_ topic: String) async throws -> [Answer] {
        let shown = String(topic.prefix(60))
        let candidates = services.sources.sources.map {
            SourceSearch.Candidate(source: $0, texts: SourceLists(context).searchable($0))
        }
        let found = SourceSearch.matching(topic, among: candidates).prefix(Self.mostFound)
        guard !found.isEmpty else {
            if let absent = services.sources.absent(named: topic) { return show(absence(absent)) }
            let sub = hint("sub https://example.org")
            return say(
                "catalogue.nothing",
                ["text": .text(shown), "known": .text(SourceLists(context).categoryNames), "sub": .text(sub)]
            )
        }
        let title = localizer.richText("catalogue.found", ["n": .number(found.count), "what": .text(shown)])
        return show(title + RichText(try await SourceLists(context).list(Array(found))) + sourcesFooter())
    }

    /// Sources that the reader does not follow, best first: those of followed categories, then of the reader's
    /// language, then defaults.
    fileprivate func suggestions() async throws -> [Answer] {
        let followed = try await SourceLists(context).followedSources()
        let own = services.sources.sources.filter { followed.contains($0.id) }
        let wanted = Dictionary(own.map { ($0.category, 1) }, uniquingKeysWith: +)
        let language = localizer.language.prefix { $0 != "-" }
        let open = services.sources.sources.enumerated().filter { !followed.contains($0.element.id) }
        let ordered = open.sorted { left, right in
            let (one, other) = (left.element, right.element)
            let oneRank = (wanted[one.category] ?? 0, one.language == language ? 1 : 0, one.isDefault ? 1 : 0)
            let otherRank = (wanted[other.category] ?? 0, other.language == language ? 1 : 0, other.isDefault ? 1 : 0)
            return oneRank != otherRank ? oneRank > otherRank : left.offset < right.offset
        }
        var perCategory: [String: Int] = [:]
        let chosen = ordered.map(\.element).filter { source in
            guard source.language == language || source.language == "en" else { return false }
            perCategory[source.category, default: 0] += 1
            return perCategory[source.category, default: 0] <= Self.suggestedPerCategory
        }.prefix(Self.mostSuggested)
        guard !chosen.isEmpty else {
            return say("catalogue.allFollowed", ["hint": .text(hint("discover science"))])
        }
        let next = footer(
            "catalogue.discoverNext",
            [
                "preview": .text(hint("preview 1")), "sub": .text(hint("sub 1")),
                "topic": .text(hint("discover science")),
            ]
        )
        return show(
            localizer.richText("catalogue.suggestions") + RichText(try await SourceLists(context).list(Array(chosen)))
                + next
        )
    }

    /// "News, Africa".
    fileprivate func names(of filters: [SourceFilter]) -> String {
        let names = filters.map { filter in
            switch filter {
            case .category(let name), .subcategory(let name): CategoryWording.name(name, localizer)
            case .region(let name): localizer.regionName(name)
            case .country(let code): localizer.locale.localizedString(forRegionCode: code) ?? code
            case .language(let code): localizer.locale.localizedString(forLanguageCode: code) ?? code
            }
        }
        return joined(names: names)
    }

    /// Why a source that people ask for is not in the catalogue.
    func absence(_ absent: AbsentSource) -> RichText {
        localizer.richText(
            "catalogue.absent",
            [
                "name": .text(absent.name), "reason": .text(absent.reason(in: localizer.language)),
                "sub": .text(hint("sub https://example.org/feed")),
            ]
        )
    }
}
