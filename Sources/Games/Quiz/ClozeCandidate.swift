import TextAnalysis

/// A part of a headline that can be left out.
struct ClozeCandidate: Hashable {
    var kind: QuizQuestion.Kind
    var text: String
    var range: Range<String.Index>
    /// Whether it is capitalised without being a name ("Storm Closes Pass").
    ///
    /// It fits only headlines of that style.
    var isTitleCase: Bool

    var folded: String { TextFolding.folded(text) }

    /// All parts of a headline that can be asked for, in its order.
    ///
    /// Parts that occur twice are left out.
    static func all(in title: String, language: String?) -> [ClozeCandidate] {
        let pieces = pieces(of: title)
        let longWords = pieces.filter { !$0.isNumber && $0.text.count > 3 }
        let capitals = longWords.filter(\.isCapital).count
        let isTitleCase = longWords.count > 2 && capitals * 10 >= longWords.count * 7
        var found: [ClozeCandidate] = []
        var index = 0
        while index < pieces.count {
            let piece = pieces[index]
            if piece.isNumber {
                found.append(ClozeCandidate(kind: .number, text: piece.text, range: piece.range, isTitleCase: false))
            } else if piece.isCapital, !isTitleCase, index > 0 {
                var last = index
                while last + 1 < pieces.count, pieces[last + 1].isCapital, pieces[last + 1].followsDirectly,
                    last - index < 3
                {
                    last += 1
                }
                let range = piece.range.lowerBound..<pieces[last].range.upperBound
                if range.upperBound > range.lowerBound, title[range].count > 2 {
                    found.append(
                        ClozeCandidate(kind: .name, text: String(title[range]), range: range, isTitleCase: false)
                    )
                }
                index = last
            } else if piece.text.count >= 5, !isStopWord(piece.text, language: language),
                !piece.isCapital || isTitleCase
            {
                found.append(
                    ClozeCandidate(kind: .word, text: piece.text, range: piece.range, isTitleCase: isTitleCase)
                )
            }
            index += 1
        }
        return found.filter { candidate in found.filter { $0.folded == candidate.folded }.count == 1 }
    }

    private static func isStopWord(_ word: String, language: String?) -> Bool {
        StopWords.contains(TextFolding.folded(word), in: language ?? "en")
    }

    private struct Piece {
        var text: String
        var range: Range<String.Index>
        var isNumber: Bool
        var isCapital: Bool
        /// Whether only a space separates it from the piece before.
        var followsDirectly: Bool
    }

    /// Words (joined by hyphen or apostrophe) and numbers with their separators (`40,000`, `3.75`).
    ///
    /// `29–28` is two numbers.
    private static func pieces(of title: String) -> [Piece] {
        var pieces: [Piece] = []
        var index = title.startIndex
        var lastEnd: String.Index?
        while index < title.endIndex {
            guard isPart(title[index]) else {
                index = title.index(after: index)
                continue
            }
            let start = index
            let isNumber = title[index].isNumber
            var end = index
            while index < title.endIndex {
                let character = title[index]
                if isPart(character) && (!isNumber || character.isNumber) {
                    index = title.index(after: index)
                    end = index
                    continue
                }
                let next = title.index(after: index)
                let joins = isNumber ? ",.".contains(character) : "-'’".contains(character)
                guard joins, next < title.endIndex, isPart(title[next]), title[next].isNumber == isNumber else { break }
                index = next
            }
            // "2h", "7th" and "4b" are neither a number nor a word.
            let isGlued = isNumber && index < title.endIndex && title[index].isLetter
            if isGlued { while index < title.endIndex, isPart(title[index]) { index = title.index(after: index) } }
            let text = String(title[start..<end])
            if !isGlued, !text.contains(where: { isWithoutSpaces($0) }) {
                let gap = lastEnd.map { title[$0..<start] } ?? ""
                pieces.append(
                    Piece(
                        text: text,
                        range: start..<end,
                        isNumber: isNumber,
                        isCapital: text.first?.isUppercase == true,
                        followsDirectly: gap == " "
                    )
                )
            }
            lastEnd = index
        }
        return pieces
    }

    private static func isPart(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    /// Scripts without spaces have no separate words that could be left out.
    private static func isWithoutSpaces(_ character: Character) -> Bool {
        character.unicodeScalars.contains {
            (0x0e00...0x0eff).contains($0.value) || (0x2e80...0x9fff).contains($0.value)
                || (0xac00...0xd7af).contains($0.value) || (0x20000...0x3ffff).contains($0.value)
        }
    }
}
