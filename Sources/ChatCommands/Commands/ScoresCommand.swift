internal import Foundation
internal import GameRooms
internal import Games
internal import Localization
internal import NewsModel
internal import Storage
internal import TimeArithmetic

extension Command {
    static let scores = Command(
        name: "scores",
        topic: .playing,
        isConfigured: { $0.puzzles != nil },
        shape: CommandShape { typed in
            typed.rest.words.allSatisfy { word in
                PuzzleKind(rawValue: word.keyword) != nil || ScorePeriod(rawValue: word.keyword) != nil
                    || ["quiz", "here", "global", "on", "off"].contains(word.keyword)
            }
        }
    ) { context, arguments in
        var arguments = arguments
        if arguments.words.count == 2, arguments.first?.keyword == "global",
            let isOn = ["on": true, "off": false][arguments.words[1].keyword]
        {
            return try await GameScores(context).setGlobal(isOn)
        }
        if arguments.takeFlag("quiz") {
            let period = arguments.takeAny { ScorePeriod(rawValue: $0.keyword) } ?? .all
            _ = arguments.takeFlag("here")
            try context.refuseRest(arguments, of: "scores")
            return try await QuizRounds(context).scoresHere(since: GameScores(context).start(of: period))
        }
        var kinds = PuzzleKind.allCases
        if let kind = arguments.takeAny({ PuzzleKind(rawValue: $0.keyword) }) { kinds = [kind] }
        let period = arguments.takeAny { ScorePeriod(rawValue: $0.keyword) } ?? .week
        let isGlobal = arguments.takeFlag("global")
        if !isGlobal { _ = arguments.takeFlag("here") }
        try context.refuseRest(arguments, of: "scores")
        return try await GameScores(context).table(of: kinds, period, isGlobal: isGlobal)
    }
}

/// The days whose scores are added up.
enum ScorePeriod: String, Hashable {
    case day
    case week
    case month
    /// The quarter of the year that today is in.
    case season
    case all

    /// The numbers of the puzzles up to a day.
    func numbers(upTo number: Int, startOfSeason: Int) -> ClosedRange<Int> {
        switch self {
        case .day: number...number
        case .week: (number - 6)...number
        case .month: (number - 29)...number
        case .season: min(startOfSeason, number)...number
        // Where the sun rises earlier, tomorrow's is solved already.
        case .all: 1...max(1, number + 1)
        }
    }
}

/// Compares what people reached.
struct GameScores: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func setGlobal(_ isOn: Bool) async throws -> [Answer] {
        let profile = try await profile().id
        var player = try await services.store.gamePlayer(profile)
        player.isGlobal = isOn
        try await services.store.save(player, of: profile)
        return say(
            isOn ? "puzzle.scores.globalOn" : "puzzle.scores.globalOff",
            ["hint": .text(hint("scores global off"))]
        )
    }

    /// The first moment of the days that are added up.
    func start(of period: ScorePeriod) -> Date {
        guard period != .all else { return .distantPast }
        let number = PuzzleDay.number(of: time, in: calendar)
        let days = number - period.numbers(upTo: number, startOfSeason: number - daysOfSeason).lowerBound
        let today = calendar.startOfDay(for: time)
        return calendar.date(byAdding: .day, value: -days, to: today) ?? today
    }

    /// In a room its players, in private oneself, or everybody who allowed it.
    func table(of kinds: [PuzzleKind], _ period: ScorePeriod, isGlobal: Bool) async throws -> [Answer] {
        let number = PuzzleDay.number(of: time, in: calendar)
        let numbers = period.numbers(upTo: number, startOfSeason: number - daysOfSeason)
        let scope: ScoreScope
        if isGlobal {
            scope = .everybody
        } else if let room {
            scope = .room(room.id)
        } else {
            scope = .player(try await profile().id)
        }
        let totals = try await services.store.totals(of: kinds.map(\.rawValue), numbers: numbers, in: scope)
        let game = kinds.count == 1 ? localizer.text("puzzle.kind.\(kinds[0])") : localizer.text("puzzle.scores.all")
        let facts: [String: MessageArgument] = [
            "game": .text(game), "period": .text(localizer.text("puzzle.scores.period.\(period)")),
        ]
        var body = heading("puzzle.scores.title", facts)
        if totals.isEmpty {
            body = body + localizer.richText("puzzle.scores.none", ["hint": .text(hint("games"))])
        } else {
            body.blocks.append(.table(table(totals, showsTime: kinds == [.sudoku])))
        }
        if isGlobal { body = body + (try await invitation()) }
        return show(body)
    }

    /// How to join the scores of everybody, or to leave them.
    private func invitation() async throws -> RichText {
        var isIn = false
        if let profile = person.profile?.id { isIn = try await services.store.gamePlayer(profile).isGlobal }
        return footer(
            isIn ? "puzzle.scores.isJoined" : "puzzle.scores.join",
            ["hint": .text(hint(isIn ? "scores global off" : "scores global on"))]
        )
    }

    private func table(_ totals: [GameTotal], showsTime: Bool) -> RichText.Table {
        var columns: [RichText.Table.Column] = [
            .init("", .trailing), .init(localizer.text("puzzle.scores.player")),
            .init(localizer.text("puzzle.scores.points"), .trailing),
            .init(localizer.text("puzzle.scores.solved"), .trailing),
        ]
        if showsTime { columns.append(.init(localizer.text("puzzle.scores.best"), .trailing)) }
        let rows = totals.enumerated().map { index, total in
            let cells: [[RichText.Span]] = [
                [.text(localizer.number(index + 1))], [.strong([.text(total.name)])],
                [.text(localizer.number(total.points))], [.text(localizer.number(total.solved))],
            ]
            return cells + (showsTime ? [[.text(total.bestSeconds.map { localizer.duration($0) } ?? "–")]] : [])
        }
        return RichText.Table(columns: columns, rows: rows)
    }

    /// A person's scores, one a line: date, game, language, grade, points, whether it was solved, moves, hints, seconds.
    func exported() async throws -> [Answer] {
        let profile = try await profile()
        let scores = try await services.store.puzzleScores(of: profile.id)
        guard !scores.isEmpty else {
            return say("puzzle.export.none", ["hint": .text(hint("games"))], privately: true)
        }
        let lines = scores.map { one in
            let (puzzle, score) = (one.puzzle, one.score)
            let day = CivilDate(dayNumber: CivilDate.dayNumber(year: 2024, month: 12, day: 31) + puzzle.number)
            let words = [day.description, puzzle.kind, puzzle.language, puzzle.grade].map { $0.isEmpty ? "-" : $0 }
            let figures = [score.points, score.isSolved ? 1 : 0, score.moves, score.hints, score.seconds]
            return (words + figures.map(String.init)).joined(separator: " ")
        }
        let title = localizer.text("puzzle.export.title", ["name": .text(person.displayName)])
        let body = RichText([.heading(level: 2, [.text(title)])] + lines.map { .preformatted($0) })
        return [Answer(body: body, place: .privately)]
    }

    /// How many days of the quarter have passed before today.
    private var daysOfSeason: Int {
        let day = calendar.dateComponents(in: calendar.timeZone, from: time)
        let (year, month) = (day.year ?? 2026, day.month ?? 1)
        let today = CivilDate.dayNumber(year: year, month: month, day: day.day ?? 1)
        return today - CivilDate.dayNumber(year: year, month: (month - 1) / 3 * 3 + 1, day: 1)
    }
}
