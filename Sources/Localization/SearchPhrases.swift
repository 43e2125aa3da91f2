/// What people say in a search beside the words that they look for, in all languages: `<language>/search.toml`.
///
/// A phrase of any language is understood by everybody.
package struct SearchPhrases: Sendable {
    /// The phrases of each meaning: `today`, `category.finance`, `from`.
    package private(set) var byMeaning: [String: [String]] = [:]

    private static let area = "search.phrase."
    private static let ofCategories = "category."
    private static let ofSubjects = "subject."
    private static let near = "near"

    init(_ messages: [String: [String: LocaleMessage]]) {
        for (_, own) in messages.sorted(by: { $0.key < $1.key }) {
            for (key, message) in own where key.hasPrefix(Self.area) {
                byMeaning[String(key.dropFirst(Self.area.count)), default: []] += TypedWords.words(of: message)
            }
        }
    }

    /// Words before or behind a place that ask for its surroundings, in lower case.
    package var nearWords: Set<String> { Set(byMeaning[Self.near] ?? []) }

    /// Further words for one of the ten categories, in all languages; empty for any other category.
    ///
    /// - Parameter name: the English name.
    package func words(forCategory name: String) -> [String] { byMeaning[Self.ofCategories + name.lowercased()] ?? [] }

    /// Further words for a sport or a topic of investing, in all languages.
    ///
    /// - Parameter name: the English name.
    package func words(forSubject name: String) -> [String] {
        byMeaning[Self.ofSubjects + name.lowercased().filter { $0.isASCII && $0.isLetter }] ?? []
    }
}
