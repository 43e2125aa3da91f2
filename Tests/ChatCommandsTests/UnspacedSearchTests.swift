import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// What is offered when words in a script without blanks find nothing.
@Suite struct UnspacedSearchTests {
    private func chat() async throws -> Conversation {
        let chat = try await Conversation()
        try await chat.publishes("人工智能公司发布新芯片", "东京发生地震", by: "日报", category: "News")
        while try await chat.store.indexSomeArticles() > 0 {}
        return chat
    }

    @Test(arguments: ["en", "zh-Hans"])
    func `one wrong letter of several is mended`(language: String) async throws {
        let chat = try await chat()
        _ = await chat.replies("set lang \(language)")
        let verb = language == "en" ? "search" : "搜索"
        for typed in ["人工智慧", "大工智能", "人丁智能"] {
            let answer = try await chat.says("search \(typed)", expect: "“人工智能”", "\(verb) 人工智能")
            #expect(!answer.contains("Fewer or other words") && !answer.contains("1. "), "\(answer)")
        }
        try await chat.says("search 人工智慧 芯片", expect: "\(verb) 人工智能 芯片")
    }

    @Test func `a part that there is is offered without the rest`() async throws {
        let chat = try await chat()
        try await chat.says("search 人工智能音乐会", expect: "Without “音乐会” there is something: search 人工智能")
        try await chat.says("search 北海道地震", expect: "Without “北海道” there is something: search 地震")
    }

    @Test func `letters that folding joins are no run of letters`() async throws {
        let chat = try await chat()
        // A Korean syllable in its parts, where nothing is folded.
        let answer = await chat.replies("search /xq \u{1100}\u{1161}\u{11A8} yq/").map { plain($0.message.body) }
            .joined()
        #expect(answer.contains("Nothing found"), "\(answer)")
        #expect(UnspacedRun("\u{1100}\u{1161}\u{11A8}", known: [:]) == nil)
    }

    @Test(arguments: ["search 音乐会", "search 音乐", "search 地球"])
    func `what is like nothing in sight is not mended`(line: String) async throws {
        let chat = try await chat()
        let answer = try await chat.says(line, expect: "Nothing found", "Fewer or other words")
        #expect(!answer.contains("Did you mean") && !answer.contains("Without"), "\(answer)")
    }

    @Test func `titles out of sight mend nothing`() async throws {
        let chat = try await chat()
        try await chat.publishes("量子计算机问世", by: "Secret", isDefault: false)
        while try await chat.store.indexSomeArticles() > 0 {}
        let answer = try await chat.says("search 量子计算器", expect: "Nothing found")
        #expect(!answer.contains("量子计算机"), "\(answer)")
    }
}
