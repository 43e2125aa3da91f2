internal import GameRooms
internal import Games
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

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

    private var wording: WordWording {
        WordWording(localizer: puzzling.localizer, hints: puzzling.hints, chosen: language)
    }

    /// Words that are a person's own to type also where a room plays together.
    static let ownWords: Set<String> = ["practice", "hard", "again"]

    /// The language that was chosen.
    var language: WordLanguage { list.language }

    /// The day's word; from a room the board comes in private, and the room hears that somebody plays.
    func open() async throws -> [Answer] { try await show(try await today()) }

    /// The day's word in a language that was not chosen, for this once; nil if the word names no language.
    func open(in typed: String) async throws -> [Answer]? {
        let library = puzzling.tables.library
        guard typed.count != WordList.length,
            let list = library.language(named: typed, puzzling.localizer).flatMap(library.list)
        else { return nil }
        return try await show(try await seat(puzzling.number, in: list))
    }

    /// A word of this number that is still open, in the chosen language first.
    ///
    /// - Parameter typed: the language; nil for any.
    func open(numbered number: Int, in typed: String? = nil) async throws -> [Answer] {
        let library = puzzling.tables.library
        var wanted: WordLanguage?
        if let typed {
            guard let named = library.language(named: typed, puzzling.localizer) else {
                return puzzling.show(PuzzleLibrary.unknown(typed, library.languages, puzzling.localizer))
            }
            wanted = named
        }
        let open = try await puzzling.openPlays(.word, numbered: number).map(\.puzzle)
            .filter { wanted == nil || $0.language == wanted?.rawValue }
        let own = open.first { $0.language == language.rawValue }
        guard let list = (own ?? open.first).flatMap(words(of:)) else {
            guard number == puzzling.number, let today = library.list(wanted ?? language) else {
                return puzzling.notOpen(.word, numbered: number)
            }
            return try await show(try await seat(number, in: today))
        }
        let opened = try await seat(number, in: list)
        try await puzzling.tables.touch(opened, at: time)
        return puzzling.show(wording.board(opened.game))
    }

    private func show(_ seat: PuzzleTables.Seat<WordTarget>) async throws -> [Answer] {
        try await puzzling.tables.touch(seat, at: time)
        let body = try await wording.board(seat.game) + puzzling.older(.word, besides: puzzling.number)
        return try await puzzling.show(body) + puzzling.join(seat.puzzle, seat.game.name)
    }

    /// The line that opens a word of today, an older one, or practice.
    ///
    /// - Parameter chosen: the language that `word` alone opens; nil is the one that was chosen.
    func line(to puzzle: PuzzleName, chosen: WordLanguage? = nil) -> HintLine {
        if puzzle.number == 0 { return wording.practiceLine(WordLanguage(rawValue: puzzle.language) ?? language) }
        let isChosen = puzzle.language == (chosen ?? language).rawValue
        guard !isChosen || puzzle.number != puzzling.number else { return "word" }
        let line: HintLine = "word \(puzzle.number)"
        return isChosen ? line : "\(line) \(name(of: puzzle))"
    }

    private func name(of puzzle: PuzzleName) -> String {
        puzzling.localizer.text("puzzle.language.\(puzzle.language)")
    }

    private func words(of puzzle: PuzzleName) -> WordList? {
        WordLanguage(rawValue: puzzle.language).flatMap(puzzling.tables.library.list)
    }

    func letters() async throws -> [Answer] { puzzling.show(wording.letters(try await current().game)) }

    /// A practice word; one that was begun goes on.
    ///
    /// - Parameter typed: `again` for another word, `hard`, and a language for this once.
    func practice(_ typed: Arguments) async throws -> [Answer] {
        var words = typed
        let (isAnother, wantsHard) = (words.takeFlag("again"), words.takeFlag("hard"))
        _ = words.takeFirst("in")
        let library = puzzling.tables.library
        var list = list
        if !words.isEmpty {
            guard let named = library.language(named: words.text, puzzling.localizer).flatMap(library.list) else {
                return puzzling.show(PuzzleLibrary.unknown(words.text, library.languages, puzzling.localizer))
            }
            list = named
        }
        let isHard = wantsHard || player.playsHard
        var seat = try await practice(in: list, isHard: isHard, beginning: isAnother)
        let isUntouched = seat.game.guesses.isEmpty
        if isUntouched, seat.game.isHard != isHard {
            seat = try await practice(in: list, isHard: isHard, beginning: true)
        }
        try await puzzling.tables.touch(seat, at: time)
        guard !isUntouched else { return puzzling.show(wording.board(seat.game)) }
        let isTooLate = wantsHard && !seat.game.isHard
        let note = isTooLate ? puzzling.localizer.richText("puzzle.word.tooLateForHard") : RichText()
        return puzzling.show(note + wording.goingOn(seat.game, isHardNext: isTooLate))
    }

    private func practice(
        in list: WordList,
        isHard: Bool,
        beginning isNew: Bool
    ) async throws -> PuzzleTables.Seat<WordTarget> {
        try await puzzling.tables.practice(
            of: puzzling.profile.id,
            in: list,
            isHard: isHard,
            beginning: isNew,
            at: time
        )
    }

    /// A guess at the word that was touched last.
    func guess(_ word: String) async throws -> [Answer] { try await guess(word, in: try await current()) }

    /// A guess at a certain word that is still open.
    func guess(_ word: String, of open: OpenPlay) async throws -> [Answer] {
        guard let list = words(of: open.puzzle) else { return try await guess(word) }
        return try await guess(word, in: try await seat(open.puzzle.number, in: list))
    }

    func setHard(_ word: CommandWord?) async throws -> [Answer] {
        guard let isHard = ["on": true, "off": false][word?.keyword ?? ""] else { throw usageError("word") }
        var player = player
        player.playsHard = isHard
        try await services.store.save(player, of: puzzling.profile.id)
        await Undoing(puzzling.context).note("word hard \(fixed: isHard ? "on" : "off")", undo: nil)
        var problem: WordTarget.Problem?
        // Only a word that was begun: setting this begins none.
        if try await begun() != nil {
            problem = try await puzzling.games.setHard(isHard, at: try await today(), time)
        }
        let key = problem != nil ? "tooLateForHard" : isHard ? "hardOn" : "hardOff"
        return puzzling.show(puzzling.localizer.richText("puzzle.word.\(key)"))
    }

    /// Says whether hard mode is on, and how to switch it.
    func hardMode() -> [Answer] {
        let line: HintLine = player.playsHard ? "word hard off" : "word hard on"
        let key = player.playsHard ? "puzzle.word.hardIsOn" : "puzzle.word.hardIsOff"
        return puzzling.show(puzzling.localizer.richText(key, ["hint": .text(puzzling.hints.typed(line))]))
    }

    /// Says that there is one word a day, and how to play another; a guess would need quotes.
    func another(insteadOf word: CommandWord) -> [Answer] {
        let (localizer, hints) = (puzzling.localizer, puzzling.hints)
        var body = localizer.richText("puzzle.word.another", ["practice": .text(hints.typed("word practice"))])
        if word.text.count == WordList.length {
            let line: HintLine = "word \"\(word.text)\""
            body =
                body
                + localizer.richText(
                    "puzzle.word.inQuotes",
                    ["word": .text(word.text), "hint": .text(hints.typed(line))]
                )
        }
        return puzzling.show(body)
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
        var body = puzzling.localizer.richText("puzzle.languageSet", facts)
        let today = try await puzzling.openPlays(.word, numbered: puzzling.number).map(\.puzzle)
        for puzzle in today where puzzle.language != language.rawValue {
            let facts: [String: MessageArgument] = [
                "number": .number(puzzle.number), "language": .text(name(of: puzzle)),
                "hint": .text(puzzling.hints.typed(line(to: puzzle, chosen: language))),
            ]
            body.blocks.append(.footer(puzzling.localizer.spans("puzzle.word.stillOpen", facts)))
        }
        return puzzling.show(body)
    }

    /// What is said to a guess at a word that is over.
    func over(_ puzzle: PuzzleName) async throws -> [Answer] {
        guard puzzle.number > 0, let list = words(of: puzzle) else {
            let line = wording.practiceLine(WordLanguage(rawValue: puzzle.language) ?? language)
            let facts: [String: MessageArgument] = ["practice": .text(puzzling.hints.typed(line))]
            return puzzling.show(puzzling.localizer.richText("puzzle.word.overPractice", facts))
        }
        let game = try await seat(puzzle.number, in: list).game
        return puzzling.show(wording.answer([.refused(.over(isSolved: game.isSolved))], in: game))
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

    /// The word that was touched last and is open, in whichever language; otherwise today's.
    private func current() async throws -> PuzzleTables.Seat<WordTarget> {
        let open = try await puzzling.openPlays().first {
            $0.puzzle.kind == PuzzleKind.word.rawValue && puzzling.isAtHand($0)
        }
        guard let open, let list = words(of: open.puzzle) else { return try await today() }
        return try await seat(open.puzzle.number, in: list)
    }

    private func seat(_ number: Int, in list: WordList) async throws -> PuzzleTables.Seat<WordTarget> {
        let (profile, isHard) = (puzzling.profile.id, player.playsHard)
        guard number > 0 else {
            return try await practice(in: list, isHard: isHard, beginning: false)
        }
        return try await puzzling.tables.word(of: profile, number: number, in: list, isHard: isHard, at: time)
    }

    private func guess(_ word: String, in seat: PuzzleTables.Seat<WordTarget>) async throws -> [Answer] {
        let list = puzzling.tables.library.list(seat.game.language) ?? list
        let wasOver = seat.game.isOver
        let move = try await puzzling.games.hear(word, at: seat, time, knowing: list)
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
