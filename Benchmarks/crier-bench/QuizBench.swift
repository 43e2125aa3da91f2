import Foundation
import Games
import NewsModel
import QuizChecking

/// Makes quiz questions from the sample news and the corpora, has each judged by rules of their own, and prints fifty
/// at random to be read.
enum QuizBench {
    private static let printed = 50
    private static let roundLength = 5

    private struct Made {
        var question: QuizQuestion
        var language: String
        var faults: Set<QuizFault>
    }

    /// `arguments`: how many questions, and a folder with `headlines/headlines.tsv` and `feeds`; without it the sample
    /// news alone.
    static func run(_ arguments: [String]) throws {
        let count = arguments.first.flatMap { Int($0) } ?? 2_000
        let data = try AnalyseBench.dataFolder()
        // A fixed day, so that every run asks the same.
        let now = Date(timeIntervalSince1970: 1_795_000_000)
        var news = try QuizNews(data: data, now: now)
        var pools = [try news.sample(data.appendingPathComponent("sample-news"))]
        if let corpora = arguments.dropFirst().first.map({ URL(fileURLWithPath: $0) }) {
            let table = corpora.appendingPathComponent("headlines/headlines.tsv")
            if FileManager.default.fileExists(atPath: table.path) { pools += try news.table(table) }
            pools += try news.feeds(corpora.appendingPathComponent("feeds"))
        }
        let words = try vocabulary(data.appendingPathComponent("quiz"))
        var made: [Made] = []
        var place: UInt64 = 0
        var (longest, pairs) = (Duration.zero, 0)
        // Each pass is another place, which has been asked nothing yet.
        while made.count < count {
            let before = made.count
            for pool in pools where made.count < count {
                place += 1
                made += questions(
                    of: pool,
                    place,
                    words,
                    most: count - made.count,
                    longest: &longest,
                    pairs: &pairs,
                    place: news.place
                )
            }
            guard made.count > before else { break }
        }
        print("quiz.worst-case \(worst(words, now))")
        print("quiz.slowest \(longest)")
        print("quiz.answering-each-other \(pairs)")
        report(made, of: count, headlines: pools.reduce(0) { $0 + $1.count })
        let good = made.count { $0.faults.isEmpty }
        guard good == made.count, made.count >= count, pairs == 0 else {
            throw Faulty(good: good, made: made.count, wanted: count, pairs: pairs)
        }
    }

    /// Questions have faults, or are too few.
    private struct Faulty: Error, CustomStringConvertible {
        var good: Int
        var made: Int
        var wanted: Int
        var pairs: Int

        var description: String {
            "quiz: \(good) of \(made) questions without fault, \(wanted) wanted, \(pairs) pairs that answer each other"
        }
    }

    /// How long a round of twenty takes from 600 headlines that are all much alike, which is the most work.
    private static func worst(_ words: QuizVocabulary, _ now: Date) -> Duration {
        let headlines = (0..<600).map { index in
            let name = "Ines Calloway\(index)"
            let time = now - Double(index) * 900
            let article = Article(
                id: ArticleID(rawValue: Int64(index + 1)),
                feedID: FeedID(rawValue: 1),
                storyID: StoryID(rawValue: Int64(index + 1)),
                title: "\(name) and the council of the harbour discuss the plan of the tram number \(index)",
                url: nil,
                summary: "",
                publishedAt: time,
                firstSeenAt: time + 60,
                language: "en"
            )
            let facts = ArticleFacts(
                language: "en",
                things: [ArticleFacts.Thing(name: name, kind: "person", isShown: true)],
                numbers: [],
                isPromotion: false
            )
            return QuizHeadline(ListedArticle(article: article, feedName: "A", category: nil, places: [], facts: facts))
        }
        return ContinuousClock().measure {
            _ = QuizMaker.round(from: headlines, count: 20, seed: 1, words: words)
        }
    }

    private static func vocabulary(_ folder: URL) throws -> QuizVocabulary {
        var texts: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".txt") {
            let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            texts[String(name.dropLast(4))] = text
        }
        return QuizVocabulary(texts)
    }

    /// Rounds in one place until its news gives no more.
    private static func questions(
        of pool: [QuizHeadline],
        _ number: UInt64,
        _ words: QuizVocabulary,
        most: Int,
        longest: inout Duration,
        pairs: inout Int,
        place: @escaping (String) -> (ranks: Set<String>, countries: Set<String>)?
    ) -> [Made] {
        var check = QuizCheck(
            pool.map {
                CheckedHeadline(
                    story: $0.story.rawValue,
                    title: $0.title,
                    summary: $0.summary,
                    source: $0.feedName,
                    category: $0.category,
                    language: $0.language ?? "",
                    published: $0.publishedAt,
                    isPromotion: $0.facts.isPromotion
                )
            },
            place: place
        )
        var made: [Made] = []
        var asked: Set<QuizAsked> = []
        var seed = number << 32
        let clock = ContinuousClock()
        while made.count < most {
            seed += 1
            let begin = clock.now
            let round = QuizMaker.round(from: pool, count: roundLength, seed: seed, words: words, asked: asked)
            longest = max(longest, clock.now - begin)
            guard case .questions(let questions) = round else { break }
            let sheet = questions.map { question in
                CheckedQuestion(question, pool.first { $0.articleID == question.articleID }?.language ?? "")
            }
            pairs += QuizCheck.answeringEachOther(sheet).count
            for question in questions.prefix(most - made.count) {
                asked.insert(question.asked)
                let language = pool.first { $0.articleID == question.articleID }?.language ?? ""
                let faults = check.faults(of: CheckedQuestion(question, language))
                made.append(Made(question: question, language: language, faults: faults))
            }
        }
        return made
    }

    private static func report(_ made: [Made], of count: Int, headlines: Int) {
        let good = made.count { $0.faults.isEmpty }
        let percent = String(format: "%.1f", made.isEmpty ? 0 : 100 * Double(good) / Double(made.count))
        let languages = Dictionary(grouping: made, by: \.language).mapValues(\.count)
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
        let kinds = Dictionary(grouping: made, by: \.question.kind.rawValue).mapValues(\.count)
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
        print("score\tquiz-questions\t\(good)/\(made.count)\t\(percent)\tof \(headlines) headlines; wanted \(count)")
        print("quiz.languages " + languages.joined(separator: ", "))
        print("quiz.kinds " + kinds.joined(separator: ", "))
        for fault in QuizFault.allCases {
            let found = made.filter { $0.faults.contains(fault) }
            if !found.isEmpty { print("quiz.fault \(fault.rawValue) \(found.count)") }
            for each in found.prefix(10) { print("  \(fault.rawValue): \(line(each.question))") }
        }
        var generator = SeededGenerator(seed: 50)
        for (index, each) in made.shuffled(using: &generator).prefix(printed).enumerated() {
            print("quiz.read \(index + 1) \(line(each.question))")
        }
    }

    private static func line(_ question: QuizQuestion) -> String {
        let asked =
            question.kind.hasGap
            ? "\(question.before)____\(question.after)" : question.before
        let choices = zip("abcd", question.choices).map { letter, choice in
            (question.answer == choice ? "*" : "") + "\(letter)) \(choice)"
        }
        return "[\(question.kind.rawValue)] \(asked) " + choices.joined(separator: " ")
    }
}

extension CheckedQuestion {
    fileprivate init(_ question: QuizQuestion, _ language: String) {
        self.init(
            kind: question.kind.rawValue,
            story: question.story.rawValue,
            language: language,
            before: question.before,
            after: question.after,
            choices: question.choices,
            correct: question.correct,
            headline: question.headline,
            source: question.feedName
        )
    }
}
