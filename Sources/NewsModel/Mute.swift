package import Foundation

/// Something that somebody does not want to hear of.
package struct Mute: Hashable, Sendable {
    package enum Subject: Hashable, Sendable {
        case story(StoryID)
        case feed(FeedID)
        /// Canonical form of the query grammar.
        case words(String)
    }

    package var recipientID: RecipientID
    /// Lasting, per owner, from 1.
    package var number: Int
    package var subject: Subject
    /// As it is shown.
    package var name: String
    /// Nil is for good.
    package var endsAt: Date?
    package var createdAt: Date

    package init(
        recipientID: RecipientID,
        number: Int,
        subject: Subject,
        name: String,
        endsAt: Date? = nil,
        createdAt: Date
    ) {
        self.recipientID = recipientID
        self.number = number
        self.subject = subject
        self.name = name
        self.endsAt = endsAt
        self.createdAt = createdAt
    }
}
