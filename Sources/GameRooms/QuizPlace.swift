import Foundation
package import Games
package import NewsModel
package import Storage

/// Where a round is played: a room, or one person's private chat.
package struct QuizPlace: Hashable, Sendable {
    package var recipientID: RecipientID
    package var address: Address
    /// Where the guest of a guest's own round writes from, whatever name they take.
    package var host: String?

    package init(recipientID: RecipientID, address: Address, host: String? = nil) {
        self.recipientID = recipientID
        self.address = address
        self.host = host
    }

    var isSolo: Bool { address.kind == .person }

    /// The place of a guest's own round, which is kept in memory only.
    ///
    /// Numbers of the database are positive, so no profile or room has this one.
    package static func ofGuest(_ key: String) -> RecipientID {
        RecipientID(rawValue: Int64(truncatingIfNeeded: key.hashValue) | .min)
    }

    var isOfGuest: Bool { recipientID.rawValue < 0 }

    /// Who is asked, of guests.
    var hostKey: String { host ?? "\(recipientID)" }
}

/// What round is wanted.
package struct QuizRequest: Hashable, Sendable, Codable {
    package var count = 5
    /// What it is about; nil for all news in sight.
    package var topic: ArticleSelection?
    /// What was typed for that, so that it can be offered again.
    package var topicWords: String?
    /// Who started it, as `QuizPlayer.person`; nil for the clock.
    package var starter: String?
    /// Headlines of this language come first, as `en`; nil for no preference.
    package var language: String?
    /// Whether answers come by letter, which takes days.
    package var isSlow = false

    package init() {}

    /// How long a sheet stays open, in seconds.
    func patience(in place: QuizPlace) -> Double {
        // Somebody else may have a guest's name by then.
        // A daily quiz finds no sheet of the day before.
        place.isOfGuest ? 1_800 : isSlow ? 7 * 86_400 : 23 * 3_600
    }
}

/// A round that was played here.
struct LastRound {
    var questions: [QuizQuestion]
    var wanted: QuizRequest
    /// How many of the questions were asked.
    var shownCount: Int
    var startedAt: Date
}

/// The result of starting a round.
package enum QuizStart: Hashable, Sendable {
    /// The introduction and the first question, which the caller sends.
    case started(QuizSpeech)
    case alreadyRunning
    /// The room plays this puzzle together, and one game at a time.
    case otherGame(PuzzleKind)
    /// Too few headlines: they give only this many questions. No round was started.
    case tooFew(Int)
    /// As many guests play as may, together or from this host.
    case busy
    /// The room wants quiet now.
    case quiet
    /// The room wants fewer lines in an hour: there is room for a round of so many questions.
    case tooManyLines(Int)
}

/// What a round says in answer to somebody.
package struct QuizSpeech: Hashable, Sendable {
    package var text: RichText
    /// As `OutgoingMessage.asks`.
    package var asks: String?
    /// What it says of the round; nil where whoever sends the answer keeps it until it is sent.
    package var said: SaidSteps?
}

/// What an answer says of a round.
///
/// The round keeps it until it is heard of again: `GameTables.said` or `GameTables.notSaid`.
package struct SaidSteps: Hashable, Sendable {
    var round: QuizRoundID
    var steps: [PartKey.QuizStep]

    /// The key of a part, which is the same after a restart; parts from 0.
    package func key(_ part: Int) -> PartKey { .quiz(round, steps, part: part) }
}

/// The result of a letter that somebody typed.
package enum QuizAnswer: Hashable, Sendable {
    /// No question is open here: the letter was not meant for the quiz.
    case notOpen
    case alreadyAnswered
    /// Accepted. In a round of one person the text shows the results, or what is wrong with the line.
    case accepted(QuizSpeech?)
}

/// Who wants to stop, skip or have a hint.
package struct QuizMover: Hashable, Sendable {
    /// As `QuizPlayer.person`.
    package var person: String
    package var isOperator: Bool

    package init(person: String, isOperator: Bool) {
        self.person = person
        self.isOperator = isOperator
    }
}

/// What came of a vote.
package enum QuizMove: Hashable, Sendable {
    case said(QuizSpeech)
    case notRunning
    /// Between two questions.
    case notOpen
    /// A second player must say the same.
    case needsAnother
    case onlyInRooms
    case alreadyHinted
    /// Which of so many questions?
    case whichQuestion(Int)
    /// - Parameter areAllShown: false while more questions will come.
    case noSuchQuestion(Int, of: Int, areAllShown: Bool)
    /// Another question than the named one is open.
    case otherIsOpen(Int)
    /// Whoever has answered the question needs no hint.
    case hasAnswered
    /// Only who plays along may vote.
    case notPlaying
    case reported(Int)
    /// The person has reported as many questions as they may on a day.
    case reportedEnough
}
