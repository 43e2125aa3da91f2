import MailMessages
import MatrixClient
import NewsModel
import TestSupport
import Testing

@testable import ChatNetworks

/// A list, a bullet and a table, for a reader of plain format.
@Suite(.timed) struct PlainFormatTests {
    private static let message = OutgoingMessage(
        body: RichText([
            .heading(level: 2, ["Feeds · all"]),
            .item(
                marker: "1",
                [.strong([.link(label: "Tide — slowly", url: "https://a.test/1")]), " — Harbour · 2h ago"]
            ),
            .item(marker: nil, ["One more"]),
            .table(
                RichText.Table(
                    columns: [.init("Rank", .trailing), .init("Player"), .init("Points", .trailing)],
                    rows: [[["1"], ["you"], ["1"]]]
                )
            ),
        ]),
        withColour: true
    ).inFormat(.plain)

    private static let lines = [
        "Feeds, all", "1. Tide — slowly, https://a.test/1, Harbour, 2h ago", "One more",
        "Rank: 1, Player: you, Points: 1",
    ]

    @Test func `on IRC it has neither bullets nor separators`() {
        let room = Address(network: "n", kind: .room, target: "#r")
        #expect(IRCRendering.lines(of: Self.message, to: room) == Self.lines)
    }

    @Test(arguments: [true, false])
    func `in the terminal it has neither bullets nor separators`(isTerminal: Bool) {
        let options = ConsoleOptions(person: "you", room: nil, isTerminal: isTerminal)
        let console = ConsoleNetwork(options: options, time: ManualTimeSource())
        let parts = console.parts(of: Self.message, to: options.currentChat)
        #expect(parts.map(\.payload) == [Self.lines.joined(separator: "\n")])
    }

    @Test func `on Matrix it has neither bullets nor separators`() throws {
        let room = Address(network: "home", kind: .room, target: "!r")
        let part = try #require(MatrixRendering.parts(of: Self.message, to: room).first)
        let content = try #require(JSONValue(text: part.payload))
        #expect(content["body"]?.string == Self.lines.joined(separator: "\n"))
        let html = try #require(content["formatted_body"]?.string)
        #expect(html.contains("<p>One more</p><p>Rank: 1, Player: you, Points: 1</p>"))
        #expect(html.contains("</a></strong>, Harbour, 2h ago</li>"))
    }

    @Test func `by mail it has neither bullets, separators nor underlines`() throws {
        let answers = [MailAnswer(command: nil, messages: [Self.message])]
        let mail = try MailSamples.rendering().content(answers, footer: MailSamples.footer)
        let text = """
            Feeds, all

            1. Tide — slowly, Harbour, 2h ago
               <https://a.test/1>

            One more

            Rank: 1, Player: you, Points: 1
            """
        #expect(mail.text.plain.hasPrefix(text))
        #expect(!mail.html.contains("•") && !mail.html.contains(" · ") && !mail.html.contains(" — Harbour"))
    }
}
