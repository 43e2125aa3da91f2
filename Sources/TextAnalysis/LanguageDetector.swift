internal import CCLD2

/// Detects the language of a text with CLD2.
package enum LanguageDetector {
    /// In UTF-8 bytes; more text does not improve the result.
    private static let longest = 4_096

    /// A BCP 47 tag such as "de" or "zh-Hant"; nil when CLD2 does not know or is not sure.
    package static func detect(_ text: String) -> String? {
        // CLD2 requires valid UTF-8 without control characters.
        let head = TextCutting.truncated(text, toBytes: longest, ellipsis: "")
        let plain = String(String.UnicodeScalarView(head.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
        var isReliable = false
        guard let code = ccld2_detect(plain, plain.utf8.count, &isReliable), isReliable else { return nil }
        let tag = String(cString: code)
        return tag == "un" ? nil : tag
    }
}
