internal import GameRooms
internal import Games
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let sudoku = Command(
        name: "sudoku",
        topic: .playing,
        isConfigured: { $0.puzzles != nil },
        shape: .sudoku,
        isGame: true
    ) { context, arguments in
        var arguments = arguments
        if arguments.namesPuzzleTime { return try await Scheduling(context).schedule(.sudoku, &arguments) }
        let game = try await SudokuGames(context)
        guard let first = arguments.first else { return try await game.open(nil) }
        if let grade = SudokuGrade(rawValue: first.keyword) {
            guard arguments.words.count == 1 else { throw context.usageError("sudoku") }
            return try await game.open(grade)
        }
        return try await game.play(arguments.value)
    }
}

extension CommandShape {
    fileprivate static let sudoku = CommandShape { typed in
        guard !typed.arguments.namesPuzzleTime, let first = typed.rest.first else { return true }
        return SudokuGrade(rawValue: first.keyword) != nil || SudokuCell(first.text) != nil
            || ["hint", "check", "undo"].contains(first.keyword)
    }
}

/// A person's sudokus.
struct SudokuGames: CommandTopic {
    let context: CommandContext
    private let puzzling: Puzzling

    init(_ context: CommandContext) async throws {
        self.context = context
        puzzling = try await Puzzling(context)
    }

    private var wording: SudokuWording { SudokuWording(localizer: puzzling.localizer, hints: puzzling.hints) }

    /// Today's grid of a grade; without one the grid that was played last and is open, otherwise today's easy one.
    func open(_ grade: SudokuGrade?) async throws -> [Answer] {
        let seat = try await seat(grade)
        let game = seat.game
        let isNew = game.grid == game.givens
        let body = (isNew ? wording.introduction(game) : RichText()) + wording.board(game, at: time)
        let facts: [String: MessageArgument] = [
            "number": .number(game.number ?? 0), "grade": .text(localizer.text("puzzle.sudoku.grade.\(game.grade)")),
        ]
        return try await puzzling.show(body) + puzzling.join(seat.puzzle, "puzzle.sudoku.joined", facts)
    }

    /// Moves, or a question about the grid that is open.
    func play(_ line: String) async throws -> [Answer] {
        if let problem = SudokuGame.problem(in: line) { return puzzling.show(wording.sentence(problem)) }
        let seat = try await seat(nil)
        let wasOver = seat.game.isOver
        let move = try await puzzling.tables.move(in: seat, at: time) { $0.hear(.line(line), at: time, knowing: ()) }
        let game = move.game
        var body = wording.answer(move.actions, in: game)
        let hasChanged = move.actions.contains { $0.changesBoard }
        if hasChanged {
            // Where each row is a line of its own, the board comes when it is asked for.
            body =
                message.traits.sendsLines && !game.isOver
                ? wording.moved(move.actions, in: game) + body : body + wording.board(game, at: time)
        }
        let answers = puzzling.show(body)
        guard game.isOver, !wasOver, let number = game.number else { return answers }
        let facts: [String: MessageArgument] = [
            "number": .number(number), "grade": .text(wording.name(game.grade)), "n": .number(game.hints),
            "time": .text(puzzling.localizer.duration(game.result.seconds)),
        ]
        let key = game.hints > 0 ? "puzzle.sudoku.resultHints" : "puzzle.sudoku.resultSolved"
        return answers + (try await puzzling.tellRooms(of: seat.puzzle, .sudoku, key, facts))
    }

    /// How many cells of the grid that was played last are empty.
    func emptyCells() async throws -> Int { try await seat(nil).game.emptyCount }

    /// The result of the grid of today that was solved, hardest first, to be shown to others.
    func shared() async throws -> RichText? {
        let scores = try await services.store.puzzleScores(of: puzzling.profile.id)
        let solved = scores.filter {
            $0.puzzle.kind == PuzzleKind.sudoku.rawValue && $0.puzzle.number == puzzling.number
        }
        guard let grade = solved.compactMap({ SudokuGrade(rawValue: $0.puzzle.grade) }).max() else { return nil }
        return wording.shared(try await seat(grade).game)
    }

    private func seat(_ grade: SudokuGrade?) async throws -> PuzzleTables.Seat<SudokuGame> {
        var (number, grade) = (puzzling.number, grade)
        if grade == nil {
            let kind = PuzzleKind.sudoku.rawValue
            if let open = try await puzzling.openPlays().first(where: { $0.puzzle.kind == kind }) {
                grade = SudokuGrade(rawValue: open.puzzle.grade)
                number = open.puzzle.number
            } else {
                // The solved one is shown again rather than another one begun.
                let newest = try await services.store.puzzleScores(of: puzzling.profile.id)
                    .first { $0.puzzle.kind == kind && $0.puzzle.number == number }
                grade = newest.flatMap { SudokuGrade(rawValue: $0.puzzle.grade) }
            }
        }
        return try await puzzling.tables.sudoku(
            of: puzzling.profile.id,
            number: number,
            grade: grade ?? .easy,
            at: time
        )
    }
}

extension SudokuGame.Action {
    fileprivate var changesBoard: Bool {
        switch self {
        case .placed, .cleared, .marked, .clashes, .undone, .solved, .fullButWrong: true
        case .checked, .hint, .noHint, .refused: false
        }
    }
}
