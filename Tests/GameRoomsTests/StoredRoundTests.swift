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
        let text = try StoredRound(place: place, round: round).encoded()
        #expect(StoredRound(encoded: text)?.round == round)
        let older = text.replacing("\"questions\"", with: "\"asked\"")
        #expect(older != text && StoredRound(encoded: older) == nil)
        #expect(StoredRound.scores(encoded: older).map(\.points) == [1])
        #expect(StoredRound.scores(encoded: older).map(\.player.key) == ["testnet:alice"])
        #expect(StoredRound.scores(encoded: "").isEmpty)
    }
}
