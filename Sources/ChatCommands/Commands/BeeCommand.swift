internal import GameRooms
internal import Games
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let bee = Command(
        name: "bee",
        topic: .playing,
        isConfigured: { $0.puzzles?.library.bee != nil },
        shape: CommandShape { typed in
            typed.namesTime(allowsAnyNumber: false) ?? (typed.rest.words.count <= 1 && !typed.rest.isProse)
        },
        isGame: true
    ) { context, arguments in
        var arguments = arguments
        if arguments.namesPuzzleTime { return try await Scheduling(context).schedule(.bee, &arguments) }
        guard arguments.words.count <= 1 else { throw context.usageError("bee") }
        if let together = RoomGames(context) {
            guard let word = arguments.first else { return try await together.openBee() }
            return try await together.find(word)
        }
        let game = try await BeeGames(context)
        guard let word = arguments.first else { return try await game.open() }
        return try await game.play(word.text)
    }
}

/// A person's spelling bees.
struct BeeGames: CommandTopic {
    let context: CommandContext
    private let puzzling: Puzzling
    private let words: BeeWords

    init(_ context: CommandContext) async throws {
        self.context = context
        puzzling = try await Puzzling(context)
        guard let words = puzzling.tables.library.bee else { throw CommandError.puzzlesOff }
        self.words = words
    }

    private var wording: BeeWording { BeeWording(localizer: puzzling.localizer) }

    func open() async throws -> [Answer] {
        let seat = try await seat(puzzling.number)
        try await puzzling.tables.touch(seat, at: time)
        return try await puzzling.show(wording.board(seat.game)) + puzzling.join(seat.puzzle, seat.game.name)
    }

    func play(_ word: String, of open: OpenPlay? = nil) async throws -> [Answer] {
        let seat = try await seat(open?.puzzle.number ?? puzzling.number)
        let move = try await puzzling.games.hear(word, at: seat, time, knowing: ())
        let answers = puzzling.show(wording.answer(move.actions, in: move.game))
        // A room hears of it once, when the bee is solved; there are more words to find.
        guard move.game.result.isSolved, move.actions.contains(.reached(move.game.rank)) else { return answers }
        return answers + (try await puzzling.tellRooms(of: seat.puzzle, move.game.name, move.game.result))
    }

    /// Whether a word is made of the letters of a bee that was opened.
    func isWord(_ word: String, of puzzle: PuzzleName) async throws -> Bool {
        let letters = WordLanguage.english.folded(word)
        let board = try await seat(puzzle.number).game.board
        return letters.count >= SpellingBee.leastLetters && Set(letters).isSubset(of: board)
    }

    /// What is said to a word in a bee of which every word is found.
    func over(_ puzzle: PuzzleName) async throws -> [Answer] {
        let game = try await seat(puzzle.number).game
        return puzzling.show(wording.answer([.refused(.over)], in: game))
    }

    private func seat(_ number: Int) async throws -> PuzzleTables.Seat<SpellingBee> {
        try await puzzling.tables.bee(of: puzzling.profile.id, number: number, in: words, at: time)
    }
}

extension SpellingBee {
    fileprivate var name: PuzzleName {
        PuzzleName(kind: PuzzleKind.bee.rawValue, number: number ?? 0, language: WordLanguage.english.rawValue)
    }
}
