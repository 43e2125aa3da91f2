internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// Checks the names that people give to categories, smart feeds and feeds, so that each name means one thing.
struct CategoryNaming: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The longest name, in graphemes.
    private static let longest = 40

    static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    /// The names of an owner's categories and smart feeds, which a new name is compared with.
    struct Names {
        /// Of the ten only those that the owner has news of, or has set something about.
        var categories: [String]
        var smartFeeds: [String]
    }

    /// What is given a name.
    enum Kind: String {
        case category
        case smart
        case feed
    }

    /// The name that somebody gives to a feed.
    ///
    /// Its own name and the one that it has here stay allowed. Throws like `checked` for any other.
    func feedName(
        _ text: String,
        for feed: Feed,
        of owner: Owner,
        beside names: Names? = nil
    ) async throws -> String {
        let name = BoundedText.name(text)
        let published = try await services.store.feed(feed.id, in: .address(of: feed.id))?.name
        let present = try await services.store.feed(feed.id, in: .of(owner.recipient))?.name
        let own = [published, present, services.sources.source(of: feed)?.name].compactMap(\.self)
        if own.contains(where: { Self.folded(BoundedText.name($0)) == Self.folded(name) }) { return name }
        return try await checked(name, of: owner, as: .feed, for: feed.id, beside: names)
    }

    /// The name of a new category or smart feed, or a new name of a feed.
    ///
    /// Throws if it is a number, a period, a command or another feed of the owner, or names a smart feed or category.
    /// A new category or smart feed is also not called like a category or sport of the catalogue, in any language.
    /// Categories and smart feeds have short names without characters that queries use; those of feeds may have them.
    ///
    /// - Parameter names: what there is already, from `names`; nil looks it up.
    func checked(
        _ text: String,
        of owner: Owner,
        as kind: Kind = .category,
        for feed: FeedID? = nil,
        beside names: Names? = nil
    ) async throws -> String {
        let name = text.trimmed
        func refuse(_ reason: String) -> CommandError { .badName(String(name.prefix(60)), kind, reason: reason) }
        guard !name.isEmpty, kind == .feed || isShort(name) else { throw refuse("length") }
        let word = table.understood([CommandWord(raw: name, text: name, isQuoted: false)]).first
        if Reference.number(name) != nil || word?.numberInWords != nil { throw refuse("number") }
        guard kind == .feed || isReadable(name), name.contains(where: \.isLetter), BoundedText.name(name) == name else {
            throw refuse("signs")
        }
        let typed = word?.value ?? name
        if DigestPeriod(name) != nil || DigestPeriod(typed) != nil { throw refuse("period") }
        if TypedName.commandWords.contains(typed.lowercased()) { throw refuse("verb") }
        // The ten may be named although some commands share their names.
        if kind == .category, NewsCategory(named: name) != nil { return name }
        let standard = CatalogueNames(context)
        if kind == .category, let translated = standard.categoryByName(name) { return translated }
        if table.command(named: name.lowercased()) != nil { throw refuse("verb") }
        switch try await services.store.findFeed(name, in: .of(owner.recipient), exactly: true) {
        case .feed(let other) where other.id != feed: throw refuse("feed")
        case .choices: throw refuse("feed")
        case .feed, .nothing: break
        }
        // One that is there already is found by who makes it.
        let known = if let names { names } else { try await self.names(of: owner) }
        let others: [String] =
            switch kind {
            case .category: known.smartFeeds
            case .smart: known.categories + CatalogueNames.standard
            case .feed: known.smartFeeds + known.categories + CatalogueNames.standard
            }
        let isTaken = others.contains { other in
            [other, CategoryWording.name(other, localizer)].map(Self.folded).contains(Self.folded(name))
        }
        if isTaken { throw refuse("taken") }
        let isThere = kind == .category && known.categories.map(Self.folded).contains(Self.folded(name))
        guard kind != .feed, !isThere else { return name }
        if let category = standard.category(name) {
            let meaning = CategoryWording.name(category, localizer)
            throw CommandError.nameOfCategory(kind, instead(of: name, kind, meaning, news: "headlines \(meaning)"))
        }
        if let sport = standard.sport(name) {
            let line: HintLine = "search sport:\(sport.contains(" ") ? "\"\(sport)\"" : sport)"
            let meaning = CategoryWording.name(sport, localizer)
            throw CommandError.nameOfSport(kind, instead(of: name, kind, meaning, news: line))
        }
        return name
    }

    /// What to type instead of a name that means something else: for its news, and for a name that is free.
    private func instead(
        of name: String,
        _ kind: Kind,
        _ meaning: String,
        news: HintLine
    ) -> [String: MessageArgument] {
        let free = localizer.text("error.freeName", ["name": .text(name)])
        let line: HintLine = kind == .smart ? "smart add \"\(free)\" = \(name)" : "category add \"\(free)\""
        return [
            "text": .text(name), "name": .text(meaning), "news": .text(hint(news)), "free": .text(hint(line)),
        ]
    }

    func names(of owner: Owner) async throws -> Names {
        Names(
            categories: try await services.store.categories(of: owner.recipient).map(\.name),
            smartFeeds: try await services.store.smartFeeds(of: owner.recipient).map(\.name)
        )
    }

    private func isShort(_ name: String) -> Bool {
        name.count <= Self.longest && name.unicodeScalars.count <= Self.longest * 4
    }

    private func isReadable(_ name: String) -> Bool {
        name.unicodeScalars.allSatisfy {
            !CharacterSet.controlCharacters.contains($0) && !"\",;:*/()#@=".unicodeScalars.contains($0)
        }
    }

    /// The category that somebody names for a feed: one that is there, one of the catalogue, or a new one.
    ///
    /// Other words for a category of the catalogue, such as `tech`, mean that one.
    ///
    /// Throws like `checked`, or if the owner has as many as they may have.
    ///
    /// - Parameter names: what there is already, from `names`; nil looks it up.
    func meant(_ text: String, of owner: Owner, beside names: Names? = nil) async throws -> String {
        let known = if let names { names } else { try await self.names(of: owner) }
        let wanted = Self.folded(text.trimmed)
        let all = known.categories + CatalogueNames.standard
        if let same = all.first(where: {
            [$0, CategoryWording.name($0, localizer)].map(Self.folded).contains(wanted)
        }) {
            return same
        }
        if let category = CatalogueNames(context).category(text.trimmed) { return category }
        return try await new(text, insteadOf: nil, of: owner, beside: known)
    }

    /// The name of a category that is not there yet; `old` is the one that it replaces.
    ///
    /// Throws like `checked`, or if the owner would have more than they may have.
    ///
    /// - Parameter names: what there is already, from `names`; nil looks it up.
    func new(
        _ text: String,
        insteadOf old: String?,
        of owner: Owner,
        beside names: Names? = nil
    ) async throws -> String {
        let known = if let names { names } else { try await self.names(of: owner) }
        // This comes first: no name has to be looked up where there may be no further category.
        let rest = known.categories.count { $0 != old && NewsCategory(named: $0) == nil }
        guard rest < owner.quotas.categories else {
            throw CommandError.quota(
                kind: "categories",
                limit: owner.quotas.categories,
                hint: hint("category list")
            )
        }
        return try await checked(text, of: owner, beside: known)
    }
}
