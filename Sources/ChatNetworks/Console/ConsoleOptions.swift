package import NewsModel

/// The person at the terminal, and the chat that they are in.
package struct ConsoleOptions: Sendable {
    package var person: String
    /// The room that the person speaks in; nil means a private chat.
    package var room: String?
    /// Whether a person reads the output; it then has a prompt and bold titles.
    package var isTerminal: Bool

    package init(person: String, room: String?, isTerminal: Bool) {
        self.person = person
        self.room = room
        self.isTerminal = isTerminal
    }

    /// The current chat.
    ///
    /// Only messages to other addresses are labelled with their address.
    package var currentChat: Address {
        room.map { Address(network: "console", kind: .room, target: $0) }
            ?? Address(network: "console", kind: .person, target: person.lowercased())
    }
}
