import Foundation
import Games
import NewsModel
import TestSupport
import Testing

@testable import GameRooms

@Suite struct StoredRoundTests {
    @Test func `a round of another version ends with its scores`() throws {
        let question = QuizQuestion(
            about: QuizHeadline(
                ListedArticle(
                    article: Article(
                        id: ArticleID(rawValue: 1),
                        feedID: FeedID(rawValue: 1),
                        storyID: StoryID(rawValue: 1),
                        title: "A b c",
                        url: "https://a.test/1",
                        summary: "",
                        publishedAt: .sampleNow,
                        firstSeenAt: .sampleNow
                    ),
                    feedName: "Harbour Times"
                )
            ),
            kind: .word,
            before: "A ",
            after: " c",
            choices: ["b", "d", "e", "f"],
            correct: 0
        )
        var round = QuizRound(questions: [question, question])
        _ = round.start(at: .sampleNow)
        _ = round.answer(.init(key: "testnet:alice", name: "alice"), choice: 0, at: .sampleNow)
        let place = Address(network: "testnet", kind: .room, target: "#news")
        let line = Unsaid(steps: [.reveal(0), .finish], text: .plain("Over"), format: .plain, until: .sampleNow)
        let text = try StoredRound(place: place, wanted: QuizRequest(), round: round, unsaid: [line]).encoded()
        #expect(StoredRound(encoded: text)?.round == round)
        #expect(StoredRound(encoded: text)?.unsaid == [line])
        let older = text.replacing("\\\"questions\\\"", with: "\\\"asked\\\"")
        #expect(older != text && StoredRound(encoded: older)?.round == nil)
        #expect(StoredRound.scores(encoded: older).map(\.points) == [1])
        #expect(StoredRound.scores(encoded: older).map(\.player.key) == ["testnet:alice"])
        let first = """
            {"place": {}, "round": {}, "standings": [{"points": 2, "seconds": 3.5,
                "player": {"key": "testnet:bob", "name": "Bob", "person": "testnet:bob"}}]}
            """
        #expect(StoredRound.scores(encoded: first).map(\.points) == [2])
        #expect(StoredRound.scores(encoded: "").isEmpty)
    }
}
