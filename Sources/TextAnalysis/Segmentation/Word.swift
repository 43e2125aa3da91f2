/// A word of a text.
package struct Word: Sendable, Hashable {
    package enum Kind: Sendable {
        /// Letters of a script with spaces, or a Korean word.
        case word
        /// Digits only.
        case number
        /// A word of a script without spaces: Chinese, Japanese, Thai, Khmer, Lao, Burmese.
        case ideographic
    }

    /// Where it stands in the text, in UTF-8 bytes from 0.
    package var utf8Range: Range<Int>
    /// The same in Unicode scalars from 0.
    package var scalarRange: Range<Int>
    /// In lower case without accents.
    package var folded: String
    /// What its forms have in common; the folded word where the language has no stemmer.
    package var stem: String
    package var kind: Kind
    /// `WordKey` of the folded word.
    package var key: UInt64
    /// `WordKey` of the stem.
    package var stemKey: UInt64
}

/// Words as numbers, because comparing strings outside ASCII is slow.
package enum WordKey {
    /// The same number for the same UTF-8 bytes, in every process (FNV-1a, 64 bits).
    package static func of(_ word: String) -> UInt64 {
        var word = word
        return word.withUTF8(of)
    }

    static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }
}
