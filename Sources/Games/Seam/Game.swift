package import Foundation
package import NewsModel

/// A game as a pure state machine.
///
/// It hears a line, a sign or the time, changes its state, and says what happened as values. It sends nothing and
/// stores nothing: whoever runs it stores its state after each move, before anything is shown.
package protocol Game: Codable, Hashable, Sendable {
    /// What it says, for wording elsewhere.
    associatedtype Action: Hashable, Sendable
    /// What it must look up and does not store, such as a list of words.
    associatedtype Knowledge: Sendable
    /// What is kept of it: one result, or one for each of its players.
    associatedtype Outcome: Hashable, Sendable, Codable

    /// The version of the encoded state.
    ///
    /// It rises when older states can no longer be decoded.
    static var version: Int { get }

    var isOver: Bool { get }
    /// When it must hear the time; nil if it waits for people alone.
    var deadline: Date? { get }
    /// What is kept of it now, also when it ends before its time.
    var result: Outcome { get }

    mutating func hear(_ heard: HeardMove, at now: Date, knowing knowledge: Knowledge) -> [Action]
}

extension Game {
    package var deadline: Date? { nil }
}

/// A game that has one result: a person's, or that of all who play it together.
package protocol Puzzle: Game where Outcome == GameResult {}

/// What a game can hear.
package enum HeardMove: Hashable, Sendable {
    /// A line, and who typed it where a game tells its players apart.
    case line(String, by: Participant? = nil)
    /// A sign that somebody put on what was asked last, as a letter.
    case reaction(String, by: Participant)
    case time
    /// The network has confirmed what was asked last.
    case shown
}

/// Somebody who plays with others.
package struct Participant: Hashable, Sendable, Codable {
    /// The account, or a guest's key.
    package var key: String
    package var name: String
    /// One player: a profile with all its accounts, or all guests from one host.
    package var person: String
    package var profile: ProfileID?

    package init(key: String, name: String, person: String? = nil, profile: ProfileID? = nil) {
        self.key = key
        self.name = name
        self.person = person ?? key
        self.profile = profile
    }
}

/// What is kept of a game when it is over.
package struct GameResult: Hashable, Sendable, Codable {
    /// Higher is better, within one kind of game.
    package var points: Int
    /// What it is worth where games of several kinds are added up; nil is `points`.
    package var common: Int?
    /// Whether the puzzle was solved.
    package var isSolved: Bool
    /// Moves that counted: guesses of a word, digits of a sudoku, words of a bee.
    package var moves: Int
    package var hints: Int
    /// From the first move to the last.
    package var seconds: Int

    package init(points: Int, common: Int? = nil, isSolved: Bool, moves: Int, hints: Int = 0, seconds: Int) {
        self.points = points
        self.common = common
        self.isSolved = isSolved
        self.moves = moves
        self.hints = hints
        self.seconds = seconds
    }
}
