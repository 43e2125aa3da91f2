import Foundation
import NewsModel
import TestSupport
import Testing

@testable import ChatCommands

/// An edit of a command is heard as a correction, once and within a minute.
@Suite(.timed) struct CorrectionTests {
    private func chat() async throws -> Conversation {
        let chat = try await Conversation(kind: .matrix)
        try await chat.publishes("Storm one", "Storm two", "Storm three", by: "Daily")
        return chat
    }

    /// Says something `after` seconds, or with `corrects` edits what was said.
    private func say(
        _ chat: Conversation,
        _ text: String,
        id: String,
        corrects: String? = nil,
        after seconds: Double = 0,
        as speaker: Conversation.Speaker = .alice,
        in room: String? = nil
    ) async -> String {
        var message = IncomingMessage(
            network: "testnet",
            traits: chat.network.traits,
            sender: .init(displayName: speaker.name, account: speaker.account, isRoomOperator: speaker.isOperator),
            room: room,
            text: text,
            inboundID: id,
            receivedAt: chat.clock.now,
            question: room == nil || corrects != nil ? nil : Question(messageID: id)
        )
        message.sentAt = chat.clock.now.addingTimeInterval(seconds)
        message.corrects = corrects
        guard await chat.router.isMeant(message) else { return "" }
        let replies = await chat.router.handle(message)
        if !replies.isEmpty { await chat.router.finished(message) }
        return replies.map { plain($0.message.body) }.joined(separator: "\n")
    }

    @Test func `a mistyped command is answered once it is corrected`() async throws {
        let chat = try await chat()
        #expect(await say(chat, "hedlines", id: "$1").contains("headlines"))
        #expect(await say(chat, "headlines Daily", id: "$2", corrects: "$1", after: 20).contains("1. Storm one"))
        // What only showed something is answered anew, without a word of the first form.
        let third = await say(chat, "read 2", id: "$3", corrects: "$1", after: 40)
        #expect(third.contains("Summary of Storm two.") && !third.contains("first line"))
        // In a room an unknown word is passed over in silence, until it is corrected.
        #expect(await say(chat, "!hedlines", id: "$4", in: "#news").isEmpty)
        #expect(await say(chat, "!headlines", id: "$5", corrects: "$4", in: "#news").contains("1. Storm one"))
        #expect(await say(chat, "good morning", id: "$6", in: "#news").isEmpty)
        #expect(await say(chat, "!headlines", id: "$7", corrects: "$6", in: "#news").isEmpty)
    }

    @Test(arguments: [
        ("en", "Your first line was carried out as well: alert add valencia. To take it back: alert 1 remove"),
        ("zh-Hans", "您第一次输入的命令也已执行：提醒 添加 valencia。要撤销：提醒 1 删除"),
    ])
    func `a change that was made stands, and how to take it back is said`(language: String, said: String) async throws {
        let chat = try await chat()
        _ = await chat.replies("set lang \(language)")
        _ = await say(chat, "alert add valencia", id: "$1")
        let answer = await say(chat, "alert add valence", id: "$2", corrects: "$1", after: 5)
        #expect(answer.contains(said) && answer.contains("valence"), "\(answer)")
        #expect(await say(chat, "alert list", id: "$3").contains("2. "))
        // It is said once.
        let list = await say(chat, "alert list", id: "$4", corrects: "$1", after: 9)
        #expect(list.contains("1. ") && list.contains(String(said.prefix(12))) == true, "\(list)")
        let again = await say(chat, "alert list ", id: "$5", corrects: "$1", after: 12)
        #expect(!again.contains(String(said.prefix(12))), "\(again)")
    }

    @Test func `what the correction itself replaced is not said to stand`() async throws {
        let chat = try await chat()
        _ = await say(chat, "set tz Paris", id: "$1")
        let answer = await say(chat, "set tz London", id: "$2", corrects: "$1")
        #expect(answer.contains("London") && !answer.contains("first line"), "\(answer)")
        _ = await say(chat, "headlines Daily", id: "$3")
        #expect(await say(chat, "save 1", id: "$4").contains("Storm one"))
        let other = await say(chat, "save 2", id: "$5", corrects: "$4")
        #expect(other.contains("Saved Storm two") && other.contains("unsave #"), "\(other)")
        let noted = await say(chat, "save 2 nice", id: "$6", corrects: "$4")
        #expect(!noted.contains("first line"), "\(noted)")
    }

    @Test func `late edits, those of others, elsewhere, of nothing new and replayed are not heard`() async throws {
        let chat = try await chat()
        _ = await say(chat, "hedlines", id: "$1")
        #expect(await say(chat, "headlines", id: "$2", corrects: "$1", after: 61).isEmpty)
        #expect(await say(chat, "headlines", id: "$3", corrects: "$1", after: -1).isEmpty)
        #expect(await say(chat, "headlines", id: "$4", corrects: "$1", as: .bob).isEmpty)
        #expect(await say(chat, "!headlines", id: "$5", corrects: "$1", in: "#news").isEmpty)
        #expect(await say(chat, "hedlines", id: "$6", corrects: "$1").isEmpty)
        #expect(await say(chat, "headlines", id: "$7", corrects: "$none").isEmpty)
        #expect(await say(chat, "headlines", id: "$8", corrects: "$1").contains("Storm one"))
        #expect(await say(chat, "news", id: "$9", corrects: "$1").contains("Storm one"))
        #expect(await say(chat, "headlines", id: "$8", corrects: "$1").isEmpty)
    }

    @Test func `a correction that was answered before a kill is not answered after it`() async throws {
        let chat = try await chat()
        _ = await say(chat, "hedlines", id: "$1")
        #expect(await say(chat, "headlines", id: "$2", corrects: "$1").contains("Storm one"))
        await chat.router.writeHandled()
        // The new process is told both again, as the token before them was the last one kept.
        let second = CommandRouter(chat.router.services)
        for (id, text, corrects) in [("$1", "hedlines", nil), ("$2", "headlines", "$1")] as [(String, String, String?)]
        {
            var message = IncomingMessage(
                network: "testnet",
                traits: chat.network.traits,
                sender: .init(displayName: "alice", account: "alice"),
                room: nil,
                text: text,
                inboundID: id,
                receivedAt: chat.clock.now
            )
            message.sentAt = chat.clock.now
            message.corrects = corrects
            #expect(await second.handle(message).isEmpty)
        }
    }

    @Test func `only so many commands are remembered`() {
        var recent = RecentCommands()
        var message = IncomingMessage(
            network: "testnet",
            traits: NetworkKind.matrix.traits,
            sender: .init(displayName: "alice", account: "alice"),
            room: nil,
            text: "",
            receivedAt: .sampleNow
        )
        message.sentAt = .sampleNow
        for number in 0..<1_100 {
            message.inboundID = "$\(number)"
            recent.hear("headlines", message, from: "alice")
        }
        message.corrects = "$0"
        #expect(recent.corrected(by: message, "news", from: "alice") == nil)
        message.corrects = "$1099"
        #expect(recent.corrected(by: message, "news", from: "alice") != nil)
    }
}
