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

/// Shows a person how far they are in the games of today, and what they have earned.
struct GameHub: CommandTopic {
    let context: CommandContext
    private let puzzling: Puzzling
    private let scores: [PuzzleScore]
    private let quizDays: Set<Int>

    init(_ context: CommandContext) async throws {
        self.context = context
        puzzling = try await Puzzling(context)
        let profile = puzzling.profile.id
        let calendar = puzzling.localizer.calendar
        scores = try await context.services.store.puzzleScores(of: profile)
        quizDays = Set(
            try await context.services.store.quizTimes(of: profile).map { PuzzleDay.number(of: $0, in: calendar) }
        )
    }

    func today() async throws -> [Answer] {
        let localizer = puzzling.localizer
        let begun = Set(
            try await puzzling.openPlays().map(\.puzzle).filter { $0.number == puzzling.number }.map(\.kind)
        )
        var body = RichText([
            .heading(level: 2, localizer.spans("puzzle.games.title", ["date": .text(localizer.date(time))]))
        ])
        for kind in kinds {
            let command = HintLine(kind.rawValue)
            let done = scores.filter { $0.puzzle.kind == kind.rawValue && $0.puzzle.number == puzzling.number }
            var state = done.reversed().map(result)
            if done.isEmpty {
                let facts: [String: MessageArgument] = ["hint": .text(puzzling.hints.typed(command))]
                state = [try await begun.contains(kind.rawValue) ? progress(kind, facts) : text("open", facts)]
            }
            body.blocks.append(item(kind.rawValue, state + standing(kind)))
        }
        if services.quiz != nil {
            let isDone = quizDays.contains(puzzling.number)
            let state = isDone ? text("quizDone") : text("open", ["hint": .text(puzzling.hints.typed("quiz"))])
            body.blocks.append(item("quiz", [state]))
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
        let days = scores.filter { $0.puzzle.kind == kind.rawValue && $0.score.isSolved }.map(\.puzzle.number)
        return Streak(days: Set(days), today: puzzling.number)
    }

    private var hasAllThree: Bool {
        let today = scores.filter { $0.puzzle.number == puzzling.number && $0.score.isSolved }.map(\.puzzle.kind)
        return today.contains(PuzzleKind.word.rawValue) && today.contains(PuzzleKind.sudoku.rawValue)
            && quizDays.contains(puzzling.number)
    }

    /// How far a puzzle of today is that was begun.
    private func progress(_ kind: PuzzleKind, _ facts: [String: MessageArgument]) async throws -> String {
        var facts = facts
        switch kind {
        case .word:
            facts["n"] = .number(try await WordGames(context).guessesToday())
            facts["most"] = .number(WordTarget.mostGuesses)
            return text("wordBegun", facts)
        case .sudoku:
            facts["n"] = .number(try await SudokuGames(context).emptyCells())
            return text("sudokuBegun", facts)
        case .bee: return text("begun", facts)
        }
    }

    /// What was reached in a puzzle of today.
    private func result(_ score: PuzzleScore) -> String {
        let localizer = puzzling.localizer
        switch PuzzleKind(rawValue: score.puzzle.kind) {
        case .word:
            guard score.score.isSolved else { return text("wordLost") }
            return text("wordDone", ["n": .number(score.score.moves), "most": .number(WordTarget.mostGuesses)])
        case .sudoku:
            let grade = localizer.text("puzzle.sudoku.grade.\(score.puzzle.grade)")
            let span = localizer.duration(score.score.seconds)
            return text("sudokuDone", ["grade": .text(grade), "time": .text(span)])
        case .bee, nil:
            return text("beeDone", ["n": .number(score.score.moves), "points": .number(score.score.points)])
        }
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
            )
        )
    }
}
