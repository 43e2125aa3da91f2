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
    private let puzzles: PuzzleTables

    /// Nil in private, and in rooms whose people play by themselves.
    init?(_ context: CommandContext) {
        guard let room = context.room, room.etiquette.playsTogether, let puzzles = context.services.puzzles else {
            return nil
        }
        self.context = context
        here = room
        self.puzzles = puzzles
    }

    private var number: Int { PuzzleDay.number(of: time, in: localizer.calendar) }
    private var tables: RoomPuzzles { puzzles.together }

    /// What stands in the way of a game; nil if it may go on.
    private func refusal(of kind: PuzzleKind) async throws -> [Answer]? {
        if await services.quiz?.isPlaying(in: here.id.recipient) == true {
            return say("puzzle.together.quizRuns", ["hint": .text(hint("quiz stop"))])
        }
        guard let going = try await tables.going(in: here.id, number: number, at: time), going != kind else {
            return nil
        }
        return Self.otherGame(going, context)
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
        switch try await tables.stop(kind, number: number, in: here.id, by: mover, at: time) {
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
        let library = puzzles.library
        let chosen = here.etiquette.wordLanguage.flatMap(WordLanguage.init(rawValue:)).flatMap(library.list)
        guard let list = chosen ?? library.language(for: localizer.language).flatMap(library.list) else {
            throw CommandError.puzzlesOff
        }
        let table = try await tables.word(of: here.id, number: number, in: list, at: time)
        return (table, library.list(table.game.language) ?? list)
    }

    /// Sets the language of the room's words, which its operators may.
    func setLanguage(_ typed: String) async throws -> [Answer] {
        guard let language = puzzles.library.language(named: typed, localizer) else {
            return show(PuzzleLibrary.unknown(typed, puzzles.library.languages, localizer))
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
        let (table, list) = try await word()
        switch try await tables.guess(typed.text, by: player, at: table, time, knowing: list) {
        case .made(let game, let actions): return show(whole: wordWording.answer(actions, in: game))
        case .notYet(let opening): return othersTurn(until: opening)
        case .closed: return closed(.word)
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
        guard let words = puzzles.library.bee else { throw CommandError.puzzlesOff }
        return try await tables.bee(of: here.id, number: number, in: words, at: time)
    }

    func openBee() async throws -> [Answer] {
        if let refusal = try await refusal(of: .bee) { return refusal }
        let table = try await bee()
        return table.isClosed ? closed(.bee) : show(whole: beeWording.board(table.game))
    }

    func find(_ typed: CommandWord) async throws -> [Answer] {
        if let refusal = try await refusal(of: .bee) { return refusal }
        let table = try await bee()
        // A word of the board is a move, also where it would close another game.
        let isWord = table.game.answers.contains(WordLanguage.english.folded(typed.text))
        if !isWord, Self.stopWords.contains(typed.keyword) { return try await stop(.bee) }
        let (line, now) = (typed.text, time)
        switch try await tables.move(at: table, by: player, now, { $0.hear(.line(line), at: now, knowing: ()) }) {
        case .made(let game, let actions): return show(whole: beeWording.answer(actions, in: game))
        case .notYet(let opening): return othersTurn(until: opening)
        case .closed: return closed(.bee)
        }
    }

    private var beeWording: BeeWording { BeeWording(localizer: localizer, together: hints, prefix: prefix) }
}
