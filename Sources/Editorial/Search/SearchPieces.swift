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
        /// Which of the pieces it was when the search was divided; several where some became one word again.
        var places = 0..<0

        /// Whether it only leads to what is looked for, or names what is listed: "show me", "articles about".
        var isFiller: Bool {
            switch kind {
            case .phrase(.request), .phrase(.about), .phrase(.joint), .phrase(.from): true
            default: namesNews
            }
        }

        /// Whether it is a word for news: "articles", "reports".
        var namesNews: Bool { kind == .phrase(.news) || kind == .phrase(.reports) }
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
                append(Piece(text: token.text, kind: .fixed))
            } else if let joiner = book.joiner(token.text) {
                endRun(book)
                append(Piece(text: token.text, kind: .phrase(joiner)))
            } else {
                run.append(token.text)
            }
        }
        endRun(book)
    }

    private mutating func append(_ piece: Piece) {
        pieces.append(piece)
        pieces[pieces.count - 1].places = pieces.count - 1..<pieces.count
    }

    /// Makes a piece a word, together with the words that no blank parts from it: "短视频" is one word.
    ///
    /// Returns where the word is then.
    @discardableResult
    static func makeWord(at index: Int, in pieces: inout [Piece]) -> Int {
        pieces[index].kind = .word
        if isOneWord(index, in: pieces) { join(index, in: &pieces) }
        guard index > 0, isOneWord(index - 1, in: pieces) else { return index }
        join(index - 1, in: &pieces)
        return index - 1
    }

    private static func isOneWord(_ index: Int, in pieces: [Piece]) -> Bool {
        guard index + 1 < pieces.count else { return false }
        let (left, right) = (pieces[index], pieces[index + 1])
        return left.kind == .word && right.kind == .word && !right.isSpaced && follows(right, left)
    }

    /// Whether nothing stood between two pieces.
    static func follows(_ piece: Piece, _ previous: Piece) -> Bool {
        previous.places.upperBound == piece.places.lowerBound
    }

    private static func join(_ index: Int, in pieces: inout [Piece]) {
        pieces[index].text += pieces[index + 1].text
        pieces[index].places = pieces[index].places.lowerBound..<pieces[index + 1].places.upperBound
        pieces.remove(at: index + 1)
    }

    /// The most pieces of the name of a source.
    static let longestSource = 6

    /// Words behind which the name of a source may stand without a "from"; each costs a few look-ups.
    private static let mostOwners = 2

    /// What may be the name of a source.
    package struct SourceName: Sendable {
        package var text: String
        /// Whether the source must be called just so, because no "from" says that it is one.
        package var isWhole: Bool
        /// With the "from".
        var range: Range<Int>
    }

    /// Where a source may be named, the longest names first; behind a "from" before all others.
    static func sourceNames(in pieces: [Piece]) -> [SourceName] {
        let named = pieces.indices.filter { pieces[$0].kind == .phrase(.from) }.flatMap { index -> [SourceName] in
            if let name = quotedName(behind: index, in: pieces) { return [name] }
            return (1...longestSource).reversed().compactMap { count -> SourceName? in
                let end = index + 1 + count
                guard end <= pieces.count, pieces[index + 1..<end].allSatisfy({ $0.kind != .fixed }) else { return nil }
                return SourceName(text: text(of: pieces[index + 1..<end]), isWhole: false, range: index..<end)
            }
        }
        return named + owners(in: pieces)
    }

    /// `from "Gate & Goal"`: quotation marks say where the name ends; one of several alternatives is no source.
    private static func quotedName(behind index: Int, in pieces: [Piece]) -> SourceName? {
        let end = index + 2
        guard end <= pieces.count, pieces[index + 1].kind == .fixed,
            let quoted = SearchToken.quotation(pieces[index + 1].text),
            end == pieces.count || !SearchToken(text: pieces[end].text, isOperator: true).bindsPrevious
        else { return nil }
        let name = quoted.split(separator: " ").joined(separator: " ")
        return name.isEmpty ? nil : SourceName(text: name, isWhole: false, range: index..<end)
    }

    /// "ESPN的体育": what stands without a blank before a word that joins.
    private static func owners(in pieces: [Piece]) -> [SourceName] {
        let joints = pieces.indices.filter { pieces[$0].kind == .phrase(.joint) && !pieces[$0].isSpaced && $0 > 0 }
        return joints.prefix(mostOwners).flatMap { end in
            (1...min(longestSource, end)).reversed().compactMap { count -> SourceName? in
                let start = end - count
                let isSubject = start > 0 && isOpening(pieces[start - 1])
                let name = pieces[start..<end]
                guard !isSubject, name.contains(where: { $0.kind == .word }),
                    name.allSatisfy({ $0.kind != .fixed && !isOpening($0) })
                else { return nil }
                return SourceName(text: text(of: name), isWhole: true, range: start..<end)
            }
        }
    }

    /// Whether what follows has a meaning already.
    private static func isOpening(_ piece: Piece) -> Bool {
        piece.kind == .phrase(.from) || piece.kind == .phrase(.about)
    }

    /// The text of pieces that follow each other, as it was typed.
    static func text(of pieces: ArraySlice<Piece>) -> String {
        pieces.enumerated().map { ($0.offset > 0 && $0.element.isSpaced ? " " : "") + $0.element.text }.joined()
    }

    /// Whether they only name news, as in "the articles", and say nothing of what it is about.
    package var nameOnlyNews: Bool {
        pieces.contains(where: \.namesNews) && pieces.allSatisfy(\.isFiller)
    }

    /// What may be the name of a source, in the order in which they are tried.
    package var sourceNames: [SourceName] { Self.sourceNames(in: pieces) }

    /// So many names are looked up for one search, those that are not wanted among them.
    package static let mostSourceNames = 24

    /// What may be the name of a source that is not wanted: "not from BBC".
    package var excludedSourceNames: [SourceName] { SearchExclusions.sourceNames(in: pieces) }

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
            } else if isBoundary(index),
                let match = book.match(at: index, in: letters, behind: word.isEmpty ? lastMeaning : nil)
            {
                take(&word, &isSpaced)
                let found = String(characters[index..<index + match.length])
                append(Piece(text: found, kind: .phrase(match.meaning), isSpaced: isSpaced))
                isSpaced = false
                index += match.length
            } else {
                word.append(characters[index])
                index += 1
            }
        }
        take(&word, &isSpaced)
    }

    private var lastMeaning: SearchPhraseBook.Meaning? {
        guard case .phrase(let meaning)? = pieces.last?.kind else { return nil }
        return meaning
    }

    private mutating func take(_ word: inout String, _ isSpaced: inout Bool) {
        guard !word.isEmpty else { return }
        append(Piece(text: word, kind: .word, isSpaced: isSpaced))
        (word, isSpaced) = ("", false)
    }

    /// Whether two letters belong to one word, with its hyphens: in scripts without spaces none do.
    static func joins(_ left: String, _ right: String) -> Bool {
        func isSpacedLetter(_ text: String) -> Bool {
            guard let scalar = text.unicodeScalars.first else { return false }
            return (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "-")
                && !WordTokenizer.isUnspaced(scalar)
        }
        return isSpacedLetter(left) && isSpacedLetter(right)
    }
}
