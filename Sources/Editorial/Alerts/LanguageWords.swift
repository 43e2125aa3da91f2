import Foundation
import NewsModel

/// What people write after `lang:`, as the languages of articles are stored.
package struct LanguageWords: Sendable {
    private let locales: [String]
    private let names: [String: String]

    /// - Parameter locales: the languages in which the names of languages are understood, beside each one's own.
    /// - Parameter names: the codes of languages by further names, in lower case.
    package init(locales: [String], names: [String: String]) {
        self.locales = locales
        self.names = names
    }

    /// The code of a language by its code or name: "zh-hans" is "zh", "german" is "de".
    ///
    /// Articles have no more than their language, and for Chinese the traditional script. Throws `AlertQueryError` when
    /// there is no such language.
    func resolved(_ typed: String) throws -> String {
        let wanted = typed.lowercased()
        let parts = wanted.split(whereSeparator: { $0 == "-" || $0 == "_" }).map(String.init)
        if let first = parts.first, Self.codes.contains(first), parts.dropFirst().allSatisfy({ $0.count <= 8 }) {
            let isTraditional = first == "zh" && parts.contains { ["hant", "tw", "hk", "mo"].contains($0) }
            return isTraditional ? "zh-hant" : first
        }
        guard let code = named(parts.joined(separator: " ")) else {
            let text = String(typed.prefix(30))
            throw AlertQueryError(LocalizedMessage("query.unknownLanguage", ["text": .text(text)]))
        }
        return code
    }

    private func named(_ wanted: String) -> String? {
        guard !wanted.isEmpty else { return nil }
        let speakers = Set(locales + ["en"]).sorted().map { Locale(identifier: $0) }
        let found = Self.codes.sorted { ($0.count, $0) < ($1.count, $1) }.first { code in
            (speakers + [Locale(identifier: code)]).contains { speaker in
                speaker.localizedString(forLanguageCode: code)?.lowercased().replacing("-", with: " ") == wanted
            }
        }
        if let found { return found }
        for (tag, code) in [("zh-Hans", "zh"), ("zh-Hant", "zh-hant")]
        where speakers.contains(where: { $0.localizedString(forIdentifier: tag)?.lowercased() == wanted }) {
            return code
        }
        return names[wanted]
    }

    /// ISO 639.
    private static let codes = Set(Locale.LanguageCode.isoLanguageCodes.map(\.identifier))
}
