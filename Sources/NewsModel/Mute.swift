package import Foundation

/// A story, feed or query that a recipient does not want to see.
package struct Mute: Hashable, Sendable {
    package enum Subject: Hashable, Sendable {
        case story(StoryID)
        case feed(FeedID)
        /// Canonical form of the query grammar.
        case words(String)
    }

    package var recipientID: RecipientID
    /// Permanent number, counted from 1 for each owner.
    package var number: Int
    package var subject: Subject
    /// The name shown to people.
    package var name: String
    /// Nil means permanent.
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
