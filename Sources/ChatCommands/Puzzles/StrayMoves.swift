internal import Foundation
internal import GameRooms
internal import Games
internal import NewsModel
internal import Storage

/// Answers a line that nothing understands and that has the shape of a move: of a puzzle that is over, or mistyped.
struct StrayMoves: CommandTopic {
    /// A puzzle that takes no more moves.
    private struct Past {
        var kind: PuzzleKind
        var puzzle: PuzzleName
        /// When it was played last.
        var at: Date
        /// Whether it is over; otherwise only its day is.
        var isOver: Bool
    }

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// So long after it was played, in seconds, a puzzle is meant by a cell of the board.
    private static func span(on traits: NetworkTraits) -> TimeInterval { traits.isSlow ? 3 * 86_400 : 86_400 }

    /// The answer to a line; nil if it is no move.
    ///
    /// - Parameter isNearCommand: a name of a command is so similar that it may be meant.
    func answer(to line: String, isNearCommand: Bool) async throws -> [Answer]? {
        guard isPrivate, services.puzzles != nil, person.profile != nil, let move = move(line) else { return nil }
        let puzzling = try await Puzzling(context)
        let open = try await puzzling.openPlays()
        let hasGrid = open.contains { $0.puzzle.kind == PuzzleKind.sudoku.rawValue && puzzling.isAtHand($0) }
        if case .sudoku(let typed) = move, hasGrid { return try await SudokuGames(context).play(typed) }
        for play in try await past(puzzling, open) {
            if let said = try await answer(move, play, puzzling, isNearCommand: isNearCommand) { return said }
        }
        return nil
    }

    private func move(_ line: String) -> OpenPuzzles.Move? {
        Self.isMistypedCell(line) ? .sudoku(line) : OpenPuzzles(context).move(line)
    }

    /// `e10`, `e47`, `4e 7`, `e4:7`: the letter of a column and one to three digits, the letter first or second.
    static func isMistypedCell(_ line: String) -> Bool {
        let signs = line.lowercased().filter { !$0.isWhitespace && !":;.,-_/".contains($0) }
        guard line.count <= 8, (2...4).contains(signs.count) else { return false }
        let digits = signs.filter { $0.isASCII && $0.isNumber }
        return digits.count == signs.count - 1 && signs.prefix(2).contains(where: SudokuCell.columns.contains)
    }

    /// What was played a while ago and takes no more moves, the newest first.
    private func past(_ puzzling: Puzzling, _ open: [OpenPlay]) async throws -> [Past] {
        let since = time.addingTimeInterval(-Self.span(on: message.traits))
        let ended = try await services.store.endedPlays(of: puzzling.profile.id, since: since).compactMap { play in
            PuzzleKind(rawValue: play.puzzle.kind).map {
                Past(kind: $0, puzzle: play.puzzle, at: play.endedAt, isOver: true)
            }
        }
        let left = open.filter { !puzzling.isAtHand($0) && $0.changedAt >= since }.compactMap { play in
            PuzzleKind(rawValue: play.puzzle.kind).map {
                Past(kind: $0, puzzle: play.puzzle, at: play.changedAt, isOver: false)
            }
        }
        return (ended + left).sorted { $0.at > $1.at }
    }

    private func answer(
        _ move: OpenPuzzles.Move,
        _ past: Past,
        _ puzzling: Puzzling,
        isNearCommand: Bool
    ) async throws -> [Answer]? {
        switch (past.kind, move) {
        case (.sudoku, .sudoku): break
        case (.word, .word(let word)):
            guard isRecent(past), isWord(word, past.puzzle, isNearCommand: isNearCommand) else { return nil }
        case (.bee, .word(let word)):
            guard isRecent(past), !isNearCommand, services.puzzles?.library.bee != nil,
                try await BeeGames(context).isWord(word, of: past.puzzle)
            else { return nil }
        case (.sudoku, .word), (.word, .sudoku), (.bee, .sudoku): return nil
        }
        let number = past.puzzle.number
        guard past.isOver, number == 0 || number >= puzzling.number else {
            return try await puzzling.dayOver(past.kind, numbered: number)
        }
        switch past.kind {
        case .word: return try await WordGames(context).over(past.puzzle)
        case .sudoku: return try await SudokuGames(context).over(past.puzzle)
        case .bee: return try await BeeGames(context).over(past.puzzle)
        }
    }

    /// Whether any word may be meant for it; a cell of a board is no other word.
    private func isRecent(_ past: Past) -> Bool {
        time.timeIntervalSince(past.at) < OpenPuzzles.attention(on: message.traits)
    }

    /// Whether it may be a guess: as many letters of the language as a word has.
    private func isWord(_ typed: String, _ puzzle: PuzzleName, isNearCommand: Bool) -> Bool {
        guard let language = WordLanguage(rawValue: puzzle.language) else { return false }
        let word = language.folded(typed)
        guard word.count == WordList.length, word.allSatisfy(language.alphabet.contains) else { return false }
        return !isNearCommand || services.puzzles?.library.list(language)?.contains(word) == true
    }
}
