import NewsModel
import TextAnalysis

/// The categories of the feeds that somebody can see, or the subjects of articles, with every name that a query may use
/// for them.
package struct CategoryNames: Sendable {
    package enum Kind: Sendable {
        case category, sport, topic
    }

    private let kind: Kind
    private let names: [(name: String, shown: String, spoken: [String], words: [String])]

    /// - Parameter spoken: the other names of a category, as in the reader's language; the last one is displayed.
    /// - Parameter words: whole words that mean a category, too, unless another one is called so.
    package init(
        _ categories: [String],
        kind: Kind = .category,
        spoken: (String) -> [String] = { _ in [] },
        words: (String) -> [String] = { _ in [] }
    ) {
        self.kind = kind
        names = categories.map { name in
            let all = [name] + spoken(name)
            return (name, all.last ?? name, all.map(QueryPhrase.folded), words(name).map(QueryPhrase.folded))
        }
    }

    /// The category for a name, its translation or the start of one; empty when the phrase works unchanged.
    ///
    /// A sport or a topic is named in full, or by another word for it. Throws `AlertQueryError` when nothing fits, or
    /// several do.
    func resolved(_ phrase: QueryPhrase) throws -> String {
        let wanted = phrase.plainText
        // Without a catalogue no subject is known, and any is looked for.
        if names.isEmpty, kind != .category { return "" }
        if let exact = names.first(where: { $0.spoken.contains(wanted) }) { return exact.name }
        if phrase.hasStar {
            guard names.contains(where: { $0.spoken[0].contains(wanted) }) else { throw unknown(wanted) }
            return ""
        }
        if let other = names.first(where: { $0.words.contains(wanted) }) { return other.name }
        let beginnings = names.filter { $0.spoken.contains { $0.hasPrefix(wanted) } }
        guard kind == .category else { throw unknown(wanted, near: beginnings.map(\.shown)) }
        if beginnings.count == 1 { return beginnings[0].name }
        if names.contains(where: { " \($0.spoken[0]) ".contains(" \(wanted) ") }) { return "" }
        guard beginnings.isEmpty else {
            throw AlertQueryError(
                LocalizedMessage(
                    "query.severalCategories",
                    ["text": .text(wanted), "names": .text(Self.list(beginnings.map(\.shown)))]
                )
            )
        }
        throw unknown(wanted)
    }

    /// Whether a text is the whole name of one of them, or another word for one.
    package func isName(_ text: String) -> Bool {
        let wanted = QueryPhrase.folded(text)
        return !wanted.isEmpty && names.contains { $0.spoken.contains(wanted) || $0.words.contains(wanted) }
    }

    /// - Parameter near: what may be meant; without any, the most similar name.
    private func unknown(_ wanted: String, near: [String] = []) -> AlertQueryError {
        let text = MessageArgument.text(String(wanted.prefix(60)))
        guard !names.isEmpty else { return AlertQueryError(LocalizedMessage("query.noCategories", ["text": text])) }
        var facts: [String: MessageArgument] = ["text": text, "known": .text(Self.list(names.map(\.shown)))]
        let near = near.isEmpty ? similar(to: wanted) : near
        guard !near.isEmpty else { return AlertQueryError(LocalizedMessage(kind.unknownKey, facts)) }
        facts["near"] = .text(Self.list(near))
        return AlertQueryError(LocalizedMessage(kind.unknownKey + "Near", facts))
    }

    private func similar(to wanted: String) -> [String] {
        let spoken = names.flatMap { name in (name.spoken + name.words).map { (word: $0, shown: name.shown) } }
        guard let word = ClosestMatch.suggestion(for: wanted, among: spoken.map(\.word)) else { return [] }
        return spoken.first { $0.word == word }.map { [$0.shown] } ?? []
    }

    private static func list(_ names: [String]) -> String {
        names.prefix(20).map { String($0.prefix(40)) }.joined(separator: ", ")
    }
}

extension CategoryNames.Kind {
    fileprivate var unknownKey: String {
        switch self {
        case .category: "query.unknownCategory"
        case .sport: "search.unknownSport"
        case .topic: "search.unknownTopic"
        }
    }
}
