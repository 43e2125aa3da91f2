import GRDB
import TextAnalysis

/// Cuts article texts and searches into the house's own words for the full-text index.
///
/// Straight on bytes: a wrapper around one of SQLite's tokenizers would make two strings per word.
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
        var result: CInt = 0
        pText.withMemoryRebound(to: UInt8.self, capacity: Int(nText)) { bytes in
            let text = UnsafeBufferPointer(start: bytes, count: Int(nText))
            WordTokenizer.forEachToken(utf8: text) { folded, range, _ in
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
                // SQLITE_DONE (101) asks to stop, anything but 0 is an error: both end here.
                return result == 0
            }
        }
        return result
    }
}
