internal import Foundation
internal import GameRooms
internal import Games
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// Words and bees in a room whose people play them together.
///
/// Whoever types a word makes the next move, guests too; a room's game belongs to nobody's scores.
struct RoomGames: CommandTopic {
    let context: CommandContext
    private let here: Room
    private let games: GameTables
    private let library: PuzzleLibrary

    /// Nil in private, and in rooms whose people play by themselves.
    init?(_ context: CommandContext) {
        guard let room = context.room, room.etiquette.playsTogether, let games = context.services.games,
            let puzzles = games.puzzles
        else { return nil }
        self.context = context
        here = room
        self.games = games
        library = puzzles.library
    }

    private var number: Int { PuzzleDay.number(of: time, in: localizer.calendar) }

    /// What stands in the way of a game; nil if it may go on.
    private func refusal(of kind: PuzzleKind) async throws -> [Answer]? {
        try await games.goingGame(in: here.id.recipient, day: number, besides: kind).map(refusal(by:))
    }

    private func refusal(by other: GoingGame) -> [Answer] {
        switch other {
        case .quiz: say("puzzle.together.quizRuns", ["hint": .text(hint("quiz stop"))])
        case .puzzle(let kind): Self.otherGame(kind, context)
        }
    }

    /// The answer to a number behind a game's name; nil for other words.
    private func answer(toNumber typed: CommandWord, of kind: PuzzleKind) async throws -> [Answer]? {
        guard let wanted = Puzzling.number(typed) else { return nil }
        guard wanted != number else { return try await kind == .bee ? openBee() : openWord() }
        var facts = facts(of: kind)
        facts["number"] = .number(number)
        guard kind == .word else { return say("puzzle.together.onlyToday", facts) }
        let own: HintLine = "word \(wanted)"
        facts["private"] = .text(privateHint(own))
        return say("puzzle.together.onlyTodayWord", facts)
    }

    /// Says that another game is played in this room.
    static func otherGame(_ kind: PuzzleKind, _ context: CommandContext) -> [Answer] {
        let facts: [String: MessageArgument] = [
            "game": .text(context.localizer.text("puzzle.kind.\(kind)")),
            "hint": .text(context.hint(HintLine(kind.rawValue))), "stop": .text(context.hint(stopLine(kind))),
            "n": .number(Int(RoomPuzzles.patience) / 60),
        ]
        return context.say("puzzle.together.otherRuns", facts)
    }

    private func show(whole body: RichText) -> [Answer] { [Answer(body: body, isWhole: true)] }

    /// How commands begin here without the bot's name.
    private var prefix: String { here.etiquette.prefix ?? options.prefix }

    // MARK: - Closing a game

    private static let stopWords: Set<String> = ["stop", "end", "cancel", "off"]

    private static func stopLine(_ kind: PuzzleKind) -> HintLine { HintLine(kind.rawValue + " stop") }

    /// Closes the room's game for the day.
    private func stop(_ kind: PuzzleKind) async throws -> [Answer] {
        let mover = await QuizMoves(context).mover()
        let facts = facts(of: kind)
        switch try await games.stop(kind, number: number, in: here.id, by: mover, at: time) {
        case .stopped: return say("puzzle.together.stopped", facts)
        case .needsAnother: return say("puzzle.together.needsAnother", facts)
        case .notPlaying: return say("puzzle.together.notPlaying", facts)
        case .notRunning: return say("puzzle.together.notRunning", facts)
        }
    }

    /// Says that the game of the day was closed.
    private func closed(_ kind: PuzzleKind) -> [Answer] { say("puzzle.together.closed", facts(of: kind)) }

    private func facts(of kind: PuzzleKind) -> [String: MessageArgument] {
        [
            "game": .text(localizer.text("puzzle.kind.\(kind)")), "stop": .text(hint(Self.stopLine(kind))),
            "hint": .text(hint(HintLine(kind.rawValue))), "private": .text(privateHint(HintLine(kind.rawValue))),
        ]
    }

    // MARK: - The word

    /// The room's word; a language that was chosen after it was begun holds from the next word on.
    private func word() async throws -> (RoomPuzzles.Table<WordTarget>, WordList) {
        let chosen = here.etiquette.wordLanguage.flatMap(WordLanguage.init(rawValue:)).flatMap(library.list)
        guard let list = chosen ?? library.language(for: localizer.language).flatMap(library.list) else {
            throw CommandError.puzzlesOff
        }
        let table = try await games.word(of: here.id, number: number, in: list, at: time)
        return (table, library.list(table.game.language) ?? list)
    }

    /// Sets the language of the room's words, which its operators may.
    func setLanguage(_ typed: String) async throws -> [Answer] {
        guard let language = library.language(named: typed, localizer) else {
            return show(PuzzleLibrary.unknown(typed, library.languages, localizer))
        }
        guard await Owners(context).mayChange(here) else {
            throw CommandError.needsOperator(alternative: "")
        }
        var etiquette = here.etiquette
        etiquette.wordLanguage = language.rawValue
        try await services.store.saveEtiquette(etiquette, of: here.id)
        let facts: [String: MessageArgument] = [
            "language": .text(localizer.text("puzzle.language.\(language.rawValue)")), "word": .text(hint("word")),
        ]
        return say("puzzle.languageSetRoom", facts)
    }

    private var wordWording: WordWording {
        WordWording(localizer: localizer, hints: hints, isTogether: true, prefix: prefix)
    }

    func openWord() async throws -> [Answer] {
        if let refusal = try await refusal(of: .word) { return refusal }
        let table = try await word().0
        return table.isClosed ? closed(.word) : show(whole: wordWording.board(table.game))
    }

    func letters() async throws -> [Answer] { show(whole: wordWording.letters(try await word().0.game)) }

    func guess(_ typed: CommandWord) async throws -> [Answer] {
        if let refusal = try await refusal(of: .word) { return refusal }
        if Self.stopWords.contains(typed.keyword) { return try await stop(.word) }
        if let answers = try await answer(toNumber: typed, of: .word) { return answers }
        let (table, list) = try await word()
        switch try await games.hear(typed.text, by: player, at: table, time, knowing: list) {
        case .made(let game, let actions): return show(whole: wordWording.answer(actions, in: game))
        case .notYet(let opening): return othersTurn(until: opening)
        case .closed: return closed(.word)
        case .otherGame(let other): return refusal(by: other)
        }
    }

    /// Who moves, as `QuizPlayer.person`.
    private var player: String { QuizRounds(context).player.person }

    private func othersTurn(until opening: Date) -> [Answer] {
        let span = localizer.duration(max(1, Int(opening.timeIntervalSince(time).rounded(.up))))
        return say("puzzle.together.othersTurn", ["time": .text(span)])
    }

    // MARK: - The bee

    private func bee() async throws -> RoomPuzzles.Table<SpellingBee> {
        guard let words = library.bee else { throw CommandError.puzzlesOff }
        return try await games.bee(of: here.id, number: number, in: words, at: time)
    }

    func openBee() async throws -> [Answer] {
        if let refusal = try await refusal(of: .bee) { return refusal }
        let table = try await bee()
        return table.isClosed ? closed(.bee) : show(whole: beeWording.board(table.game))
    }

    func find(_ typed: CommandWord) async throws -> [Answer] {
        if let refusal = try await refusal(of: .bee) { return refusal }
        if let answers = try await answer(toNumber: typed, of: .bee) { return answers }
        let table = try await bee()
        // A word of the board is a move, also where it would close another game.
        let isWord = table.game.answers.contains(WordLanguage.english.folded(typed.text))
        if !isWord, Self.stopWords.contains(typed.keyword) { return try await stop(.bee) }
        switch try await games.hear(typed.text, by: player, at: table, time, knowing: ()) {
        case .made(let game, let actions): return show(whole: beeWording.answer(actions, in: game))
        case .notYet(let opening): return othersTurn(until: opening)
        case .closed: return closed(.bee)
        case .otherGame(let other): return refusal(by: other)
        }
    }

    private var beeWording: BeeWording { BeeWording(localizer: localizer, together: hints, prefix: prefix) }
}
