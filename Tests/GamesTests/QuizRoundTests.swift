import Foundation
import NewsModel
import Testing

@testable import Games

private let start = Date(timeIntervalSince1970: 1_763_700_000)
private let alice = Participant(key: "t:alice", name: "Alice")
private let bob = Participant(key: "t:bob", name: "Bob")

private func newRound(_ count: Int = 2, isSheet: Bool = false, starter: String? = nil) -> QuizRound {
    let questions = (0..<count).map { index in
        QuizQuestion(
            about: headline(index, "the school closed"),
            kind: .word,
            before: "the ",
            after: " closed",
            choices: ["road", "school", "bridge", "port"],
            correct: 1
        )
    }
    return QuizRound(questions: questions, isSheet: isSheet, starter: starter)
}

@Suite struct QuizRoundTests {
    @Test func `a whole round with two players`() {
        var game = newRound()
        #expect(game.start(at: start) == [.ask(number: 0)])
        game.confirmed(at: start)
        #expect(game.answer(bob, choice: 1, at: start + 2).0 == .accepted)
        #expect(game.answer(alice, choice: 1, at: start + 5).0 == .accepted)
        #expect(game.tick(at: start + 29) == [])
        #expect(game.tick(at: start + 30) == [.reveal(number: 0, right: [bob, alice])])
        #expect(game.answer(alice, choice: 1, at: start + 31).0 == .notOpen)
        #expect(game.tick(at: start + 34) == [.ask(number: 1)])
        game.confirmed(at: start + 34)
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
        game.confirmed(at: start)
        #expect(game.answer(alice, choice: 0, at: start + 1).0 == .accepted)
        #expect(game.answer(alice, choice: 1, at: start + 2).0 == .alreadyAnswered)
        #expect(game.tick(at: start + 30) == [.reveal(number: 0, right: [])])
    }

    @Test(arguments: [-1, 4, 99])
    func `a letter that is no choice is not an answer`(choice: Int) {
        var game = newRound()
        _ = game.start(at: start)
        game.confirmed(at: start)
        #expect(game.answer(alice, choice: choice, at: start + 1).0 == .notOpen)
    }

    @Test func `the faster of two equals wins`() {
        var game = newRound(1)
        _ = game.start(at: start)
        game.confirmed(at: start)
        _ = game.answer(bob, choice: 1, at: start + 9)
        _ = game.answer(alice, choice: 1, at: start + 10)
        _ = game.tick(at: start + 30)
        #expect(game.standings.map(\.player) == [bob, alice])
    }

    @Test func `stopping reveals and ends, once`() {
        var game = newRound()
        _ = game.start(at: start)
        game.confirmed(at: start)
        _ = game.answer(alice, choice: 1, at: start + 1)
        #expect(game.stop(at: start + 2).count == 2)
        #expect(game.stop(at: start + 3) == [])
        #expect(game.standings.map(\.points) == [1])
    }

    @Test func `accounts of one person and guests of one host have one answer`() {
        var game = newRound()
        _ = game.start(at: start)
        game.confirmed(at: start)
        let phone = Participant(key: "t:alice", name: "Alice", person: "profile 1")
        let desk = Participant(key: "m:alice", name: "Alice", person: "profile 1")
        #expect(game.answer(phone, choice: 0, at: start + 1).0 == .accepted)
        #expect(game.answer(desk, choice: 1, at: start + 2).0 == .alreadyAnswered)
        #expect(game.standings.isEmpty)
    }

    @Test func `the time runs from the confirmed question`() {
        var game = newRound()
        _ = game.start(at: start)
        #expect(game.tick(at: start + 599) == [])
        game.confirmed(at: start + 10)
        game.confirmed(at: start + 20)
        #expect(game.deadline == start + 40)
        _ = game.answer(bob, choice: 1, at: start + 12)
        #expect(game.standings.map(\.seconds) == [2])
    }

    @Test func `a sheet is answered whole, and a question that is left out is wrong`() {
        var game = newRound(3, isSheet: true)
        #expect(game.start(at: start) == [.askAll])
        #expect(game.answer(alice, choice: 1, at: start).0 == .needsAll)
        #expect(game.answer(alice, sheet: [1, 1], at: start).0 == .notOpen)
        let (answer, actions) = game.answer(alice, sheet: [1, nil, 1], at: start + 5)
        #expect(answer == .accepted && game.isOver)
        #expect(
            actions.dropLast() == [
                .reveal(number: 0, right: [alice]), .reveal(number: 1, right: []), .reveal(number: 2, right: [alice]),
            ]
        )
        #expect(actions.last == .finish(game.standings, questions: 3))
        #expect(game.standings.map(\.points) == [2])
    }

    @Test func `a hint takes two wrong choices away and the point of who answers afterwards`() {
        var game = newRound()
        _ = game.start(at: start)
        game.confirmed(at: start)
        _ = game.answer(bob, choice: 1, at: start + 1)
        var generator = SeededGenerator(seed: 1)
        #expect(game.hint(0, using: &generator))
        #expect(!game.hint(0, using: &generator) && !game.hint(1, using: &generator))
        #expect(game.offered(0).count == 2 && game.offered(0).contains(1))
        let gone = [0, 2, 3].first { !game.offered(0).contains($0) }
        #expect(game.answer(alice, choice: gone ?? 0, at: start + 2).0 == .notOpen)
        #expect(game.answer(alice, choice: 1, at: start + 3).0 == .accepted)
        #expect(game.tick(at: start + 30) == [.reveal(number: 0, right: [bob, alice])])
        #expect(game.standings.map(\.player) == [bob])
    }

    @Test func `whoever has answered needs no hint, and only players vote`() {
        var game = newRound(3, starter: "p")
        _ = game.start(at: start)
        game.confirmed(at: start)
        #expect(!game.mayVote(alice.person, isOperator: false) && game.mayVote("p", isOperator: false))
        #expect(game.mayVote(alice.person, isOperator: true) && !game.hasAnswered(alice.person))
        _ = game.answer(alice, choice: 0, at: start + 1)
        #expect(game.mayVote(alice.person, isOperator: false) && game.hasAnswered(alice.person))
        // Who wants to stop, wants it at the next question, too; a skip is of one question.
        let stop = game.grants(.stop, to: "a", isOperator: false)
        let skip = game.grants(.skip, to: "a", isOperator: false)
        _ = game.skip(at: start + 2)
        #expect(game.shownCount == 2 && !game.hasAnswered(alice.person))
        let secondSkip = game.grants(.skip, to: "b", isOperator: false)
        let secondStop = game.grants(.stop, to: "b", isOperator: false)
        #expect([stop, skip, secondSkip, secondStop] == [false, false, false, true])
    }

    @Test func `a hint of a round that others play, too, needs a second person`() {
        var game = newRound(starter: alice.person)
        _ = game.start(at: start)
        game.confirmed(at: start)
        var alone = game
        let isGivenAlone = alone.grants(.hint, to: alice.person, isOperator: false)
        _ = game.answer(bob, choice: 1, at: start + 1)
        let isGiven = game.grants(.hint, to: alice.person, isOperator: false)
        let isGivenTwice = game.grants(.hint, to: "carol", isOperator: false)
        #expect([isGivenAlone, isGiven, isGivenTwice] == [true, false, true])
    }

    @Test func `accounts that are linked in a round are one player from then on`() {
        var game = newRound(3)
        _ = game.start(at: start)
        game.confirmed(at: start)
        let desk = Participant(key: "m:alice", name: "Alice", person: "profile 7", profile: ProfileID(rawValue: 7))
        _ = game.answer(alice, choice: 1, at: start + 1)
        _ = game.answer(desk, choice: 1, at: start + 2)
        game.join([alice.person], into: ProfileID(rawValue: 7))
        #expect(game.standings.map(\.points) == [1])
        #expect(game.standings.map(\.player.profile) == [ProfileID(rawValue: 7)])
        let again = Participant(key: alice.key, name: "Alice", person: "profile 7")
        #expect(game.answer(again, choice: 0, at: start + 3).0 == .alreadyAnswered)
        #expect(game.hasPlayer([desk.key]) && !game.hasPlayer([bob.key]))
    }

    @Test func `whoever answered without a point has played, too`() {
        var game = newRound()
        _ = game.start(at: start)
        game.confirmed(at: start)
        _ = game.answer(bob, choice: 0, at: start + 1)
        _ = game.answer(alice, choice: 1, at: start + 2)
        #expect(game.result.map(\.player) == [alice, bob] && game.result.map(\.points) == [1, 0])
        #expect(game.standings.map(\.player) == [alice])
    }

    @Test func `the round hears lines, signs and the time as every game does`() {
        var game = newRound()
        _ = game.start(at: start)
        #expect(game.hear(.shown, at: start, knowing: ()) == [])
        #expect(game.hear(.line("hello", by: bob), at: start, knowing: ()) == [.refused(.notOpen)])
        #expect(game.hear(.line("B)", by: bob), at: start + 1, knowing: ()) == [])
        #expect(game.hear(.reaction("b", by: alice), at: start + 2, knowing: ()) == [])
        #expect(game.hear(.line("a", by: bob), at: start + 3, knowing: ()) == [.refused(.alreadyAnswered)])
        #expect(game.hear(.time, at: start + 30, knowing: ()) == [.reveal(number: 0, right: [bob, alice])])
        var sheet = newRound(2, isSheet: true)
        _ = sheet.start(at: start)
        #expect(sheet.hear(.line("b", by: bob), at: start, knowing: ()) == [.refused(.needsAll)])
        #expect(sheet.hear(.line("1b", by: bob), at: start, knowing: ()) == [.refused(.problem(.missing([2])))])
        #expect(sheet.hear(.line("bb", by: bob), at: start, knowing: ()).count == 3 && sheet.isOver)
    }

    @Test func `a skipped question is revealed and the next one asked`() {
        var game = newRound()
        _ = game.start(at: start)
        game.confirmed(at: start)
        #expect(game.skip(at: start + 1) == [.reveal(number: 0, right: []), .ask(number: 1)])
        #expect(game.skip(at: start + 2) == [.reveal(number: 1, right: []), .finish([], questions: 2)])
    }

    @Test func `who started it, an operator or two people are heard`() {
        var game = newRound(starter: "p")
        _ = game.start(at: start)
        game.confirmed(at: start)
        let own = game.grants(.stop, to: "p", isOperator: false)
        let byOperator = game.grants(.stop, to: "o", isOperator: true)
        let once = game.grants(.stop, to: "a", isOperator: false)
        let again = game.grants(.stop, to: "a", isOperator: false)
        let other = game.grants(.skip, to: "b", isOperator: false)
        let second = game.grants(.stop, to: "b", isOperator: false)
        #expect([own, byOperator, once, again, other, second] == [true, true, false, false, false, true])
    }

    @Test func `two questions in a row without an answer end a round, unless nobody saw them`() {
        for isSeen in [true, false] {
            var game = newRound(4)
            _ = game.start(at: start)
            if isSeen { game.confirmed(at: start) }
            _ = game.tick(at: start + 600)
            _ = game.tick(at: start + 604)
            if isSeen { game.confirmed(at: start + 604) }
            #expect(game.tick(at: start + 1_204) == [.reveal(number: 1, right: [])])
            #expect(game.isOver == isSeen)
        }
    }

    @Test(arguments: [(5, QuizGrade.all), (4, .most), (3, .half), (2, .some), (1, .some), (0, QuizGrade.none)])
    func `a result has one of five grades`(points: Int, grade: QuizGrade) {
        #expect(QuizGrade(points: points, of: 5) == grade)
    }

    @Test func `a stored round goes on where it was`() throws {
        var game = newRound()
        _ = game.start(at: start)
        game.confirmed(at: start)
        _ = game.answer(alice, choice: 1, at: start + 1)
        var again = try JSONDecoder().decode(QuizRound.self, from: JSONEncoder().encode(game))
        #expect(again.answer(alice, choice: 0, at: start + 2).0 == .alreadyAnswered)
        #expect(again.tick(at: start + 300) == [.reveal(number: 0, right: [alice])])
    }
}
