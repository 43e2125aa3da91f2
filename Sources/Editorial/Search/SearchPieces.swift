import TextAnalysis

/// A search, divided into operators, phrases with a meaning, and other words.
package struct SearchPieces: Sendable {
    enum Kind: Hashable, Sendable {
        /// Part of the language of queries, or a word that belongs to it.
        case fixed
        case word
        case phrase(SearchPhraseBook.Meaning)
    }

    struct Piece: Hashable, Sendable {
        var text: String
        var kind: Kind
        /// Whether a blank precedes it.
        var isSpaced = true
    }

    private(set) var pieces: [Piece] = []

    package init(_ text: String, book: SearchPhraseBook) {
        let tokens = SearchToken.joined(SearchToken.tokens(in: text)).map { $0.spelled(book) }
        for (index, token) in tokens.enumerated() {
            let next = index + 1 < tokens.count ? tokens[index + 1] : nil
            // What stands beside OR, NOT or a lone field name belongs to it.
            let isBoundBefore = index > 0 && tokens[index - 1].bindsNext
            let isBoundBehind = next.map { $0.bindsPrevious || token.excludes($0) } ?? false
            if token.isOperator || isBoundBefore || isBoundBehind {
                endRun(book)
                pieces.append(Piece(text: token.text, kind: .fixed))
            } else if let joiner = book.joiner(token.text) {
                endRun(book)
                pieces.append(Piece(text: token.text, kind: .phrase(joiner)))
            } else {
                run.append(token.text)
            }
        }
        endRun(book)
    }

    private static let longestSource = 6

    /// Where a source may be named behind a "from", the longest names first.
    static func sourceNames(in pieces: [Piece]) -> [(name: String, range: Range<Int>)] {
        pieces.indices.filter { pieces[$0].kind == .phrase(.from) }.flatMap { index in
            (1...longestSource).reversed().compactMap { count in
                let end = index + 1 + count
                guard end <= pieces.count, pieces[index + 1..<end].allSatisfy({ $0.kind != .fixed }) else { return nil }
                let name = pieces[index + 1..<end].enumerated()
                    .map { ($0.offset > 0 && $0.element.isSpaced ? " " : "") + $0.element.text }.joined()
                return (name, index..<end)
            }
        }
    }

    /// What may be the name of a source, in the order in which they are tried.
    package var sourceNames: [String] { Self.sourceNames(in: pieces).map(\.name) }

    /// Plain words that follow each other.
    private var run: [String] = []

    private mutating func endRun(_ book: SearchPhraseBook) {
        guard !run.isEmpty else { return }
        divide(run.joined(separator: " "), book)
        run = []
    }

    private mutating func divide(_ text: String, _ book: SearchPhraseBook) {
        let characters = Array(text)
        let letters = SearchPhraseBook.letters(text)
        var (index, isSpaced) = (0, true)
        var word = ""
        func isBoundary(_ index: Int) -> Bool { index == 0 || !Self.joins(letters[index - 1], letters[index]) }
        while index < letters.count {
            if characters[index] == " " {
                take(&word, &isSpaced)
                isSpaced = true
                index += 1
            } else if isBoundary(index), let match = book.match(at: index, in: letters) {
                take(&word, &isSpaced)
                let found = String(characters[index..<index + match.length])
                pieces.append(Piece(text: found, kind: .phrase(match.meaning), isSpaced: isSpaced))
                isSpaced = false
                index += match.length
            } else {
                word.append(characters[index])
                index += 1
            }
        }
        take(&word, &isSpaced)
    }

    private mutating func take(_ word: inout String, _ isSpaced: inout Bool) {
        guard !word.isEmpty else { return }
        pieces.append(Piece(text: word, kind: .word, isSpaced: isSpaced))
        (word, isSpaced) = ("", false)
    }

    /// Whether two letters belong to one word: in scripts without spaces none do.
    static func joins(_ left: String, _ right: String) -> Bool {
        func isSpacedLetter(_ text: String) -> Bool {
            guard let scalar = text.unicodeScalars.first else { return false }
            return (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
                && !WordTokenizer.isUnspaced(scalar)
        }
        return isSpacedLetter(left) && isSpacedLetter(right)
    }
}
