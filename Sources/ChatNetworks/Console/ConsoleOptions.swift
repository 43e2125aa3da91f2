package import NewsModel

/// Who sits at the terminal, and where.
package struct ConsoleOptions: Sendable {
    package var person: String
    /// A room to speak in; nil is a private chat.
    package var room: String?
    /// Somebody looks at it: a prompt, bold titles.
    package var isTerminal: Bool

    package init(person: String, room: String?, isTerminal: Bool) {
        self.person = person
        self.room = room
        self.isTerminal = isTerminal
    }

    /// Where replies are expected, so that only what goes elsewhere is labelled.
    package var place: Address {
        room.map { Address(network: "console", kind: .room, target: $0) }
            ?? Address(network: "console", kind: .person, target: person.lowercased())
    }
}
