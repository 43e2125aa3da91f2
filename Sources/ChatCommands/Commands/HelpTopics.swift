internal import Foundation
internal import Localization
internal import NewsModel

/// The topics of help, and the commands of each.
extension HelpPages {
    func topicNames(_ localizer: Localizer) -> [String: Command.Topic] {
        Dictionary(
            Command.Topic.allCases.map { (localizer.text("help.topic.\($0.rawValue)").lowercased(), $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The topics of which something can be used here, by the name that is typed.
    var offeredTopics: [String] {
        Command.Topic.allCases.filter { !commands(of: $0).isEmpty }.map { localizer.text("help.topic.\($0.rawValue)") }
    }

    /// One line for each command: its name, and what it does.
    func page(of topic: Command.Topic) -> RichText {
        let offered = commands(of: topic)
        guard let first = offered.first else {
            return localizer.richText("help.nothingThere", ["help": .text(hint("help"))])
        }
        let items = offered.map { command in
            RichText.Block.item(
                marker: nil,
                [.code(hint("\(fixed: command.name)")), .text(" — ")] + purpose(of: command)
            )
        }
        return heading("help.topicTitle", ["topic": .text(localizer.text("help.topic.\(topic.rawValue)"))])
            + RichText(items)
            + footer("help.footer", ["example": .text(hint("help \(fixed: first.name)"))])
    }

    /// The commands of a topic that are of use here and to this person.
    private func commands(of topic: Command.Topic) -> [Command] {
        table.commands.filter { $0.topic == topic && isOffered($0) }
    }

    /// Whether a command can be used here, by this person.
    func isOffered(_ command: Command) -> Bool {
        guard isAllowed(command.name), command.isConfigured(services) else { return false }
        if command.places == .rooms, isPrivate { return false }
        return person.identity != nil || command.need == .nothing || command.need == .ownList && !isPrivate
    }

    /// The first sentence of a command's explanation.
    private func purpose(of command: Command) -> [RichText.Span] {
        guard case .paragraph(let spans)? = localizer.richText("help.\(command.name).text").blocks.first else {
            return []
        }
        var purpose: [RichText.Span] = []
        for span in spans {
            if case .text(let text) = span,
                let end = [". ", "; ", "。", "；"].compactMap({ text.range(of: $0)?.lowerBound }).min()
            {
                return purpose + [.text(String(text[..<end]) + localizer.text("help.stop"))]
            }
            purpose.append(span)
        }
        return purpose
    }
}
