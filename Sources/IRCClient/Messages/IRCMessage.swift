/// One line of IRC, taken apart.
///
/// Modern IRC client protocol, "Message Format"; tags as in IRCv3 message-tags.
package struct IRCMessage: Sendable, Equatable {
    /// Unescaped; a tag without a value has an empty one.
    package var tags: [String: String]
    /// Who says it: a server name or `nick!user@host`; nil from us or from a laconic server.
    package var source: String?
    /// In capitals, or three digits.
    package var command: String
    package var parameters: [String]

    package init(_ command: String, _ parameters: [String] = [], tags: [String: String] = [:], source: String? = nil) {
        self.tags = tags
        self.source = source
        self.command = command
        self.parameters = parameters
    }

    package init(_ command: String, _ parameters: String...) {
        self.init(command, parameters)
    }

    /// The parameter at `index`, or an empty text: servers leave out what the specification promises.
    subscript(index: Int) -> String {
        parameters.indices.contains(index) ? parameters[index] : ""
    }

    var last: String { parameters.last ?? "" }

    /// The three-digit number, if the command is one.
    var numeric: Int? {
        command.utf8.count == 3 && command.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(command) : nil
    }
}
