/// A word or phrase that says what an article is about.
package struct Keyphrase: Sendable, Hashable {
    /// As it is written in the article.
    package var text: String
    /// The stems of its words, in order, for comparing articles.
    package var stems: [String]
    /// From 0; comparable within one article only.
    package var weight: Double
}
