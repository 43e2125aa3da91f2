package import Foundation
package import Games
package import NewsModel
package import Storage

/// Seats people at the puzzles of the day; the database holds every game.
///
/// Their moves are made by `GameTables`.
package struct PuzzleTables: Sendable {
    package let library: PuzzleLibrary
    let store: Store
    let grids = GridMaking()

    package init(store: Store, library: PuzzleLibrary) {
        self.store = store
        self.library = library
    }

    /// A game with the place where it is stored.
    package struct Seat<Played: Puzzle>: Sendable {
        package var puzzle: PuzzleID
        package var profile: ProfileID
        package var game: Played
        /// 0 before the game is stored.
        var revision: Int
    }

    /// What a move did.
    package struct Move<Played: Puzzle>: Sendable {
        package var game: Played
        package var actions: [Played.Action]
    }

    /// A stored game that only an older version could go on with; what was reached in it counts.
    package struct Outdated: UserFacingError, Hashable {
        package var result: GameResult

        package var message: LocalizedMessage {
            LocalizedMessage("puzzle.outdated", ["points": .number(result.points)])
        }
    }

    /// Five years: no word comes again sooner.
    private static let daysWithoutRepeat = 1_827

    // MARK: - Games

    /// A person's game with the day's word.
    package func word(
        of profile: ProfileID,
        number: Int,
        in list: WordList,
        isHard: Bool = false,
        at now: Date
    ) async throws -> Seat<WordTarget> {
        let key = PuzzleKey(kind: .word, number: number, language: list.language.rawValue)
        let puzzle = try await puzzle(key) { seed in
            // A list that was changed makes another calendar; what was found in the old one does not come again.
            let days = number - Self.daysWithoutRepeat...number + Self.daysWithoutRepeat
            let chosen = try await store.puzzleContents(of: key.kind.rawValue, language: key.language, numbers: days)
            return PuzzleCalendar.choice(of: list.answers, number: number, seed: seed, besides: Set(chosen)) ?? ""
        }
        return try await seat(profile, puzzle, at: now) {
            WordTarget(answer: puzzle.content, language: list.language, number: number, isHard: isHard)
        }
    }

    /// A person's practice; a new word if the last is over or another is wanted.
    package func practice(
        of profile: ProfileID,
        in list: WordList,
        isHard: Bool = false,
        beginning isNew: Bool,
        at now: Date
    ) async throws -> Seat<WordTarget> {
        let key = PuzzleKey(kind: .word, number: 0, language: list.language.rawValue)
        let puzzle = try await puzzle(key) { _ in "" }
        let new = WordTarget(
            answer: list.answers.randomElement() ?? "",
            language: list.language,
            number: nil,
            isHard: isHard
        )
        do {
            let found: Seat<WordTarget> = try await seat(profile, puzzle, at: now) { new }
            guard isNew || found.game.isOver, found.game != new else { return found }
        } catch is Outdated {
            // Nothing of practice counts, so another word begins.
        }
        return try await stored(Seat(puzzle: puzzle.id, profile: profile, game: new, revision: 0), at: now)
    }

    package func bee(
        of profile: ProfileID,
        number: Int,
        in words: BeeWords,
        at now: Date
    ) async throws -> Seat<SpellingBee> {
        let key = PuzzleKey(kind: .bee, number: number, language: WordLanguage.english.rawValue)
        let puzzle = try await puzzle(key) { seed in
            PuzzleCalendar.choice(of: words.boards, number: number, seed: seed) ?? ""
        }
        return try await seat(profile, puzzle, at: now) {
            SpellingBee(board: puzzle.content, answers: words.answers(on: puzzle.content), number: number)
        }
    }

    /// Makes a game the one that bare moves are meant for.
    package func touch<Played: Puzzle>(_ seat: Seat<Played>, at now: Date) async throws {
        try await store.touchPlay(of: seat.profile, in: seat.puzzle, at: now)
    }

    // MARK: - Seats

    func puzzle(_ key: PuzzleKey, _ content: (UInt64) async throws -> String) async throws -> StoredPuzzle {
        let name = PuzzleName(key)
        if let known = try await store.puzzle(name) { return known }
        let seed = try await store.puzzleSecret().seed(for: key.purpose)
        return try await store.keepPuzzle(name, content: try await content(seed))
    }

    func seat<Played: Puzzle>(
        _ profile: ProfileID,
        _ puzzle: StoredPuzzle,
        at now: Date,
        _ new: () -> Played
    ) async throws -> Seat<Played> {
        guard let play = try await store.play(of: profile, in: puzzle.id) else {
            return try await stored(Seat(puzzle: puzzle.id, profile: profile, game: new(), revision: 0), at: now)
        }
        switch SavedGame<Played>.decoded(play.state) {
        case .game(let game):
            return Seat(puzzle: puzzle.id, profile: profile, game: game, revision: play.revision)
        case .ended(let result):
            let score = StoredScore(result)
            try await store.endPlay(of: profile, in: puzzle.id, score: score, at: play.endedAt ?? now)
            throw Outdated(result: result)
        case .unreadable:
            try await store.endPlay(of: profile, in: puzzle.id, score: nil, at: play.endedAt ?? now)
            throw Outdated(result: GameResult(points: 0, isSolved: false, moves: 0, seconds: 0))
        }
    }

    /// A new game is stored when it is opened, so that what is typed next is known to be for it.
    private func stored<Played: Puzzle>(_ seat: Seat<Played>, at now: Date) async throws -> Seat<Played> {
        _ = try await seat.save(in: store, at: now)
        try await touch(seat, at: now)
        guard let play = try await store.play(of: seat.profile, in: seat.puzzle),
            case .game(let game) = SavedGame<Played>.decoded(play.state)
        else { throw StorageError.noRow(seat.puzzle, in: "puzzlePlay") }
        return Seat(puzzle: seat.puzzle, profile: seat.profile, game: game, revision: play.revision)
    }
}

extension PuzzleTables.Seat {
    /// How often a move is made again because another one came between.
    private static var mostTries: Int { 4 }

    /// Makes a move and stores it; if another one came between, it is made again.
    func move(
        in store: Store,
        at now: Date,
        _ change: @Sendable (inout Played) -> [Played.Action]
    ) async throws -> PuzzleTables.Move<Played> {
        var seat = self
        for _ in 0..<Self.mostTries {
            var next = seat
            let actions = change(&next.game)
            guard next.game != seat.game else { return PuzzleTables.Move(game: next.game, actions: actions) }
            if try await next.save(in: store, at: now) { return PuzzleTables.Move(game: next.game, actions: actions) }
            guard let play = try await store.play(of: profile, in: puzzle),
                case .game(let stored) = SavedGame<Played>.decoded(play.state)
            else { break }
            seat.game = stored
            seat.revision = play.revision
        }
        throw StorageError.noRow(puzzle, in: "puzzlePlay")
    }

    /// False if the game has changed since its revision.
    func save(in store: Store, at now: Date) async throws -> Bool {
        let result = game.result
        let counts = game.isOver || result.points > 0
        return try await store.savePlay(
            of: profile,
            in: puzzle,
            state: try SavedGame.encoded(game),
            revision: revision,
            isOver: game.isOver,
            score: counts ? StoredScore(result) : nil,
            at: now
        )
    }
}

extension StoredScore {
    package init(_ result: GameResult) {
        self.init(
            points: result.points,
            common: result.common,
            isSolved: result.isSolved,
            moves: result.moves,
            hints: result.hints,
            seconds: result.seconds
        )
    }
}

extension PuzzleName {
    package init(_ key: PuzzleKey) {
        self.init(kind: key.kind.rawValue, number: key.number, language: key.language, grade: key.grade)
    }
}
