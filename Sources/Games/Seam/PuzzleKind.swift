/// The puzzles of a day.
package enum PuzzleKind: String, Hashable, Sendable, Codable, CaseIterable {
    case word
    case sudoku
    case bee
}

/// One puzzle: everybody who plays it gets the same.
package struct PuzzleKey: Hashable, Sendable, Codable {
    package var kind: PuzzleKind
    /// The civil day, as a number from 1 for 2025-01-01; also the puzzle's number that people see.
    package var number: Int
    /// The language of a word, as `en`; empty where language does not matter.
    package var language: String
    /// The grade of a sudoku; empty elsewhere.
    package var grade: String

    package init(kind: PuzzleKind, number: Int, language: String = "", grade: String = "") {
        self.kind = kind
        self.number = number
        self.language = language
        self.grade = grade
    }

    /// What its content is chosen by, together with the installation's secret.
    ///
    /// The number is not part of a word's purpose: all words of a language are one calendar.
    package var purpose: String {
        switch kind {
        case .word: "word \(language)"
        case .bee: "bee \(language)"
        case .sudoku: "sudoku \(grade) \(number)"
        }
    }
}
