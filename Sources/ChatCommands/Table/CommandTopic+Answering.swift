internal import Localization
internal import NewsModel
internal import NewsWording

/// Builds answers, and hints that show how to type a command here.
extension CommandTopic {
    /// How to type a command in this chat.
    ///
    /// It is marked if the room has switched the command off.
    func hint(_ line: HintLine) -> String {
        guard let room else { return privateHint(line) }
        let prefix = room.etiquette.prefix ?? options.prefix
        let verb = line.verb
        let command = table.command(named: verb)
        let name = command?.name ?? verb
        let needsName = table.isGeneric(verb) && !room.etiquette.enabledVerbs.contains(name)
        let begin = needsName ? options.botName(message.network) + ": " : prefix
        let typed = begin + localizer.typed(line)
        return room.etiquette.allows(name) ? typed : SwitchedOffHints.marked(typed)
    }

    /// How to type a command in private on this network.
    func privateHint(_ line: HintLine) -> String {
        (message.traits.isMailbox ? "" : options.prefix) + localizer.typed(line)
    }

    var hints: CommandHints { CommandHints { line, _ in hint(line) } }

    var articleLines: ArticleLineWording {
        ArticleLineWording(localizer: localizer, now: time, linksTitles: linksTitles)
    }

    /// Mail shows titles as links, because that costs no extra line.
    var linksTitles: Bool { message.traits.isMailbox }
}

// MARK: - Answering

extension CommandTopic {
    func say(_ key: String, _ arguments: [String: MessageArgument] = [:], privately: Bool = false) -> [Answer] {
        [Answer(body: localizer.richText(key, arguments), place: privately ? .privately : .here)]
    }

    func show(_ body: RichText, privately: Bool = false) -> [Answer] {
        [Answer(body: body, place: privately ? .privately : .here)]
    }

    /// A closing line that says what to type next.
    func footer(_ key: String, _ arguments: [String: MessageArgument] = [:]) -> RichText {
        RichText([.footer(localizer.spans(key, arguments))])
    }

    func heading(_ key: String, _ arguments: [String: MessageArgument] = [:], level: Int = 2) -> RichText {
        RichText([.heading(level: level, localizer.spans(key, arguments))])
    }

    /// Throws a usage error if words are left that the command did not use.
    ///
    /// Call it before anything is changed.
    func refuseRest(_ arguments: Arguments, of command: String) throws {
        guard arguments.hasOnlyPoliteWords else { throw usageError(command) }
    }

    /// The usage line of a command, as an error.
    func usageError(_ command: String) -> CommandError {
        let forms = localizer.text("help.\(command).usage").split(separator: "\n").map { hint(HintLine(String($0))) }
        return .usage(forms.joined(separator: " · "))
    }

    /// An answer for the person only.
    ///
    /// In a room a notice says that there was an answer.
    func privately(_ body: RichText) -> [Answer] {
        guard room != nil else { return show(body) }
        return show(body, privately: true) + say("command.sentPrivately", ["name": .text(person.displayName)])
    }

    /// Whether the owner is the room or person of this chat.
    func isHere(_ owner: Owner) -> Bool { isPrivate || owner.room?.id == room?.id }

    /// An answer about an owner.
    ///
    /// In a room it is public only if the owner is this room; otherwise it is private.
    func show(_ body: RichText, of owner: Owner) -> [Answer] { isHere(owner) ? show(body) : privately(body) }

    /// How to type a line about an owner, where the answer is read.
    ///
    /// For an owner elsewhere it names the destination.
    ///
    /// - Parameter place: the typed word for the owner.
    /// - Parameter word: the preposition of the command before a destination.
    /// - Parameter isAnsweredHere: the answer is sent to this chat; otherwise as `show(_:of:)` decides.
    func hint(
        _ line: HintLine,
        about owner: Owner,
        at place: PlaceWord?,
        by word: HintLine = "in",
        isAnsweredHere: Bool = false
    ) -> String {
        guard let place, owner.room?.id != room?.id else { return hint(line) }
        let named: HintLine = "\(line) \(word) \(place.hint)"
        if isPrivate || isAnsweredHere { return hint(named) }
        return privateHint(owner.isRoom ? named : line)
    }
}
