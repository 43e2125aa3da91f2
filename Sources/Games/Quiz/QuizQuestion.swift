package import NewsModel

/// A question about one headline, with four choices.
package struct QuizQuestion: Hashable, Sendable, Codable {
    /// What is asked for; the choices are all of this kind.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        // A part of the headline is missing.
        case person, organisation, place, thing, number, date, word
        /// Which source reported the headline.
        case source
        /// Which of four headlines was reported first.
        case first
        /// Which of four headlines is invented: one name in it was exchanged.
        case invented
        /// In which country a place of the news is.
        case map

        /// Whether a part of the headline is missing.
        package var hasGap: Bool {
            switch self {
            case .person, .organisation, .place, .thing, .number, .date, .word: true
            case .source, .first, .invented, .map: false
            }
        }
    }

    package var articleID: ArticleID
    /// The event it is about; a place asks about it once.
    package var story: StoryID
    package var feedName: String
    package var url: String?
    package var kind: Kind
    /// The headline as it was stored.
    package var headline: String
    /// One line of the article's summary; empty when there is none.
    package var summary: String
    /// What is shown: the headline before and after the gap; the whole headline for `source`, the place for `map`.
    package var before: String
    package var after: String
    /// Four different texts, for the letters a to d.
    package var choices: [String]
    package var correct: Int

    package init(
        about headline: QuizHeadline,
        kind: Kind,
        before: String = "",
        after: String = "",
        choices: [String],
        correct: Int
    ) {
        articleID = headline.articleID
        story = headline.story
        feedName = headline.feedName
        url = headline.url
        self.headline = headline.title
        summary = headline.line
        self.kind = kind
        self.before = before
        self.after = after
        self.choices = choices
        self.correct = correct
    }

    package var answer: String { choices.indices.contains(correct) ? choices[correct] : "" }

    /// What was asked, so that it is not asked again.
    package var asked: QuizAsked { QuizAsked(story: story, answer: answerKey) }

    /// The same for the same answer to another headline.
    ///
    /// Numbers, days and sources come again with every story.
    private var answerKey: String {
        switch kind {
        case .number, .date, .source: "\(kind.rawValue) \(story.rawValue)"
        case .person, .organisation, .place, .thing, .word, .map: QuizText.folded(answer)
        case .first, .invented: QuizText.folded(headline)
        }
    }
}

/// A story and an answer that a place was asked for.
package struct QuizAsked: Hashable, Sendable {
    package var story: StoryID
    /// Folded.
    package var answer: String

    package init(story: StoryID, answer: String) {
        self.story = story
        self.answer = answer
    }
}
