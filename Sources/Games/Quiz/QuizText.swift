import TextAnalysis

/// The words of a headline, with what stands between them.
struct QuizText {
    struct Piece: Hashable {
        var text: String
        var folded: String
        var range: Range<String.Index>
        var isNumber: Bool
        var isCapital: Bool
        /// Whether only a space separates it from the piece before.
        var isJoined: Bool
    }

    let text: String
    let pieces: [Piece]
    /// Whether nearly all long words have capitals, so that a capital shows no name.
    let isTitleCase: Bool

    static func folded(_ text: String) -> String { TextFolding.folded(text) }

    init(_ text: String) {
        self.text = text
        var pieces: [Piece] = []
        var index = text.startIndex
        var end = text.startIndex
        while index < text.endIndex {
            guard Self.isPart(text[index]) else {
                index = text.index(after: index)
                continue
            }
            let start = index
            while index < text.endIndex {
                let next = text.index(after: index)
                let isInside = next < text.endIndex && Self.isPart(text[next])
                let joins = "-'’.,".contains(text[index]) && isInside
                let isSeparator = ".,".contains(text[index])
                // "40,000" and "U.S" are one piece; "tea,coffee" is two.
                if isSeparator, joins, !text[next].isNumber { break }
                guard Self.isPart(text[index]) || joins else { break }
                index = next
            }
            let word = String(text[start..<index])
            pieces.append(
                Piece(
                    text: word,
                    folded: Self.folded(word),
                    range: start..<index,
                    isNumber: word.allSatisfy { $0.isNumber || ".,".contains($0) },
                    isCapital: word.first?.isUppercase == true,
                    isJoined: pieces.isEmpty || text[end..<start] == " "
                )
            )
            end = index
        }
        self.pieces = pieces
        let long = pieces.filter { !$0.isNumber && $0.text.count > 3 }
        isTitleCase = long.count > 2 && long.count(where: \.isCapital) * 10 >= long.count * 7
    }

    static func isPart(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    /// The index of the last piece that ends at or before a place.
    func piece(before place: String.Index) -> Int? { pieces.lastIndex { $0.range.upperBound <= place } }

    /// The index of the first piece that begins at or after a place.
    func piece(after place: String.Index) -> Int? { pieces.firstIndex { $0.range.lowerBound >= place } }

    /// The only place of a text, as whole words; nil when it occurs never or twice.
    func range(of name: String) -> Range<String.Index>? {
        guard let range = text.firstRange(of: name), text[range.upperBound...].firstRange(of: name) == nil else {
            return nil
        }
        // Scripts without spaces have no edges of words.
        guard name.first.map(Self.isIdeographic) != true else { return range }
        if range.lowerBound > text.startIndex {
            let before = text[text.index(before: range.lowerBound)]
            if Self.isPart(before) || "-#@.&/".contains(before) { return nil }
        }
        if range.upperBound < text.endIndex {
            let after = text[range.upperBound]
            if Self.isPart(after) || "-&/@".contains(after) { return nil }
        }
        return range
    }

    static func isIdeographic(_ character: Character) -> Bool {
        character.unicodeScalars.contains {
            (0x2e80...0x9fff).contains($0.value) || (0xac00...0xd7af).contains($0.value)
                || (0x20000...0x3ffff).contains($0.value)
        }
    }

    /// The words that say what a text is about, folded; pairs of letters in scripts without spaces.
    static func content(_ text: String, _ language: String) -> Set<String> {
        let folded = folded(text)
        var words: Set<String> = []
        for word in folded.split(whereSeparator: { !isPart($0) }) {
            if word.contains(where: isIdeographic) {
                let letters = Array(word)
                for (first, second) in zip(letters, letters.dropFirst()) { words.insert(String([first, second])) }
            } else if word.count >= 4, !StopWords.contains(String(word), in: language) {
                // Forms of one word count as one.
                words.insert(String(word.prefix(6)))
            }
        }
        return words
    }
}
