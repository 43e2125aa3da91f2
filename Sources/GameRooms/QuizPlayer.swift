package import Games
package import NewsModel

/// A player of a quiz.
package struct QuizPlayer: Hashable, Sendable {
    /// `network:account`; a guest has a key that no account can have.
    package var key: String
    package var name: String
    package var profileID: ProfileID?
    /// One player: a profile with all its accounts, or all guests from one host.
    package var person: String

    package init(key: String, name: String, profileID: ProfileID?) {
        self.key = key
        self.name = name
        self.profileID = profileID
        person = profileID.map(Participant.person) ?? key
    }

    package var participant: Participant { Participant(key: key, name: name, person: person, profile: profileID) }
}
