/// How the story index works.
///
/// The figures were fitted on one half of labelled headlines and checked on the other.
package struct StoryIndexOptions: Sendable {
    /// Articles older than this, in seconds, are forgotten.
    package var window: Double = 96 * 3_600
    /// No article is compared with one that is older by more than this, in seconds.
    package static let longestComparison: Double = 36 * 3_600
    /// No more articles than these are remembered; the oldest are forgotten first.
    package var mostArticles = 20_000
    /// A story with so many articles takes no more of them.
    package var mostOfStory = 400
    /// Articles further apart than this, in seconds, are not compared.
    package var compared = longestComparison
    /// The time in seconds after which two articles count as alike by 37 % of what their words say.
    package var fading: Double = 15 * 3_600
    /// The similarity from which an article joins a story, and how many of its articles must show it in the mean.
    package var joining: Float = 0.21
    package var joinAveraged = 2
    /// The similarity from which an article connects another story with the one it joined.
    package var connecting: Float = 0.22
    /// The similarity that the articles of two connected stories must have among each other.
    package var merging: Float = 0.2
    /// How much of its similarity counts when both articles are of one source.
    package var sameSource: Float = 0.6
    /// The similarity from which an article repeats news, the time in seconds it may lie back, how many articles must
    /// show it in the mean, and how many must have brought the news before.
    package var repeating: Float = 0.35
    package var repeatedWithin: Double = 2 * 3_600
    package var repeatAveraged = 4
    package var repeatReports = 3
    /// Stands for the articles of other days, so that words are not rare only because few articles are known.
    package var smoothing: Float = 1_000
    /// Rare words count more than others by this power of their rarity.
    package var rarityPower: Float = 0.6

    package init() {}

    /// Names count more than other words.
    package static let nameFactor: Float = 1.5
    /// Pairs of words count less than words.
    static let pairFactor: Float = 0.3
    /// Of a word, so many articles are looked at, the newest first.
    static let mostPostings = 300
    /// Of a story, so many articles are compared with another story; of each article, the best so many count.
    static let mostMembers = 12
    static let mergeAveraged = 3
    /// Of the articles that report the same, so many are named.
    static let mostSameReports = 8
    /// With one article, so many stories are compared, the most similar first.
    static let mostConnections = 4
    /// Two articles that have one word in common only count as alike by this part.
    static let oneWord: Float = 0.4
    /// Titles in two languages must have so many names and numbers in common.
    static let foreignWords = 3
    /// Articles less alike than this by their words are not looked at.
    static let leastSimilarity: Float = 0.03
    /// Titles of one source that are alike by this much but for their numbers are one series ("Daily discussion").
    static let series: Float = 0.8
    /// So many other names and numbers in titles of one frame, within so many seconds, show that it is a template; a frame
    /// has at least so many words beside names and numbers that say something.
    static let templateFillings = 5
    static let templateWithin: Double = 6 * 3_600
    static let leastFrameWords = 3
    /// A word in so many of a source's last titles belongs to the source, not to its news.
    static let sourceTitles = 20
    static let sourceWordShare = 0.3
    static let leastSourceTitles = 4
}
