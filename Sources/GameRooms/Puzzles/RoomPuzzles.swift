package import Foundation
package import Games
import NewsModel
import Storage

/// Words and bees that the people of a room play together: anybody's line is the next move.
///
/// A room's puzzles are other ones than those of people, so that nobody reads there what they are still looking for.
/// `GameTables` decides whether a move may be made, and makes them one after the other.
package struct RoomPuzzles: Sendable {
    let store: Store

    /// A game without a move for so long, in seconds, rests: another one may begin.
    ///
    /// Nothing is said about it. A game that was only looked at keeps no other one waiting.
    package static let patience = 1_800.0
    /// How often a move is made again because another one came between.
    private static let mostTries = 8

    /// A room's game as it is stored.
    package struct Table<Played: Puzzle>: Sendable {
        package var game: Played
        var room: RoomID
        var key: PuzzleKey
        var revision: Int
        var players = RoomPlayers()
        /// Whether it was closed for the day before it was over.
        package var isClosed = false
    }

    /// What a line did in a room's game.
    package enum Move<Played: Puzzle>: Sendable {
        case made(Played, [Played.Action])
        /// The player guessed last, and others play: the turn comes again at that time.
        case notYet(Date)
        /// The game was closed for the day.
        case closed
        /// Another game is played in the room.
        case otherGame(GoingGame)
    }

    /// What came of a vote to close a room's game.
    package enum Stop: Hashable, Sendable {
        case stopped
        /// A second player must vote for it, too.
        case needsAnother
        /// Only who plays along may vote.
        case notPlaying
        /// No move was made in it, or it is over.
        case notRunning
    }

    func word(of room: RoomID, number: Int, in list: WordList, at now: Date) async throws -> Table<WordTarget> {
        let key = PuzzleKey(kind: .word, number: number, language: list.language.rawValue)
        return try await table(of: room, key, at: now) { seed in
            let answer = PuzzleCalendar.choice(of: list.answers, number: number, seed: seed) ?? ""
            return WordTarget(answer: answer, language: list.language, number: number)
        }
    }

    func bee(of room: RoomID, number: Int, in words: BeeWords, at now: Date) async throws -> Table<SpellingBee> {
        let key = PuzzleKey(kind: .bee, number: number, language: WordLanguage.english.rawValue)
        return try await table(of: room, key, at: now) { seed in
            let board = PuzzleCalendar.choice(of: words.boards, number: number, seed: seed) ?? ""
            return SpellingBee(board: board, answers: words.answers(on: board), number: number)
        }
    }

    /// Makes a move and stores it; if another one came between, it is made again.
    ///
    /// Returns also whether it counts: what is refused does not.
    ///
    /// - Parameters:
    ///   - player: who moves: an account of theirs, or the host of a guest. It is not stored.
    ///   - inTurns: whether nobody moves twice in a row while others play.
    func move<Played: Puzzle>(
        at table: Table<Played>,
        by player: String,
        _ now: Date,
        inTurns: Bool,
        _ change: @Sendable (inout Played) -> [Played.Action]
    ) async throws -> (move: Move<Played>, counts: Bool) {
        let mover = try await playerNumber(of: player, in: table.room)
        var table = table
        for _ in 0..<Self.mostTries {
            guard !table.isClosed else { return (.closed, false) }
            var next = table
            let actions = change(&next.game)
            if next.game == table.game { return (.made(next.game, actions), false) }
            if inTurns, let opening = table.players.turns.opening(for: mover, at: now) {
                return (.notYet(opening), false)
            }
            next.players.move(mover, at: now)
            if try await save(next, at: now) { return (.made(next.game, actions), true) }
            guard let newer: Table<Played> = try await stored(of: table.room, table.key, at: now) else { break }
            table = newer
        }
        throw StorageError.noRow(table.room, in: "roomPuzzle")
    }

    /// Closes a room's game for the day, if the player may; nobody is told its answer.
    func stop(
        _ kind: PuzzleKind,
        number: Int,
        in room: RoomID,
        by player: QuizMover,
        at now: Date
    ) async throws -> Stop {
        let mover = try await playerNumber(of: player.person, in: room)
        for _ in 0..<Self.mostTries {
            guard let play = try await store.roomPlay(of: kind.rawValue, number: number, in: room), play.hasMoves,
                !play.isEnded
            else { return .notRunning }
            var players = RoomPlayers(encoded: play.turns)
            switch players.vote(mover, isOperator: player.isOperator) {
            case .notPlaying: return .notPlaying
            case .granted:
                try await store.endRoomPlay(of: kind.rawValue, number: number, in: room, at: now)
                return .stopped
            case .needsAnother:
                let isStored = try await store.saveRoomTurns(
                    of: kind.rawValue,
                    number: number,
                    in: room,
                    try players.encoded(),
                    revision: play.revision
                )
                if isStored { return .needsAnother }
            }
        }
        throw StorageError.noRow(room, in: "roomPuzzle")
    }

    /// The number that a player has in a room; nobody can tell the player by it.
    private func playerNumber(of player: String, in room: RoomID) async throws -> UInt64 {
        try await store.puzzleSecret().seed(for: "player \(room.rawValue) \(player)")
    }

    private func table<Played: Puzzle>(
        of room: RoomID,
        _ key: PuzzleKey,
        at now: Date,
        _ new: (UInt64) -> Played
    ) async throws -> Table<Played> {
        if let known: Table<Played> = try await stored(of: room, key, at: now) { return known }
        let seed = try await store.puzzleSecret().seed(for: "room \(room.rawValue) \(key.purpose)")
        // Stored when it is opened: a list that grows would give another word.
        _ = try await save(Table(game: new(seed), room: room, key: key, revision: 0), at: now)
        guard let stored: Table<Played> = try await stored(of: room, key, at: now) else {
            throw StorageError.noRow(room, in: "roomPuzzle")
        }
        return stored
    }

    /// A game that can no longer be read ends, so that another one can begin.
    private func stored<Played: Puzzle>(of room: RoomID, _ key: PuzzleKey, at now: Date) async throws -> Table<Played>?
    {
        guard let play = try await store.roomPlay(of: key.kind.rawValue, number: key.number, in: room) else {
            return nil
        }
        switch SavedGame<Played>.decoded(play.state) {
        case .game(let game):
            return Table(
                game: game,
                room: room,
                key: key,
                revision: play.revision,
                players: RoomPlayers(encoded: play.turns),
                isClosed: play.isEnded && !game.isOver
            )
        case .ended(let result):
            try await store.endRoomPlay(of: key.kind.rawValue, number: key.number, in: room, at: now)
            throw PuzzleTables.Outdated(result: result)
        case .unreadable:
            try await store.endRoomPlay(of: key.kind.rawValue, number: key.number, in: room, at: now)
            throw PuzzleTables.Outdated(result: GameResult(points: 0, isSolved: false, moves: 0, seconds: 0))
        }
    }

    private func save<Played: Puzzle>(_ table: Table<Played>, at now: Date) async throws -> Bool {
        try await store.saveRoomPlay(
            of: table.key.kind.rawValue,
            number: table.key.number,
            in: table.room,
            RoomPlay(
                state: try SavedGame.encoded(table.game),
                revision: table.revision,
                turns: try table.players.encoded()
            ),
            isOver: table.game.isOver,
            at: now
        )
    }
}
