/// A word of a text, folded, with its place in the original.
package struct WordToken: Sendable, Equatable {
    package enum Kind: Sendable {
        case word
        /// Digits only.
        case number
        /// Two neighbouring letters of a run without spaces, or the run's last letter.
        case cjk
    }

    package var folded: String
    package var range: Range<String.Index>
    package var kind: Kind
}
