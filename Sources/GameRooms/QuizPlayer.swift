package import NewsModel

/// A player of a quiz.
package struct QuizPlayer: Hashable, Sendable {
    /// `network:account`; a guest has a key that no account can have.
    package var key: String
    package var name: String
    package var profileID: ProfileID?

    package init(key: String, name: String, profileID: ProfileID?) {
        self.key = key
        self.name = name
        self.profileID = profileID
    }
}
