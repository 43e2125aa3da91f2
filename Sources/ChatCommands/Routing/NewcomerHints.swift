internal import Localization
internal import NewsModel
internal import NewsWording

/// Lines for people who do not know yet how the bot is spoken to.
struct NewcomerHints: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// What a guest may do, and how to do more.
    var guestNote: RichText.Block {
        .footer(localizer.spans(message.traits.hasServices ? "command.guestByServices" : "command.guest"))
    }

    /// The introduction for a guest: what needs no account.
    func guestStart() -> RichText {
        let facts: [String: MessageArgument] = [
            "hint": .text(hint("headlines")), "sources": .text(hint("sources")), "quiz": .text(hint("quiz")),
        ]
        var keys = ["headlines", "look"]
        if services.games != nil { keys.append("play") }
        let items = keys.enumerated().map {
            RichText.Block.item(marker: "\($0 + 1)", localizer.spans("command.start.\($1)", facts))
        }
        return heading("command.start.titleGuest") + RichText([guestNote] + items)
            + footer("command.start.footer", ["help": .text(hint("help"))])
    }

    /// What can be shown to a guest: sentences that offer what is refused are left out.
    ///
    /// A note says why, once an hour or where nothing else is left.
    func forGuest(_ body: RichText) async -> RichText {
        var rest = SwitchedOffHints.leftOut(of: body)
        guard rest != body else { return body }
        if await memory.takeTurn("guest \(person.key)", each: 3_600, at: time) || rest.isEmpty {
            rest.blocks.append(guestNote)
        }
        return rest
    }

    /// A longer line is not repeated, because half a line would be another command.
    private static let longestRepeated = 80

    /// Says that a command needs the bot's name here, with the line to type.
    func sayItByName(_ line: String) -> [Answer] {
        let isShort = line.count <= Self.longestRepeated
        let shown = isShort ? line : line.prefix { !$0.isWhitespace } + " …"
        return say("command.byName", ["hint": .text(hint(HintLine(stored: shown)))])
    }
}
