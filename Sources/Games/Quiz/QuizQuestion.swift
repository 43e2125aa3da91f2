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
    package var feedID: FeedID
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
    /// The other stories whose headlines stand among the choices.
    package var shown: [StoryID] = []

    package init(
        about headline: QuizHeadline,
        kind: Kind,
        before: String = "",
        after: String = "",
        choices: [String],
        correct: Int
    ) {
        articleID = headline.articleID
        feedID = headline.feedID
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

    /// The wrong choices that some other headline could say to be true.
    package var namesToCheck: [String] {
        switch kind {
        case .person, .organisation, .place, .thing, .word: choices.filter { $0 != answer }
        case .number, .date, .source, .first, .invented, .map: []
        }
    }

    /// Whether it shows another question's answer beside most of that question's headline.
    ///
    /// Two stories may be reports of one event that nothing has joined.
    func tells(of other: QuizQuestion, _ language: String) -> Bool {
        let answer = QuizText.content(other.answer, language)
        let matter = QuizText.content(other.headline, language).subtracting(answer)
        let shown = kind == .first || kind == .invented ? choices : [before + " " + after]
        return shown.contains { text in
            let words = QuizText.content(text, language)
            let shared = matter.intersection(words).count
            return shared >= 3 && shared * 3 >= matter.count * 2 && answer.isSubset(of: words)
        }
    }

    package var answer: String { choices.indices.contains(correct) ? choices[correct] : "" }

    /// What was asked, so that it is not asked again.
    package var asked: QuizAsked { QuizAsked(story: story, answer: QuizAsked.hash(answerKey)) }

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
    /// A hash, so that nothing of the headline is kept.
    package var answer: Int64

    package init(story: StoryID, answer: Int64) {
        self.story = story
        self.answer = answer
    }
    /// FNV-1a (Fowler, Noll, Vo): the same on every machine and after every start, unlike Swift's hashes.
    package static func hash(_ text: String) -> Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return Int64(bitPattern: hash)
    }
}
