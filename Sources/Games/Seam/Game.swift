package import Foundation

/// A game as a pure state machine.
///
/// It hears a line, a reaction or the time, changes its state, and says what happened as values. It sends nothing and
/// stores nothing: whoever runs it stores its state after each move, before anything is shown.
package protocol Game: Codable, Hashable, Sendable {
    /// What it says, for wording elsewhere.
    associatedtype Action: Hashable, Sendable
    /// What it must look up and does not store, such as a list of words.
    associatedtype Knowledge: Sendable

    /// The version of the encoded state.
    ///
    /// It rises when older states can no longer be decoded.
    static var version: Int { get }

    var isOver: Bool { get }
    /// When it must hear the time; nil if it waits for people alone.
    var deadline: Date? { get }
    /// What is kept of it now, also when it ends before its time.
    var result: GameResult { get }

    mutating func hear(_ heard: HeardMove, at now: Date, knowing knowledge: Knowledge) -> [Action]
}

extension Game {
    package var deadline: Date? { nil }
}

/// What a game can hear.
package enum HeardMove: Hashable, Sendable {
    case line(String)
    case reaction(String)
    case time
}

/// What is kept of a game when it is over.
package struct GameResult: Hashable, Sendable, Codable {
    /// Higher is better, within one kind of game.
    package var points: Int
    /// Whether the puzzle was solved.
    package var isSolved: Bool
    /// Moves that counted: guesses of a word, digits of a sudoku, words of a bee.
    package var moves: Int
    package var hints: Int
    /// From the first move to the last.
    package var seconds: Int

    package init(points: Int, isSolved: Bool, moves: Int, hints: Int = 0, seconds: Int) {
        self.points = points
        self.isSolved = isSolved
        self.moves = moves
        self.hints = hints
        self.seconds = seconds
    }
}
