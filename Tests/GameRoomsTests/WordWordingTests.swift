import Games
import Localization
import NewsModel
import NewsWording
import Storage
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

    @Test func `accents are shown as they were typed, on the board, in the answer and in what is refused`() throws {
        let list = WordList(language: .french, answers: "ecole\n", guesses: "eleve\n")
        var game = WordTarget(answer: "ecole", language: .french, number: 3)
        let localizer = try ShippedCatalogue.catalogue().localizer(language: "en")
        let wording = WordWording(localizer: localizer, hints: .privately)
        #expect("\(wording.board(game))".contains("no accent counts"))
        let guess = game.hear(.line("élève"), at: .sampleNow, knowing: list)
        #expect(squares(wording.answer(guess, in: game)) == ["É", "L", "È", "V", "E"])
        #expect(squares(wording.board(game)) == ["É", "L", "È", "V", "E"])
        #expect(squares(wording.letters(game)).allSatisfy { $0 != "É" })
        let again = game.hear(.line("eleve"), at: .sampleNow, knowing: list)
        #expect(squares(wording.answer(again, in: game)) == ["É", "L", "È", "V", "E"])
        let other = game.hear(.line("übung"), at: .sampleNow, knowing: list)
        #expect("\(wording.answer(other, in: game))".contains("übung"))
        let end = game.hear(.line("école"), at: .sampleNow, knowing: list)
        #expect("\(wording.answer(end, in: game))".contains("ÉCOLE"))
    }

    @Test func `the next practice word is offered in the language of this one`() throws {
        let localizer = try ShippedCatalogue.catalogue().localizer(language: "en")
        let wording = WordWording(localizer: localizer, hints: .privately, chosen: .english)
        #expect(wording.practiceLine(.english).text == "word practice")
        #expect(wording.practiceLine(.german).text == "word practice German")
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

    @Test func `the number of a puzzle is its name, and is not grouped`() throws {
        let localizer = try ShippedCatalogue.catalogue().localizer(language: "en")
        let list = WordList(language: .english, answers: "crane\n", guesses: "")
        var game = WordTarget(answer: "crane", language: .english, number: 1234)
        _ = game.hear(.line("crane"), at: .sampleNow, knowing: list)
        let word = WordWording(localizer: localizer, hints: .privately)
        let bee = BeeWording(localizer: localizer)
        let letters = SpellingBee(board: "acbdelt", answers: ["table", "cable"], number: 1234)
        let result = ResultWording(localizer: localizer, traits: FakeNetwork().traits)
        let score = StoredScore(points: 5, isSolved: true, moves: 3, hints: 0, seconds: 60)
        let told = PuzzleKind.allCases.compactMap { kind in
            result.result(PuzzleName(kind: kind.rawValue, number: 1234, grade: "easy"), score, of: "alice")
        }
        #expect(told.count == 3)
        for text in [word.board(game), word.shared(game), bee.board(letters)] + told {
            #expect("\(text)".contains("1234"), "\(text)")
        }
    }
}
