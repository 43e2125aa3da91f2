package import Foundation

/// A word of five letters, to be found in six guesses.
package struct WordTarget: Puzzle {
    package static let version = 1
    package static let mostGuesses = 6

    package struct Guess: Hashable, Sendable, Codable {
        /// As it is compared.
        package var word: String
        package var marks: [LetterMark]
        /// As it was typed; nil where that is `word`.
        private var typed: String?

        package init(word: String, marks: [LetterMark], typed: String? = nil) {
            (self.word, self.marks) = (word, marks)
            self.typed = typed == word ? nil : typed
        }

        /// With the accents that were typed; as many letters as marks.
        package var shown: String { typed ?? word }
    }

    package enum Problem: Hashable, Sendable {
        /// It has so many letters.
        case notFiveLetters(Int)
        /// It has something that is no letter of this language.
        case notLetters(String)
        /// In the spelling that was typed, as is the next.
        case notAWord(String)
        case alreadyTried(String)
        /// In hard mode: this letter belongs at this place, counted from 1.
        case mustKeep(Character, place: Int)
        /// In hard mode: this letter must be in the word.
        case mustUse(Character)
        /// The puzzle is over, so this guess does not count.
        case over(isSolved: Bool)
        /// Guesses were made without it, so hard mode can begin with the next word only.
        case tooLateForHard
    }

    package enum Action: Hashable, Sendable {
        case marked(Guess, left: Int)
        case solved(guesses: Int)
        case missed(answer: String)
        case refused(Problem)
    }

    package let answer: String
    package let language: WordLanguage
    /// The number of the day's puzzle; nil in practice.
    package let number: Int?
    package private(set) var guesses: [Guess] = []
    /// Whether what a guess has shown must be used in the next.
    package private(set) var isHard: Bool
    private var startedAt: Date?
    private var endedAt: Date?

    package init(answer: String, language: WordLanguage, number: Int?, isHard: Bool = false) {
        self.answer = answer
        self.language = language
        self.number = number
        self.isHard = isHard
    }

    package var isSolved: Bool { guesses.last?.word == answer }
    /// The answer as it is shown: in the spelling in which it was found, otherwise in that of the list.
    package var shownAnswer: String { isSolved ? guesses.last?.shown ?? answer : answer }
    package var isOver: Bool { isSolved || guesses.count >= Self.mostGuesses }

    /// A point for each guess that was not needed, and one for the word.
    package var result: GameResult {
        let seconds = startedAt.map { Int((endedAt ?? $0).timeIntervalSince($0)) } ?? 0
        return GameResult(
            points: isSolved ? Self.mostGuesses + 1 - guesses.count : 0,
            isSolved: isSolved,
            moves: guesses.count,
            seconds: max(0, seconds)
        )
    }

    /// Hears a word; reactions and the time mean nothing to it.
    package mutating func hear(_ heard: HeardMove, at now: Date, knowing words: WordList) -> [Action] {
        guard case .line(let line, by: _) = heard else { return [] }
        let word = language.folded(line)
        if let problem = problem(with: word, typed: line, words) { return [.refused(problem)] }
        let guess = Guess(
            word: word,
            marks: LetterMark.marks(of: word, for: answer),
            typed: language.spelled(line)
        )
        startedAt = startedAt ?? now
        guesses.append(guess)
        let marked = Action.marked(guess, left: Self.mostGuesses - guesses.count)
        guard isOver else { return [marked] }
        endedAt = now
        return [marked, isSolved ? .solved(guesses: guesses.count) : .missed(answer: answer)]
    }

    /// Switches hard mode; only before the first guess it can be switched on.
    package mutating func setHard(_ isHard: Bool) -> Problem? {
        if isHard, !guesses.isEmpty, !self.isHard { return .tooLateForHard }
        self.isHard = isHard
        return nil
    }

    /// The best mark of each letter that was tried.
    package var letters: [Character: LetterMark] {
        var letters: [Character: LetterMark] = [:]
        for guess in guesses {
            for (letter, mark) in zip(guess.word, guess.marks) { letters[letter] = max(letters[letter] ?? mark, mark) }
        }
        return letters
    }

    private func problem(with word: String, typed: String, _ words: WordList) -> Problem? {
        if isOver { return .over(isSolved: isSolved) }
        let alphabet = language.alphabet
        if word.contains(where: { !alphabet.contains($0) }) { return .notLetters(typed) }
        if word.count != WordList.length { return .notFiveLetters(word.count) }
        if guesses.contains(where: { $0.word == word }) { return .alreadyTried(language.spelled(typed)) }
        if !words.contains(word) { return .notAWord(language.spelled(typed)) }
        return isHard ? hardProblem(with: word) : nil
    }

    /// The first clue that a guess leaves unused.
    private func hardProblem(with word: String) -> Problem? {
        let letters = Array(word)
        for guess in guesses {
            for (index, (letter, mark)) in zip(guess.word, guess.marks).enumerated()
            where mark == .right && letters[index] != letter {
                return .mustKeep(letter, place: index + 1)
            }
            var needed: [Character: Int] = [:]
            for (letter, mark) in zip(guess.word, guess.marks) where mark != .absent { needed[letter, default: 0] += 1 }
            for letter in guess.word where letters.count(where: { $0 == letter }) < needed[letter] ?? 0 {
                return .mustUse(letter)
            }
        }
        return nil
    }
}
