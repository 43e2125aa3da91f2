/// What people say in a search beside the words that they look for, in all languages: `<language>/search.toml`.
///
/// A phrase of any language is understood by everybody.
package struct SearchPhrases: Sendable {
    /// The phrases of each meaning: `today`, `category.finance`, `from`.
    package private(set) var byMeaning: [String: [String]] = [:]

    private static let area = "search.phrase."
    private static let ofCategories = "category."

    init(_ messages: [String: [String: LocaleMessage]]) {
        for (_, own) in messages.sorted(by: { $0.key < $1.key }) {
            for (key, message) in own where key.hasPrefix(Self.area) {
                byMeaning[String(key.dropFirst(Self.area.count)), default: []] += TypedWords.words(of: message)
            }
        }
    }

    /// Further words for one of the ten categories, in all languages; empty for any other category.
    ///
    /// - Parameter name: the English name.
    package func words(forCategory name: String) -> [String] { byMeaning[Self.ofCategories + name.lowercased()] ?? [] }
}
