import Foundation
import Testing

@testable import Games

private let start = Date(timeIntervalSince1970: 1_763_700_000)

private func heard(_ game: inout SpellingBee, _ line: String) -> [SpellingBee.Action] {
    game.hear(.line(line), at: start, knowing: ())
}

@Suite struct SpellingBeeTests {
    private let answers = ["table", "tablet", "bleat", "battle", "bat"].filter { $0.count > 3 } + ["tabled"]

    @Test func `words count by their letters, a pangram more, and all of them finish it`() {
        var game = SpellingBee(board: "tabled", answers: answers, number: 1)
        #expect(heard(&game, "Table").first == .found("table", points: 5, isPangram: false))
        #expect(heard(&game, "tabled").contains(.found("tabled", points: 13, isPangram: true)))
        for word in ["tablet", "bleat"] { _ = heard(&game, word) }
        #expect(heard(&game, "battle").last == .finished)
        #expect(game.rank == .queen && game.isOver && game.result.isSolved)
        #expect(game.pangrams.found == 1 && game.pangrams.all == 1)
        #expect(heard(&game, "table") == [.refused(.over)])
        #expect(game.next == nil && game.result.common == 7)
    }

    @Test func `the next rank says how many points it needs`() throws {
        let game = SpellingBee(board: "tabled", answers: answers, number: 1)
        let next = try #require(game.next)
        #expect(next.rank == .movingUp && next.points == (5 * game.mostPoints + 99) / 100)
        #expect(game.result.common == 0)
    }

    @Test func `what does not count says why`() {
        var game = SpellingBee(board: "tabled", answers: answers, number: 1)
        #expect(heard(&game, "bat") == [.refused(.tooShort("bat"))])
        #expect(heard(&game, "bald") == [.refused(.withoutMiddle("t"))])
        #expect(heard(&game, "tables") == [.refused(.foreignLetter("s"))])
        #expect(heard(&game, "t4ble") == [.refused(.foreignLetter("4"))])
        #expect(heard(&game, "ttttt") == [.refused(.notAWord("ttttt"))])
        _ = heard(&game, "table")
        #expect(heard(&game, "TABLE") == [.refused(.alreadyFound("table"))])
        #expect(game.found == ["table"])
    }

    @Test func `every shipped board has seven letters, a pangram and twenty to sixty words`() throws {
        let bee = try ShippedWords.bee()
        #expect(bee.boards.count >= 1_827 && Set(bee.boards).count == bee.boards.count)
        for board in bee.boards { #expect(board.count == 7 && Set(board).count == 7, "\(board)") }
        for board in stride(from: 0, to: bee.boards.count, by: 150).map({ bee.boards[$0] }) {
            let answers = bee.answers(on: board)
            #expect((20...60).contains(answers.count), "\(board): \(answers.count)")
            #expect(answers.contains { Set($0).count == 7 }, "\(board)")
        }
    }
}
