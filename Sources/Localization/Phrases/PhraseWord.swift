import Foundation
import NewsModel

/// One word of a line that people wrote, or of a phrase that the line is compared with.
///
/// Where a script has no blanks between words, each sign is a word.
struct PhraseWord: Hashable, Sendable {
    /// Without case, accents and apostrophes: `don't` is `dont`.
    var folded: String
    /// Where it is in the line, with quotes around it.
    var range: Range<String.Index>
}

extension PhraseWord {
    /// Splits a line into words, without punctuation.
    ///
    /// Signs inside a word belong to it: `7:30`, `mon-fri`, `https://example.org/feed`. So does the minus of `-3`.
    static func words(in line: String) -> [PhraseWord] {
        var words: [PhraseWord] = []
        var index = line.startIndex
        while index < line.endIndex {
            let start = index
            if line[index].isSignOfItsOwn {
                line.formIndex(after: &index)
                add(start..<index, of: line, to: &words)
            } else if line[index].divides {
                line.formIndex(after: &index)
            } else {
                while index < line.endIndex, !line[index].divides, !line[index].isSignOfItsOwn {
                    line.formIndex(after: &index)
                }
                add(start..<index, of: line, to: &words)
            }
        }
        return words
    }

    private static func add(_ range: Range<String.Index>, of line: String, to words: inout [PhraseWord]) {
        var inner = line[range]
        while let first = inner.first, !first.isPartOfWord, !"@#&".contains(first), !inner.beginsWithNegativeNumber {
            inner.removeFirst()
        }
        while let last = inner.last, !last.isPartOfWord { inner.removeLast() }
        guard !inner.isEmpty else { return }
        // Quotes belong to what they enclose.
        var (start, end) = (inner.startIndex, inner.endIndex)
        if start > range.lowerBound, "\"“「".contains(line[line.index(before: start)]) {
            start = line.index(before: start)
        }
        if end < range.upperBound, "\"”」".contains(line[end]) { end = line.index(after: end) }
        words.append(PhraseWord(folded: folded(inner), range: start..<end))
    }

    /// The form in which words are compared.
    static func folded(_ word: some StringProtocol) -> String {
        if word.utf8.allSatisfy({ $0 < 0x80 }) { return word.lowercased().replacing("'", with: "") }
        return word.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .filter { $0 != "'" && $0 != "’" }
    }
}

extension Character {
    fileprivate var isPartOfWord: Bool { isLetter || isNumber }

    fileprivate var divides: Bool {
        switch self {
        case " ", ",", ";", "，", "。", "；", "！", "？", "、", "：", "（", "）": true
        default: isWhitespace
        }
    }

    /// Signs of Chinese and Japanese.
    fileprivate var isSignOfItsOwn: Bool {
        guard let value = unicodeScalars.first?.value else { return false }
        return (0x3040...0x30FF).contains(value) || (0x3400...0x9FFF).contains(value)
            || (0xF900...0xFAFF).contains(value) || (0x20000...0x3FFFF).contains(value)
    }
}
