package import Games
package import NewsModel

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
}

/// The result of starting a round.
package enum QuizStart: Hashable, Sendable {
    /// The introduction and the first question, which the caller sends.
    case started(RichText)
    case alreadyRunning
    /// The room plays this puzzle together, and one game at a time.
    case otherGame(PuzzleKind)
    /// Too few headlines: they give only this many questions. No round was started.
    case tooFew(Int)
    /// As many guests play as may, together or from this host.
    case busy
}

/// The result of a letter that somebody typed.
package enum QuizAnswer: Hashable, Sendable {
    /// No question is open here: the letter was not meant for the quiz.
    case notOpen
    case alreadyAnswered
    /// Accepted. In a round of one person the text shows the result and the next question.
    case accepted(RichText?)
}
