/// Cuts a long text into pieces that fit on a line.
package enum LineSplitter {
    /// Splits between words where possible, between characters otherwise, never inside one.
    ///
    /// The spaces at a cut vanish. A word (and so a link) stays whole when it fits into
    /// `budgetBytes` of UTF-8. A single character larger than the budget (a letter under a heap of
    /// combining marks) is cut between its scalars, of which none is larger than four bytes.
    /// Line breaks count as spaces. An empty text gives no pieces.
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
                // A word larger than a line begins on the current one only if much of it fits there.
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

    /// Runs of spaces and runs of other characters, in turn.
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

    /// The characters of a word; those larger than the budget as their scalars.
    private static func atoms(_ word: String, budget: Int) -> [String] {
        word.flatMap { character -> [String] in
            let text = String(character)
            return text.utf8.count <= budget ? [text] : text.unicodeScalars.map { String($0) }
        }
    }
}
