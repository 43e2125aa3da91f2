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
        // Practice and hard mode are a person's own, also where a room plays together.
        if let together = RoomGames(context), arguments.words.count == 2, arguments.first?.keyword == "in" {
            return try await together.setLanguage(arguments.dropping(1).text)
        }
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
        default:
            if let older = try await game.open(numbered: first.text) { return older }
            return try await game.guess(first.text)
        }
    }
}

extension CommandShape {
    fileprivate static let word = CommandShape { typed in
        guard !typed.arguments.namesPuzzleTime, let first = typed.rest.first else { return true }
        if typed.rest.words.count == 2 { return ["hard", "in"].contains(first.keyword) }
        return typed.rest.isOne("letters", "practice")
            || typed.rest.words.count == 1 && (first.text.count == WordList.length || Int(first.text) != nil)
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
        try await puzzling.tables.touch(seat, at: time)
        let body = try await wording.board(seat.game) + puzzling.older(.word, besides: puzzling.number)
        return try await puzzling.show(body) + puzzling.join(seat.puzzle, seat.game.name)
    }

    /// An older word that is still open; nil if there is none of this number.
    func open(numbered typed: String) async throws -> [Answer]? {
        guard let open = try await puzzling.openPlay(.word, numbered: typed), let list = words(of: open.puzzle) else {
            return nil
        }
        let seat = try await seat(open.puzzle.number, in: list)
        try await puzzling.tables.touch(seat, at: time)
        return puzzling.show(wording.board(seat.game))
    }

    private func words(of puzzle: PuzzleName) -> WordList? {
        WordLanguage(rawValue: puzzle.language).flatMap(puzzling.tables.library.list)
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

    /// A guess at the word that was touched last.
    func guess(_ word: String) async throws -> [Answer] { try await guess(word, in: try await current()) }

    /// A guess at a certain word that is still open.
    func guess(_ word: String, of open: OpenPlay) async throws -> [Answer] {
        guard let list = words(of: open.puzzle) else { return try await guess(word) }
        return try await guess(word, in: try await seat(open.puzzle.number, in: list), list)
    }

    func setHard(_ word: CommandWord?) async throws -> [Answer] {
        guard let isHard = ["on": true, "off": false][word?.keyword ?? ""] else { throw usageError("word") }
        var player = player
        player.playsHard = isHard
        try await services.store.save(player, of: puzzling.profile.id)
        await Undoing(puzzling.context).note("word hard \(isHard ? "on" : "off")", undo: nil)
        var problem: WordTarget.Problem?
        // Only a word that was begun: setting this begins none.
        if try await begun() != nil {
            _ = try await puzzling.tables.move(in: try await today(), at: time) { game in
                problem = game.isOver ? nil : game.setHard(isHard)
                return []
            }
        }
        let key = problem != nil ? "tooLateForHard" : isHard ? "hardOn" : "hardOff"
        return puzzling.show(puzzling.localizer.richText("puzzle.word.\(key)"))
    }

    func setLanguage(_ typed: String) async throws -> [Answer] {
        let library = puzzling.tables.library
        guard let language = library.language(named: typed, puzzling.localizer) else {
            return puzzling.show(PuzzleLibrary.unknown(typed, library.languages, puzzling.localizer))
        }
        var player = player
        player.wordLanguage = language.rawValue
        try await services.store.save(player, of: puzzling.profile.id)
        let facts: [String: MessageArgument] = [
            "language": .text(puzzling.localizer.text("puzzle.language.\(language.rawValue)")),
            "word": .text(puzzling.hints.typed("word")),
        ]
        return puzzling.show(puzzling.localizer.richText("puzzle.languageSet", facts))
    }

    /// How many guesses were made at a word that was begun.
    func guesses(at open: OpenPlay) async throws -> Int? {
        guard let list = words(of: open.puzzle) else { return nil }
        return try await seat(open.puzzle.number, in: list).game.guesses.count
    }

    /// The result of today's word, to be shown to others: the one in the chosen language, or else the newest.
    func shared() async throws -> RichText? {
        let done = try await services.store.puzzleScores(of: puzzling.profile.id).map(\.puzzle)
            .filter { $0.kind == PuzzleKind.word.rawValue && $0.number == puzzling.number }
        guard let puzzle = done.first(where: { $0.language == list.language.rawValue }) ?? done.first,
            let words = self.words(of: puzzle)
        else { return nil }
        return wording.shared(try await seat(puzzle.number, in: words).game)
    }

    // MARK: - Seats

    private func today() async throws -> PuzzleTables.Seat<WordTarget> {
        try await seat(puzzling.number, in: list)
    }

    /// Today's word in the chosen language, if it was begun and is open.
    private func begun() async throws -> OpenPlay? {
        try await puzzling.openPlays().first {
            $0.puzzle.kind == PuzzleKind.word.rawValue && $0.puzzle.number == puzzling.number
                && $0.puzzle.language == list.language.rawValue
        }
    }

    /// The word that was touched last and is open; otherwise today's.
    private func current() async throws -> PuzzleTables.Seat<WordTarget> {
        let open = try await puzzling.openPlays().first {
            $0.puzzle.kind == PuzzleKind.word.rawValue && $0.puzzle.language == list.language.rawValue
                && puzzling.isAtHand($0)
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
        guard move.game.isOver, !wasOver, move.game.number != nil else { return answers }
        return answers + (try await puzzling.tellRooms(of: seat.puzzle, move.game.name, move.game.result))
    }
}

extension WordTarget {
    /// 0 is practice.
    fileprivate var name: PuzzleName {
        PuzzleName(kind: PuzzleKind.word.rawValue, number: number ?? 0, language: language.rawValue)
    }
}
