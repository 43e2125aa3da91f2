internal import CStemmer

/// Cuts words to their stems with Snowball ("elections" and "election" become one).
///
/// Holds a buffer of its own: one stemmer for one task at a time.
package final class Stemmer {
    private static let algorithms: [String: String] = [
        "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek", "en": "english",
        "es": "spanish", "eu": "basque", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi",
        "hu": "hungarian", "id": "indonesian", "it": "italian", "lt": "lithuanian", "ne": "nepali", "nl": "dutch",
        "no": "norwegian", "nb": "norwegian", "nn": "norwegian", "pt": "portuguese", "ro": "romanian",
        "ru": "russian", "sr": "serbian", "sv": "swedish", "ta": "tamil", "tr": "turkish",
    ]
    private static let longestWord = 256

    private let handle: OpaquePointer

    /// Nil for languages Snowball does not know; `language` is a BCP 47 tag, of which the first part counts.
    package init?(language: String) {
        let base = String(language.lowercased().prefix { $0 != "-" && $0 != "_" })
        guard let algorithm = Self.algorithms[base], let handle = sb_stemmer_new(algorithm, "UTF_8") else { return nil }
        self.handle = handle
    }

    deinit {
        sb_stemmer_delete(handle)
    }

    /// The stem of a lower-case word; the word itself when it is very long.
    package func stem(_ word: String) -> String {
        let bytes = Array(word.utf8)
        guard !bytes.isEmpty, bytes.count <= Self.longestWord else { return word }
        guard let symbols = sb_stemmer_stem(handle, bytes, Int32(bytes.count)) else { return word }
        let length = Int(sb_stemmer_length(handle))
        return String(decoding: UnsafeBufferPointer(start: symbols, count: length), as: UTF8.self)
    }
}
