import NewsModel
import TextAnalysis

/// The categories of the feeds that somebody can see, with every name that a query may use for them.
package struct CategoryNames: Sendable {
    private let names: [(name: String, shown: String, spoken: [String])]

    /// `spoken` returns the other names of a category, for example in the reader's language; the last one is displayed.
    package init(_ categories: [String], spoken: (String) -> [String] = { _ in [] }) {
        names = categories.map { name in
            let all = [name] + spoken(name)
            return (name, all.last ?? name, all.map(QueryPhrase.folded))
        }
    }

    /// The category for a name, its translation or the start of one; empty when the phrase works unchanged.
    ///
    /// Throws `AlertQueryError` when no category fits, or several do.
    func resolved(_ phrase: QueryPhrase) throws -> String {
        let wanted = phrase.plainText
        if let exact = names.first(where: { $0.spoken.contains(wanted) }) { return exact.name }
        if phrase.hasStar {
            guard names.contains(where: { $0.spoken[0].contains(wanted) }) else { throw unknown(wanted) }
            return ""
        }
        let beginnings = names.filter { $0.spoken.contains { $0.hasPrefix(wanted) } }
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

    private func unknown(_ wanted: String) -> AlertQueryError {
        let text = MessageArgument.text(String(wanted.prefix(60)))
        guard !names.isEmpty else { return AlertQueryError(LocalizedMessage("query.noCategories", ["text": text])) }
        let known = Self.list(names.map(\.shown))
        return AlertQueryError(LocalizedMessage("query.unknownCategory", ["text": text, "known": .text(known)]))
    }

    private static func list(_ names: [String]) -> String {
        names.prefix(20).map { String($0.prefix(40)) }.joined(separator: ", ")
    }
}
