internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// Names of feeds for examples that work when they are typed.
struct ExampleFeeds: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    private static let mostTried = 10

    /// A feed that an owner follows, else one of the default selection, as it is typed; else a placeholder.
    ///
    /// One in the reader's language is preferred, then one in Latin letters, because the reader is to type it.
    ///
    /// - Parameter isFollowed: whether the owner must follow it.
    func name(for owner: RecipientID?, followed isFollowed: Bool = false) async throws -> String {
        let sight = Sight.of(owner)
        var other: (name: String, isLatin: Bool)?
        for id in try await services.store.shownFeeds(in: sight).sorted().prefix(Self.mostTried) {
            if isFollowed {
                guard let owner, try await services.store.isFollowed(id, by: owner) else { continue }
            }
            guard let feed = try await services.store.feed(id, in: sight), let name = TypedName.of(feed.name) else {
                continue
            }
            if let language = feed.language, isReaders(language) { return name }
            let isLatin = Self.isLatin(name)
            if other.map({ !$0.isLatin && isLatin }) ?? true { other = (name, isLatin) }
        }
        return other?.name ?? localizer.text("feed.example")
    }

    /// Whether a language tag such as `en-GB` is of the reader's language.
    private func isReaders(_ tag: String) -> Bool {
        func language(_ tag: String) -> Substring { tag.prefix { $0 != "-" && $0 != "_" } }
        return language(tag.lowercased()) == language(localizer.language.lowercased())
    }

    /// Whether its letters are all of Latin script, with or without accents.
    private static func isLatin(_ name: String) -> Bool {
        name.filter(\.isLetter).unicodeScalars.allSatisfy { scalar in
            scalar.value < 0x370 || (0x1E00..<0x1F00).contains(scalar.value)
        }
    }
}
