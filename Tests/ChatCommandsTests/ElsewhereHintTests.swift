import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// What an answer about another place offers to type is about that place.
@Suite(.timed) struct ElsewhereHintTests {
    private let chat: Conversation

    /// Olga is an operator of `#secret`, and has of everything one of her own.
    init() async throws {
        chat = try await Conversation()
        try await chat.publishes("Ferry sails", by: "Harbour")
        _ = try await chat.store.sampleRoom("#secret")
        chat.network.makeOperator("olga", in: "#secret")
        for place in ["", " to #secret"] {
            for line in ["alert add moon", "headlines at 07:30", "mute stars", "sub Harbour", "quiet 22:00-07:00"] {
                _ = await chat.replies(line + place, as: .op)
            }
        }
    }

    private static let lists = [
        ("alert list", "in", "alert 1 off in #secret", "alert 1 remove in #secret"),
        ("schedules", "in", "schedules off 1 in #secret", "schedules 1 at 18:00 in #secret"),
        ("mute list", "in", "unmute 1 to #secret", "stars"), ("feeds", "in", "unsub 1 in #secret", "Harbour"),
        ("quiet", "to", "quiet off to #secret", "22:00"),
    ]

    @Test(arguments: lists)
    func `what ends one of another room's names the room`(
        list: String,
        word: String,
        hint: String,
        other: String
    ) async throws {
        let there = try await chat.says("\(list) \(word) #secret", as: .op, expect: hint, other)
        let own = try await chat.says(list, as: .op, expect: other.replacing(" in #secret", with: ""))
        #expect(!own.contains("#secret"))
        _ = await chat.replies("!\(hint)", as: .op)
        #expect(try await chat.says(list, as: .op, expect: " ") == own)
        #expect(try await chat.says("\(list) \(word) #secret", as: .op, expect: " ") != there)
    }

    @Test(arguments: [
        ("alert add tides to #secret", "alert 2 remove in #secret"),
        ("headlines at 08:30 to #secret", "schedules 1 at 07:30 daily in #secret"),
        ("mute tides to #secret", "unmute 2 to #secret"),
        ("alert 1 remove in #secret", "undo in #secret"),
    ])
    func `so does what takes a change back`(line: String, hint: String) async throws {
        try await chat.says(line, as: .op, expect: hint)
    }

    @Test(arguments: lists.map { ($0.0, $0.1) })
    func `an empty list of another place goes to who asked`(list: String, word: String) async throws {
        _ = try await chat.store.sampleRoom("#empty")
        chat.network.makeOperator("olga", in: "#empty")
        let replies = await chat.replies("crier: \(list) \(word) #empty", as: .op, in: "#news")
        let said = replies.filter { $0.address.kind == .room }.map { plain($0.message.body) }.joined()
        #expect(said.contains("in private") && !said.contains("#empty"), "\(said)")
        let sent = replies.filter { $0.address.kind == .person }.map { plain($0.message.body) }.joined()
        #expect(sent.contains(" to #empty"), "\(sent)")
    }
}
