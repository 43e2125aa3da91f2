import NewsModel
import TextAnalysis

/// Makes questions from headlines.
///
/// A part is left out, and four parts of the same kind are offered.
package enum QuizMaker {
    package enum Result: Hashable, Sendable {
        case questions([QuizQuestion])
        /// Too few headlines; how many questions they give.
        case tooFew(Int)
    }

    /// Exactly `count` questions, each from another headline, or none at all.
    ///
    /// It is pure: the same headlines and seed give the same round. `headlines` must be newest first.
    package static func round(from headlines: [QuizHeadline], count: Int = 5, seed: UInt64) -> Result {
        var generator = SeededGenerator(seed: seed)
        let pool = Pool(headlines)
        var questions: [QuizQuestion] = []
        var usedAnswers: Set<String> = []
        var usedTitles: Set<String> = []
        // The newest headlines are shuffled, so that the news is fresh and each round is different.
        let fresh = headlines.prefix(count * 8).shuffled(using: &generator)
        for headline in fresh + headlines.dropFirst(count * 8) {
            guard questions.count < count else { break }
            guard usedTitles.insert(TextFolding.folded(headline.title)).inserted else { continue }
            let kinds = leastUsedFirst(questions)
            let question = kinds.lazy.compactMap { pool.question(of: $0, from: headline, using: &generator) }
                .first { !usedAnswers.contains(TextFolding.folded($0.answer)) }
            guard let question else { continue }
            usedAnswers.insert(TextFolding.folded(question.answer))
            questions.append(question)
        }
        return questions.count == count ? .questions(questions) : .tooFew(questions.count)
    }

    /// The least used kind first, so that a round does not consist of numbers only.
    private static func leastUsedFirst(_ questions: [QuizQuestion]) -> [QuizQuestion.Kind] {
        let counts = Dictionary(grouping: questions, by: \.kind).mapValues(\.count)
        return QuizQuestion.Kind.allCases.enumerated()
            .sorted { (counts[$0.element] ?? 0, $0.offset) < (counts[$1.element] ?? 0, $1.offset) }
            .map(\.element)
    }
}

/// All parts of the headlines that may be offered as wrong choices.
private struct Pool {
    private struct Key: Hashable {
        var kind: QuizQuestion.Kind
        var language: String?
        var isTitleCase: Bool
        /// Names of one word are compared only with names of one word.
        var wordCount: Int
    }

    private var texts: [Key: [String]] = [:]

    init(_ headlines: [QuizHeadline]) {
        var seen: [Key: Set<String>] = [:]
        for headline in headlines {
            for candidate in ClozeCandidate.all(in: headline.title, language: headline.language) {
                let key = Self.key(candidate, headline.language)
                if seen[key, default: []].insert(candidate.folded).inserted {
                    texts[key, default: []].append(candidate.text)
                }
            }
        }
    }

    func question(
        of kind: QuizQuestion.Kind,
        from headline: QuizHeadline,
        using generator: inout SeededGenerator
    ) -> QuizQuestion? {
        let candidates = ClozeCandidate.all(in: headline.title, language: headline.language).filter { $0.kind == kind }
        guard headline.title.count <= 200, let candidate = candidates.randomElement(using: &generator) else {
            return nil
        }
        let wrong = distractors(for: candidate, in: headline, using: &generator)
        guard wrong.count == 3 else { return nil }
        let choices = (wrong + [candidate.text]).shuffled(using: &generator)
        guard let correct = choices.firstIndex(of: candidate.text) else { return nil }
        return QuizQuestion(
            articleID: headline.articleID,
            feedName: headline.feedName,
            url: headline.url,
            kind: kind,
            before: String(headline.title[..<candidate.range.lowerBound]),
            after: String(headline.title[candidate.range.upperBound...]),
            choices: choices,
            correct: correct
        )
    }

    /// Three wrong choices of the same kind and similar length that do not occur in the headline.
    private func distractors(
        for candidate: ClozeCandidate,
        in headline: QuizHeadline,
        using generator: inout SeededGenerator
    ) -> [String] {
        if candidate.kind == .number { return NumberDistractors.near(candidate.text, using: &generator) }
        let title = TextFolding.folded(headline.title)
        var seen: Set<String> = [candidate.folded]
        let fitting = (texts[Self.key(candidate, headline.language)] ?? []).filter { text in
            let folded = TextFolding.folded(text)
            // Words with the same beginning ("Europe" and "European") would give the answer away.
            return !title.contains(folded) && !folded.hasPrefix(candidate.folded.prefix(5))
                && seen.insert(folded).inserted
        }
        let shuffled = fitting.shuffled(using: &generator)
        let length = candidate.text.count
        return Array(shuffled.sorted { abs($0.count - length) / 3 < abs($1.count - length) / 3 }.prefix(3))
    }

    private static func key(_ candidate: ClozeCandidate, _ language: String?) -> Key {
        Key(
            kind: candidate.kind,
            language: language.map { String($0.prefix(2)) },
            isTitleCase: candidate.isTitleCase,
            wordCount: min(2, candidate.text.split(separator: " ").count)
        )
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014).
///
/// The same seed gives the same numbers on every machine.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
