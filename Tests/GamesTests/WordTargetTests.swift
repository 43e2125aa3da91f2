import Foundation
import Testing

@testable import Games

private let start = Date(timeIntervalSince1970: 1_763_700_000)
private let words = WordList(
    language: .english,
    answers: "# comment\nabbey\ncrane\nrobin\n",
    guesses: "babes\nkebab\nopens\nsonic\nalert\ncrone\ncrate\nspeed\nerase\ngreen\n"
)

private func marks(_ guess: String, _ answer: String) -> String {
    LetterMark.marks(of: guess, for: answer).map { String($0.rawValue) }.joined()
}

private func heard(_ game: inout WordTarget, _ line: String, after seconds: Double = 0) -> [WordTarget.Action] {
    game.hear(.line(line), at: start + seconds, knowing: words)
}

@Suite struct WordTargetTests {
    /// The first five from rosettacode.org/wiki/Wordle_comparison; 2 is right, 1 elsewhere, 0 absent.
    @Test(arguments: [
        ("allow", "lolly", "11200"), ("bully", "lolly", "00222"), ("robin", "alert", "00010"),
        ("robin", "sonic", "02120"), ("robin", "robin", "22222"),
        ("abbey", "babes", "11220"), ("abbey", "kebab", "01211"), ("abide", "speed", "00101"),
        ("steal", "speed", "20200"), ("crepe", "speed", "01210"), ("erase", "speed", "10110"),
        ("größe", "größe", "22222"), ("señal", "senal", "22022"),
    ])
    func `letters that come twice are marked as often as the answer has them`(
        answer: String,
        guess: String,
        expected: String
    ) {
        #expect(marks(guess, answer) == expected)
    }

    @Test func `a word is found, and the guesses that were not needed are points`() {
        var game = WordTarget(answer: "crane", language: .english, number: 7)
        let first = heard(&game, "Crate")
        guard case .marked(let guess, left: 5) = first.first else {
            Issue.record("\(first)")
            return
        }
        #expect(guess.marks == [.right, .right, .right, .absent, .right])
        #expect(heard(&game, " crane ", after: 61).last == .solved(guesses: 2))
        #expect(game.result == GameResult(points: 5, isSolved: true, moves: 2, seconds: 61))
        #expect(heard(&game, "crone") == [.refused(.over(isSolved: true))])
        #expect(game.guesses.count == 2)
    }

    @Test func `the sixth wrong guess ends it, and a seventh is refused`() {
        var game = WordTarget(answer: "crane", language: .english, number: nil)
        for word in ["abbey", "robin", "babes", "kebab", "opens"] { #expect(heard(&game, word).count == 1) }
        #expect(heard(&game, "sonic").last == .missed(answer: "crane"))
        #expect(game.result == GameResult(points: 0, isSolved: false, moves: 6, seconds: 0))
        #expect(heard(&game, "crane") == [.refused(.over(isSolved: false))])
    }

    @Test func `what is no guess costs none and says why`() {
        var game = WordTarget(answer: "crane", language: .english, number: nil)
        #expect(heard(&game, "cranes") == [.refused(.notFiveLetters(6))])
        #expect(heard(&game, "") == [.refused(.notFiveLetters(0))])
        #expect(heard(&game, "12345") == [.refused(.notLetters("12345"))])
        #expect(heard(&game, "cr4ne") == [.refused(.notLetters("cr4ne"))])
        #expect(heard(&game, "新闻消息啊") == [.refused(.notLetters("新闻消息啊"))])
        #expect(heard(&game, "xxxxx") == [.refused(.notAWord("xxxxx"))])
        #expect(game.guesses.isEmpty)
        _ = heard(&game, "robin")
        #expect(heard(&game, "ROBIN") == [.refused(.alreadyTried("robin"))])
        #expect(game.guesses.count == 1)
    }

    @Test func `hard mode wants every clue used`() {
        var game = WordTarget(answer: "crane", language: .english, number: nil, isHard: true)
        _ = heard(&game, "crone")
        #expect(heard(&game, "alert") == [.refused(.mustKeep("c", place: 1))])
        var other = WordTarget(answer: "crane", language: .english, number: nil)
        #expect(other.setHard(true) == nil)
        _ = heard(&other, "alert")
        #expect(heard(&other, "robin") == [.refused(.mustUse("a"))])
        #expect(other.setHard(false) == nil)
        #expect(other.setHard(true) == .tooLateForHard)
        #expect(heard(&other, "robin").count == 1)
    }

    @Test func `the keyboard knows the best mark of each letter`() {
        var game = WordTarget(answer: "erase", language: .english, number: nil)
        _ = heard(&game, "speed")
        #expect(game.letters == ["s": .elsewhere, "p": .absent, "e": .elsewhere, "d": .absent])
        _ = heard(&game, "erase")
        #expect(game.letters["e"] == .right)
    }

    @Test func `a guess keeps the accents that were typed, and is compared without them`() {
        let list = WordList(language: .french, answers: "ecole\n", guesses: "eleve\n")
        var game = WordTarget(answer: "ecole", language: .french, number: 1)
        guard case .marked(let guess, left: 5)? = game.hear(.line("Élève"), at: start, knowing: list).first else {
            Issue.record("no guess")
            return
        }
        #expect(guess.word == "eleve" && guess.shown == "élève")
        #expect(game.hear(.line("eleve"), at: start, knowing: list) == [.refused(.alreadyTried("eleve"))])
        #expect(game.hear(.line("ÜBUNG"), at: start, knowing: list) == [.refused(.notAWord("übung"))])
        #expect(game.letters["e"] == .right && game.letters["é"] == nil)
        #expect(game.shownAnswer == "ecole")
        #expect(game.hear(.line("école"), at: start, knowing: list).last == .solved(guesses: 2))
        #expect(game.result.points == 5 && game.shownAnswer == "école")
    }

    @Test func `a game that an older version stored without accents goes on`() throws {
        let stored = Data(#"{"word":"crane","marks":[0,1,2,0,0]}"#.utf8)
        let guess = try JSONDecoder().decode(WordTarget.Guess.self, from: stored)
        #expect(guess.shown == "crane" && guess.marks.count == 5)
    }

    @Test(arguments: [
        (WordLanguage.english, " Übung", "übung"), (.german, "ÜBUNG", "übung"), (.german, "Café", "café"),
        (.french, "cœur", "coeur"), (.french, "CRANE", "crane"), (.german, "größe", "größe"),
        // What is more than a letter with an accent is not shown.
        (.english, "cra\u{334}\u{335}\u{336}ne", "crane"),
    ])
    func `a word is shown as it was typed, letter by letter`(language: WordLanguage, typed: String, shown: String) {
        #expect(language.spelled(typed) == shown)
    }

    @Test(arguments: [
        (WordLanguage.english, "Café", "cafe"), (.german, "GRÖßE", "größe"), (.german, "GRÖẞE", "größe"),
        (.german, "café", "cafe"),
        (.spanish, "SEÑAL", "señal"), (.spanish, "ÁRBOL", "arbol"), (.spanish, "pingüi", "pingui"),
        (.french, "Été", "ete"), (.french, "cœur", "coeur"), (.french, "leçon", "lecon"),
        (.spanish, "n\u{303}andu", "ñandu"), (.german, "o\u{308}de", "öde"),
    ])
    func `each language decides which letters are others with an accent`(
        language: WordLanguage,
        typed: String,
        folded: String
    ) {
        #expect(language.folded(typed) == folded)
    }
}
