/// What somebody has earned by playing; computed from what they reached, so none is stored.
package enum Badge: String, Hashable, Sendable, CaseIterable {
    case firstWord
    case quickWord
    case firstSudoku
    case expertSudoku
    case beeGenius
    case allThree
    case weekStreak
    case monthStreak
    case hundredSolved

    /// - Parameters:
    ///   - played: what was reached in each puzzle.
    ///   - quizzes: the numbers of the days on which a quiz was played with a point.
    package static func earned(by played: [PlayedPuzzle], quizzes: Set<Int>) -> Set<Badge> {
        let solved = played.filter(\.result.isSolved)
        func those(_ kind: PuzzleKind) -> [PlayedPuzzle] { solved.filter { $0.key.kind == kind } }
        func days(_ kind: PuzzleKind) -> Set<Int> { Set(those(kind).filter(\.isOnItsDay).map(\.key.number)) }
        let longest = PuzzleKind.allCases.map { Streak(days: days($0), today: 0).longest }.max() ?? 0
        var badges: Set<Badge> = []
        if !those(.word).isEmpty { badges.insert(.firstWord) }
        if those(.word).contains(where: { $0.result.moves <= 2 }) { badges.insert(.quickWord) }
        if !those(.sudoku).isEmpty { badges.insert(.firstSudoku) }
        let isExpert = those(.sudoku).contains {
            $0.key.grade == SudokuGrade.expert.rawValue && $0.result.hints == 0
        }
        if isExpert { badges.insert(.expertSudoku) }
        if !those(.bee).isEmpty { badges.insert(.beeGenius) }
        if !days(.word).intersection(days(.sudoku)).isDisjoint(with: quizzes) { badges.insert(.allThree) }
        if longest >= 7 { badges.insert(.weekStreak) }
        if longest >= 30 { badges.insert(.monthStreak) }
        if solved.count >= 100 { badges.insert(.hundredSolved) }
        return badges
    }
}

/// What somebody reached in one puzzle.
package struct PlayedPuzzle: Hashable, Sendable {
    package var key: PuzzleKey
    package var result: GameResult
    /// Whether it was solved on its day; only such puzzles make days in a row.
    package var isOnItsDay: Bool

    package init(key: PuzzleKey, result: GameResult, isOnItsDay: Bool = true) {
        self.key = key
        self.result = result
        self.isOnItsDay = isOnItsDay
    }
}

/// Days in a row, counted by the numbers of puzzles, so that a journey through time zones breaks none.
package struct Streak: Hashable, Sendable {
    /// Up to today, or to yesterday if today is still open.
    package private(set) var now = 0
    package private(set) var longest = 0

    package init(days: Set<Int>, today: Int) {
        for start in days where !days.contains(start - 1) {
            var end = start
            while days.contains(end + 1) { end += 1 }
            longest = max(longest, end - start + 1)
            // Somebody who travelled west may have solved tomorrow's already.
            if (start...end).contains(today) || end == today - 1 { now = end - start + 1 }
        }
    }
}
