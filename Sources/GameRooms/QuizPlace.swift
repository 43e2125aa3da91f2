package import NewsModel

/// Where a round is played: a room, or one person's private chat.
package struct QuizPlace: Hashable, Sendable {
    package var recipientID: RecipientID
    package var address: Address

    package init(recipientID: RecipientID, address: Address) {
        self.recipientID = recipientID
        self.address = address
    }

    var isSolo: Bool { address.kind == .person }
}

/// What became of the wish to begin a round.
package enum QuizStart: Hashable, Sendable {
    /// The introduction and the first question, to be said now.
    case started(RichText)
    case alreadyRunning
    /// There are headlines for this many questions only; nothing was begun.
    case tooFew(Int)
}

/// What became of a letter somebody typed.
package enum QuizAnswer: Hashable, Sendable {
    /// No question is open here: the letter was not meant for the quiz.
    case notOpen
    case alreadyAnswered
    /// Taken; there may be something to say at once (a round of one person goes on without waiting).
    case accepted(RichText?)
}
