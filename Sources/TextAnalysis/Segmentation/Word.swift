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
}
