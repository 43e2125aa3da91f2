import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// `yes` answers what was asked last in a chat, and only that.
@Suite(.timed) struct OpenQuestionTests {
    private func server() throws -> LocalWebServer {
        let server = try LocalWebServer()
        for name in ["one", "two"] {
            server.respond(to: "/\(name)") { _ in
                .ok(
                    """
                    <rss version="2.0"><channel><title>Feed \(name)</title>
                    <item><title>Story of \(name)</title><link>https://\(name).example/1</link></item></channel></rss>
                    """
                )
            }
        }
        return server
    }

    private func code(_ text: String) throws -> String {
        String(try #require(text.firstMatch(of: /yes ([0-9A-Z]{6})/)?.output.1))
    }

    @Test(arguments: [NetworkKind.irc, .matrix])
    func `yes after forget me forgets, and does not follow what was looked at before`(kind: NetworkKind) async throws {
        let chat = try await Conversation(kind: kind)
        let server = try server()
        try await chat.says("alert add storm", expect: "storm")
        try await chat.says("preview \(server.url("/one"))", expect: "Story of one")
        try await chat.says("forget me", expect: "yes ")
        let answer = try await chat.says("yes", expect: "I have forgotten you")
        #expect(!answer.contains("Feed one"))
        #expect(try await chat.store.profile(for: .sample("alice")) == nil)
        try await chat.says("yes", expect: "nothing to confirm")
    }

    @Test(arguments: [NetworkKind.irc, .matrix])
    func `a newer question replaces the older, whose code is not open any more`(kind: NetworkKind) async throws {
        let chat = try await Conversation(kind: kind)
        let server = try server()
        try await chat.says("alert add storm", expect: "storm")
        let forget = try code(try await chat.says("forget me", expect: "yes "))
        try await chat.says("preview \(server.url("/one"))", expect: "Story of one")
        try await chat.says(
            "yes \(forget)",
            expect: "not open any more",
            "I did not erase your profile",
            "whether I shall follow \(server.url("/one"))"
        )
        try await chat.says("yes", expect: "Added Feed one")
        #expect(try await chat.store.profile(for: .sample("alice")) != nil)
        try await chat.says("yes \(forget)", expect: "not open any more", "I did not erase your profile")
    }

    @Test func `a code that was replaced by a code does nothing either`() async throws {
        let chat = try await Conversation()
        try await chat.says("alert add storm", expect: "storm")
        let first = try code(try await chat.says("forget me", expect: "yes "))
        let second = try code(try await chat.says("forget history", expect: "yes "))
        try await chat.says("yes \(first)", expect: "I did not erase your profile", "shall erase your reading history")
        try await chat.says("yes \(second)", expect: "reading history is erased")
        #expect(try await chat.store.profile(for: .sample("alice")) != nil)
    }

    @Test(arguments: [NetworkKind.irc, .matrix])
    func `no cancels and says what was not done`(kind: NetworkKind) async throws {
        let chat = try await Conversation(kind: kind)
        let server = try server()
        try await chat.says("alert add storm", expect: "storm")
        let forget = try code(try await chat.says("forget me", expect: "yes "))
        try await chat.says("no", expect: "All right, I did not erase your profile.")
        try await chat.says("yes", expect: "nothing to confirm")
        try await chat.says("yes \(forget)", expect: "not open any more")
        try await chat.says("no", expect: "No question is open")
        try await chat.says(server.url("/one"), expect: "Shall I follow")
        try await chat.says("cancel", expect: "I did not follow \(server.url("/one"))")
        try await chat.says("\(server.url("/one")) \(server.url("/two"))", expect: "these 2 addresses")
        try await chat.says("no please", expect: "I did not follow those 2 addresses")
        _ = await chat.replies("set lang zh-Hans")
        try await chat.says("forget history", expect: "确认 ")
        try await chat.says("no", expect: "好的，我没有删除您的阅读历史。")
        try await chat.says("no", expect: "没有等待回答的问题")
        try await chat.says("forget me", expect: "确认 ")
        _ = await chat.replies("headlines")
        try await chat.says("yes", expect: "要不要删除您的资料")
    }

    @Test func `yes joins accounts right after link, and unsubscribes from all in a room`() async throws {
        let chat = try await Conversation()
        try await chat.says("alert add storm", expect: "storm")
        try await chat.says("alert add rain", as: .bob, expect: "rain")
        let link = try #require(
            try await chat.says("link", expect: "link ").firstMatch(of: /link ([0-9A-Z]{8})/)?.output.1
        )
        try await chat.says("link \(link)", as: .bob, expect: "alice (testnet)")
        try await chat.says("yes", as: .bob, expect: "one profile now", "2 alerts")
        try await chat.publishes("A story")
        try await chat.says("!sub Example", as: .op, in: "#news", expect: "Added Example")
        try await chat.says("!unsub all", as: .op, in: "#news", expect: "removes 1 subscription")
        try await chat.says("crier: yes", in: "#news", expect: "nothing to confirm")
        try await chat.says("yes", as: .op, expect: "nothing to confirm")
        try await chat.says("crier: yes", as: .op, in: "#news", expect: "Removed 1 subscription")
    }

    @Test(arguments: [NetworkKind.irc, .matrix], ["en", "zh-Hans"])
    func `a room does not hear which accounts somebody wanted to join`(
        kind: NetworkKind,
        language: String
    ) async throws {
        let chat = try await Conversation(kind: kind)
        _ = await chat.replies("crier: set room lang \(language)", as: .op, in: "#news")
        try await chat.says("alert add storm", expect: "storm")
        try await chat.says("alert add rain", as: .bob, expect: "rain")
        let link = try #require(
            try await chat.says("link", expect: "link ").firstMatch(of: /link ([0-9A-Z]{8})/)?.output.1
        )
        let join = try code(try await chat.says("link \(link)", as: .bob, expect: "alice (testnet)"))
        try await chat.says("no", as: .bob, expect: "alice (testnet)")
        let words = language == "en" ? "make one profile of this account and another one" : "与另一个账号合并"
        let told = try await chat.says("crier: yes \(join)", as: .bob, in: "#news", expect: words)
        #expect(!told.contains("alice"), "\(told)")
    }

    @Test func `what erases is done by a bare yes only right after the question`() async throws {
        let chat = try await Conversation()
        try await chat.says("alert add storm", expect: "storm")
        let forget = try code(try await chat.says("forget me", expect: "yes "))
        try await chat.says("hedlines", expect: "Did you mean")
        try await chat.says("yes", expect: "whether I shall erase your profile", "yes \(forget)")
        #expect(try await chat.store.profile(for: .sample("alice")) != nil)
        chat.clock.advance(by: 700)
        try await chat.says("yes", expect: "nothing to confirm")
    }

    @Test(arguments: ["forget me", "forget history", "unsub all"])
    func `by mail what is dangerous needs its code`(line: String) async throws {
        let chat = try await Conversation(kind: .mail, mailAddress: "crier@example.test")
        try await chat.publishes("A story")
        try await chat.says("sub Example", expect: "Added Example")
        let asked = try code(try await chat.says(line, expect: "yes "))
        try await chat.says("yes", expect: "Please answer with the code: yes \(asked)")
        #expect(try await chat.store.profile(for: .sample("alice")) != nil)
        try await chat.says("feeds", expect: "Example")
        try await chat.says("no", expect: "All right, I did not")
        try await chat.says("yes \(asked)", expect: "not open any more")
    }

    @Test(arguments: ["yes", "no"])
    func `a dormant account is claimed by a bare yes, and by no nothing happens`(answer: String) async throws {
        let chat = try await Conversation(identityLifetimes: ["testnet": 864_000])
        try await chat.says("alert add storm", expect: "storm")
        chat.clock.advance(by: 900_000)
        try await chat.says("alert list", expect: "accounts change hands")
        if answer == "yes" {
            try await chat.says("yes", expect: "Welcome back")
            try await chat.says("alert list", expect: "storm")
        } else {
            try await chat.says("no", expect: "I did not give you back what this account followed")
            try await chat.says("alert list", expect: "accounts change hands")
        }
    }

    @Test func `a dormant account that another one proves is not erased by a bare yes`() async throws {
        let chat = try await Conversation(identityLifetimes: ["testnet": 864_000])
        try await chat.says("alert add storm", expect: "storm")
        let link = try #require(
            try await chat.says("link", expect: "link ").firstMatch(of: /link ([0-9A-Z]{8})/)?.output.1
        )
        try await chat.says("link \(link)", as: .bob, expect: "one profile now")
        chat.clock.advance(by: 800_000)
        try await chat.says("alert list", as: .bob, expect: "storm")
        chat.clock.advance(by: 800_000)
        try await chat.says("alert list", expect: "your other account")
        try await chat.says("yes", expect: "begin anew without its old profile", "answer with the code")
        try await chat.says("alert list", expect: "your other account")
    }

    @Test func `each chat has its own question`() async throws {
        let chat = try await Conversation()
        let server = try server()
        try await chat.says("preview \(server.url("/one"))", expect: "Story of one")
        try await chat.says("!preview \(server.url("/two"))", as: .op, in: "#news", expect: "Story of two")
        try await chat.says("no", as: .op, expect: "No question is open")
        try await chat.says("crier: no", as: .op, in: "#news", expect: "I did not follow")
        try await chat.says("yes", expect: "Added Feed one")
    }

    @Test func `questions without end take a limited memory, and a forgotten person has none`() {
        var questions = OpenQuestions()
        let now = Date.sampleNow
        func question(_ url: String) -> OpenQuestion {
            OpenQuestion(subject: .follow([url]), expiresAt: now + 60)
        }
        _ = questions.ask(question("a"), for: "alice here")
        questions.forget(keysStartingWith: "alice ")
        #expect(questions.question(for: "alice here", at: now) == nil)
        _ = questions.ask(question("b"), for: "alice here")
        #expect(questions.question(for: "alice here", at: now + 61) == nil)
        for number in 0..<5_000 { _ = questions.ask(question("x"), for: "p\(number)") }
        #expect(questions.question(for: "alice here", at: now) == nil)
        #expect(questions.question(for: "p4999", at: now) != nil)
    }
}
