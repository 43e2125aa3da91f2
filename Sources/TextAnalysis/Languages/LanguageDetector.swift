internal import CCLD2

/// Detects the language of a text with CLD2.
package enum LanguageDetector {
    /// In UTF-8 bytes; more text does not improve the result.
    private static let longest = 4_096

    /// One of the languages that a text may have.
    struct Candidate {
        /// BCP 47.
        var language: String
        /// Its share of the text, 0 to 1.
        var share: Double
    }

    /// A BCP 47 tag such as "de" or "zh-Hant"; nil when CLD2 does not know or is not sure.
    package static func detect(_ text: String) -> String? {
        let plain = plain(text)
        var isReliable = false
        guard let code = ccld2_detect(plain, plain.utf8.count, &isReliable), isReliable else { return nil }
        let tag = String(cString: code)
        return tag == "un" ? nil : tag
    }

    /// At most three candidates, the likeliest first, and whether CLD2 is sure of the first.
    static func candidates(of text: String) -> (candidates: [Candidate], isReliable: Bool) {
        let plain = plain(text)
        var isReliable = false
        var found = [ccld2_candidate](repeating: ccld2_candidate(), count: 3)
        let count = Int(ccld2_candidates(plain, plain.utf8.count, &found, &isReliable))
        let candidates = found.prefix(count).compactMap { one in
            one.language.map { Candidate(language: String(cString: $0), share: Double(one.percent) / 100) }
        }
        return (candidates, isReliable)
    }

    /// CLD2 requires valid UTF-8 without control characters.
    private static func plain(_ text: String) -> String {
        let head = TextCutting.truncated(text, toBytes: longest, ellipsis: "")
        guard head.utf8.contains(where: { $0 < 0x20 }) else { return head }
        return String(String.UnicodeScalarView(head.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    }
}
