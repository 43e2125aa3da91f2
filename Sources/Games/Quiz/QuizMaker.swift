package import NewsModel

/// Makes questions from headlines.
package enum QuizMaker {
    package enum Result: Hashable, Sendable {
        case questions([QuizQuestion])
        /// Too few headlines; a round of so many would have been made.
        case tooFew(Int)
    }

    /// Exactly `count` questions, each about another story, or none at all; no headline stands in two of them.
    ///
    /// It is pure: the same headlines and seed give the same round. The work is bounded (`QuizWork`).
    ///
    /// - Parameters:
    ///   - headlines: all in sight, newest first; they are asked about, give wrong choices, and say what is true.
    ///   - chosen: the articles that may be asked about; nil for all.
    ///   - asked: what was asked before: neither its stories nor its answers are asked again.
    ///   - language: headlines of this language come first (the first part of a tag, as `en`).
    package static func round(
        from headlines: [QuizHeadline],
        count: Int = 5,
        seed: UInt64,
        words: QuizVocabulary,
        asked: Set<QuizAsked> = [],
        about chosen: Set<ArticleID>? = nil,
        in language: String? = nil,
        only kinds: Set<QuizQuestion.Kind> = Set(QuizQuestion.Kind.allCases)
    ) -> Result {
        let pool = QuizPool(headlines, words)
        let stories = Set(asked.map(\.story))
        let all = headlines.indices.filter {
            pool.isFit[$0] && !stories.contains(headlines[$0].story)
                && chosen?.contains(headlines[$0].articleID) ?? true
        }
        func isOwn(_ index: Int) -> Bool { language.map { headlines[index].language == $0 } ?? true }
        let groups = [all.filter(isOwn), all.filter { !isOwn($0) }]
        // What is offered instead must work, so it is made as it will be when somebody asks for it.
        var (wanted, tries) = (count, 0)
        while wanted > 0 {
            let questions = pool.questions(wanted, about: groups, seed: seed, not: Set(asked.map(\.answer)), kinds)
            if questions.count == wanted { return wanted == count ? .questions(questions) : .tooFew(wanted) }
            tries += 1
            wanted = min(tries < 4 ? wanted - 1 : wanted / 2, questions.count)
        }
        return .tooFew(0)
    }
}

extension QuizMaker {
    /// Whether one of some headlines may say that a wrong choice is true of the headline that a question is about.
    package static func mayConfirm(
        _ choice: String,
        _ question: QuizQuestion,
        about headline: QuizHeadline,
        _ others: [QuizHeadline]
    ) -> Bool {
        let archive = QuizArchive([headline] + others.filter { $0.articleID != headline.articleID })
        return archive.mayConfirm(choice, instead: question.answer, of: archive.entries[0])
    }
}

/// How many more comparisons a round may cost.
struct QuizWork {
    private var left = 20_000

    /// Takes one; false if none is left.
    mutating func isLeft() -> Bool {
        left -= 1
        return left > 0
    }
}

extension QuizPool {
    /// At most `count` questions about some of the headlines, in a mixture of kinds; a group after the one before it.
    fileprivate func questions(
        _ count: Int,
        about groups: [[Int]],
        seed: UInt64,
        not asked: Set<Int64>,
        _ kinds: Set<QuizQuestion.Kind>
    ) -> [QuizQuestion] {
        var (generator, work) = (SeededGenerator(seed: seed), QuizWork())
        var questions: [QuizQuestion] = []
        // What the round shows anywhere.
        var stories: Set<StoryID> = []
        var answers = asked
        // The newest headlines are shuffled, so that the news is fresh and each round is different.
        let order = groups.flatMap { $0.prefix(count * 8).shuffled(using: &generator) + $0.dropFirst(count * 8) }
        for index in order {
            guard questions.count < count else { break }
            guard !stories.contains(archive.entries[index].headline.story) else { continue }
            let language = archive.entries[index].language
            for kind in Self.leastUsedFirst(questions, of: count) where kinds.contains(kind) {
                guard let question = self.question(kind, index, without: stories, using: &generator, &work),
                    !answers.contains(question.asked.answer),
                    !questions.contains(where: { $0.tells(of: question, language) || question.tells(of: $0, language) })
                else { continue }
                stories.formUnion(question.shown + [question.story])
                answers.insert(question.asked.answer)
                questions.append(question)
                break
            }
        }
        return questions
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

    /// A question of a kind about a headline; nil if it gives none.
    private func question(
        _ kind: QuizQuestion.Kind,
        _ index: Int,
        without stories: Set<StoryID>,
        using generator: inout SeededGenerator,
        _ work: inout QuizWork
    ) -> QuizQuestion? {
        guard kind.hasGap else { return whole(kind, index, without: stories, using: &generator, &work) }
        let entry = archive.entries[index]
        for gap in gaps[index].filter({ $0.kind == kind }).shuffled(using: &generator) {
            let wrong = distractors(for: gap, in: entry, using: &generator, &work)
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
