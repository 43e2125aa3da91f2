import Foundation

/// Finds the available language that fits a reader's tag best.
enum LanguageMatch {
    /// The best match; script counts before region.
    ///
    /// Nil if none fits.
    ///
    /// `zh-CN` and `zh_Hans` give `zh-Hans`, `en-GB` gives `en`.
    static func best(for tag: String, among languages: [String]) -> String? {
        let subtags = normalized(tag)
        guard let language = subtags.first else { return nil }
        for length in stride(from: subtags.count, to: 0, by: -1) {
            let wanted = subtags.prefix(length).joined(separator: "-")
            if let found = languages.first(where: { $0.lowercased() == wanted }) { return found }
        }
        let near = languages.filter { normalized($0).first == language }
        let wanted = script(of: subtags)
        return near.first { script(of: normalized($0)) == wanted } ?? near.first
    }

    /// The language with this name, in its own language or in English.
    static func named(_ name: String, among languages: [String]) -> String? {
        let wanted = name.lowercased()
        guard !wanted.isEmpty else { return nil }
        return languages.first { language in
            [language, "en"].contains { speaker in
                let locale = Locale(identifier: speaker)
                let names = [
                    locale.localizedString(forIdentifier: language),
                    locale.localizedString(forLanguageCode: normalized(language).first ?? language),
                ]
                return names.contains { $0?.lowercased() == wanted }
            }
        }
    }

    private static func normalized(_ tag: String) -> [String] {
        // POSIX adds an encoding and a modifier: zh_CN.UTF-8, ca_ES@valencia.
        let bare = tag.prefix(35).prefix { $0 != "." && $0 != "@" }
        var subtags = bare.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" }).map(String.init)
        guard subtags.allSatisfy({ $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } }) else { return [] }
        // `no` usually means Bokmål (`nb`). Other macrolanguages of RFC 5646 are not mapped.
        if subtags.first == "no" { subtags[0] = "nb" }
        return subtags
    }

    private static func script(of subtags: [String]) -> String {
        if let script = subtags.dropFirst().first(where: { $0.count == 4 && $0.first?.isLetter == true }) {
            return script
        }
        guard subtags.first == "zh" else { return "" }
        return subtags.contains { ["tw", "hk", "mo"].contains($0) } ? "hant" : "hans"
    }
}
