internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording

/// Everything a handler may know and use about one command.
struct CommandContext: Sendable {
    let services: CommandServices
    let memory: RouterMemory
    let message: IncomingMessage
    let person: Person
    /// The room it was typed in; nil in private.
    let room: Room?
    /// Speaks the language and zone of whoever reads the answer: the room, in private the person.
    let localizer: Localizer
    let time: Date

    var isPrivate: Bool { message.isPrivate }
    var options: CommandOptions { services.options }

    /// Where the command was typed.
    var here: Address {
        room.map { Address(network: message.network, kind: .room, target: $0.name) } ?? person.address
    }

    /// Names this place in listings.
    var placeKey: String {
        room.map { "r:\(message.network):\($0.name)" } ?? privatePlaceKey
    }

    /// Names the private chat with the person in listings.
    var privatePlaceKey: String { "p:\(message.network)" }

    /// Whose news is shown here: the room's, in private the person's; nil for who follows nothing and has no profile.
    var reader: RecipientID? { room?.id.recipient ?? person.profile?.id.recipient }

    /// Seconds for which a code to confirm something holds: mail takes its time.
    var codeLifetime: Double { message.networkKind == .mail ? 86_400 : 600 }

    /// Seconds for which a code to link an account holds: by mail it has to be confirmed first.
    var linkLifetime: Double { options.mailAddress == nil ? 600 : 7_200 }

    /// Whether a command may be used in this place.
    func isAllowed(_ command: String) -> Bool { room?.etiquette.allows(command) ?? true }

    /// How a command is typed in this place so that it is answered; marked where the room has switched it off.
    func hint(_ line: String) -> String {
        guard let room else { return privateHint(line) }
        let prefix = room.etiquette.prefix ?? options.prefix
        let verb = line.prefix { !$0.isWhitespace }.lowercased()
        let command = CommandTable.standard.command(named: verb)
        let name = command?.name ?? verb
        let needsName = (command?.isGeneric(verb) ?? false) && !room.etiquette.enabledVerbs.contains(name)
        let typed = needsName ? options.botName(message.network) + ": " + line : prefix + line
        return room.etiquette.allows(name) ? typed : SwitchedOffHints.marked(typed)
    }
}

extension CommandContext {
    /// How a command is typed to the bot in private on this network.
    func privateHint(_ line: String) -> String { message.networkKind == .mail ? line : options.prefix + line }
}

// MARK: - Answering

extension CommandContext {
    func say(_ key: String, _ arguments: [String: MessageArgument] = [:], privately: Bool = false) -> [Answer] {
        [Answer(body: localizer.richText(key, arguments), place: privately ? .privately : .here)]
    }

    func show(_ body: RichText, privately: Bool = false) -> [Answer] {
        [Answer(body: body, place: privately ? .privately : .here)]
    }

    /// A closing line of what to type next.
    func footer(_ key: String, _ arguments: [String: MessageArgument] = [:]) -> RichText {
        RichText([.footer(localizer.spans(key, arguments))])
    }

    func heading(_ key: String, _ arguments: [String: MessageArgument] = [:], level: Int = 2) -> RichText {
        RichText([.heading(level: level, localizer.spans(key, arguments))])
    }

    /// Refuses what is left of a line when a command has taken all that it understands; nothing may be done before that.
    func refuseRest(_ arguments: Arguments, of command: String) throws {
        guard arguments.isUsedUp else { throw usageError(command) }
    }

    /// The usage line of a command, as an error.
    func usageError(_ command: String) -> CommandError {
        let forms = localizer.text("help.\(command).usage").split(separator: "\n").map { hint(String($0)) }
        return .usage(forms.joined(separator: " · "))
    }
}
