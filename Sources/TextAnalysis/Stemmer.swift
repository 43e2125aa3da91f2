internal import CStemmer

/// Reduces words to their stems with Snowball ("elections" and "election" have the same stem).
///
/// It has its own buffer, so a stemmer must not be shared between tasks.
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

    /// Nil for languages that Snowball does not support; only the first part of the BCP 47 tag `language` counts.
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
