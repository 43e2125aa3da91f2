// QuizChecking judges questions of the news quiz by rules of its own: it shares no code with their maker.

package import Foundation

/// A stored headline, as a reader sees it.
package struct CheckedHeadline: Sendable {
    package var story: Int64
    package var title: String
    package var summary: String
    package var source: String
    package var category: String?
    package var language: String
    package var published: Date
    package var isPromotion: Bool

    package init(
        story: Int64,
        title: String,
        summary: String,
        source: String,
        category: String?,
        language: String,
        published: Date,
        isPromotion: Bool
    ) {
        self.story = story
        self.title = title
        self.summary = summary
        self.source = source
        self.category = category
        self.language = language
        self.published = published
        self.isPromotion = isPromotion
    }
}

/// A question as it is shown, and what is said to be right.
package struct CheckedQuestion: Sendable {
    package var kind: String
    package var story: Int64
    package var language: String
    package var before: String
    package var after: String
    package var choices: [String]
    package var correct: Int
    package var headline: String
    package var source: String

    package init(
        kind: String,
        story: Int64,
        language: String,
        before: String,
        after: String,
        choices: [String],
        correct: Int,
        headline: String,
        source: String
    ) {
        self.kind = kind
        self.story = story
        self.language = language
        self.before = before
        self.after = after
        self.choices = choices
        self.correct = correct
        self.headline = headline
        self.source = source
    }
}

package enum QuizFault: String, Sendable, CaseIterable {
    /// Not four different choices, or the given answer is not what the headline says.
    case answer
    /// A wrong choice is true by a stored headline.
    case secondAnswer
    /// A choice is of another kind than the answer.
    case kind
    /// The rest of the sentence has a choice or a part of one.
    case leak
    /// The story or the answer was asked before.
    case repeated
    /// What is said not to have happened is reported.
    case falseInvention
    /// It asks about an advert, or about death or disaster.
    case unfit
}

/// Judges the questions of one place in their order.
package struct QuizCheck {
    private let headlines: [CheckedHeadline]
    private let words: [[String]]
    private var stories: Set<Int64> = []
    private var answers: Set<String> = []
    /// The ranks of all places of a name, and the countries they are in.
    private let place: (String) -> (ranks: Set<String>, countries: Set<String>)?

    package init(
        _ headlines: [CheckedHeadline],
        place: @escaping (String) -> (ranks: Set<String>, countries: Set<String>)?
    ) {
        self.headlines = headlines
        self.place = place
        words = headlines.map { Self.words($0.title + " " + $0.summary) }
    }

    /// The faults of a question; empty for a good one.
    package mutating func faults(of question: CheckedQuestion) -> Set<QuizFault> {
        var faults: Set<QuizFault> = []
        guard question.choices.count == 4, question.choices.indices.contains(question.correct),
            Set(question.choices.map { Self.words($0).joined(separator: " ") }).count == 4
        else { return [.answer] }
        let answer = question.choices[question.correct]
        let wrong = question.choices.enumerated().filter { $0.offset != question.correct }.map(\.element)
        if !isAnswered(question, answer) { faults.insert(.answer) }
        if wrong.contains(where: { isTrue($0, instead: answer, question) }) {
            faults.insert(question.kind == "invented" ? .answer : .secondAnswer)
        }
        if wrong.contains(where: { !isSameKind($0, answer, question) }) { faults.insert(.kind) }
        if question.kind == "person", wrong.contains(where: { isMadeUp($0, beside: question) }) { faults.insert(.kind) }
        if leaks(question) { faults.insert(.leak) }
        if question.kind == "invented", isReported(answer, question) { faults.insert(.falseInvention) }
        if isUnfit(question) { faults.insert(.unfit) }
        let isNew = stories.insert(question.story).inserted
        let isOften = ["number", "date", "source"].contains(question.kind)
        let isNewAnswer = isOften || answers.insert(Self.words(answer).joined(separator: " ")).inserted
        if !isNew || !isNewAnswer { faults.insert(.repeated) }
        return faults
    }

    /// Lower case, without accents, split at everything that is no letter or digit.
    static func words(_ text: String) -> [String] {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: Locale(identifier: "en"))
            .split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    static func has(_ part: String, _ words: [String]) -> Bool {
        let part = Self.words(part)
        guard let first = part.first, !part.isEmpty else { return false }
        if first.unicodeScalars.contains(where: { $0.value > 0x2E80 }) { return words.joined().contains(part.joined()) }
        guard words.count >= part.count else { return false }
        return (0...(words.count - part.count)).contains { Array(words[$0..<$0 + part.count]) == part }
    }

    func placeRanks(_ name: String) -> Set<String> { place(name)?.ranks ?? [] }

    func isAdvert(_ question: CheckedQuestion) -> Bool {
        headlines.contains { $0.story == question.story && $0.isPromotion }
    }

    /// Whether a name stands in news of films and games alone, while the question is about something else.
    private func isMadeUp(_ name: String, beside question: CheckedQuestion) -> Bool {
        guard ["en", "de"].contains(question.language) else { return false }
        let shows = [
            "film", "movie", "actor", "actress", "episode", "sequel", "prequel", "spinoff", "trailer", "netflix", "hbo",
            "hulu", "screen", "sitcom", "showrunner", "oscars", "emmys", "superhe", "anime", "pixar", "cosplay",
            "fiction", "miniseries", "biopic", "blockbuster", "schauspiel", "kinofilm", "spielfilm", "fernsehserie",
            "drehbuch", "hauptrolle", "tatort",
        ]
        func isOfShows(_ index: Int) -> Bool {
            ["entertainment", "gaming"].contains(headlines[index].category?.lowercased() ?? "")
        }
        let isAboutShow = headlines.indices.contains { index in
            headlines[index].story == question.story
                && (isOfShows(index) || words[index].contains { word in shows.contains { word.hasPrefix($0) } })
        }
        let naming = headlines.indices.filter { Self.has(name, words[$0]) }
        return !isAboutShow && !naming.isEmpty && naming.allSatisfy(isOfShows)
    }

    // MARK: - The answer

    private func isAnswered(_ question: CheckedQuestion, _ answer: String) -> Bool {
        let stored = headlines.filter { $0.story == question.story && $0.title == question.headline }
        switch question.kind {
        case "source": return stored.contains { $0.source == answer } && question.before == question.headline
        case "first":
            guard let time = stored.map(\.published).min(), answer == question.headline else { return false }
            return question.choices.allSatisfy { choice in
                choice == answer || headlines.contains { $0.title == choice && $0.published > time }
            }
        case "invented": return !stored.isEmpty && !headlines.contains { $0.title == answer }
        case "map": return !stored.isEmpty && place(question.before).map { $0.countries.contains(answer) } ?? true
        default: return !stored.isEmpty && question.before + answer + question.after == question.headline
        }
    }

    private func isTrue(_ choice: String, instead answer: String, _ question: CheckedQuestion) -> Bool {
        switch question.kind {
        case "source":
            return headlines.contains { $0.source == choice && $0.title == question.headline }
        case "first":
            guard let time = headlines.first(where: { $0.title == answer })?.published else { return true }
            return headlines.contains { $0.title == choice && $0.published <= time }
        // The three others must be true.
        case "invented": return !headlines.contains { $0.title == choice }
        case "map": return place(question.before).map { $0.countries == [choice] } ?? false
        default:
            let filled = question.before + choice + question.after
            return headlines.indices.contains { index in
                headlines[index].title == filled
                    || headlines[index].story == question.story && Self.has(choice, words[index])
            }
        }
    }

    private func isReported(_ invented: String, _ question: CheckedQuestion) -> Bool {
        let (told, real) = (Self.words(invented), Self.words(question.headline))
        let added = told.filter { !real.contains($0) }
        let matter = Set(told.filter { real.contains($0) && $0.count > 4 })
        return headlines.indices.contains { index in
            let said = Set(words[index])
            let shared = matter.intersection(said).count
            return !added.isEmpty && added.allSatisfy(said.contains) && shared * 2 >= max(2, matter.count)
        }
    }
}
