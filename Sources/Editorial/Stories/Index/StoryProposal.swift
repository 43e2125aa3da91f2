/// Where the story index would put an article.
package struct StoryProposal: Sendable {
    /// The story that the article joins, by the identifier of its first article; nil if it begins one.
    package internal(set) var story: Int64?
    /// The similarity of the article and the story, from 0 to 1.
    package let similarity: Float
    /// Stories that the article shows to be the same as `story`, by the identifiers of their first articles.
    package internal(set) var connected: [Int64]
    /// For `story` and each of `connected`: its articles, oldest first.
    ///
    /// The first one that is stored identifies it.
    package let members: [[Int64]]
    /// The news that the article repeats, by the identifier of an article that brought it; nil if it is news.
    package let repeats: Int64?
    /// The articles that report the same as this one, the most similar first; empty if it brings something new.
    package let sameReports: [SameReport]
    /// For explanations: the most similar article of the story, and the words in common as they stand in the title.
    package let mostSimilar: Int64?
    package let sharedWords: [String]
    /// The state of the index that the proposal was made for.
    package let version: Int

    let vector: StoryVector
    let group: Int?
}

/// An article that reports the same as another one.
package struct SameReport: Sendable, Hashable {
    package let article: Int64
    /// The similarity of their words, from 0 to 1.
    package let similarity: Float
}

/// Where the story index put an article.
package struct StoryPlacement: Sendable, Hashable {
    /// By the identifier of the story's first article.
    package let story: Int64
    /// Stories that are one with `story` from now on.
    package let merged: [Int64]
    /// The article itself, or the one whose news it repeats.
    package let news: Int64
}
