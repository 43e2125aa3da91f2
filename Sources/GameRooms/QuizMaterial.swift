import Foundation
import Games
import Localization
import NewsModel
import Storage

/// Reads the headlines that a place may be asked about, and makes its questions.
struct QuizMaterial {
    let store: Store
    let catalogue: Catalogue
    let words: QuizVocabulary

    /// Headlines of so many days are asked about, and say what is true.
    private static let days = 7.0
    private static let most = 600

    /// The questions of a new round, as `QuizMaker.round`.
    ///
    /// Whoever sees the same news and was asked the same before gets the same questions on the same day.
    func round(in place: QuizPlace, _ wanted: QuizWish, at now: Date) async throws -> QuizMaker.Result {
        // Feeds may date articles in the future, and articles of this second count too.
        let (from, to) = (now - Self.days * 86_400, now + 86_400)
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
        let asked =
            place.isOfGuest
            ? []
            : Set(
                try await store.askedQuestions(in: place.recipientID).map {
                    QuizAsked(story: $0.story, answer: $0.answer)
                }
            )
        return QuizMaker.round(
            from: articles.map { article in QuizHeadline(article) { catalogue.placeName($0, in: $1) } },
            count: wanted.count,
            seed: Self.seed(articles, wanted, at: now),
            words: words,
            asked: asked,
            about: about
        )
    }

    /// The same for everybody who follows the same feeds and asks for the same on a day.
    private static func seed(_ articles: [ListedArticle], _ wanted: QuizWish, at now: Date) -> UInt64 {
        let feeds = Set(articles.map(\.article.feedID.rawValue)).sorted()
        let topic = wanted.topic.map { [$0.category ?? "", $0.query ?? ""].joined(separator: " ") } ?? ""
        let day = Int64(now.timeIntervalSince1970 / 86_400)
        var seed: UInt64 = 0xcbf2_9ce4_8422_2325
        // FNV-1a (Fowler, Noll, Vo): the same on every machine, unlike Swift's hashes.
        for byte in "\(day) \(wanted.count) \(topic) \(feeds)".utf8 { seed = (seed ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return seed
    }
}
