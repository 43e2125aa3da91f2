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
        if let number = Puzzling.number(first) {
            let words = arguments.words
            if words.count == 1 { return try await game.open(numbered: number, nil) }
            if words.count == 2, let grade = SudokuGrade(rawValue: words[1].keyword) {
                return try await game.open(numbered: number, grade)
            }
        }
        return try await game.play(arguments.value)
    }
}

extension CommandShape {
    fileprivate static let sudoku = CommandShape { typed in
        guard !typed.arguments.namesPuzzleTime, let first = typed.rest.first else { return true }
        let words = typed.rest.words
        if words.count == 2, Puzzling.number(first) != nil { return SudokuGrade(rawValue: words[1].keyword) != nil }
        return SudokuGrade(rawValue: first.keyword) != nil || SudokuCell(first.text) != nil
            || ["hint", "check", "undo"].contains(first.keyword)
            || words.count == 1 && first.text.count < 6 && Int(first.text) != nil
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

    /// Today's grid of a grade; without one the grid of today that was touched last, otherwise today's easy one.
    func open(_ grade: SudokuGrade?) async throws -> [Answer] { try await show(try await seat(grade, isToday: true)) }

    /// A grid of this number that is still open.
    ///
    /// - Parameter grade: nil for the one that was touched last.
    func open(numbered number: Int, _ grade: SudokuGrade?) async throws -> [Answer] {
        let open = try await puzzling.openPlays(.sudoku, numbered: number).map(\.puzzle)
            .first { grade == nil || $0.grade == grade?.rawValue }
        if let open { return try await show(try await seat(of: open)) }
        return number == puzzling.number ? try await self.open(grade) : puzzling.notOpen(.sudoku, numbered: number)
    }

    /// The line that opens a grid of today or an older one.
    func line(to puzzle: PuzzleName) -> HintLine {
        puzzle.number == puzzling.number
            ? "sudoku \(fixed: puzzle.grade)" : "sudoku \(puzzle.number) \(fixed: puzzle.grade)"
    }

    private func show(_ seat: PuzzleTables.Seat<SudokuGame>) async throws -> [Answer] {
        try await puzzling.tables.touch(seat, at: time)
        let game = seat.game
        let isNew = game.grid == game.givens && game.marked.isEmpty
        let body = (isNew ? wording.introduction(game) : RichText()) + wording.board(game, at: time)
        let older = isNew ? try await puzzling.older(.sudoku, besides: game.number ?? 0) : RichText()
        return try await puzzling.show(body + older) + puzzling.join(seat.puzzle, game.name)
    }

    /// Moves, or a question about the grid that is open.
    func play(_ line: String) async throws -> [Answer] {
        if let problem = SudokuGame.problem(in: line) { return puzzling.show(wording.sentence(problem)) }
        let seat = try await seat(nil)
        let wasOver = seat.game.isOver
        let move = try await puzzling.games.hear(line, at: seat, time, knowing: ())
        let game = move.game
        var body = wording.answer(move.actions, in: game)
        let hasChanged = move.actions.contains { $0.changesBoard }
        if hasChanged {
            // Where each row is a line of its own, the board comes when it is asked for.
            body =
                message.traits.sendsLines && !game.isOver
                ? wording.moved(move.actions, in: game) + body : body + wording.board(game, at: time)
        }
        if move.actions == [.refused(.over)] { body = body + (try await next(after: game.grade)) }
        let answers = puzzling.show(body)
        guard game.isOver, !wasOver else { return answers }
        return answers + (try await puzzling.tellRooms(of: seat.puzzle, game.name, game.result))
    }

    /// What is said to a move in a grid that is solved.
    func over(_ puzzle: PuzzleName) async throws -> [Answer] {
        let grade = SudokuGrade(rawValue: puzzle.grade) ?? .easy
        return try await puzzling.show(wording.sentence(.over) + next(after: grade))
    }

    /// Names the next grid of today that is not solved, harder ones first; empty if all are.
    private func next(after solved: SudokuGrade) async throws -> RichText {
        let done = try await services.store.puzzleScores(of: puzzling.profile.id).map(\.puzzle)
            .filter { $0.kind == PuzzleKind.sudoku.rawValue && $0.number == puzzling.number }.map(\.grade)
        let grades = SudokuGrade.allCases.filter { $0 > solved } + SudokuGrade.allCases.filter { $0 < solved }
        guard let next = grades.first(where: { !done.contains($0.rawValue) }) else { return RichText() }
        let line: HintLine = "sudoku \(fixed: next.rawValue)"
        let facts: [String: MessageArgument] = ["hint": .text(puzzling.hints.typed(line))]
        return RichText([.footer(puzzling.localizer.spans("puzzle.sudoku.next", facts))])
    }

    /// How many cells of a grid that was begun are empty.
    func emptyCells(of open: OpenPlay) async throws -> Int { try await seat(of: open.puzzle).game.emptyCount }

    /// The result of the grid of today that was solved, hardest first, to be shown to others.
    func shared() async throws -> RichText? {
        let scores = try await services.store.puzzleScores(of: puzzling.profile.id)
        let solved = scores.filter {
            $0.puzzle.kind == PuzzleKind.sudoku.rawValue && $0.puzzle.number == puzzling.number
        }
        guard let grade = solved.compactMap({ SudokuGrade(rawValue: $0.puzzle.grade) }).max() else { return nil }
        return wording.shared(try await seat(grade).game)
    }

    private func seat(of puzzle: PuzzleName) async throws -> PuzzleTables.Seat<SudokuGame> {
        try await puzzling.tables.sudoku(
            of: puzzling.profile.id,
            number: puzzle.number,
            grade: SudokuGrade(rawValue: puzzle.grade) ?? .easy,
            at: time
        )
    }

    /// - Parameter isToday: whether an older grid that was touched a moment ago is not meant.
    private func seat(_ grade: SudokuGrade?, isToday: Bool = false) async throws -> PuzzleTables.Seat<SudokuGame> {
        var grade = grade
        let number = puzzling.number
        if grade == nil {
            let kind = PuzzleKind.sudoku.rawValue
            let open = try await puzzling.openPlays()
                .first { $0.puzzle.kind == kind && puzzling.isAtHand($0) && (!isToday || $0.puzzle.number >= number) }
            if let open {
                return try await seat(of: open.puzzle)
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

extension SudokuGame {
    fileprivate var name: PuzzleName {
        PuzzleName(kind: PuzzleKind.sudoku.rawValue, number: number ?? 0, grade: grade.rawValue)
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
