import Foundation
import NewsModel
import Testing

@testable import Games

private let start = Date(timeIntervalSince1970: 1_763_700_000)
private let alice = QuizRound.Player(key: "t:alice", name: "Alice")
private let bob = QuizRound.Player(key: "t:bob", name: "Bob")

private func newRound(_ count: Int = 2, isSolo: Bool = false) -> QuizRound {
    let questions = (0..<count).map { index in
        QuizQuestion(
            articleID: ArticleID(rawValue: Int64(index)),
            feedName: "A",
            url: nil,
            kind: .word,
            before: "the ",
            after: " closed",
            choices: ["road", "school", "bridge", "port"],
            correct: 1
        )
    }
    return QuizRound(questions: questions, isSolo: isSolo)
}

@Suite struct QuizRoundTests {
    @Test func `a whole round with two players`() {
        var game = newRound()
        #expect(game.start(at: start) == [.ask(number: 0)])
        #expect(game.answer(bob, choice: 1, at: start + 2).0 == .accepted)
        #expect(game.answer(alice, choice: 1, at: start + 5).0 == .accepted)
        #expect(game.tick(at: start + 29) == [])
        #expect(game.tick(at: start + 30) == [.reveal(number: 0, right: [bob, alice])])
        #expect(game.answer(alice, choice: 1, at: start + 31).0 == .notOpen)
        #expect(game.tick(at: start + 34) == [.ask(number: 1)])
        #expect(game.answer(alice, choice: 1, at: start + 36).0 == .accepted)
        let end = game.tick(at: start + 64)
        #expect(end.first == .reveal(number: 1, right: [alice]))
        #expect(game.standings.map(\.player) == [alice, bob])
        #expect(game.standings.map(\.points) == [2, 1])
        #expect(game.isOver && game.deadline == nil)
    }

    @Test func `everyone answers once`() {
        var game = newRound()
        _ = game.start(at: start)
        #expect(game.answer(alice, choice: 0, at: start + 1).0 == .accepted)
        #expect(game.answer(alice, choice: 1, at: start + 2).0 == .alreadyAnswered)
        #expect(game.tick(at: start + 30) == [.reveal(number: 0, right: [])])
    }

    @Test(arguments: [-1, 4, 99])
    func `a letter that is no choice is not an answer`(choice: Int) {
        var game = newRound()
        _ = game.start(at: start)
        #expect(game.answer(alice, choice: choice, at: start + 1).0 == .notOpen)
    }

    @Test func `the faster of two equals wins`() {
        var game = newRound(1)
        _ = game.start(at: start)
        _ = game.answer(bob, choice: 1, at: start + 9)
        _ = game.answer(alice, choice: 1, at: start + 10)
        _ = game.tick(at: start + 30)
        #expect(game.standings.map(\.player) == [bob, alice])
    }

    @Test func `stopping reveals and ends, once`() {
        var game = newRound()
        _ = game.start(at: start)
        _ = game.answer(alice, choice: 1, at: start + 1)
        #expect(game.stop(at: start + 2).count == 2)
        #expect(game.stop(at: start + 3) == [])
        #expect(game.standings.map(\.points) == [1])
    }

    @Test func `alone nobody waits for the timer`() {
        var game = newRound(isSolo: true)
        _ = game.start(at: start)
        #expect(game.answer(alice, choice: 0, at: start + 1).1 == [.reveal(number: 0, right: []), .ask(number: 1)])
    }

    @Test func `a stored round goes on where it was`() throws {
        var game = newRound()
        _ = game.start(at: start)
        _ = game.answer(alice, choice: 1, at: start + 1)
        var again = try JSONDecoder().decode(QuizRound.self, from: JSONEncoder().encode(game))
        #expect(again.answer(alice, choice: 0, at: start + 2).0 == .alreadyAnswered)
        #expect(again.tick(at: start + 300) == [.reveal(number: 0, right: [alice])])
    }
}
