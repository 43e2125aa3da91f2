package import Foundation
package import Games
package import NewsModel

/// Moves in puzzles: those of people, and those that rooms play together.
extension GameTables {
    // MARK: - A person's

    /// Makes a move in a person's game and stores it before it is shown.
    package func hear<Played: Puzzle>(
        _ line: String,
        at seat: PuzzleTables.Seat<Played>,
        _ now: Date,
        knowing knowledge: Played.Knowledge
    ) async throws -> PuzzleTables.Move<Played> {
        let turn = Turn.seat(seat.profile, seat.puzzle)
        try await takeTurn(turn)
        defer { giveTurn(turn) }
        return try await seat.move(in: store, at: now) { $0.hear(.line(line), at: now, knowing: knowledge) }
    }

    /// Switches hard mode in a person's word that is not over; returns why it cannot be switched.
    package func setHard(
        _ isHard: Bool,
        at seat: PuzzleTables.Seat<WordTarget>,
        _ now: Date
    ) async throws -> WordTarget.Problem? {
        let turn = Turn.seat(seat.profile, seat.puzzle)
        try await takeTurn(turn)
        defer { giveTurn(turn) }
        let move = try await seat.move(in: store, at: now) { game in
            guard !game.isOver, let problem = game.setHard(isHard) else { return [] }
            return [.refused(problem)]
        }
        guard case .refused(let problem)? = move.actions.first else { return nil }
        return problem
    }

    // MARK: - A room's

    /// A room's word of a day, begun if it was not yet.
    package func word(
        of room: RoomID,
        number: Int,
        in list: WordList,
        at now: Date
    ) async throws -> RoomPuzzles.Table<WordTarget> {
        try await opened(.word, in: room) { try await together.word(of: room, number: number, in: list, at: now) }
    }

    /// A room's bee of a day, begun if it was not yet.
    package func bee(
        of room: RoomID,
        number: Int,
        in words: BeeWords,
        at now: Date
    ) async throws -> RoomPuzzles.Table<SpellingBee> {
        try await opened(.bee, in: room) { try await together.bee(of: room, number: number, in: words, at: now) }
    }

    /// A room's table; the place of one that an older version began is freed.
    private func opened<Played: Puzzle>(
        _ kind: PuzzleKind,
        in room: RoomID,
        _ open: () async throws -> RoomPuzzles.Table<Played>
    ) async throws -> RoomPuzzles.Table<Played> {
        do {
            return try await open()
        } catch let outdated as PuzzleTables.Outdated {
            putDown(kind, in: room.recipient)
            throw outdated
        }
    }

    /// Makes a move in a room's game and stores it before it is shown, unless another game is played there.
    ///
    /// At a word, which has few guesses, nobody moves twice in a row while others play.
    ///
    /// - Parameter player: who moves: an account of theirs, or the host of a guest. It is not stored.
    package func hear<Played: Puzzle>(
        _ line: String,
        by player: String,
        at table: RoomPuzzles.Table<Played>,
        _ now: Date,
        knowing knowledge: Played.Knowledge
    ) async throws -> RoomPuzzles.Move<Played> {
        let (place, key) = (table.room.recipient, table.key)
        try await takeTurn(.place(place))
        defer { giveTurn(.place(place)) }
        if let other = try await goingGame(in: place, day: key.number, besides: key.kind) { return .otherGame(other) }
        let (move, counts) = try await together.move(at: table, by: player, now, inTurns: key.kind == .word) {
            $0.hear(.line(line), at: now, knowing: knowledge)
        }
        if counts, case .made(let game, _) = move {
            going[place] = game.isOver ? nil : GoingPuzzle(kind: key.kind, number: key.number, movedAt: now)
            change.yield()
        }
        return move
    }

    /// Closes a room's game for the day, if the player may; nobody is told its answer.
    package func stop(
        _ kind: PuzzleKind,
        number: Int,
        in room: RoomID,
        by player: QuizMover,
        at now: Date
    ) async throws -> RoomPuzzles.Stop {
        try await takeTurn(.place(room.recipient))
        defer { giveTurn(.place(room.recipient)) }
        let stop = try await together.stop(kind, number: number, in: room, by: player, at: now)
        if stop == .stopped { putDown(kind, in: room.recipient) }
        return stop
    }
}
