internal import Editorial
internal import Foundation
internal import NewsModel
internal import NewsWording
internal import Storage

/// Checks the names that people give to categories and smart feeds, so that each name means one thing.
struct CategoryNaming: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The longest name, in graphemes.
    private static let longest = 40

    /// Words that commands take before a name: `category order off`, `smart list`.
    private static let subWords: Set<String> = [
        "all", "everything", "here", "dm", "mail", "mine", "my", "list", "ls", "off", "on", "only", "reset", "none",
        "add",
        "new", "to", "as", "in", "order", "hide", "show", "rename", "colour",
    ]

    static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    /// What is given a name.
    enum Kind: String {
        case category
        case smart
        case feed
    }

    /// The name that somebody gives to a feed.
    ///
    /// Throws if it is a number, or names a smart feed or a category of the owner: it would mean another thing from now on.
    func feedName(_ text: String, of owner: Owner) async throws -> String {
        let name = BoundedText.name(text)
        func refuse(_ reason: String) -> CommandError { .badName(String(name.prefix(60)), .feed, reason: reason) }
        if Reference.number(name) != nil { throw refuse("number") }
        let smart = try await services.store.smartFeeds(of: owner.recipient).map(\.name)
        let categories = try await services.store.categories(of: owner.recipient).map(\.name)
            .filter { NewsCategory(named: $0) == nil }
        guard (smart + categories).allSatisfy({ Self.folded($0) != Self.folded(name) }) else { throw refuse("taken") }
        return name
    }

    /// The name of a new category or smart feed.
    ///
    /// Throws if it is a number, a period, a command or a feed of the owner, has characters that queries use, or names a
    /// smart feed or category.
    func checked(_ text: String, of owner: Owner, as kind: Kind = .category) async throws -> String {
        let name = text.trimmed
        func refuse(_ reason: String) -> CommandError { .badName(String(name.prefix(60)), kind, reason: reason) }
        guard !name.isEmpty, name.count <= Self.longest, name.unicodeScalars.count <= Self.longest * 4 else {
            throw refuse("length")
        }
        if Reference.number(name) != nil || NumberWord.number(name) != nil { throw refuse("number") }
        let isReadable = name.unicodeScalars.allSatisfy {
            !CharacterSet.controlCharacters.contains($0) && !"\",;:*/()#@=".unicodeScalars.contains($0)
        }
        guard isReadable, name.contains(where: \.isLetter), BoundedText.name(name) == name else {
            throw refuse("signs")
        }
        let typed = table.understood([CommandWord(raw: name, text: name, isQuoted: false)]).first?.value ?? name
        if DigestPeriod(name) != nil || DigestPeriod(typed) != nil { throw refuse("period") }
        if Self.subWords.contains(typed.lowercased()) { throw refuse("verb") }
        // The ten may be named although some commands share their names.
        if kind == .category, NewsCategory(named: name) != nil { return name }
        if table.command(named: name.lowercased()) != nil { throw refuse("verb") }
        if case .feed = try await services.store.findFeed(name, in: .of(owner.recipient), exactly: true) {
            throw refuse("feed")
        }
        let others =
            switch kind {
            case .category: try await services.store.smartFeeds(of: owner.recipient).map(\.name)
            case .smart, .feed: try await services.store.categories(of: owner.recipient).map(\.name) + standardNames
            }
        let taken = others.contains { other in
            [other, CategoryWording.name(other, localizer)].map(Self.folded).contains(Self.folded(name))
        }
        if taken { throw refuse("taken") }
        return name
    }

    private var standardNames: [String] { NewsCategory.allCases.map { $0.rawValue.capitalized } }

    /// The category that somebody names for a feed: one that is there, or a new one.
    ///
    /// Throws like `checked`, or if the owner has as many as they may have.
    func meant(_ text: String, of owner: Owner) async throws -> String {
        let known = try await services.store.categories(of: owner.recipient).map(\.name)
        let wanted = Self.folded(text.trimmed)
        let all = known + standardNames
        if let same = all.first(where: {
            [$0, CategoryWording.name($0, localizer)].map(Self.folded).contains(wanted)
        }) {
            return same
        }
        return try await new(text, insteadOf: nil, of: owner)
    }

    /// The name of a category that is not there yet; `old` is the one that it replaces.
    ///
    /// Throws like `checked`, or if the owner would have more than they may have.
    func new(_ text: String, insteadOf old: String?, of owner: Owner) async throws -> String {
        let name = try await checked(text, of: owner)
        let known = try await services.store.categories(of: owner.recipient).map(\.name)
        let rest = known.count { $0 != old && NewsCategory(named: $0) == nil }
        guard rest < owner.quotas.categories else {
            throw CommandError.quota(
                kind: "categories",
                limit: owner.quotas.categories,
                hint: hint("category list")
            )
        }
        return name
    }
}
