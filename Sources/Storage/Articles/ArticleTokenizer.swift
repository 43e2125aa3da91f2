import GRDB
import TextAnalysis

/// Splits article texts and searches into words for the full-text index, with our own rules.
///
/// It works on bytes: a wrapper around one of SQLite's tokenizers would make two strings for each word.
final class ArticleTokenizer: FTS5CustomTokenizer {
    static let name = "articleWords"

    init(db: Database, arguments: [String]) throws {}

    func tokenize(
        context: UnsafeMutableRawPointer?,
        tokenization: FTS5Tokenization,
        pText: UnsafePointer<CChar>?,
        nText: CInt,
        tokenCallback: @escaping FTS5TokenCallback
    ) -> CInt {
        guard let pText, nText > 0 else { return 0 }
        let isQuery = tokenization.contains(.query)
        var result: CInt = 0
        var pairEnd = -1
        pText.withMemoryRebound(to: UInt8.self, capacity: Int(nText)) { bytes in
            let text = UnsafeBufferPointer(start: bytes, count: Int(nText))
            WordTokenizer.forEachToken(utf8: text) { folded, range, kind in
                // In a search the pairs of a run cover its last letter, which needs no token of its own.
                if isQuery, kind == .cjk, range.lowerBound < pairEnd, range.upperBound == pairEnd { return true }
                pairEnd = kind == .cjk ? range.upperBound : -1
                folded.withMemoryRebound(to: CChar.self) { word in
                    result = tokenCallback(
                        context,
                        0,
                        word.baseAddress,
                        CInt(word.count),
                        CInt(range.lowerBound),
                        CInt(range.upperBound)
                    )
                }
                // SQLITE_DONE (101) asks to stop and any other value but 0 is an error: both end the loop.
                return result == 0
            }
        }
        return result
    }
}

extension ArticleTokenizer {
    /// An FTS5 expression that requires every word of a text; nil when the text has no words.
    ///
    /// Unless it `isExact`, the last word may be the beginning of a longer one.
    /// Words are quoted, so that nothing a user types is an operator.
    static func pattern(of text: String, isExact: Bool = false) -> String? {
        let pieces = text.prefix(500).split { $0.isWhitespace || $0 == "\0" }.prefix(32).map(String.init)
        let words = pieces.compactMap { piece -> String? in
            let tokens = WordTokenizer.tokens(in: piece)
            guard let first = tokens.first else { return nil }
            // A single letter of a script without spaces is the beginning of indexed pairs.
            let isBeginning = tokens.count == 1 && first.kind == .cjk
            return "\"\(piece.replacing("\"", with: "\"\""))\"" + (isBeginning ? "*" : "")
        }
        guard let last = words.last else { return nil }
        return words.joined(separator: " ") + (isExact || last.hasSuffix("*") ? "" : "*")
    }
}
