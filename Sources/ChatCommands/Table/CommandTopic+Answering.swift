internal import Localization
internal import NewsModel
internal import NewsWording

/// Builds answers, and hints that show how to type a command here.
extension CommandTopic {
    /// Offers a command as it is typed in this chat.
    ///
    /// It is marked if it would do nothing: the room has switched the command off, or it is refused to guests.
    func hint(_ line: HintLine) -> String {
        isRefusedToGuest(line) ? SwitchedOffHints.marked(typed(line)) : typed(line)
    }

    /// How a command is typed in this chat, also if it would be refused.
    ///
    /// In a room the bot's name is needed for some commands, so all are shown with it. It is marked if the room has
    /// switched the command off.
    func typed(_ line: HintLine) -> String {
        guard let room else { return privateHint(line) }
        let verb = line.verb
        let shown = CommandHints.inRoom(localizer.typed(line), botName: options.botName(message.network))
        return room.etiquette.allows(table.command(named: verb)?.name ?? verb) ? shown : SwitchedOffHints.marked(shown)
    }

    private func isRefusedToGuest(_ line: HintLine) -> Bool {
        let words = table.words(in: line.text)
        guard isGuest, let first = words.first, let command = table.command(named: first.text) else { return false }
        // Guests may change a room where nobody has an account.
        let isAboutThem = isPrivate || command.need == .account
        let hasAccounts = services.networks[message.network]?.traits.hasAccounts ?? true
        return (isAboutThem || hasAccounts && command.need != .ownList)
            && command.needsOwner(Arguments(Array(words.dropFirst())))
    }

    /// How to type a command in private, where no prefix is needed on any network.
    func privateHint(_ line: HintLine) -> String { localizer.typed(line) }

    var hints: CommandHints { CommandHints { line, _ in hint(line) } }

    var articleLines: ArticleLineWording {
        ArticleLineWording(
            localizer: localizer,
            now: time,
            linksTitles: linksTitles,
            layout: layout,
            lineBytes: message.traits.lineBytes
        )
    }

    /// How much lists show here: the room's setting, or in private the person's.
    var layout: ListLayout { room?.settings.layout ?? person.profile?.settings.layout ?? .list }

    /// Whether the icons of feeds stand before their names here: as the room, or in private the person, has set it.
    var showsIcons: Bool {
        let settings = room?.settings ?? person.profile?.settings ?? RecipientSettings()
        return message.traits.showsIcons && settings.showsIcons
    }

    /// The icon of a feed, if it is shown here.
    func icon(_ feed: FeedID) -> [RichText.Span] { showsIcons ? [.icon(of: feed)] : [] }

    /// Whether lists show titles as links here.
    var linksTitles: Bool { message.traits.linksTitles }

    /// The most items of a list here, if no number was asked for.
    var listLength: Int { isPrivate ? .max : message.traits.firstPage.roomItems }
}

// MARK: - Answering

extension CommandTopic {
    func say(_ key: String, _ arguments: [String: MessageArgument] = [:], privately: Bool = false) -> [Answer] {
        [Answer(body: localizer.richText(key, arguments), place: privately ? .privately : .here)]
    }

    /// That something is already as somebody wants it, and how it is.
    func sayAlready(_ key: String, _ arguments: [String: MessageArgument] = [:]) -> [Answer] {
        let already = localizer.spans("settings.card.already") + [.text(" ")]
        return show(RichText([.paragraph(already + localizer.spans(key, arguments))]))
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
    ///
    /// A guest who could not use it is told that instead.
    func usageError(_ command: String) -> CommandError {
        if isGuest, isPrivate, table.command(named: command)?.need != .nothing {
            return .needsAccount(byServices: message.traits.hasServices)
        }
        let forms = localizer.text("help.\(command).usage").split(separator: "\n").map { typed(HintLine(String($0))) }
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
        at place: Destination?,
        by word: HintLine = "in",
        isAnsweredHere: Bool = false
    ) -> String {
        guard let place, owner.room?.id != room?.id else { return hint(line) }
        let named: HintLine = "\(line) \(word) \(place.hint)"
        if isPrivate || isAnsweredHere { return hint(named) }
        return privateHint(owner.isRoom ? named : line)
    }
}
