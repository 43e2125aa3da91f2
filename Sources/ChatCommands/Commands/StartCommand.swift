internal import Localization
internal import NewsModel
internal import Storage

extension Command {
    static let start = Command(
        name: "start",
        genericAliases: ["hello"],
        isGeneric: true,
        topic: .settings,
        mostWords: 0,
        effect: .shows,
        worksWhileDormant: true,
        endsSilence: true,
        roles: [.greeting: "start"]
    ) {
        context,
        _ in
        if context.isGuest { return context.show(NewcomerHints(context).guestStart()) }
        let isMail = context.message.traits.answersByLetter
        let steps = [
            context.localizer.spans("command.start.headlines", ["hint": .text(context.hint("headlines"))]),
            context.localizer.spans(
                "command.start.sub",
                ["hint": .text(context.hint("sub https://xkcd.com")), "sources": .text(context.hint("sources"))]
            ),
            isMail
                ? context.localizer.spans("command.start.digest", ["hint": .text(context.hint("digest at 18:00"))])
                : context.localizer.spans(
                    "command.start.alert",
                    ["hint": .text(context.hint("alert add \"security update\""))]
                ),
        ]
        let items = steps.enumerated().map { RichText.Block.item(marker: "\($0 + 1)", $1) }
        let body =
            context.heading("command.start.title")
            + RichText(items)
            + context.footer(
                isMail ? "command.start.footerMail" : "command.start.footer",
                ["help": .text(context.hint("help")), "mail": .text(context.hint("help mail"))]
            )
        return context.show(body)
    }

    static let about = Command(
        name: "about",
        aliases: ["version"],
        isGeneric: true,
        topic: .settings,
        mostWords: 0,
        effect: .shows,
        worksWhileDormant: true
    ) {
        context,
        _ in
        let options = context.options
        let languages = context.services.catalogue.languages.map {
            "\(context.services.catalogue.name(ofLanguage: $0)) (\($0))"
        }
        var body =
            context.localizer.richText("command.about.text", ["version": .text(options.version)])
            + context.localizer.richText(
                "command.about.facts",
                [
                    "n": .number(context.services.sources.sources.count),
                    "languages": .text(context.localizer.list(languages)),
                ]
            )
        if !options.sourceURL.isEmpty {
            body.blocks.append(.paragraph([.link(label: "", url: options.sourceURL)]))
        }
        return context.show(body)
    }
}
