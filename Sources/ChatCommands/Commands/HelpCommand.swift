internal import Localization
internal import NewsModel

extension Command {
    static let help = Command(
        name: "help",
        aliases: ["commands"],
        genericAliases: ["h"],
        isGeneric: true,
        unnamed: .eachMinute,
        topic: .settings,
        shape: .help,
        effect: .shows,
        worksWhileDormant: true,
        mayBeSwitchedOff: false,
        roles: [.help: "help"]
    ) { context, arguments in
        let pages = HelpPages(context)
        // `help me` asks for help; `help whoami` explains that command.
        guard let word = arguments.first, arguments.words.map(\.keyword) != ["me"] else {
            return [Answer(body: try await HelpOverview(context).page(), isWhole: true)]
        }
        // The name of a topic may have several words in some languages.
        if let topic = context.table.topic(named: arguments.text) { return context.show(pages.page(of: topic)) }
        // So may the name of a game.
        if let game = context.table.game(named: arguments.text) { return context.show(pages.explanation(of: game)) }
        // `help set images` asks about one setting.
        if arguments.words.count == 2, word.keyword == Command.set.name,
            let setting = SettingCard.Name(arguments.words[1].keyword, isRoom: false)
        {
            return context.show(pages.explanation(of: setting))
        }
        try context.refuseRest(arguments.dropping(1), of: "help")
        if ["mail", "email"].contains(word.keyword) { return context.show(pages.mailHelp()) }
        switch context.table.match(word.text, allowingPrefix: true) {
        case .command(let command, _): return context.show(pages.explanation(of: command))
        case .unknown(let near):
            if let setting = SettingCard.Name(word.keyword, isRoom: false) {
                return context.show(pages.explanation(of: setting))
            }
            return pages.unknown(word, near: near.filter(context.isAllowed))
        }
    }
}

extension CommandShape {
    /// The name of a command or a topic, or "mail".
    fileprivate static let help = CommandShape { typed in
        guard let first = typed.rest.first else { return true }
        // Its name may have several words, or be divided into them.
        let name = typed.rest.text
        if typed.table.topic(named: name) != nil || typed.table.game(named: name) != nil { return true }
        return typed.rest.words.count == 1
            && (typed.rest.isOne("mail", "email") || typed.table.command(named: first.text) != nil
                || SettingCard.Name(first.keyword, isRoom: false) != nil)
    }
}

/// The help texts.
struct HelpPages: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// How to use the bot by mail.
    fileprivate func mailHelp() -> RichText {
        guard let address = options.mailAddress else { return localizer.richText("error.noMail") }
        let facts: [String: MessageArgument] = [
            "address": .text(address), "link": .text(hint("link")), "digest": .text(hint("digest at 18:00 to mail")),
            "week": .text(hint("digest week to mail")), "alert": .text(hint("alert add \"security update\" to mail")),
        ]
        let isByMail = message.traits.answersByLetter
        return heading("help.mail.title")
            + localizer.richText(isByMail ? "help.mail.begunByMail" : "help.mail.begin", facts)
            + localizer.richText("help.mail.text", facts)
            + footer("help.mail.end", facts)
    }

    fileprivate func explanation(of command: Command) -> RichText {
        var blocks: [RichText.Block] = usage(of: command).map { .paragraph([.code(typed($0))]) }
        blocks += localizer.richText("help.\(command.name).text").blocks
        if isGuest, command.need != .nothing { blocks.append(NewcomerHints(context).guestNote) }
        let own = table.foreignWords(for: command)
        let others = own.isEmpty || localizer.language == "en" ? command.aliases + command.genericAliases : own
        if !others.isEmpty {
            blocks.append(.footer(localizer.spans("help.aliases", ["names": .text(joined(names: others))])))
        }
        return RichText(blocks)
    }

    /// What a setting does; of one without an explanation of its own, how settings are made.
    fileprivate func explanation(of setting: SettingCard.Name) -> RichText {
        if setting == .images, !hasMail { return localizer.richText("settings.imagesNotHere") }
        let (key, line) =
            switch setting {
            case .repeats: ("repeats", isPrivate ? "set repeats on|off" : "set room repeats on|off")
            case .updates: ("updates", isPrivate ? "set updates on|off" : "set room story updates on|off")
            case .images: ("images", "set images on|off")
            default: ("", "")
            }
        guard !key.isEmpty else { return explanation(of: Command.set) }
        return RichText([.paragraph([.code(typed(HintLine(line)))])]) + localizer.richText("command.help.\(key)")
    }

    /// The forms of a command that can be used here.
    private func usage(of command: Command) -> [HintLine] {
        let forms = localizer.text("help.\(command.name).usage").split(separator: "\n").map(String.init)
        return forms.compactMap { form in
            let words = CommandWord.words(in: form).map(\.keyword)
            if isPrivate, words.dropFirst().first == "room" { return nil }
            guard !hasMail else { return HintLine(form) }
            if words.dropFirst().first == "images" { return nil }
            return HintLine(
                form.replacing(" [to mail]", with: "").replacing("|to mail", with: "").replacing("|mail", with: "")
            )
        }
    }

    private var hasMail: Bool { options.mailAddress != nil || message.traits.isMailDestination }

    /// The nearest names of commands and topics.
    fileprivate func unknown(_ word: CommandWord, near: [String]) -> [Answer] {
        let shown = MessageArgument.text(String(word.text.prefix(40)))
        let topics = NearNames.nearest(to: word.text, among: topicNames(localizer).keys)
        let names = near.map { hint("help \(fixed: $0)") } + topics.map { hint("help \($0)") }
        guard !names.isEmpty else {
            let all = topicNames(localizer).keys.sorted().map { hint("help \($0)") }
            return say("command.help.unknown", ["word": shown, "names": .text(joined(names: all))])
        }
        return say("error.unknownVerbNear", ["word": shown, "names": .text(joined(names: names))])
    }
}
