/// The limits and thresholds of the story index.
///
/// They were fitted on one half of labelled headlines and checked on the other. Similarities are from 0 to 1.
package struct StoryIndexOptions: Sendable {
    /// Seconds after which an article is removed from the index.
    package var window: Double = 96 * 3_600
    /// Seconds after which nobody needs an article for comparisons: so many are read again after a start.
    package static let longestComparison: Double = 36 * 3_600
    /// The most articles in the index; the oldest are removed first.
    package var mostArticles = 20_000
    /// The most articles of one story.
    package var mostOfStory = 400
    /// The longest time in seconds between two articles that are compared; trials may shorten it.
    package var compared = longestComparison
    /// Seconds between two articles that lower their similarity to 37 % of that of their words.
    package var fading: Double = 15 * 3_600
    /// The least similarity with which an article joins a story: the mean of the `joinAveraged` most similar articles
    /// of it.
    package var joining: Float = 0.21
    package var joinAveraged = 2
    /// The least similarity with which an article connects another story with the one it joined.
    package var connecting: Float = 0.22
    /// The least mean similarity between the articles of two stories that are connected.
    package var merging: Float = 0.2
    /// A factor of the similarity of two articles of one source.
    package var sameSource: Float = 0.6
    /// A factor of the similarity of two articles that both have names, of which they share none.
    package var otherNames: Float = 0.3
    /// A factor of the similarity of two articles that give different numbers of the same thing.
    package var otherNumbers: Float = 0.6
    /// The least similarity with which an article repeats news: the mean of the `repeatAveraged` most similar articles
    /// of the last `repeatedWithin` seconds.
    ///
    /// At least `repeatReports` articles must have reported the news before.
    package var repeating: Float = 0.35
    package var repeatedWithin: Double = 2 * 3_600
    package var repeatAveraged = 4
    package var repeatReports = 3
    /// Articles that are added to the count when the rarity of a word is computed, so that words are not rare only
    /// because the index has few articles.
    package var smoothing: Float = 1_000
    /// The power of a word's rarity by which it is weighted.
    package var rarityPower: Float = 0.6

    package init() {}

    /// The weight of names; that of other words is 1.
    package static let nameFactor: Float = 1.5
    /// The weight of pairs of words.
    static let pairFactor: Float = 0.3
    /// The most articles that are looked up for one word, the newest first.
    static let mostPostings = 300
    /// The most articles of a story that are compared with another story, and how many of the best similarities of each
    /// article are averaged.
    static let mostMembers = 12
    static let mergeAveraged = 3
    /// The most articles of a proposal's `sameReports`.
    static let mostSameReports = 8
    /// The most stories that one article may connect, the most similar first.
    static let mostConnections = 4
    /// A factor of the similarity of two articles that have only one word in common.
    static let oneWord: Float = 0.4
    /// The fewest names and numbers that titles in two languages must have in common.
    static let foreignWords = 3
    /// A word that may be a name counts as one if this share of the similar reports has it.
    static let nearlyAll: Float = 0.8
    /// Articles whose words are less similar than this are not compared.
    static let leastSimilarity: Float = 0.03
    /// The similarity, without numbers, from which titles of one source are a series ("Daily discussion").
    static let series: Float = 0.8
    /// A frame of words is a template when titles fill it with this many different names and numbers within
    /// `templateWithin` seconds.
    ///
    /// A frame has at least `leastFrameWords` significant words that are neither.
    static let templateFillings = 5
    static let templateWithin: Double = 6 * 3_600
    static let leastFrameWords = 3
    /// A word in this share of a source's last `sourceTitles` titles is the source's own, not a word of its news; it
    /// needs at least `leastSourceTitles` titles.
    static let sourceTitles = 20
    static let sourceWordShare = 0.3
    static let leastSourceTitles = 4
}
