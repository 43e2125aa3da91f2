/// Removes invisible characters: overrides of the writing direction, control characters and zero-width spaces.
///
/// Joiners are kept, because some scripts and emoji need them.
enum InvisibleText {
    /// The length in bytes of the invisible character at `index`, else zero.
    static func width(_ bytes: [UInt8], at index: Int) -> Int {
        let byte = bytes[index]
        guard byte >= 0x7f else { return byte < 0x20 ? 1 : 0 }
        func next(_ offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }
        switch byte {
        case 0x7f: return 1
        // U+0080–U+009F
        case 0xc2: return (0x80...0x9f).contains(next(1)) ? 2 : 0
        // U+200B, U+202A–U+202E, U+2066–U+2069
        case 0xe2 where next(1) == 0x80: return next(2) == 0x8b || (0xaa...0xae).contains(next(2)) ? 3 : 0
        case 0xe2 where next(1) == 0x81: return (0xa6...0xa9).contains(next(2)) ? 3 : 0
        // U+FEFF
        case 0xef: return next(1) == 0xbb && next(2) == 0xbf ? 3 : 0
        default: return 0
        }
    }

    /// The intended character for a control of U+0080–U+009F: Windows-1252 called ISO 8859-1, as in `don\u{92}t`.
    static func intended(_ bytes: [UInt8], at index: Int) -> String? {
        guard bytes[index] == 0xc2, index + 1 < bytes.count, (0x80...0x9f).contains(bytes[index + 1]) else {
            return nil
        }
        let scalar = HTMLEntities.windows1252[Int(bytes[index + 1]) - 0x80]
        return scalar.value > 0x9f ? String(Character(scalar)) : nil
    }

    /// The text without invisible characters; line breaks and tabs are kept.
    static func removed(from bytes: [UInt8]) -> [UInt8] {
        // Most texts have none, and are not copied.
        guard let first = firstInvisible(bytes) else { return bytes }
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        // Most characters are kept, so whole runs of them are copied.
        var (start, index) = (0, first)
        while index < bytes.count {
            let width = mayBeInvisible(bytes[index]) ? width(bytes, at: index) : 0
            guard width > 0 else {
                index += 1
                continue
            }
            kept += bytes[start..<index]
            if let intended = intended(bytes, at: index) { kept += intended.utf8 }
            index += width
            start = index
        }
        kept += bytes[start...]
        return kept
    }

    /// Where the first invisible character is; nil also for a text with none of the bytes C2, E2 and EF.
    ///
    /// Eight bytes at a time are passed over where possible.
    private static func firstInvisible(_ bytes: [UInt8]) -> Int? {
        var (index, found) = (0, Int?.none)
        var hasLead = false
        while index < bytes.count {
            if PlainWords.areVisible(bytes, at: index) {
                index += 8
                continue
            }
            for place in index..<min(index + 8, bytes.count) {
                let byte = bytes[place]
                hasLead = hasLead || byte == 0xc2 || byte == 0xe2 || byte == 0xef
                if found == nil, mayBeInvisible(byte), width(bytes, at: place) > 0 { found = place }
            }
            if hasLead, let found { return found }
            index += 8
        }
        return nil
    }

    /// Whether an invisible character may begin with this byte; line breaks and tabs are none here.
    private static func mayBeInvisible(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x0a: false
        case 0x00..<0x20, 0x7f, 0xc2, 0xe2, 0xef: true
        default: false
        }
    }
}
