package import TextAnalysis

/// A person, organisation or other thing with a name that an article is about.
package struct NamedThing: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable {
        case person, organisation, place, product, event, work
        /// A name by its capitals; nothing says of what.
        case unknown
    }

    /// Why it is taken for a name of its kind.
    package enum Reason: String, Sendable {
        /// The vocabulary has the whole name.
        case listed
        /// The archive calls it so elsewhere.
        case known
        case title, firstName, firstWords, lastWord, surname, sound, quotation, verb, preposition, abbreviation,
            capitals
    }

    package var kind: Kind
    /// As it is written where it is found first.
    package var name: String
    package var section: ArticleText.Section
    /// In the section, in Unicode scalars from 0.
    package var scalars: Range<Int>
    /// 0 to 1.
    package var certainty: Double
    package var reason: Reason
    /// How many mentions were recognised, short forms ("Merkel") included.
    package var count = 1

    /// Whether the article itself shows the kind beyond doubt, so that other articles may learn it.
    package var isShown: Bool { kind != .unknown && reason != .known && certainty >= 0.8 }
}
