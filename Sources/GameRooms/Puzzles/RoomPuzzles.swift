package import Foundation
package import Games
package import NewsModel
package import Storage

/// Words and bees that the people of a room play together: anybody's line is the next move.
///
/// A room's puzzles are other ones than those of people, so that nobody reads there what they are still looking for.
package struct RoomPuzzles: Sendable {
    private let store: Store

    package init(store: Store) { self.store = store }

    /// A game without a move for so long, in seconds, rests: another one may begin.
    ///
    /// Nothing is said about it.
    package static let patience = 1_800.0
    /// How often a move is made again because another one came between.
    private static let mostTries = 8

    /// A room's game as it is stored.
    package struct Table<Played: Puzzle>: Sendable {
        package var game: Played
        var room: RoomID
        var key: PuzzleKey
        var revision: Int
        /// Whose turn it is; only at a word, which has few guesses.
        var turns = GuessTurns()
    }

    /// What a guess at a room's word did.
    package enum Guess: Sendable {
        case made(WordTarget, [WordTarget.Action])
        /// The player guessed last, and others play: the turn comes again at that time.
        case notYet(Date)
    }

    package func word(of room: RoomID, number: Int, in list: WordList, at now: Date) async throws -> Table<WordTarget> {
        let key = PuzzleKey(kind: .word, number: number, language: list.language.rawValue)
        return try await table(of: room, key, at: now) { seed in
            let answer = PuzzleCalendar.choice(of: list.answers, number: number, seed: seed) ?? ""
            return WordTarget(answer: answer, language: list.language, number: number)
        }
    }

    package func bee(of room: RoomID, number: Int, in words: BeeWords, at now: Date) async throws -> Table<SpellingBee>
    {
        let key = PuzzleKey(kind: .bee, number: number, language: WordLanguage.english.rawValue)
        return try await table(of: room, key, at: now) { seed in
            let board = PuzzleCalendar.choice(of: words.boards, number: number, seed: seed) ?? ""
            return SpellingBee(board: board, answers: words.answers(on: board), number: number)
        }
    }

    /// The game that goes on in a room.
    package func going(in room: RoomID, at now: Date) async throws -> PuzzleKind? {
        try await store.openRoomPlay(in: room.recipient, since: now - Self.patience).flatMap(PuzzleKind.init)
    }

    /// Makes a guess at a word and stores it, if it is the player's turn.
    ///
    /// - Parameter player: who guesses: an account of theirs, or the host of a guest. It is not stored.
    package func guess(
        _ line: String,
        by player: String,
        at table: Table<WordTarget>,
        _ now: Date,
        knowing words: WordList
    ) async throws -> Guess {
        let number = try await store.puzzleSecret().seed(for: "player \(table.room.rawValue) \(player)")
        var table = table
        for _ in 0..<Self.mostTries {
            var next = table
            let actions = next.game.hear(.line(line), at: now, knowing: words)
            if next.game == table.game { return .made(next.game, actions) }
            if let opening = table.turns.opening(for: number, at: now) { return .notYet(opening) }
            next.turns.take(number, at: now)
            if try await save(next, at: now) { return .made(next.game, actions) }
            guard let newer: Table<WordTarget> = try await stored(of: table.room, table.key, at: now) else { break }
            table = newer
        }
        throw StorageError.noSuchRow(table: "roomPuzzle", id: table.room.rawValue)
    }

    /// Makes a move and stores it; of two at once, one is made after the other.
    package func move<Played: Puzzle>(
        at table: Table<Played>,
        _ now: Date,
        _ change: (inout Played) -> [Played.Action]
    ) async throws -> (game: Played, actions: [Played.Action]) {
        var table = table
        for _ in 0..<Self.mostTries {
            var next = table
            let actions = change(&next.game)
            if next.game == table.game { return (next.game, actions) }
            if try await save(next, at: now) { return (next.game, actions) }
            guard let newer: Table<Played> = try await stored(of: table.room, table.key, at: now) else { break }
            table = newer
        }
        throw StorageError.noSuchRow(table: "roomPuzzle", id: table.room.rawValue)
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
            throw StorageError.noSuchRow(table: "roomPuzzle", id: room.rawValue)
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
            let turns = play.turns.flatMap { try? JSONDecoder().decode(GuessTurns.self, from: Data($0.utf8)) }
            return Table(game: game, room: room, key: key, revision: play.revision, turns: turns ?? GuessTurns())
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
                turns: String(decoding: try JSONEncoder().encode(table.turns), as: UTF8.self)
            ),
            isOver: table.game.isOver,
            at: now
        )
    }
}
