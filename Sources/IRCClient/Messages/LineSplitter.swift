/// Splits a long text into pieces that fit on a line.
package enum LineSplitter {
    /// Splits between words where possible, otherwise between characters.
    ///
    /// The spaces at a cut are dropped. A word (and so a link) that fits into `budgetBytes` of UTF-8 is not split.
    /// A single character larger than the budget (a letter with many combining marks) is split between its Unicode
    /// scalars, of which none is larger than four bytes. Line breaks count as spaces. An empty text gives no pieces.
    package static func split(_ text: String, budgetBytes: Int) -> [String] {
        let budget = max(4, budgetBytes)
        var pieces: [String] = []
        var piece = ""
        var pieceBytes = 0
        func flush() {
            if pieceBytes > 0 { pieces.append(piece) }
            piece = ""
            pieceBytes = 0
        }
        var gap = ""
        for token in tokens(text) {
            if token.isSpace {
                gap = token.text
                continue
            }
            let bytes = token.text.utf8.count
            let gapBytes = pieceBytes == 0 ? 0 : gap.utf8.count
            if pieceBytes + gapBytes + bytes <= budget {
                if pieceBytes > 0 { piece += gap }
                piece += token.text
                pieceBytes += gapBytes + bytes
            } else if bytes <= budget {
                flush()
                piece = token.text
                pieceBytes = bytes
            } else {
                // Append part of an overlong word to the current line only if at least half of the line is free.
                if pieceBytes + gapBytes > budget / 2 {
                    flush()
                } else if pieceBytes > 0 {
                    piece += gap
                    pieceBytes += gapBytes
                }
                for part in atoms(token.text, budget: budget) {
                    let partBytes = part.utf8.count
                    if pieceBytes + partBytes > budget { flush() }
                    piece += part
                    pieceBytes += partBytes
                }
            }
            gap = ""
        }
        flush()
        return pieces
    }

    /// Alternating runs of spaces and of other characters.
    private static func tokens(_ text: String) -> [(text: String, isSpace: Bool)] {
        var tokens: [(text: String, isSpace: Bool)] = []
        var start = text.startIndex
        var isSpace: Bool?
        for index in text.indices {
            let character = text[index]
            let isSpaceHere = character == " " || character.isNewline || character == "\0"
            if isSpaceHere != isSpace {
                if let isSpace { tokens.append((shown(text[start..<index], isSpace), isSpace)) }
                start = index
                isSpace = isSpaceHere
            }
        }
        if let isSpace { tokens.append((shown(text[start...], isSpace), isSpace)) }
        return tokens
    }

    private static func shown(_ token: Substring, _ isSpace: Bool) -> String {
        isSpace ? String(repeating: " ", count: token.count) : String(token)
    }

    /// The characters of a word; a character larger than the budget is split into its scalars.
    private static func atoms(_ word: String, budget: Int) -> [String] {
        word.flatMap { character -> [String] in
            let text = String(character)
            return text.utf8.count <= budget ? [text] : text.unicodeScalars.map { String($0) }
        }
    }
}
