import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// People without a verified account.
@Suite(.timed) struct GuestTests {
    /// Commands that a guest is refused.
    private static var refused: Regex<(Substring, Substring)> {
        /(?:crier: )?(sub|unsub|alert|save|mute|link|set|import|headlines at|digest at|quiz scores|yes)/
    }

    /// The offers of an answer that a guest is refused.
    private func refused(in replies: [Reply]) -> [String] {
        let blocks = replies.flatMap { $0.message.body.blocks }
        return blocks.flatMap { codes(in: spans(of: $0)) }.filter { $0.prefixMatch(of: Self.refused) != nil }
    }

    private func spans(of block: RichText.Block) -> [RichText.Span] {
        switch block {
        case .heading(_, let spans), .paragraph(let spans), .item(_, let spans), .footer(let spans): spans
        case .preformatted, .table, .grid: []
        }
    }

    private func codes(in spans: [RichText.Span]) -> [String] {
        spans.flatMap { span -> [String] in
            switch span {
            case .code(let text): [text]
            case .strong(let inner), .emphasis(let inner), .meaning(_, let inner): codes(in: inner)
            case .text, .link, .symbol, .picture, .icon, .lineBreak: []
            }
        }
    }

    @Test(arguments: [NetworkKind.irc, .matrix])
    func `a guest hears first what needs no account`(kind: NetworkKind) async throws {
        let chat = try await Conversation(kind: kind)
        try await chat.publishes("Ferry sails again")
        for line in ["start", "help", "hello"] {
            let replies = await chat.replies(line, as: .guest)
            let answer = replies.map { plain($0.message.body) }.joined(separator: "\n")
            #expect(answer.contains("Reading needs nothing") && answer.contains("headlines"), "\(answer)")
            #expect(refused(in: replies).isEmpty, "\(answer)")
        }
        let own = await chat.replies("start")
        #expect(refused(in: own).contains { $0.hasPrefix("sub ") })
        let alice = own.map { plain($0.message.body) }.joined(separator: "\n")
        #expect(!alice.contains("Reading needs nothing"))
    }

    @Test(arguments: ["sub", "sub example.org", "alert add storm", "save 1", "set lang zh-Hans", "quiet", "undo", "me"])
    func `a guest is told why, not how`(line: String) async throws {
        let chat = try await Conversation()
        try await chat.publishes("Ferry sails again")
        try await chat.says(line, as: .guest, expect: "Reading needs nothing", "NickServ IDENTIFY")
    }

    @Test(arguments: [NetworkKind.irc, .matrix])
    func `no offer leads a guest into a refusal`(kind: NetworkKind) async throws {
        let chat = try await Conversation(kind: kind)
        let lines = [
            "headlines", "headlines nowhere", "digest", "digest week", "news", "feeds", "sources", "discover",
            "example.org",
            "https://example.org/a https://example.org/b", "subb x", "feed nowhere", "more", "read 7", "yes", "about",
        ]
        for isEmpty in [true, false] {
            if !isEmpty { try await chat.publishes("Ferry sails again") }
            for line in lines {
                for room in [nil, "#news"] {
                    let typed = room == nil ? line : "crier: \(line)"
                    let replies = await chat.replies(typed, as: .guest, in: room)
                    #expect(!replies.isEmpty || room != nil, "\(line)")
                    #expect(refused(in: replies).isEmpty, "\(line): \(replies.map { plain($0.message.body) })")
                }
            }
        }
    }

    @Test func `in Chinese too`() async throws {
        let chat = try await Conversation()
        _ = await chat.replies("crier: set room lang zh-Hans", as: .op, in: "#news")
        try await chat.says("crier: start", as: .guest, in: "#news", expect: "阅读不需要账号", "crier: 头条")
        try await chat.says("crier: save 1", as: .guest, in: "#news", expect: "阅读不需要账号")
    }

    private static let titles = [
        "Berlin", "Madrid", "Lisbon", "Vienna", "Prague", "Warsaw", "Dublin", "Athens", "Oslo", "Rome",
    ].enumerated().map { "Mayor of \($1) opens the new railway station on \($0 % 2 == 0 ? "Monday" : "Friday")" }

    @Test(arguments: [NetworkKind.irc, .matrix])
    func `a guest plays alone without an account, and nothing is kept`(kind: NetworkKind) async throws {
        let chat = try await Conversation(kind: kind)
        for (index, title) in Self.titles.enumerated() {
            try await chat.publishes(title, by: "Paper\(index)", hoursAgo: Double(index + 1))
        }
        try await chat.says("quiz 2", as: .guest, expect: "1/2", "a)")
        try await chat.says("quiz", as: .guest, expect: "running")
        let end = await chat.replies("1a 2b", as: .guest)
        #expect(end.contains { plain($0.message.body).contains("/2 (") } && refused(in: end).isEmpty)
        #expect(try await chat.store.openQuizRounds().isEmpty)
        try await chat.says("quiz scores", as: .guest, expect: "Reading needs nothing")
        // Another guest has a round of their own.
        try await chat.says("quiz 2", as: .guest, expect: "1/2")
        let other = Conversation.Speaker(name: "Guest43", account: nil)
        try await chat.says("quiz 2", as: other, expect: "1/2")
        try await chat.says("quiz stop", as: other, expect: "0/2 (0 %)")
        try await chat.says("quiz stop", as: .guest, expect: "0/2 (0 %)")
    }

    @Test func `a guest's questions show nothing but the default selection`() async throws {
        let chat = try await Conversation()
        for (index, title) in Self.titles.enumerated() {
            try await chat.publishes(title, by: "Private\(index)", isDefault: false)
        }
        try await chat.says("quiz 2", as: .guest, expect: "only 0")
    }
}
