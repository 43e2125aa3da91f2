package import Foundation

/// Words from seven letters, each with the middle letter, any letter as often as one likes.
package struct SpellingBee: Puzzle {
    package static let version = 1
    package static let leastLetters = 4
    /// What a word with all seven letters adds.
    package static let pangramBonus = 7

    /// How far one has come, by the share of all points in percent.
    package enum Rank: Int, Hashable, Sendable, Codable, CaseIterable, Comparable {
        case beginner = 0
        case movingUp = 5
        case good = 15
        case solid = 25
        case great = 40
        case amazing = 55
        case genius = 70
        case queen = 100

        package static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
    }

    package enum Problem: Hashable, Sendable {
        case tooShort(String)
        case foreignLetter(Character)
        case withoutMiddle(Character)
        case notAWord(String)
        case alreadyFound(String)
        case over
    }

    package enum Action: Hashable, Sendable {
        case found(String, points: Int, isPangram: Bool)
        case reached(Rank)
        /// Every word was found.
        case finished
        case refused(Problem)
    }

    /// Seven letters, the middle one first.
    package let board: String
    package let answers: [String]
    package let number: Int?
    package private(set) var found: [String] = []
    private var startedAt: Date?
    private var lastAt: Date?

    package init(board: String, answers: [String], number: Int?) {
        self.board = board
        self.answers = answers
        self.number = number
    }

    package var isOver: Bool { found.count == answers.count }

    package var points: Int { found.reduce(0) { $0 + points(of: $1) } }
    package var mostPoints: Int { answers.reduce(0) { $0 + points(of: $1) } }

    package var rank: Rank {
        let percent = points * 100 / max(1, mostPoints)
        return Rank.allCases.last { percent >= $0.rawValue } ?? .beginner
    }

    /// The next rank and the points that it needs; nil at the top.
    package var next: (rank: Rank, points: Int)? {
        guard let next = Rank.allCases.first(where: { $0 > rank }) else { return nil }
        return (next, (next.rawValue * mostPoints + 99) / 100)
    }

    package var pangrams: (found: Int, all: Int) { (found.count(where: isPangram), answers.count(where: isPangram)) }

    /// Solved from the rank of genius on.
    package var result: GameResult {
        let seconds = startedAt.map { Int((lastAt ?? $0).timeIntervalSince($0)) } ?? 0
        return GameResult(
            points: points,
            common: Rank.allCases.firstIndex(of: rank),
            isSolved: rank >= .genius,
            moves: found.count,
            seconds: max(0, seconds)
        )
    }

    package mutating func hear(_ heard: HeardMove, at now: Date, knowing _: Void) -> [Action] {
        guard case .line(let line, by: _) = heard else { return [] }
        let word = WordLanguage.english.folded(line)
        if let problem = problem(with: word) { return [.refused(problem)] }
        let before = rank
        startedAt = startedAt ?? now
        lastAt = now
        found.append(word)
        var actions = [Action.found(word, points: points(of: word), isPangram: isPangram(word))]
        if rank > before { actions.append(.reached(rank)) }
        if isOver { actions.append(.finished) }
        return actions
    }

    /// A word of four letters is a point; a longer one a point a letter.
    private func points(of word: String) -> Int {
        (word.count == Self.leastLetters ? 1 : word.count) + (isPangram(word) ? Self.pangramBonus : 0)
    }

    private func isPangram(_ word: String) -> Bool { Set(word).count == Set(board).count }

    private func problem(with word: String) -> Problem? {
        if isOver { return .over }
        let letters = Set(board)
        if let foreign = word.first(where: { !letters.contains($0) }) { return .foreignLetter(foreign) }
        if word.count < Self.leastLetters { return .tooShort(word) }
        if let middle = board.first, !word.contains(middle) { return .withoutMiddle(middle) }
        if found.contains(word) { return .alreadyFound(word) }
        return answers.contains(word) ? nil : .notAWord(word)
    }
}
