import Foundation
import Games
import Localization
import NewsModel
import NewsWording
import TestSupport
import Testing

@testable import GameRooms

@Suite(.timed) struct QuizWordingTests {
    private let question = QuizQuestion(
        about: QuizHeadline(
            ListedArticle(
                article: Article(
                    id: ArticleID(rawValue: 1),
                    feedID: FeedID(rawValue: 1),
                    storyID: StoryID(rawValue: 1),
                    title: "Museum returns lion to Benin City after a century",
                    url: "https://a.test/1",
                    summary: "It stood in a hall in London. Now it is home.",
                    publishedAt: .sampleNow,
                    firstSeenAt: .sampleNow
                ),
                feedName: "Harbour Times"
            )
        ),
        kind: .place,
        before: "Museum returns lion to ",
        after: " after a century",
        choices: ["Lagos", "Benin City", "Accra", "Porto"],
        correct: 1
    )

    @Test(arguments: ["en", "zh-Hans"])
    func `a question shows the hole and the choices, its answer the source`(language: String) throws {
        let catalogue = try ShippedCatalogue.catalogue()
        let wording = QuizWording(localizer: catalogue.localizer(language: language), hints: .privately)
        let round = QuizRound(questions: [question])
        let text = "\(wording.question(0, of: round))"
        #expect(text.contains("____"))
        for choice in question.choices { #expect(text.contains(choice)) }
        let reveal = "\(wording.reveal(0, right: [.init(key: "k", name: "Alice")], of: round))"
        #expect(reveal.contains("It stood in a hall in London"))
        #expect(reveal.contains("Benin City") && reveal.contains("https://a.test/1") && reveal.contains("Alice"))
    }

    @Test(arguments: [(5, "Perfect!"), (4, "Great job!"), (3, "Well done."), (1, "Not bad"), (0, "Better luck")])
    func `a result has its share and one of five grades`(points: Int, words: String) throws {
        let catalogue = try ShippedCatalogue.catalogue()
        let wording = QuizWording(localizer: catalogue.localizer(language: "en"), hints: .privately)
        let round = QuizRound(questions: Array(repeating: question, count: 5), isSheet: true)
        let score = QuizRound.Score(player: .init(key: "k", name: "Alice"), points: points, seconds: 0)
        let text = "\(wording.finish(points > 0 ? [score] : [], questions: 5, of: round))"
        #expect(text.contains("\(points)/5 (\(points * 20) %)") && text.contains(words), "\(text)")
    }

    @Test(arguments: ["en", "zh-Hans"])
    func `every kind of question and every bad line has its sentence`(language: String) throws {
        let localizer = try ShippedCatalogue.catalogue().localizer(language: language)
        let wording = QuizWording(localizer: localizer, hints: .privately)
        var texts: Set<String> = []
        for kind in QuizQuestion.Kind.allCases where !kind.hasGap {
            var asked = question
            asked.kind = kind
            texts.insert("\(wording.question(0, of: QuizRound(questions: [asked])))")
        }
        let round = QuizRound(questions: Array(repeating: question, count: 5), isSheet: true)
        let problems: [QuizSheetLine.Problem] = [.question(6), .choice("2e"), .twice(3), .missing([2, 5])]
        for problem in problems { texts.insert("\(wording.problem(problem, of: round))") }
        texts.insert("\(wording.needsAll(round))")
        #expect(texts.count == 9)
        #expect(!texts.contains { $0.contains("quiz.") }, "\(texts)")
    }
}
