/// Splits text into folded words; the full-text index, queries and stories all use the same rules.
///
/// Words consist of letters, digits and their marks. Everything else separates: "don't" is "don" and "t", "covid-19"
/// is two words; "C++" and "C#" are one each. A run of a script without spaces (Chinese, Japanese, Korean, Thai, Lao,
/// Khmer, Burmese) becomes overlapping pairs and its last letter: 東京都 is 東京, 京都, 都. So any two or more letters
/// of a run can be found as a phrase of pairs, and a single letter as a prefix.
package enum WordTokenizer {
    /// Folded words are cut to this many UTF-8 bytes.
    package static let longestWord = 128

    /// Whether a letter is of a script without spaces, or Hangul.
    package static func isUnspaced(_ letter: Unicode.Scalar) -> Bool { ScalarRanges.isUnspaced(letter.value) }

    package static func tokens(in text: String) -> [WordToken] {
        var result: [WordToken] = []
        let utf8 = text.utf8
        forEachToken(text) { folded, range, kind in
            let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
            let end = utf8.index(utf8.startIndex, offsetBy: range.upperBound)
            result.append(WordToken(folded: folded, range: start..<end, kind: kind))
            return true
        }
        return result
    }

    /// Calls `body` with the folded words in order and their UTF-8 offsets in the text, until it returns false.
    package static func forEachToken(
        _ text: String,
        _ body: (_ folded: String, _ utf8Range: Range<Int>, _ kind: WordToken.Kind) -> Bool
    ) {
        var text = text
        text.withUTF8 { bytes in
            forEachToken(utf8: bytes) { folded, range, kind in
                body(String(decoding: folded, as: UTF8.self), range, kind)
            }
        }
    }

    /// The same over raw bytes, without creating strings, for the full-text index.
    ///
    /// Invalid UTF-8 separates words. The folded bytes are valid only during the call.
    package static func forEachToken(
        utf8 bytes: UnsafeBufferPointer<UInt8>,
        _ body: (_ folded: UnsafeBufferPointer<UInt8>, _ utf8Range: Range<Int>, _ kind: WordToken.Kind) -> Bool
    ) {
        var scanner = WordScanner()
        scanner.scan(bytes, body)
    }
}

/// A folded word of a text, with its range in the original.
package struct WordToken: Sendable, Equatable {
    package enum Kind: Sendable {
        case word
        /// Digits only.
        case number
        /// Two adjacent letters of a run without spaces, or the run's last letter.
        case cjk
    }

    package var folded: String
    package var range: Range<String.Index>
    package var kind: Kind
}
