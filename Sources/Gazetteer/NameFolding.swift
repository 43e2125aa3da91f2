/// What a Unicode scalar is for names.
enum NameScalarKind: UInt32 {
    case separator = 0
    case letter, digit, mark, unspaced, dropped
}

/// Folds single scalars with the tables of the file, so that the file's names and the texts are folded alike.
struct NameFolding: Sendable {
    struct Folded {
        let bits: UInt32

        var kind: NameScalarKind { NameScalarKind(rawValue: bits >> 21 & 7) ?? .separator }
        var isUppercase: Bool { bits & 1 << 24 != 0 }
        var isSeveral: Bool { bits & 1 << 25 != 0 }
        /// The folded scalar, or where the several stand.
        var value: UInt32 { bits & 0x1F_FFFF }
    }

    let low: FileSection
    let wide: FileSection
    let more: FileSection

    func fold(_ scalar: UInt32) -> Folded {
        switch scalar {
        case 0..<0x3100: return Folded(bits: low.word(Int(scalar) * 4))
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3:
            return Folded(bits: scalar | NameScalarKind.unspaced.rawValue << 21)
        case 0xFF00..<0xFFF0: return Folded(bits: wide.word(Int(scalar - 0xFF00) * 4))
        default: return Folded(bits: 0)
        }
    }

    /// Calls `body` with each scalar that a scalar folds to, at most 18.
    func forEachScalar(of folded: Folded, _ body: (UInt32) -> Void) {
        guard folded.isSeveral else {
            if folded.value != 0 { body(folded.value) }
            return
        }
        let start = Int(folded.value) * 4
        for position in 0..<min(18, Int(more.word(start))) { body(more.word(start + 4 + position * 4)) }
    }
}
