import Testing

@testable import Games

@Suite struct StreakTests {
    @Test(arguments: [
        ([], 10, 0, 0), ([10], 10, 1, 1), ([9], 10, 1, 1), ([8], 10, 0, 1), ([7, 8, 9], 10, 3, 3),
        ([1, 2, 3, 4, 9, 10], 10, 2, 4), ([9, 10, 11], 10, 3, 3), ([12], 10, 0, 1),
    ])
    func `a streak goes up to today, or to yesterday while today is open`(
        days: [Int],
        today: Int,
        now: Int,
        longest: Int
    ) {
        let streak = Streak(days: Set(days), today: today)
        #expect(streak.now == now && streak.longest == longest)
    }

    private static func played(
        _ kind: PuzzleKind,
        _ number: Int,
        _ grade: SudokuGrade? = nil,
        moves: Int = 4,
        hints: Int = 0,
        isSolved: Bool = true
    ) -> PlayedPuzzle {
        PlayedPuzzle(
            key: PuzzleKey(kind: kind, number: number, grade: grade?.rawValue ?? ""),
            result: GameResult(points: 1, isSolved: isSolved, moves: moves, hints: hints, seconds: 9)
        )
    }

    @Test func `badges are earned by what was reached, and by nothing less`() {
        #expect(Badge.earned(by: [], quizzes: [1]) == [])
        #expect(Badge.earned(by: [Self.played(.word, 1, isSolved: false)], quizzes: [1]) == [])
        #expect(Badge.earned(by: [Self.played(.word, 1, moves: 3)], quizzes: []) == [.firstWord])
        #expect(Badge.earned(by: [Self.played(.word, 1, moves: 2)], quizzes: []) == [.firstWord, .quickWord])
        #expect(Badge.earned(by: [Self.played(.sudoku, 1, .expert, hints: 1)], quizzes: []) == [.firstSudoku])
        #expect(
            Badge.earned(by: [Self.played(.sudoku, 1, .expert)], quizzes: []) == [.firstSudoku, .expertSudoku]
        )
        let pair = [Self.played(.word, 3), Self.played(.sudoku, 3, .easy)]
        #expect(!Badge.earned(by: pair, quizzes: [2, 4]).contains(.allThree))
        #expect(Badge.earned(by: pair, quizzes: [3]).contains(.allThree))
        let week = (1...7).map { Self.played(.bee, $0) }
        #expect(Badge.earned(by: week, quizzes: []) == [.beeGenius, .weekStreak])
        #expect(!Badge.earned(by: Array(week.dropLast()), quizzes: []).contains(.weekStreak))
        let late = (1...7).map { number in
            var one = Self.played(.bee, number)
            one.isOnItsDay = number != 4
            return one
        }
        #expect(Badge.earned(by: late, quizzes: []) == [.beeGenius])
        let many = (1...100).map { Self.played(.sudoku, $0 * 2, .easy) }
        #expect(Badge.earned(by: many, quizzes: []) == [.firstSudoku, .hundredSolved])
    }
}
