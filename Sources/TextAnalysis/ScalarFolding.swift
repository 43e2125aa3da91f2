internal import Foundation

/// How the tokenizer treats a Unicode scalar.
enum ScalarKind: UInt8 {
    case separator
    case letter
    case number
    /// Continues a word, never starts one (vowel signs of Indic scripts).
    case mark
    /// A letter of a script without spaces, or of Hangul, whose word endings we cannot split off.
    case unspaced
    /// Is always dropped (accents, soft hyphen, joiners).
    case ignorable
}

/// One scalar's kind and the scalars it folds to.
struct FoldedScalar {
    var kind: ScalarKind
    /// 0 when the scalar folds to nothing.
    var first: UInt32
    var rest: [UInt32] = []
}

/// A folded scalar in four bytes: 21 bits of the first scalar, then the kind, then whether there are more scalars.
private struct Packed {
    private let bits: UInt32

    init(_ folded: FoldedScalar) {
        bits = folded.first | UInt32(folded.kind.rawValue) << 21 | (folded.rest.isEmpty ? 0 : 1 << 24)
    }

    var first: UInt32 { bits & 0x1F_FFFF }
    var kind: ScalarKind { ScalarKind(rawValue: UInt8(bits >> 21 & 7)) ?? .separator }
    var hasRest: Bool { bits & 1 << 24 != 0 }
}

/// Folds the case, accents and width of single scalars, with tables that are computed once.
struct ScalarFolding {
    static let shared = ScalarFolding()

    private static let tableEnd: UInt32 = 0x3100
    private static let widthForms: Range<UInt32> = 0xFF00..<0xFFF0

    private let table: [Packed]
    private let widthTable: [Packed]
    /// What scalars fold to after their first scalar, for the few that fold to several.
    private let rests: [UInt32: [UInt32]]

    private init() {
        var rests: [UInt32: [UInt32]] = [:]
        func packed(_ value: UInt32) -> Packed {
            let folded = Self.compute(value)
            if !folded.rest.isEmpty { rests[value] = folded.rest }
            return Packed(folded)
        }
        table = (0..<Self.tableEnd).map(packed)
        widthTable = Self.widthForms.map(packed)
        self.rests = rests
    }

    private func unpacked(_ packed: Packed, _ value: UInt32) -> FoldedScalar {
        FoldedScalar(kind: packed.kind, first: packed.first, rest: packed.hasRest ? rests[value] ?? [] : [])
    }

    func fold(_ value: UInt32) -> FoldedScalar {
        if value < Self.tableEnd { return unpacked(table[Int(value)], value) }
        switch value {
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: return FoldedScalar(kind: .unspaced, first: value)
        case Self.widthForms: return unpacked(widthTable[Int(value - Self.widthForms.lowerBound)], value)
        default: return Self.compute(value)
        }
    }

    private static func compute(_ value: UInt32) -> FoldedScalar {
        guard let scalar = Unicode.Scalar(value) else { return FoldedScalar(kind: .separator, first: 0xFFFD) }
        if isIgnorable(value) { return FoldedScalar(kind: .ignorable, first: 0) }
        if ScalarRanges.keepsItsForm(value) {
            return FoldedScalar(kind: ScalarRanges.isUnspaced(value) ? .unspaced : .letter, first: value)
        }
        let kind = plainKind(scalar)
        if scalar.properties.generalCategory == .decimalNumber, let digit = scalar.properties.numericValue {
            return FoldedScalar(kind: .number, first: 0x30 + UInt32(digit))
        }
        let folded = String(Character(scalar)).decomposedStringWithCompatibilityMapping.unicodeScalars
            .flatMap(lowercased).filter { !isIgnorable($0) }
        let kinds = folded.compactMap(Unicode.Scalar.init).map(plainKind)
        // "½" is one number but folds to three scalars, "™" is a sign but folds to two letters. Neither is a word.
        let isWord = kind != .separator && !kinds.contains(.separator)
        guard let first = folded.first else { return FoldedScalar(kind: .separator, first: value) }
        guard isWord else {
            let staysSign = kinds.allSatisfy { $0 == .separator }
            return FoldedScalar(
                kind: .separator,
                first: staysSign ? first : value,
                rest: staysSign ? Array(folded.dropFirst()) : []
            )
        }
        let isUnspaced = ScalarRanges.isUnspaced(first)
        return FoldedScalar(kind: isUnspaced ? .unspaced : kind, first: first, rest: Array(folded.dropFirst()))
    }

    private static func lowercased(_ scalar: Unicode.Scalar) -> [UInt32] {
        if let special = specialLetters[scalar.value] { return special.unicodeScalars.map(\.value) }
        let lower = scalar.properties.lowercaseMapping.unicodeScalars
        return lower.flatMap { specialLetters[$0.value]?.unicodeScalars.map(\.value) ?? [$0.value] }
    }

    /// Letters that Unicode does not decompose but readers treat as plain ones.
    private static let specialLetters: [UInt32: String] = [
        0xDF: "ss", 0xE6: "ae", 0x153: "oe", 0xF8: "o", 0x142: "l", 0x111: "d", 0xF0: "d", 0xFE: "th", 0x127: "h",
        0x131: "i", 0x14B: "n", 0x167: "t", 0x138: "k", 0x13F: "l", 0x140: "l", 0x149: "n", 0x3C2: "σ",
    ]

    private static func plainKind(_ scalar: Unicode.Scalar) -> ScalarKind {
        // Modifier letters used as apostrophes (Ukrainian, Hawaiian) separate like the apostrophe itself.
        if (0x2B9...0x2DF).contains(scalar.value) { return .separator }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: return .letter
        case .decimalNumber, .letterNumber, .otherNumber: return .number
        case .nonspacingMark, .spacingMark: return .mark
        default: return .separator
        }
    }

    private static func isIgnorable(_ value: UInt32) -> Bool {
        switch value {
        case 0xAD, 0x640, 0x34F, 0x200C...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x2069, 0xFEFF: true
        case 0xFE00...0xFE0F, 0xE0100...0xE01EF: true
        case 0x300...0x36F, 0x483...0x489, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
        case 0x591...0x5BD, 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5, 0x5C7: true
        case 0x610...0x61A, 0x64B...0x65F, 0x670, 0x6D6...0x6DC, 0x6DF...0x6E4, 0x6E7, 0x6E8, 0x6EA...0x6ED: true
        case 0x302A...0x302D: true
        default: false
        }
    }
}
