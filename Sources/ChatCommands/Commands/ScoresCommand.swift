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
            var rest = typed.rest
            _ = ScorePeriod(takenFrom: &rest)
            return rest.words.allSatisfy { word in
                PuzzleKind(rawValue: word.keyword) != nil
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
        if arguments.takeFlag("quiz") { return try await GameScores(context).ofQuiz(&arguments, askedBy: "scores") }
        var kinds = PuzzleKind.allCases
        let kind = arguments.takeAny { PuzzleKind(rawValue: $0.keyword) }
        if let kind { kinds = [kind] }
        let period = ScorePeriod(takenFrom: &arguments) ?? .week
        let isGlobal = arguments.takeFlag("global")
        if !isGlobal { _ = arguments.takeFlag("here") }
        try context.refuseRest(arguments, of: "scores")
        return try await GameScores(context).table(of: kinds, withQuiz: kind == nil, period, isGlobal: isGlobal)
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
        await Undoing(context).note("scores global \(fixed: isOn ? "on" : "off")", undo: nil)
        return say(
            isOn ? "puzzle.scores.globalOn" : "puzzle.scores.globalOff",
            ["hint": .text(hint("scores global off"))]
        )
    }

    /// The scores of the quiz here, or among everybody; without a period, all of them.
    ///
    /// - Parameter command: what was typed before the words, for its usage.
    func ofQuiz(_ arguments: inout Arguments, askedBy command: String) async throws -> [Answer] {
        let period = ScorePeriod(takenFrom: &arguments) ?? .all
        let isGlobal = arguments.takeFlag("global")
        if !isGlobal { _ = arguments.takeFlag("here") }
        try refuseRest(arguments, of: command)
        if isGlobal { return try await table(of: [], withQuiz: true, period, isGlobal: true) }
        return try await QuizRounds(context).scoresHere(since: start(of: period))
    }

    /// The first moment of the days that are added up.
    func start(of period: ScorePeriod) -> Date {
        guard period != .all else { return .distantPast }
        let number = PuzzleDay.number(of: time, in: calendar)
        let days = number - numbers(of: period).lowerBound
        let today = calendar.startOfDay(for: time)
        return calendar.date(byAdding: .day, value: -days, to: today) ?? today
    }

    /// In a room its players, in private oneself, or everybody who allowed it.
    func table(
        of kinds: [PuzzleKind],
        withQuiz: Bool,
        _ period: ScorePeriod,
        isGlobal: Bool
    ) async throws -> [Answer] {
        let numbers = self.numbers(of: period)
        let scope: ScoreScope
        if isGlobal {
            scope = .everybody
        } else if let room {
            scope = .room(room.id)
        } else {
            scope = .player(try await profile().id)
        }
        var totals: [GameTotal] = []
        if !kinds.isEmpty {
            totals = try await services.store.totals(
                of: kinds.map(\.rawValue),
                numbers: numbers,
                in: scope,
                limit: Self.mostCompared
            )
        }
        if withQuiz {
            let quiz = try await services.store.quizTotals(numbers: numbers, in: scope, limit: Self.mostCompared)
            totals = Self.sum(of: totals, and: quiz)
        }
        totals = Array(totals.prefix(Self.mostShown))
        let game =
            kinds.isEmpty
            ? localizer.text("puzzle.kind.quiz")
            : kinds.count == 1 ? localizer.text("puzzle.kind.\(kinds[0])") : localizer.text("puzzle.scores.all")
        let facts: [String: MessageArgument] = [
            "game": .text(game), "period": .text(localizer.text("puzzle.scores.period.\(period)")),
        ]
        var body = heading("puzzle.scores.title", facts)
        if totals.isEmpty {
            body = body + localizer.richText("puzzle.scores.none", ["hint": .text(hint("games"))])
        } else {
            body.blocks.append(.table(table(totals, showsTime: kinds == [.sudoku])))
        }
        if case .player(let profile) = scope, kinds == [.word] {
            let scores = try await services.store.puzzleScores(of: profile)
            if let bars = WordDistribution(scores).table(localizer) {
                body = body + heading("puzzle.distribution.title", [:]) + RichText([.table(bars)])
            }
        }
        if isGlobal { body = body + (try await invitation()) }
        return show(body)
    }

    /// So many of the best of each game are added up, and so many are shown.
    private static let mostCompared = 200
    private static let mostShown = 10

    /// Adds what people reached in two games; most points first.
    private static func sum(of some: [GameTotal], and others: [GameTotal]) -> [GameTotal] {
        let both = Dictionary(grouping: some + others, by: \.profileID).values.compactMap { totals in
            totals.dropFirst().reduce(totals.first) { sum, total in
                guard var sum else { return nil }
                sum.points += total.points
                sum.solved += total.solved
                sum.played += total.played
                sum.bestSeconds = sum.bestSeconds ?? total.bestSeconds
                return sum
            }
        }
        return both.sorted { ($1.points, $0.name) < ($0.points, $1.name) }
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
                [.text(localizer.number(index + 1))],
                [.strong([.text(room == nil ? total.name : message.traits.quiet(total.name))])],
                [.text(localizer.number(total.points))], [.text(localizer.number(total.solved))],
            ]
            return cells + (showsTime ? [[.text(total.bestSeconds.map { localizer.duration($0) } ?? "–")]] : [])
        }
        return RichText.Table(columns: columns, rows: rows)
    }

    /// A person's scores, one a line.
    ///
    /// Date, game, language, grade, points, whether it was solved, moves, hints, seconds. The moves of a quiz are its
    /// questions. Puzzles that are still open follow, with the word `open` instead of figures, and how the person
    /// plays.
    func exported() async throws -> [Answer] {
        let profile = try await profile()
        let scores = try await services.store.puzzleScores(of: profile.id)
        let quizzes = try await services.store.quizDays(of: profile.id)
        let open = try await services.store.openPlays(of: profile.id, since: .distantPast, limit: 1_000)
        guard !scores.isEmpty || !quizzes.isEmpty || !open.isEmpty else {
            return say("puzzle.export.none", ["hint": .text(hint("games"))], privately: true)
        }
        var lines = scores.map { one in
            let score = one.score
            let figures = [score.points, score.isSolved ? 1 : 0, score.moves, score.hints, score.seconds]
            return (Self.words(of: one.puzzle) + figures.map(String.init)).joined(separator: " ")
        }
        lines += quizzes.map { round in
            let isSolved = round.points == round.questionCount
            let figures = [round.points, isSolved ? 1 : 0, round.questionCount, 0, 0].map(String.init)
            return ([Self.day(round.number), "quiz", "-", "-"] + figures).joined(separator: " ")
        }
        lines += open.map { (Self.words(of: $0.puzzle) + ["open"]).joined(separator: " ") }
        let player = try await services.store.gamePlayer(profile.id)
        let manner = [player.wordLanguage ?? "-", player.playsHard ? "hard" : "-", player.isGlobal ? "global" : "-"]
        lines.append((["player"] + manner).joined(separator: " "))
        let title = localizer.text("puzzle.export.title", ["name": .text(person.displayName)])
        let body = RichText([.heading(level: 2, [.text(title)])] + lines.map { .preformatted($0) })
        return [Answer(body: body, place: .privately)]
    }

    /// The date of a day's number, as `2026-11-21`.
    private static func day(_ number: Int) -> String {
        CivilDate(dayNumber: CivilDate.dayNumber(year: 2024, month: 12, day: 31) + number).description
    }

    /// Its date, or `practice`, then game, language and grade.
    private static func words(of puzzle: PuzzleName) -> [String] {
        let date = puzzle.number > 0 ? day(puzzle.number) : "practice"
        return [date, puzzle.kind, puzzle.language, puzzle.grade].map { $0.isEmpty ? "-" : $0 }
    }

    private func numbers(of period: ScorePeriod) -> ClosedRange<Int> {
        let number = PuzzleDay.number(of: time, in: calendar)
        let day = calendar.dateComponents(in: calendar.timeZone, from: time)
        let (year, month) = (day.year ?? 2026, day.month ?? 1)
        let today = CivilDate.dayNumber(year: year, month: month, day: day.day ?? 1)
        let first = (month - 1) / 3 * 3 + 1
        let season = CivilDate.dayNumber(year: year, month: first, day: 1)
        let last = CivilDate.dayNumber(year: first == 1 ? year - 1 : year, month: first == 1 ? 10 : first - 3, day: 1)
        return period.numbers(
            upTo: number,
            startOfSeason: number - (today - season),
            startOfLast: number - (today - last)
        )
    }
}
