import Foundation

/// Finds the language of `locales/` that serves a reader's tag best.
enum LanguageMatch {
    /// Script before region: `zh-CN` and `zh_Hans` are `zh-Hans`, `en-GB` is `en`; nil when nothing is near.
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

    /// A language by its own name or its English one.
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
        // Norwegian has one written standard that most mean by `no`; RFC 5646's macrolanguages otherwise stand.
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
