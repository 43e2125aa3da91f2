internal import Foundation
internal import GameRooms
internal import Games
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// What the puzzles of a person have in common.
///
/// They are answered in private, in the person's own language and at their own date, also when they are asked for in a
/// room.
struct Puzzling: CommandTopic {
    let context: CommandContext
    let games: GameTables
    let tables: PuzzleTables
    let profile: Profile
    /// The person's own.
    let localizer: Localizer
    /// The number of the person's day.
    let number: Int

    /// Puzzles stay open for typed words so long, in seconds.
    private static let patience = 7 * 86_400.0

    init(_ context: CommandContext) async throws {
        guard let games = context.services.games, let tables = games.puzzles else { throw CommandError.puzzlesOff }
        self.context = context
        self.games = games
        self.tables = tables
        profile = try await context.profile()
        let catalogue = context.services.catalogue
        localizer =
            context.isPrivate
            ? context.localizer : catalogue.localizer(for: profile.settings, on: context.message.traits)
        number = PuzzleDay.number(of: context.time, in: localizer.calendar)
    }

    /// Commands as they are typed in private.
    var hints: CommandHints { CommandHints.privately.spoken(by: localizer) }

    /// An answer to the person alone, whole: a board is not cut.
    func show(_ body: RichText) -> [Answer] {
        [Answer(body: body, place: isPrivate ? .here : .privately, isWhole: true)]
    }

    /// The puzzles that the person has open, the one touched last first.
    func openPlays(limit: Int = 10) async throws -> [OpenPlay] {
        let since = time.addingTimeInterval(-Self.patience)
        return try await services.store.openPlays(of: profile.id, since: since, limit: limit)
    }

    /// Whether a move may be meant for it: it is today's, practice, or was touched a moment ago.
    ///
    /// An older one would take what is meant for today's; it goes on when it is asked for by its number.
    func isAtHand(_ play: OpenPlay) -> Bool {
        let attention = message.traits.isSlow ? Self.mailAttention : Self.attention
        return play.puzzle.number >= number || play.puzzle.number == 0
            || time.timeIntervalSince(play.changedAt) < attention
    }

    /// So long after the last move an older puzzle is still meant, in seconds; at midnight nobody loses theirs.
    private static let attention = 6 * 3_600.0
    private static let mailAttention = 3 * 86_400.0

    /// Older puzzles of a kind that are still open, and how to go on with them; empty without any.
    func older(_ kind: PuzzleKind, besides number: Int) async throws -> RichText {
        let open = try await openPlays().map(\.puzzle)
        let older = Set(open.filter { $0.kind == kind.rawValue && $0.number > 0 && $0.number < number }.map(\.number))
        // A bee goes on on its own day alone.
        guard kind != .bee, let newest = older.max() else { return RichText() }
        let facts: [String: MessageArgument] = [
            "number": .number(newest), "hint": .text(hints.typed("\(fixed: kind.rawValue) \(newest)")),
        ]
        return RichText([.footer(localizer.spans("puzzle.older", facts))])
    }

    /// The number of a puzzle in a line such as `sudoku 330`; nil for any other word.
    static func number(_ word: CommandWord) -> Int? {
        let digits = word.keyword
        guard (1...4).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }),
            let number = Int(digits), number > 0
        else { return nil }
        return number
    }

    /// The puzzles of a number that the person has open, the one touched last first.
    func openPlays(_ kind: PuzzleKind, numbered number: Int) async throws -> [OpenPlay] {
        try await openPlays().filter { $0.puzzle.kind == kind.rawValue && $0.puzzle.number == number }
    }

    /// Says that no puzzle of a number is open, and how to open today's.
    func notOpen(_ kind: PuzzleKind, numbered number: Int) -> [Answer] {
        show(localizer.richText("puzzle.notOpen", facts(kind, number)))
    }

    /// Says to a move in a puzzle of an earlier day that its day is over, and what can be played.
    func dayOver(_ kind: PuzzleKind, numbered number: Int) async throws -> [Answer] {
        let body = localizer.richText("puzzle.dayOver", facts(kind, number))
        return try await show(body + older(kind, besides: self.number))
    }

    /// The game, a number of it, and how to open today's.
    private func facts(_ kind: PuzzleKind, _ number: Int) -> [String: MessageArgument] {
        [
            "game": .text(localizer.text("puzzle.kind.\(kind)")), "number": .number(number),
            "hint": .text(hints.typed(HintLine(kind.rawValue))),
        ]
    }

    /// Notes that a puzzle was opened from this room, which hears of it once, and of the result later.
    ///
    /// In its quiet hours it hears nothing.
    func join(_ id: PuzzleID, _ puzzle: PuzzleName) async throws -> [Answer] {
        guard let room, try await services.store.join(room.id, with: profile.id, in: id),
            !room.isQuiet(at: time, in: context.localizer.calendar),
            // One such line of a person, a kind and an hour, whatever they open.
            await memory.takeTurn("joins \(puzzle.kind) \(room.id) \(profile.id)", each: 3_600, at: time)
        else { return [] }
        let wording = ResultWording(localizer: context.localizer, traits: message.traits)
        return wording.joined(puzzle, by: person.displayName).map { [Answer(body: $0)] } ?? []
    }

    /// Tells the rooms where the person answered an invitation what they have reached.
    ///
    /// A room hears nothing in its quiet hours, nothing of games that it forbids, nothing of a day that is over,
    /// nothing of who has left it, and of no more results in an hour than it wants lines.
    func tellRooms(of id: PuzzleID, _ puzzle: PuzzleName, _ result: GameResult) async throws -> [Answer] {
        guard PuzzleDay.isOnTime(puzzle.number, solvedAt: time) else { return [] }
        var answers: [Answer] = []
        for roomID in try await services.store.rooms(of: profile.id, in: id) {
            guard let room = try await services.store.room(roomID), room.etiquette.allows(puzzle.kind),
                let network = services.networks[room.network],
                !room.isQuiet(at: time, in: services.catalogue.localizer(for: room.settings).calendar),
                try await services.store.resultsHeard(in: roomID, since: time - 3_600) <= room.etiquette.linesPerHour,
                try await !room.isLeft(by: profile.id, services.store, network)
            else { continue }
            let localizer = services.catalogue.localizer(for: room.settings)
            let wording = ResultWording(localizer: localizer, traits: network.traits)
            guard let body = wording.result(puzzle, StoredScore(result), of: profile.name) else { continue }
            var answer = Answer(body: body, place: .room(room), isWhole: true)
            answer.told = .result(PuzzleResultID(puzzle: id, player: profile.id, room: roomID))
            answers.append(answer)
        }
        return answers
    }
}
