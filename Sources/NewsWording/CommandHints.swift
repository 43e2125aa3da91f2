/// How a command is typed in the place where a text will be read.
package struct CommandHints: Sendable {
    /// `headlines` in, `!headlines` or `crier: headlines` or `headlines` out.
    package var typed: @Sendable (_ command: String) -> String

    package init(typed: @escaping @Sendable (_ command: String) -> String) { self.typed = typed }

    /// Private chat and mail need no prefix.
    package static let privately = CommandHints { $0 }

    /// The verbs that answer in a room only when the bot is addressed.
    package static let genericVerbs: Set<String> = [
        "help", "more", "set", "me", "search", "stats", "read", "save", "share", "undo", "yes",
    ]

    /// In a room: the prefix, or the bot's name before a generic verb that the room has not enabled.
    ///
    /// Those at verbs that the room has switched off (`-quiz`) are marked for `SwitchedOffHints`.
    package static func inRoom(prefix: String, botName: String, enabledVerbs: [String]) -> CommandHints {
        let addressed = genericVerbs.subtracting(enabledVerbs)
        return CommandHints { command in
            let verb = command.prefix { $0 != " " }
            let typed = addressed.contains(String(verb)) ? "\(botName): \(command)" : prefix + command
            return enabledVerbs.contains("-" + verb) ? SwitchedOffHints.marked(typed) : typed
        }
    }
}
