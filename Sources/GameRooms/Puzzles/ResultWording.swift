import Games
package import Localization
package import NewsModel
package import Storage

/// Words for a room who plays a puzzle and what they reached, without a letter or digit of it.
package struct ResultWording: Sendable {
    private let localizer: Localizer
    private let traits: NetworkTraits

    package init(localizer: Localizer, traits: NetworkTraits) {
        self.localizer = localizer
        self.traits = traits
    }

    /// That somebody has begun.
    package func joined(_ puzzle: PuzzleName, by name: String) -> RichText? {
        guard PuzzleKind(rawValue: puzzle.kind) != nil else { return nil }
        return localizer.richText("puzzle.\(puzzle.kind).joined", facts(puzzle, name))
    }

    /// What somebody reached; nil if it is not told.
    package func result(_ puzzle: PuzzleName, _ score: StoredScore, of name: String) -> RichText? {
        var facts = facts(puzzle, name)
        switch PuzzleKind(rawValue: puzzle.kind) {
        case .word:
            facts["n"] = .number(score.moves)
            facts["most"] = .number(WordTarget.mostGuesses)
            return localizer.richText(score.isSolved ? "puzzle.word.resultSolved" : "puzzle.word.resultMissed", facts)
        case .sudoku:
            facts["n"] = .number(score.hints)
            facts["time"] = .text(localizer.duration(score.seconds))
            let key = score.hints > 0 ? "puzzle.sudoku.resultHints" : "puzzle.sudoku.resultSolved"
            return localizer.richText(key, facts)
        case .bee:
            facts["n"] = .number(score.moves)
            facts["points"] = .number(score.points)
            return score.isSolved ? localizer.richText("puzzle.bee.result", facts) : nil
        case nil: return nil
        }
    }

    private func facts(_ puzzle: PuzzleName, _ name: String) -> [String: MessageArgument] {
        [
            "name": .text(traits.quiet(name)), "number": .number(puzzle.number),
            "grade": .text(puzzle.grade.isEmpty ? "" : localizer.text("puzzle.sudoku.grade.\(puzzle.grade)")),
        ]
    }
}
