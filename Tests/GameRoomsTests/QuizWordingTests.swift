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
        articleID: ArticleID(rawValue: 1),
        feedName: "Harbour Times",
        url: "https://a.test/1",
        kind: .name,
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
        #expect(reveal.contains("Benin City") && reveal.contains("https://a.test/1") && reveal.contains("Alice"))
    }
}
