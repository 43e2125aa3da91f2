/// One parsed IRC line.
///
/// See Modern IRC client protocol, "Message Format"; tags follow IRCv3 message-tags.
package struct IRCMessage: Sendable, Equatable {
    /// Unescaped; a tag without a value has an empty one.
    package var tags: [String: String]
    /// The sender: a server name or `nick!user@host`; nil in our own lines and where a server omits it.
    package var source: String?
    /// In upper case, or three digits.
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

    /// The parameter at `index`, or an empty text where a server leaves it out.
    subscript(index: Int) -> String {
        parameters.indices.contains(index) ? parameters[index] : ""
    }

    var last: String { parameters.last ?? "" }

    /// The three-digit number, if the command is one.
    var numeric: Int? {
        command.utf8.count == 3 && command.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(command) : nil
    }
}
