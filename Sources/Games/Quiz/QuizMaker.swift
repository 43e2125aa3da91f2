package import NewsModel

/// Makes questions from headlines.
package enum QuizMaker {
    package enum Result: Hashable, Sendable {
        case questions([QuizQuestion])
        /// Too few headlines; how many questions they give.
        case tooFew(Int)
    }

    /// Exactly `count` questions, each about another story, or none at all.
    ///
    /// It is pure: the same headlines and seed give the same round.
    ///
    /// - Parameters:
    ///   - headlines: all in sight, newest first; they are asked about, give wrong choices, and say what is true.
    ///   - chosen: the articles that may be asked about; nil for all.
    ///   - asked: what was asked before: neither its stories nor its answers are asked again.
    package static func round(
        from headlines: [QuizHeadline],
        count: Int = 5,
        seed: UInt64,
        words: QuizVocabulary,
        asked: Set<QuizAsked> = [],
        about chosen: Set<ArticleID>? = nil,
        only kinds: Set<QuizQuestion.Kind> = Set(QuizQuestion.Kind.allCases)
    ) -> Result {
        var generator = SeededGenerator(seed: seed)
        let pool = QuizPool(headlines, words)
        var questions: [QuizQuestion] = []
        var stories = Set(asked.map(\.story))
        var answers = Set(asked.map(\.answer))
        let indices = headlines.indices.filter {
            pool.isFit[$0] && !stories.contains(headlines[$0].story)
                && chosen?.contains(headlines[$0].articleID) ?? true
        }
        // The newest headlines are shuffled, so that the news is fresh and each round is different.
        let fresh = indices.prefix(count * 8).shuffled(using: &generator)
        for index in fresh + indices.dropFirst(count * 8) {
            guard questions.count < count else { break }
            guard !stories.contains(headlines[index].story) else { continue }
            for kind in leastUsedFirst(questions, of: count) where kinds.contains(kind) {
                guard let question = pool.question(kind, index, using: &generator),
                    !answers.contains(question.asked.answer)
                else { continue }
                stories.insert(question.story)
                answers.insert(question.asked.answer)
                questions.append(question)
                break
            }
        }
        return questions.count == count ? .questions(questions) : .tooFew(questions.count)
    }

    /// The least used kind first, so that a round does not consist of numbers only.
    ///
    /// Missing parts come before whole headlines, which are longer to read; of each of those there is one in five.
    private static func leastUsedFirst(_ questions: [QuizQuestion], of count: Int) -> [QuizQuestion.Kind] {
        let counts = Dictionary(grouping: questions, by: \.kind).mapValues(\.count)
        // A missing noun says least about the news, so it comes when little else is left.
        func used(_ kind: QuizQuestion.Kind) -> Int { (counts[kind] ?? 0) + (kind == .word ? 1 : 0) }
        return QuizQuestion.Kind.allCases.enumerated()
            .filter { $0.element.hasGap || (counts[$0.element] ?? 0) * 5 < count }
            .sorted { (used($0.element), $0.offset) < (used($1.element), $1.offset) }
            .map(\.element)
    }
}

extension QuizPool {
    /// A question of a kind about a headline; nil if it gives none.
    func question(
        _ kind: QuizQuestion.Kind,
        _ index: Int,
        using generator: inout SeededGenerator
    ) -> QuizQuestion? {
        guard kind.hasGap else { return whole(kind, index, using: &generator) }
        let entry = archive.entries[index]
        for gap in gaps[index].filter({ $0.kind == kind }).shuffled(using: &generator) {
            let wrong = distractors(for: gap, in: entry, using: &generator)
            guard wrong.count == 3 else { continue }
            let title = entry.headline.title
            return question(
                kind,
                entry,
                before: String(title[..<gap.range.lowerBound]),
                after: String(title[gap.range.upperBound...]),
                gap.text,
                wrong,
                using: &generator
            )
        }
        return nil
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
