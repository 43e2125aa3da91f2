internal import Foundation
internal import GameRooms
internal import Games
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let games = Command(
        name: "games",
        aliases: ["puzzles"],
        topic: .playing,
        isConfigured: { $0.puzzles != nil },
        mostWords: 0
    ) { context, _ in try await GameHub(context).today() }

    static let streak = Command(
        name: "streak",
        aliases: ["streaks"],
        topic: .playing,
        isConfigured: { $0.puzzles != nil },
        mostWords: 0
    ) { context, _ in try await GameHub(context).streaks() }

    static let badges = Command(
        name: "badges",
        topic: .playing,
        isConfigured: { $0.puzzles != nil },
        mostWords: 0
    ) { context, _ in try await GameHub(context).badges() }
}

/// Shows a person how far they are in the games of today and in what is open, and what they have earned.
struct GameHub: CommandTopic {
    let context: CommandContext
    private let puzzling: Puzzling
    private let scores: [PuzzleScore]
    private let quizzes: [QuizDay]

    init(_ context: CommandContext) async throws {
        self.context = context
        puzzling = try await Puzzling(context)
        let profile = puzzling.profile.id
        scores = try await context.services.store.puzzleScores(of: profile)
        quizzes = try await context.services.store.quizDays(of: profile)
    }

    func today() async throws -> [Answer] {
        let localizer = puzzling.localizer
        let open = try await puzzling.openPlays(limit: Self.mostOpen)
        let states = PuzzleStates(context: context, puzzling: puzzling, scores: scores, open: open)
        var body = RichText([
            .heading(level: 2, localizer.spans("puzzle.games.title", ["date": .text(localizer.date(time))]))
        ])
        for kind in kinds {
            let parts = try await states.states(of: kind) + standing(kind)
            body.blocks.append(item(kind.rawValue, parts))
        }
        if services.games != nil {
            body.blocks.append(item("quiz", [await quizState()] + quizStanding))
        }
        if hasAllThree { body = body + localizer.richText("puzzle.games.all") }
        let facts: [String: MessageArgument] = [
            "scores": .text(puzzling.hints.typed("scores")), "badges": .text(puzzling.hints.typed("badges")),
        ]
        body.blocks.append(.footer(localizer.spans("puzzle.games.next", facts)))
        return puzzling.show(body)
    }

    func streaks() async throws -> [Answer] {
        let localizer = puzzling.localizer
        var body = RichText([.heading(level: 2, localizer.spans("puzzle.streak.title"))])
        for kind in kinds {
            let streak = streak(kind)
            guard streak.longest > 0 else { continue }
            let facts: [String: MessageArgument] = [
                "game": .text(localizer.text("puzzle.kind.\(kind)")), "n": .number(streak.now),
                "longest": .number(streak.longest),
            ]
            body.blocks.append(.item(marker: nil, localizer.spans("puzzle.streak.line", facts)))
        }
        if quizStreak.longest > 0 {
            let facts: [String: MessageArgument] = [
                "game": .text(localizer.text("puzzle.kind.quiz")), "n": .number(quizStreak.now),
                "longest": .number(quizStreak.longest),
            ]
            body.blocks.append(.item(marker: nil, localizer.spans("puzzle.streak.line", facts)))
        }
        guard body.blocks.count > 1 else {
            let facts: [String: MessageArgument] = ["hint": .text(puzzling.hints.typed("games"))]
            return puzzling.show(localizer.richText("puzzle.streak.none", facts))
        }
        return puzzling.show(body)
    }

    func badges() async throws -> [Answer] {
        let localizer = puzzling.localizer
        let earned = Badge.earned(by: scores.compactMap(PlayedPuzzle.init), quizzes: quizDays)
        var body = RichText([.heading(level: 2, localizer.spans("puzzle.badges.title"))])
        if earned.isEmpty { body = body + localizer.richText("puzzle.badges.none") }
        for badge in Badge.allCases {
            let state = localizer.text(earned.contains(badge) ? "puzzle.badges.have" : "puzzle.badges.lack")
            let name: RichText.Span = .text(localizer.text("puzzle.badge.\(badge.rawValue)"))
            let square: SquareState = earned.contains(badge) ? .right : .empty
            body.blocks.append(.item(marker: nil, [name, .text(" · "), .meaning(.square(square), [.text(state)])]))
        }
        return puzzling.show(body)
    }

    // MARK: - Parts

    /// So many open puzzles are listed.
    private static let mostOpen = 30

    /// The puzzles that there are here.
    private var kinds: [PuzzleKind] {
        PuzzleKind.allCases.filter { kind in
            switch kind {
            case .word: !puzzling.tables.library.languages.isEmpty
            case .sudoku: true
            case .bee: puzzling.tables.library.bee != nil
            }
        }
    }

    private func streak(_ kind: PuzzleKind) -> Streak {
        let solved = scores.filter { $0.puzzle.kind == kind.rawValue && $0.score.isSolved && $0.isOnItsDay }
        let days = solved.map(\.puzzle.number)
        return Streak(days: Set(days), today: puzzling.number)
    }

    private var hasAllThree: Bool {
        let today = scores.filter { $0.puzzle.number == puzzling.number && $0.score.isSolved }.map(\.puzzle.kind)
        return today.contains(PuzzleKind.word.rawValue) && today.contains(PuzzleKind.sudoku.rawValue)
            && quizDays.contains(puzzling.number)
    }

    /// The days on which the person had a point in a quiz.
    private var quizDays: Set<Int> { Set(quizzes.filter { $0.points > 0 }.map(\.number)) }

    private var quizStreak: Streak { Streak(days: quizDays, today: puzzling.number) }

    /// The best round of today, one that is open, or how to begin one.
    private func quizState() async -> String {
        if let best = quizzes.filter({ $0.number == puzzling.number }).max(by: { $0.points < $1.points }) {
            return text("quizDone", ["n": .number(best.points), "most": .number(max(best.points, best.questionCount))])
        }
        let isBegun = await services.games?.isPlaying(in: puzzling.profile.id.recipient) == true
        return text(isBegun ? "begun" : "open", ["hint": .text(puzzling.hints.typed(isBegun ? "quiz again" : "quiz"))])
    }

    /// Streak, rounds with a point, and the best one of them.
    private var quizStanding: [String] {
        let rounds = quizzes.filter { $0.points > 0 }
        guard let best = rounds.max(by: { ($0.share, $0.points) < ($1.share, $1.points) }) else { return [] }
        let localizer = puzzling.localizer
        let shown = "\(localizer.number(best.points))/\(localizer.number(max(best.points, best.questionCount)))"
        return [
            text("streak", ["n": .number(quizStreak.now)]), text("quizTotal", ["n": .number(rounds.count)]),
            text("best", ["best": .text(shown)]),
        ]
    }

    /// Streak, total and best of a kind.
    private func standing(_ kind: PuzzleKind) -> [String] {
        let solved = scores.filter { $0.puzzle.kind == kind.rawValue && $0.score.isSolved }.map(\.score)
        guard !solved.isEmpty else { return [] }
        var parts = [
            text("streak", ["n": .number(streak(kind).now)]), text("total", ["n": .number(solved.count)]),
        ]
        let localizer = puzzling.localizer
        let best: String? =
            switch kind {
            case .word: solved.map(\.moves).min().map { "\(localizer.number($0))/\(WordTarget.mostGuesses)" }
            case .sudoku: solved.filter { $0.hints == 0 }.map(\.seconds).min().map { localizer.duration($0) }
            case .bee: solved.map(\.points).max().map { localizer.number($0) }
            }
        if let best { parts.append(text("best", ["best": .text(best)])) }
        return parts
    }

    private func item(_ kind: String, _ parts: [String]) -> RichText.Block {
        let name: RichText.Span = .strong([.text(puzzling.localizer.text("puzzle.kind.\(kind)"))])
        return .item(marker: nil, [name, .text(" · " + parts.joined(separator: " · "))])
    }

    private func text(_ key: String, _ facts: [String: MessageArgument] = [:]) -> String {
        puzzling.localizer.text("puzzle.games.\(key)", facts)
    }
}

extension QuizDay {
    /// The share of right answers.
    fileprivate var share: Double { Double(points) / Double(max(points, questionCount, 1)) }
}

extension PlayedPuzzle {
    fileprivate init?(_ score: PuzzleScore) {
        guard let kind = PuzzleKind(rawValue: score.puzzle.kind) else { return nil }
        let stored = score.score
        self.init(
            key: PuzzleKey(
                kind: kind,
                number: score.puzzle.number,
                language: score.puzzle.language,
                grade: score.puzzle.grade
            ),
            result: GameResult(
                points: stored.points,
                isSolved: stored.isSolved,
                moves: stored.moves,
                hints: stored.hints,
                seconds: stored.seconds
            ),
            isOnItsDay: score.isOnItsDay
        )
    }
}

extension PuzzleScore {
    fileprivate var isOnItsDay: Bool { PuzzleDay.isOnTime(puzzle.number, solvedAt: endedAt) }
}
