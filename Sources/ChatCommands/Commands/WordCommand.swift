internal import GameRooms
internal import Games
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let word = Command(
        name: "word",
        aliases: ["wordle"],
        topic: .playing,
        isConfigured: { $0.puzzles?.library.languages.isEmpty == false },
        shape: .word,
        isGame: true
    ) { context, arguments in
        var arguments = arguments
        if arguments.namesPuzzleTime { return try await Scheduling(context).schedule(.word, &arguments) }
        // Practice, hard mode and languages are a person's own, also where a room plays together.
        if let together = RoomGames(context), arguments.words.count < 2, arguments.first?.keyword != "practice" {
            guard let word = arguments.first else { return try await together.openWord() }
            return try await word.keyword == "letters" ? together.letters() : together.guess(word.text)
        }
        let game = try await WordGames(context)
        guard let first = arguments.first else { return try await game.open() }
        if arguments.words.count == 2 {
            switch first.keyword {
            case "hard": return try await game.setHard(arguments.dropping(1).first)
            case "in": return try await game.setLanguage(arguments.dropping(1).text)
            default: throw context.usageError("word")
            }
        }
        guard arguments.words.count == 1 else { throw context.usageError("word") }
        switch first.keyword {
        case "letters": return try await game.letters()
        case "practice": return try await game.practice()
        // Anything else is a guess, also the name of a command.
        default: return try await game.guess(first.text)
        }
    }
}

extension CommandShape {
    fileprivate static let word = CommandShape { typed in
        guard !typed.arguments.namesPuzzleTime, let first = typed.rest.first else { return true }
        if typed.rest.words.count == 2 { return ["hard", "in"].contains(first.keyword) }
        return typed.rest.isOne("letters", "practice")
            || typed.rest.words.count == 1 && first.text.count == WordList.length
    }
}

extension Arguments {
    /// Whether a puzzle's line names a time; a single word is a guess, even `every`.
    var namesPuzzleTime: Bool {
        guard let first, words.count > 1 else { return false }
        return ["at", "every", "also"].contains(first.keyword) || namesSchedule || beginsWithFrequency
    }
}

/// A person's games with words.
struct WordGames: CommandTopic {
    let context: CommandContext
    private let puzzling: Puzzling
    private let player: GamePlayer
    private let list: WordList

    init(_ context: CommandContext) async throws {
        self.context = context
        puzzling = try await Puzzling(context)
        player = try await context.services.store.gamePlayer(puzzling.profile.id)
        let library = puzzling.tables.library
        let chosen = player.wordLanguage.flatMap(WordLanguage.init(rawValue:)).flatMap(library.list)
        let usual = library.language(for: puzzling.localizer.language).flatMap(library.list)
        guard let list = chosen ?? usual else { throw CommandError.puzzlesOff }
        self.list = list
    }

    private var wording: WordWording { WordWording(localizer: puzzling.localizer, hints: puzzling.hints) }

    /// The day's word; from a room the board comes in private, and the room hears that somebody plays.
    func open() async throws -> [Answer] {
        let seat = try await today()
        return try await puzzling.show(wording.board(seat.game))
            + puzzling.join(seat.puzzle, "puzzle.word.joined", ["number": .number(puzzling.number)])
    }

    func letters() async throws -> [Answer] { puzzling.show(wording.letters(try await current().game)) }

    func practice() async throws -> [Answer] {
        let seat = try await puzzling.tables.practice(
            of: puzzling.profile.id,
            in: list,
            isHard: player.playsHard,
            beginning: true,
            at: time
        )
        return puzzling.show(wording.board(seat.game))
    }

    /// A guess at the word that was opened last.
    func guess(_ word: String) async throws -> [Answer] { try await guess(word, in: try await current()) }

    /// A guess at an older word that is still open.
    func guess(_ word: String, of open: OpenPlay) async throws -> [Answer] {
        guard let language = WordLanguage(rawValue: open.puzzle.language),
            let list = puzzling.tables.library.list(language)
        else { return try await guess(word) }
        return try await guess(word, in: try await seat(open.puzzle.number, in: list), list)
    }

    func setHard(_ word: CommandWord?) async throws -> [Answer] {
        guard let isHard = ["on": true, "off": false][word?.keyword ?? ""] else { throw usageError("word") }
        var player = player
        player.playsHard = isHard
        try await services.store.save(player, of: puzzling.profile.id)
        var problem: WordTarget.Problem?
        _ = try await puzzling.tables.move(in: try await today(), at: time) { game in
            problem = game.isOver ? nil : game.setHard(isHard)
            return []
        }
        let key = problem != nil ? "tooLateForHard" : isHard ? "hardOn" : "hardOff"
        return puzzling.show(puzzling.localizer.richText("puzzle.word.\(key)"))
    }

    func setLanguage(_ typed: String) async throws -> [Answer] {
        let languages = puzzling.tables.library.languages
        let names = languages.map { puzzling.localizer.text("puzzle.language.\($0.rawValue)") }
        let wanted = typed.lowercased()
        let found = languages.indices.first { names[$0].lowercased() == wanted || languages[$0].rawValue == wanted }
        guard let found else {
            let facts: [String: MessageArgument] = [
                "word": .text(String(typed.prefix(20))), "languages": .text(puzzling.localizer.list(names)),
            ]
            return puzzling.show(puzzling.localizer.richText("puzzle.noLanguage", facts))
        }
        var player = player
        player.wordLanguage = languages[found].rawValue
        try await services.store.save(player, of: puzzling.profile.id)
        let facts: [String: MessageArgument] = [
            "language": .text(names[found]), "word": .text(puzzling.hints.typed("word")),
        ]
        return puzzling.show(puzzling.localizer.richText("puzzle.languageSet", facts))
    }

    /// How many guesses were made at today's word.
    func guessesToday() async throws -> Int { try await today().game.guesses.count }

    /// The result of today's word, to be shown to others.
    func shared() async throws -> RichText? {
        let seat = try await today()
        return seat.game.isOver ? wording.shared(seat.game) : nil
    }

    // MARK: - Seats

    private func today() async throws -> PuzzleTables.Seat<WordTarget> {
        try await seat(puzzling.number, in: list)
    }

    /// The word that was played last and is open; otherwise today's.
    private func current() async throws -> PuzzleTables.Seat<WordTarget> {
        let open = try await puzzling.openPlays().first {
            $0.puzzle.kind == PuzzleKind.word.rawValue && $0.puzzle.language == list.language.rawValue
        }
        return try await seat(open?.puzzle.number ?? puzzling.number, in: list)
    }

    private func seat(_ number: Int, in list: WordList) async throws -> PuzzleTables.Seat<WordTarget> {
        let (profile, isHard) = (puzzling.profile.id, player.playsHard)
        guard number > 0 else {
            return try await puzzling.tables.practice(
                of: profile,
                in: list,
                isHard: isHard,
                beginning: false,
                at: time
            )
        }
        return try await puzzling.tables.word(of: profile, number: number, in: list, isHard: isHard, at: time)
    }

    private func guess(
        _ word: String,
        in seat: PuzzleTables.Seat<WordTarget>,
        _ own: WordList? = nil
    ) async throws -> [Answer] {
        let list = own ?? list
        let wasOver = seat.game.isOver
        let move = try await puzzling.tables.move(in: seat, at: time) {
            $0.hear(.line(word), at: time, knowing: list)
        }
        let answers = puzzling.show(wording.answer(move.actions, in: move.game))
        guard move.game.isOver, !wasOver, let number = move.game.number else { return answers }
        let facts: [String: MessageArgument] = [
            "number": .number(number), "n": .number(move.game.guesses.count), "most": .number(WordTarget.mostGuesses),
        ]
        let key = move.game.isSolved ? "puzzle.word.resultSolved" : "puzzle.word.resultMissed"
        return answers + (try await puzzling.tellRooms(of: seat.puzzle, .word, key, facts))
    }
}
