package import NewsModel

/// A headline with a gap, and four choices to fill it.
package struct QuizQuestion: Hashable, Sendable, Codable {
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case number
        case name
        case word
    }

    package var articleID: ArticleID
    package var feedName: String
    package var url: String?
    package var kind: Kind
    /// The headline before and after the gap.
    package var before: String
    package var after: String
    /// Four different texts, for the letters a to d.
    package var choices: [String]
    package var correct: Int

    package init(
        articleID: ArticleID,
        feedName: String,
        url: String?,
        kind: Kind,
        before: String,
        after: String,
        choices: [String],
        correct: Int
    ) {
        self.articleID = articleID
        self.feedName = feedName
        self.url = url
        self.kind = kind
        self.before = before
        self.after = after
        self.choices = choices
        self.correct = correct
    }

    package var answer: String { choices.indices.contains(correct) ? choices[correct] : "" }
    package var headline: String { before + answer + after }
}

/// A headline from which a question can be made.
package struct QuizHeadline: Hashable, Sendable {
    package var articleID: ArticleID
    package var title: String
    package var url: String?
    package var feedName: String
    package var language: String?

    package init(articleID: ArticleID, title: String, url: String?, feedName: String, language: String?) {
        self.articleID = articleID
        self.title = title
        self.url = url
        self.feedName = feedName
        self.language = language
    }
}
