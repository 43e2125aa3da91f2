internal import GameRooms
internal import Games
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// Says how far somebody is in the puzzles of a kind: those of today, and older ones and practice that are open.
struct PuzzleStates: CommandTopic {
    let context: CommandContext
    let puzzling: Puzzling
    /// What was reached, the newest first.
    let scores: [PuzzleScore]
    /// What is open, the one touched last first.
    let open: [OpenPlay]

    /// Each puzzle with its language or grade, and the line that opens it; how to begin where none of today is begun.
    func states(of kind: PuzzleKind) async throws -> [String] {
        let begun = open.filter { $0.puzzle.kind == kind.rawValue && goesOn($0.puzzle, kind) }
        let done = scores.filter { score in
            score.puzzle.kind == kind.rawValue && score.puzzle.number == puzzling.number
                && !begun.contains { $0.puzzle == score.puzzle }
        }
        let (current, older) = (begun.filter(isOfToday), begun.filter { !isOfToday($0) })
        var states: [String?] = done.reversed().map(result)
        for play in current { states.append(try await progress(of: play, kind)) }
        states.append(try await notBegun(kind, besides: done.map(\.puzzle) + current.map(\.puzzle)))
        for play in older { states.append(try await progress(of: play, kind)) }
        return states.compactMap(\.self)
    }

    private func isOfToday(_ play: OpenPlay) -> Bool { play.puzzle.number == puzzling.number }

    /// A bee goes on on its own day alone.
    private func goesOn(_ puzzle: PuzzleName, _ kind: PuzzleKind) -> Bool {
        kind != .bee || puzzle.number == puzzling.number
    }

    /// How to begin: today's puzzle, or the word in the chosen language where only other ones were begun.
    private func notBegun(_ kind: PuzzleKind, besides today: [PuzzleName]) async throws -> String? {
        let facts: [String: MessageArgument] = ["hint": .text(puzzling.hints.typed(HintLine(kind.rawValue)))]
        guard !today.isEmpty else { return text("open", facts) }
        guard kind == .word else { return nil }
        let language = try await WordGames(context).language.rawValue
        guard !today.contains(where: { $0.language == language }) else { return nil }
        let puzzle = PuzzleName(kind: kind.rawValue, number: puzzling.number, language: language)
        return named(puzzle, text("open", facts))
    }

    /// How far a puzzle is that was begun; nil if it cannot go on.
    private func progress(of play: OpenPlay, _ kind: PuzzleKind) async throws -> String? {
        do {
            switch kind {
            case .word:
                let games = try await WordGames(context)
                guard let guesses = try await games.guesses(at: play) else { return nil }
                let facts: [String: MessageArgument] = [
                    "n": .number(guesses), "most": .number(WordTarget.mostGuesses),
                    "hint": .text(puzzling.hints.typed(games.line(to: play.puzzle))),
                ]
                return named(play.puzzle, text("wordBegun", facts))
            case .sudoku:
                let games = try await SudokuGames(context)
                let facts: [String: MessageArgument] = [
                    "n": .number(try await games.emptyCells(of: play)),
                    "hint": .text(puzzling.hints.typed(games.line(to: play.puzzle))),
                ]
                return named(play.puzzle, text("sudokuBegun", facts))
            case .bee:
                var facts: [String: MessageArgument] = ["hint": .text(puzzling.hints.typed("bee"))]
                guard let score = scores.first(where: { $0.puzzle == play.puzzle })?.score else {
                    return text("begun", facts)
                }
                facts["n"] = .number(score.moves)
                facts["points"] = .number(score.points)
                return text("beeBegun", facts)
            }
        } catch is PuzzleTables.Outdated {
            return nil
        }
    }

    /// What was reached in a puzzle of today.
    private func result(_ score: PuzzleScore) -> String {
        let localizer = puzzling.localizer
        switch PuzzleKind(rawValue: score.puzzle.kind) {
        case .word:
            guard score.score.isSolved else { return named(score.puzzle, text("wordLost")) }
            let facts: [String: MessageArgument] = [
                "n": .number(score.score.moves), "most": .number(WordTarget.mostGuesses),
            ]
            return named(score.puzzle, text("wordDone", facts))
        case .sudoku:
            let grade = localizer.text("puzzle.sudoku.grade.\(score.puzzle.grade)")
            let span = localizer.duration(score.score.seconds)
            return text("sudokuDone", ["grade": .text(grade), "time": .text(span)])
        case .bee, nil:
            return text("beeDone", ["n": .number(score.score.moves), "points": .number(score.score.points)])
        }
    }

    /// The line of a puzzle: its language or grade, its number if it is not today's, or practice, and its state.
    private func named(_ puzzle: PuzzleName, _ state: String) -> String {
        let localizer = puzzling.localizer
        let which =
            puzzle.grade.isEmpty
            ? localizer.text("puzzle.language.\(puzzle.language)")
            : localizer.text("puzzle.sudoku.grade.\(puzzle.grade)")
        var facts: [String: MessageArgument] = ["which": .text(which), "state": .text(state)]
        guard puzzle.number != puzzling.number else { return text("named", facts) }
        guard puzzle.number > 0 else { return text("practice", facts) }
        facts["number"] = .number(puzzle.number)
        return text("numbered", facts)
    }

    private func text(_ key: String, _ facts: [String: MessageArgument] = [:]) -> String {
        puzzling.localizer.text("puzzle.games.\(key)", facts)
    }
}
