internal import Editorial
internal import Foundation
internal import NewsModel
internal import NewsWording
internal import Storage

/// Checks the names that people give to categories, so that each name means one thing.
struct CategoryNaming: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The longest name, in graphemes.
    private static let longest = 40

    static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    /// The name of a new category.
    ///
    /// Throws if it is a number, a period, a command or a feed of the owner, or has characters that queries use.
    func checked(_ text: String, of owner: Owner) async throws -> String {
        let name = text.trimmed
        func refuse(_ reason: String) -> CommandError { .badCategoryName(String(name.prefix(60)), reason: reason) }
        guard !name.isEmpty, name.count <= Self.longest, name.unicodeScalars.count <= Self.longest * 4 else {
            throw refuse("length")
        }
        if Reference.number(name) != nil || NumberWord.number(name) != nil { throw refuse("number") }
        let isReadable = name.unicodeScalars.allSatisfy {
            !CharacterSet.controlCharacters.contains($0) && !"\",;:*/()#@".unicodeScalars.contains($0)
        }
        guard isReadable, name.contains(where: \.isLetter), BoundedText.name(name) == name else {
            throw refuse("signs")
        }
        if DigestPeriod(name) != nil { throw refuse("period") }
        // The ten may be named although some commands share their names.
        guard NewsCategory(named: name) == nil else { return name }
        if table.command(named: name.lowercased()) != nil { throw refuse("verb") }
        if case .feed = try await services.store.findFeed(name, in: .of(owner.recipient), exactly: true) {
            throw refuse("feed")
        }
        return name
    }

    /// The category that somebody names for a feed: one that is there, or a new one.
    ///
    /// Throws like `checked`, or if the owner has as many as they may have.
    func meant(_ text: String, of owner: Owner) async throws -> String {
        let known = try await services.store.categories(of: owner.recipient).map(\.name)
        let standard = NewsCategory.allCases.map { $0.rawValue.capitalized }
        let wanted = Self.folded(text.trimmed)
        let all = known + standard
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
