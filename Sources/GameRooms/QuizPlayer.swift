package import NewsModel

/// Somebody who answers.
package struct QuizPlayer: Hashable, Sendable {
    /// `network:account`, or a guest's key that no account can be.
    package var key: String
    package var name: String
    package var profileID: ProfileID?

    package init(key: String, name: String, profileID: ProfileID?) {
        self.key = key
        self.name = name
        self.profileID = profileID
    }
}
