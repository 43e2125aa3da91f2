import Foundation
import Games
import Localization
import NewsModel
import Storage
import TimeArithmetic

/// Reads the headlines that a place may be asked about, and makes its questions.
struct QuizMaterial {
    let store: Store
    let catalogue: Catalogue
    let words: QuizVocabulary

    /// Headlines of so many days are asked about, and say what is true.
    private static let days = 7.0
    private static let most = 600
    /// So many stored headlines with a wrong choice are read to see whether it is true.
    private static let mostConfirming = 20
    /// So many times the questions that are not sure are replaced.
    private static let mostTries = 3

    /// The questions of a new round, as `QuizMaker.round`.
    ///
    /// Whoever sees the same news and was asked the same before gets the same questions in the same round of a day in
    /// private. A room has its own, so that nobody can read them elsewhere before.
    ///
    /// - Parameters:
    ///   - short: what was too little here a moment ago; if nothing has changed it is not tried again.
    ///   - before: what guests were asked, for whom nothing is stored; nil for everybody else.
    /// - Returns: the questions, and a number that changes when the headlines or the request do.
    func round(
        in place: QuizPlace,
        _ wanted: QuizRequest,
        at now: Date,
        short: QuizShortage?,
        asked before: Set<QuizAsked>?
    ) async throws -> (result: QuizMaker.Result, basis: Int) {
        if place.isSolo, !place.isOfGuest {
            // Whoever asks earlier or later on a day gets the same: news of the day itself is left out, if there is
            // enough without it.
            let made = try await round(in: place, wanted, at: now, until: midnight(now), short: nil, asked: before)
            if case .questions = made.result { return made }
        }
        // Feeds may date articles in the future, and articles of this second count too.
        return try await round(in: place, wanted, at: now, until: now + 86_400, short: short, asked: before)
    }

    private func round(
        in place: QuizPlace,
        _ wanted: QuizRequest,
        at now: Date,
        until to: Date,
        short: QuizShortage?,
        asked before: Set<QuizAsked>?
    ) async throws -> (result: QuizMaker.Result, basis: Int) {
        let from = min(now, to) - Self.days * 86_400
        let sight = Sight.of(place.isOfGuest ? nil : place.recipientID)
        let all = ArticleSelection(from: from, to: to, leavesOutHidden: true)
        var articles = try await store.articles(all, in: sight, limit: Self.most)
        var about: Set<ArticleID>?
        if var topic = wanted.topic {
            (topic.from, topic.to) = (from, to)
            let chosen = try await store.articles(topic, in: sight, limit: Self.most / 2)
            about = Set(chosen.map(\.article.id))
            let known = Set(articles.map(\.article.id))
            articles = chosen.filter { !known.contains($0.article.id) } + articles
        }
        var asked: Set<QuizAsked>
        if let before {
            asked = before
        } else {
            let stored = try await store.askedQuestions(in: place.recipientID)
            asked = Set(stored.map { QuizAsked(story: $0.story, answer: $0.answer) })
        }
        let seed = try await seed(articles, wanted, in: place, at: now, asked: before)
        var hasher = Hasher()
        hasher.combine(articles.map(\.article.id))
        hasher.combine(about)
        hasher.combine(asked)
        hasher.combine(seed)
        hasher.combine(wanted.count)
        hasher.combine(wanted.language)
        let basis = hasher.finalize()
        if let short, short.basis == basis { return (.tooFew(short.found), basis) }
        let headlines = articles.map(headline)
        var result = QuizMaker.Result.tooFew(0)
        for _ in 0..<Self.mostTries {
            result = QuizMaker.round(
                from: headlines,
                count: wanted.count,
                seed: seed,
                words: words,
                asked: asked,
                about: about,
                in: wanted.language
            )
            // With fewer, all headlines of the week were compared.
            guard case .questions(let questions) = result, articles.count >= Self.most else { return (result, basis) }
            var unsure: [QuizQuestion] = []
            for question in questions where try await isUnsure(question, all, in: sight, headlines) {
                unsure.append(question)
            }
            if unsure.isEmpty { return (result, basis) }
            asked.formUnion(unsure.map(\.asked))
            result = .tooFew(questions.count - unsure.count)
        }
        return (result, basis)
    }

    private func headline(_ article: ListedArticle) -> QuizHeadline {
        QuizHeadline(article, placeName: { catalogue.placeName($0, in: $1) }, isPlace: { catalogue.isPlace($0) })
    }

    /// Whether a headline of the week, older than those that were compared, may say that a wrong choice is true.
    private func isUnsure(
        _ question: QuizQuestion,
        _ week: ArticleSelection,
        in sight: Sight,
        _ headlines: [QuizHeadline]
    ) async throws -> Bool {
        guard let about = headlines.first(where: { $0.articleID == question.articleID }) else { return false }
        for choice in question.namesToCheck {
            let found = try await store.articles(
                naming: choice,
                from: week.from,
                to: week.to,
                in: sight,
                limit: Self.mostConfirming
            )
            if QuizMaker.mayConfirm(choice, question, about: about, found.map(headline)) { return true }
        }
        return false
    }

    /// The same for everybody who follows the same feeds and asks for the same in the same round of a day in private.
    ///
    /// Each room has its own. The rounds of a day differ, so that none shows where another one's answers are.
    ///
    /// - Parameter before: what guests were asked, of whom no rounds are stored; nil for everybody else.
    func seed(
        _ articles: [ListedArticle],
        _ wanted: QuizRequest,
        in place: QuizPlace,
        at now: Date,
        asked before: Set<QuizAsked>?
    ) async throws -> UInt64 {
        let feeds = Set(articles.map(\.article.feedID.rawValue)).sorted()
        let topic = wanted.topic.map { [$0.category ?? "", $0.query ?? ""].joined(separator: " ") } ?? ""
        let day = day(now)
        let room = place.isSolo ? "" : " room \(place.recipientID)"
        let played: Int
        if let before {
            played = before.count
        } else {
            played = try await store.quizRoundCount(in: place.recipientID, since: midnight(now))
        }
        return try await store.puzzleSecret().seed(for: "quiz \(day) \(topic) \(feeds)\(room) \(played)")
    }

    /// The day of a time in UTC, in days since 1970.
    private func day(_ time: Date) -> Int {
        CivilDate.dayNumber(ofSecond: Int(time.timeIntervalSince1970.rounded(.down)))
    }

    /// When the day of a time began in UTC.
    private func midnight(_ time: Date) -> Date {
        Date(timeIntervalSince1970: Double(CivilDate.second(ofDay: day(time))))
    }
}

/// That a place's headlines were too few.
struct QuizShortage {
    /// As `QuizMaterial.round` returns it.
    var basis: Int
    var found: Int
    var at: Date
}
