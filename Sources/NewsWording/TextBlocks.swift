/// How much of a long text a network shows at once.
package struct TextMeasure: Hashable, Sendable {
    /// UTF-8 bytes of one block.
    ///
    /// On a network of lines it is what one line holds.
    package var blockBytes: Int
    /// Blocks of the text on the first page.
    package var openingBlocks: Int

    package init(blockBytes: Int = 1_000, openingBlocks: Int = 10) {
        self.blockBytes = max(blockBytes, 40)
        self.openingBlocks = max(openingBlocks, 1)
    }
}

/// Splits a plain text into blocks that each fit one line or message.
enum TextBlocks {
    /// The limit of blocks, so that a text of line breaks does not grow without bound.
    private static let mostBlocks = 600

    /// The lines of a text without control characters.
    ///
    /// Long lines are cut after a sentence, otherwise after a word.
    static func cut(_ text: String, blockBytes: Int) -> [String] {
        var blocks: [String] = []
        for line in text.split(whereSeparator: \.isNewline) {
            var rest = Substring(cleaned(line))
            while !rest.isEmpty {
                guard blocks.count < mostBlocks else {
                    blocks.append("…")
                    return blocks
                }
                let head = beginning(of: rest, blockBytes)
                let block = head.unicodeScalars.last == " " ? head.dropLast() : head
                if !block.isEmpty { blocks.append(String(block)) }
                rest = rest[head.endIndex...]
            }
        }
        return blocks
    }

    /// As much of a line as fits.
    ///
    /// It ends after a sentence or a word if possible.
    private static func beginning(of line: Substring, _ limit: Int) -> Substring {
        guard line.utf8.count > limit else { return line }
        var end = line.utf8.index(line.startIndex, offsetBy: limit)
        // Do not cut inside a scalar.
        while line.utf8[end] & 0xc0 == 0x80 { end = line.utf8.index(before: end) }
        let scalars = line.unicodeScalars[..<end]
        // A cut before the middle would leave half of the line empty.
        let half = line.utf8.index(line.startIndex, offsetBy: limit / 2)
        var afterSpace: Substring.Index?
        var index = scalars.endIndex
        while index > half {
            let before = scalars.index(before: index)
            if isFullStop(scalars[before]) { return line[..<index] }
            if scalars[before] == " " {
                if before > scalars.startIndex, isSentenceEnd(scalars[scalars.index(before: before)]) {
                    return line[..<index]
                }
                afterSpace = afterSpace ?? index
            }
            index = before
        }
        return line[..<(afterSpace ?? end)]
    }

    /// Whether it ends a sentence without a following space.
    private static func isFullStop(_ scalar: Unicode.Scalar) -> Bool { "。！？".unicodeScalars.contains(scalar) }

    private static func isSentenceEnd(_ scalar: Unicode.Scalar) -> Bool { ".!?…”\"".unicodeScalars.contains(scalar) }

    /// The line with white space and control characters replaced by single spaces.
    private static func cleaned(_ line: Substring) -> String {
        var scalars = String.UnicodeScalarView()
        var pendingSpace = false
        for scalar in line.unicodeScalars {
            if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control {
                pendingSpace = !scalars.isEmpty
                continue
            }
            if pendingSpace { scalars.append(" ") }
            pendingSpace = false
            scalars.append(scalar)
        }
        return String(scalars)
    }
}
