internal import Localization
internal import NewsModel

extension Command {
    static let help = Command(
        name: "help",
        aliases: ["commands"],
        genericAliases: ["h"],
        isGeneric: true,
        topic: .settings,
        mostWords: 1,
        shape: .help,
        effect: .shows,
        worksWhileDormant: true,
        mayBeSwitchedOff: false,
        roles: [.help: "help"]
    ) { context, arguments in
        guard let word = arguments.first else { return context.show(HelpPages(context).overview()) }
        if ["mail", "email"].contains(word.keyword) { return context.show(HelpPages(context).mailHelp()) }
        switch context.table.match(word.text, allowingPrefix: true) {
        case .command(let command, _): return context.show(HelpPages(context).explanation(of: command))
        case .unknown(let near):
            let shown = MessageArgument.text(String(word.text.prefix(40)))
            guard !near.isEmpty else {
                return context.say("error.unknownVerb", ["word": shown, "help": .text(context.hint("help"))])
            }
            let names = near.filter(context.isAllowed).map { context.hint("help " + $0) }.joined(separator: ", ")
            return context.say("error.unknownVerbNear", ["word": shown, "names": .text(names)])
        }
    }
}

extension CommandShape {
    /// The name of a command, or "mail".
    fileprivate static let help = CommandShape { typed in
        guard let first = typed.rest.first else { return true }
        return typed.rest.words.count == 1
            && (typed.rest.isOne("mail", "email") || typed.table.command(named: first.text) != nil)
    }
}

/// The help texts.
struct HelpPages: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// One line per topic, from the command table.
    fileprivate func overview() -> RichText {
        var blocks: [RichText.Block] = [.heading(level: 2, localizer.spans("help.title"))]
        for topic in Command.Topic.allCases {
            let names = table.commands.filter {
                $0.topic == topic && isAllowed($0.name)
            }.map(\.name)
            guard !names.isEmpty else { continue }
            var spans: [RichText.Span] = [
                .strong(localizer.spans("help.topic.\(topic.rawValue)")), .text(localizer.text("help.colon")),
            ]
            for (index, name) in names.enumerated() {
                if index > 0 { spans.append(" · ") }
                spans.append(.code(name))
            }
            blocks.append(.paragraph(spans))
        }
        let isMail = message.traits.isMailbox
        if isMail { blocks += localizer.richText("help.byMail", ["mail": .text(hint("help mail"))]).blocks }
        let footer = room == nil ? "help.footer" : "help.footerRoom"
        blocks.append(
            .footer(
                localizer.spans(footer, ["example": .text(hint("help digest")), "first": .text(hint("headlines"))])
            )
        )
        return RichText(blocks)
    }

    /// How to use the bot by mail.
    fileprivate func mailHelp() -> RichText {
        guard let address = options.mailAddress else { return localizer.richText("error.noMail") }
        let facts: [String: MessageArgument] = [
            "address": .text(address), "link": .text(hint("link")), "digest": .text(hint("digest at 18:00 to mail")),
            "week": .text(hint("digest week to mail")), "alert": .text(hint("alert add \"security update\" to mail")),
        ]
        let isByMail = message.traits.isMailbox
        return heading("help.mail.title")
            + localizer.richText(isByMail ? "help.mail.begunByMail" : "help.mail.begin", facts)
            + localizer.richText("help.mail.text", facts)
            + footer("help.mail.end", facts)
    }

    fileprivate func explanation(of command: Command) -> RichText {
        let usage = localizer.text("help.\(command.name).usage")
        var blocks: [RichText.Block] = usage.split(separator: "\n").map { .paragraph([.code(hint(HintLine(String($0))))]) }
        blocks += localizer.richText("help.\(command.name).text").blocks
        let others = command.aliases + command.genericAliases
        if !others.isEmpty {
            blocks.append(.footer(localizer.spans("help.aliases", ["names": .text(others.joined(separator: ", "))])))
        }
        return RichText(blocks)
    }
}
