internal import Foundation

/// Scripts that need special care, by code point.
enum ScalarRanges {
    /// Scripts without spaces, and Hangul, whose words include their particles.
    static func isUnspaced(_ value: UInt32) -> Bool {
        switch value {
        case 0xE01...0xE3A, 0xE40...0xE4E, 0xE81...0xECD, 0xEDC...0xEDF: true  // Thai, Lao
        case 0x1000...0x103F, 0x1050...0x1089, 0x109A...0x109D: true  // Myanmar
        case 0x1100...0x11FF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xD7B0...0xD7FB: true  // Hangul
        case 0x1780...0x17D3, 0x17D7, 0x17DC, 0x17DD: true  // Khmer
        case 0x3005...0x3007, 0x3021...0x3029, 0x3031...0x3035, 0x3041...0x3096, 0x3099, 0x309A: true
        case 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x3105...0x318E, 0x31A0...0x31BF: true
        case 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFD: true
        default: false
        }
    }

    /// Letters that must not be decomposed: voiced kana, Hangul syllables, Thai vowels.
    static func keepsItsForm(_ value: UInt32) -> Bool {
        isUnspaced(value) && !(0xF900...0xFAFF).contains(value) && !(0x2F800...0x2FA1F).contains(value)
    }

    /// The letter that two adjacent scalars form, for decomposed text (macOS file names, half-width kana).
    static func composed(_ first: UInt32, _ second: UInt32) -> UInt32? {
        switch (first, second) {
        case (0x1100...0x1112, 0x1161...0x1175):
            return 0xAC00 + ((first - 0x1100) * 21 + (second - 0x1161)) * 28
        case (0xAC00...0xD7A3, 0x11A8...0x11C2):
            return (first - 0xAC00) % 28 == 0 ? first + (second - 0x11A7) : nil
        case (0x3041...0x30FF, 0x3099...0x309A):
            guard let kana = Unicode.Scalar(first), let mark = Unicode.Scalar(second) else { return nil }
            var pair = String.UnicodeScalarView()
            pair.append(kana)
            pair.append(mark)
            let whole = String(pair).precomposedStringWithCanonicalMapping.unicodeScalars
            return whole.count == 1 ? whole.first?.value : nil
        default:
            return nil
        }
    }
}
