import NewsModel
import TestSupport
import Testing

@testable import ChatCommands

/// Icons of feeds in answers: on networks that show them, unless the person or the room wants none.
@Suite(.timed) struct IconCommandTests {
    private func hasIcons(_ line: String, in chat: Conversation, room: String? = nil) async -> Bool {
        await chat.replies(line, in: room).flatMap(\.message.body.blocks).contains { block in
            switch block {
            case .heading(_, let spans), .paragraph(let spans), .item(_, let spans), .footer(let spans):
                spans.contains { if case .icon = $0 { true } else { false } }
            case .preformatted, .table, .grid: false
            }
        }
    }

    @Test func `lists of feeds, a feed and a digest have icons until they are switched off`() async throws {
        let chat = try await Conversation(kind: .matrix)
        try await chat.publishes("Moon landing succeeds", "Sun shines", by: "Space")
        let lines = ["feeds", "feed Space", "digest today"]
        for line in lines { #expect(await hasIcons(line, in: chat), "\(line)") }
        try await chat.says("sub Space", expect: "Space")
        #expect(await hasIcons("feeds", in: chat))
        try await chat.says("set icons", expect: "Small icons stand before the names", "on or off", "set icons off")
        try await chat.says("set icons perhaps", expect: "set icons on|off")
        try await chat.says("set icons off", expect: "No icons")
        for line in lines { #expect(!(await hasIcons(line, in: chat)), "\(line)") }
        try await chat.says("undo", expect: "Taken back: set icons")
        #expect(await hasIcons("feeds", in: chat))
    }

    @Test func `a room has its own choice`() async throws {
        let chat = try await Conversation(kind: .matrix)
        try await chat.publishes("Moon landing succeeds", by: "Space")
        try await chat.says("set icons off", expect: "No icons")
        #expect(await hasIcons("!feeds", in: chat, room: "!news"))
        try await chat.says("crier: set room icons off", as: .op, in: "!news", expect: "No icons")
        #expect(!(await hasIcons("!feeds", in: chat, room: "!news")))
        try await chat.says("crier: set room", in: "!news", expect: "icons: No icons stand before the names")
    }

    @Test func `where nothing can show them there are none, and the card does not speak of them`() async throws {
        let chat = try await Conversation(kind: .irc)
        try await chat.publishes("Moon landing succeeds", by: "Space")
        for line in ["feeds", "feed Space", "digest today"] { #expect(!(await hasIcons(line, in: chat)), "\(line)") }
        let card = try await chat.says("set", expect: "Your settings")
        #expect(!card.contains("icons"))
    }
}
