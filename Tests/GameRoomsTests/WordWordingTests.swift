import Games
import Localization
import NewsModel
import NewsWording
import TestSupport
import Testing

@testable import GameRooms

@Suite struct WordWordingTests {
    private func squares(_ text: RichText) -> [String] {
        text.blocks.flatMap { block -> [String] in
            guard case .grid(let grid) = block else { return [] }
            return grid.rows.flatMap { $0.squares.map(\.text) }
        }
    }

    @Test func `a German ß is one letter on the board, on the keyboard and in the answer`() throws {
        let list = WordList(language: .german, answers: "größe\n", guesses: "süßes\n")
        var game = WordTarget(answer: "größe", language: .german, number: 3)
        let localizer = try ShippedCatalogue.catalogue().localizer(language: "en")
        let wording = WordWording(localizer: localizer, hints: .privately)
        let guess = game.hear(.line("SÜẞES"), at: .sampleNow, knowing: list)
        for text in [wording.answer(guess, in: game), wording.board(game), wording.letters(game)] {
            let shown = squares(text)
            #expect(shown.contains("ẞ") && shown.allSatisfy { $0.count == 1 }, "\(shown)")
        }
        #expect(squares(wording.board(game)).count == WordList.length)
        let end = game.hear(.line("größe"), at: .sampleNow, knowing: list)
        #expect("\(wording.answer(end, in: game))".contains("GRÖẞE"))
    }
}
