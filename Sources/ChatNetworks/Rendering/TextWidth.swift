/// The width of a text in columns of a monospaced font (Unicode UAX 11, East Asian Width; emoji are wide).
enum TextWidth {
    static func columns(_ text: String) -> Int {
        // The common case.
        if text.utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) { return text.utf8.count }
        return text.reduce(0) { $0 + columns($1) }
    }

    /// The text cut to the limit, with an ellipsis if something is left out.
    static func cut(_ text: String, to limit: Int) -> String {
        guard columns(text) > limit || text.unicodeScalars.count > scalarLimit(limit) else { return text }
        var result = ""
        var width = 0
        var scalars = 0
        for character in text {
            let next = columns(character)
            let count = character.unicodeScalars.count
            // A single character may have any number of combining marks, so scalars are limited too.
            guard width + next < limit, scalars + count <= scalarLimit(limit) else { break }
            result.append(character)
            width += next
            scalars += count
        }
        return result + "…"
    }

    /// Pads the text with spaces to a width, on its right or on its left.
    static func padded(_ shown: String, from width: Int, to columns: Int, trailing: Bool) -> String {
        let spaces = String(repeating: " ", count: max(0, columns - width))
        return trailing ? spaces + shown : shown + spaces
    }

    private static func scalarLimit(_ columns: Int) -> Int { max(columns, 1) * 8 }

    private static func columns(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if first.value < 0x300 { return first.value == 0xad ? 0 : 1 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
        default: break
        }
        let isEmoji = first.properties.isEmojiPresentation || character.unicodeScalars.contains { $0.value == 0xfe0f }
        return isEmoji || isWide(first.value) ? 2 : 1
    }

    /// East_Asian_Width W or F, by blocks.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115f, 0x2329...0x232a, 0x2e80...0x303e, 0x3041...0x4dbf, 0x4e00...0xa4cf, 0xa960...0xa97f,
            0xac00...0xd7a3, 0xf900...0xfaff, 0xfe10...0xfe19, 0xfe30...0xfe6f, 0xff01...0xff60, 0xffe0...0xffe6,
            0x16fe0...0x1b2ff, 0x20000...0x3fffd:
            true
        default: false
        }
    }
}
