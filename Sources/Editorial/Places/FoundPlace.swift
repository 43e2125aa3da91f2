package import Gazetteer

/// A place that a text names.
package struct FoundPlace: Sendable, Hashable {
    /// Where in an article a name stands.
    package enum Part: Sendable, Hashable {
        case title, summary, body
    }

    /// The name as the text has it.
    package let name: String
    package let part: Part
    /// The name's Unicode scalars in its part, from 0.
    package let range: Range<Int>
    /// If the gazetteer does not know the name, the smallest known place around it.
    package let place: Place
    /// The name is a word for people or things of the place ("Kenyan"), which is no mention of the place itself.
    package let isDemonym: Bool
    /// From 0 to 1: that the name means a place, and this one.
    package let confidence: Double
    /// Why, for machines and people who tune the rules: evidence words with + between them ("after-preposition+inside:US.TX").
    package let reason: String
}
