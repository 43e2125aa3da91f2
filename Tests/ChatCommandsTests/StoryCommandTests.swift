import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// What came before a story, and which reports of it were kept back.
@Suite(.timed) struct StoryCommandTests {
    private let chat: Conversation
    private let harbour: Feed
    private let quayside: Feed

    init() async throws { try await self.init(kind: .irc) }

    private init(kind: NetworkKind) async throws {
        chat = try await Conversation(kind: kind)
        harbour = try await chat.publishes("Weather stays dry", by: "Harbour", hoursAgo: 90)
        quayside = try await chat.publishes("Market opens late", by: "Quayside", hoursAgo: 90)
    }

    private func facts(dead: Int) -> ArticleFacts {
        ArticleFacts(
            language: "en",
            keyphrases: ["ferry disaster", "ferry"],
            things: [ArticleFacts.Thing(name: "Luzon", kind: "unknown")],
            numbers: [ArticleFacts.Number(value: Double(dead), unit: "", nouns: ["dead"], text: "\(dead) dead")]
        )
    }

    @discardableResult
    private func store(
        _ title: String,
        in feed: Feed,
        hoursAgo: Double,
        facts: ArticleFacts? = nil,
        relatedTo story: StoryID? = nil,
        repeating repetition: StoryRepetition? = nil
    ) async throws -> StoryID {
        var article = NewArticle.sample(title, publishedAt: chat.clock.now - hoursAgo * 3_600)
        article.facts = facts
        let related = story.map { [[StoryLink.story($0)]] } ?? []
        article.grouping = StoryGrouping(number: 1, related: related, repetition: repetition)
        return try #require(try await chat.store.sampleRefresh(feed, [article], at: chat.clock.now).first).storyID
    }

    private func ferries() async throws {
        try await store("Ferry sinks off Luzon, 12 dead", in: harbour, hoursAgo: 50, facts: facts(dead: 12))
        try await store("Luzon ferry disaster: 31 dead", in: harbour, hoursAgo: 20, facts: facts(dead: 31))
        try await store("Luzon has a new mayor", in: harbour, hoursAgo: 10)
        let last = try await store("Luzon ferry disaster: 40 dead", in: harbour, hoursAgo: 1, facts: facts(dead: 40))
        try await store("Forty lost at sea", in: quayside, hoursAgo: 1.5, relatedTo: last)
        let secret = try await chat.publishes("Nothing to see", by: "Secret", isDefault: false, hoursAgo: 90)
        try await store("Luzon ferry disaster: the secret of the captain", in: secret, hoursAgo: 1.6, relatedTo: last)
    }

    @Test func `earlier reports come oldest first, with the numbers that changed and who else reports it`() async throws
    {
        try await ferries()
        try await chat.says("headlines", expect: "+1 source")
        let answer = try await chat.says(
            "story \"Harbour\"",
            expect: "What came before",
            "Luzon ferry disaster: 40 dead"
        )
        #expect(answer.contains("Numbers that changed: 12 dead → 31 dead → 40 dead"))
        #expect(answer.contains("Also reported by Quayside"))
        #expect(!answer.contains("Secret") && !answer.contains("captain") && !answer.contains("mayor"))
        let (first, second) = (answer.range(of: "12 dead\n"), answer.range(of: "31 dead\n"))
        #expect(first != nil || second != nil || answer.contains("12 dead"))
        try await chat.says("read 2", expect: "31 dead")
        try await chat.says("read 1", expect: "Ferry sinks off Luzon")
    }

    @Test func `in plain format words stand between the numbers that changed`() async throws {
        try await ferries()
        _ = await chat.replies("set format plain")
        try await chat.says("headlines", expect: "Luzon")
        try await chat.says("story \"Harbour\"", expect: "Numbers that changed: 12 dead, then 31 dead, then 40 dead")
        _ = await chat.replies("set lang zh")
        try await chat.says("headlines", expect: "Luzon")
        try await chat.says("经过 1", expect: "变化的数字：12 dead，后为 31 dead，后为 40 dead")
    }

    @Test func `each earlier report has its link, and sources where links cost no line`() async throws {
        try await ferries()
        try await chat.says("headlines", expect: "Luzon")
        let answer = try await chat.says(
            "story \"Harbour\"",
            expect: "Ferry sinks off Luzon, 12 dead <https://site.example/",
            "31 dead <https://site.example/"
        )
        #expect(answer.contains("Also reported by Quayside"), "\(answer)")
        let matrix = try await StoryCommandTests(kind: .matrix)
        try await matrix.ferries()
        try await matrix.chat.says("headlines", expect: "Luzon")
        try await matrix.chat.says("story \"Harbour\"", expect: "Also reported by Quayside <https://site.example/")
    }

    @Test func `why says that an update follows a story up`() async throws {
        try await chat.says("sub \(harbour.url)", as: .bob, expect: "Harbour")
        try await chat.says("set updates on", as: .bob, expect: "its numbers change")
        let first = try await store("Ferry sinks off Luzon", in: harbour, hoursAgo: 0.2, facts: facts(dead: 12))
        try await chat.store.deliverAll(to: Identity.sample("bob").address, at: chat.clock.now)
        let second = try await store(
            "Luzon: forty lost",
            in: quayside,
            hoursAgo: 0.1,
            facts: facts(dead: 40),
            relatedTo: first
        )
        let name = try #require(try await chat.store.articles(ofStory: second, in: .of(nil)).first).storyName
        try await chat.says("why \(name)", as: .bob, expect: "follows up a story", "set updates off")
        try await chat.says("set lang zh", as: .bob, expect: "简体中文")
        try await chat.says("为什么 \(name)", as: .bob, expect: "后续")
        // Who was sent no update is told of none.
        let other = try await chat.says("why \(name)", expect: "not sent here")
        #expect(!other.contains("follows up"))
    }

    @Test(
        arguments: [
            "story -1", "story 1e99", "story #", "story ' OR 1=1 --", "story {title}", "story 🦀", "why -1",
            "why {title}",
            "set repeats maybe", "set repeats on {name}", "set repeats on \(String(repeating: "x", count: 3_000))",
            "set updates perhaps", "set updates on on", "set repeats", "set updates", "set room story updates",
            "经过 -1", "经过 🦀", "设置 重复 也许", "设置 更新 也许",
        ],
        ["en", "zh-Hans"]
    )
    func `hostile lines are answered with a sentence, in two languages`(line: String, language: String) async throws {
        _ = await chat.replies("set lang \(language)", as: .bob)
        try await ferries()
        let answer = await chat.replies(line, as: .bob).map { plain($0.message.body) }.joined(separator: "\n")
        #expect(!answer.isEmpty && answer.count < 4_000, "\(line.prefix(60)): \(answer.prefix(300))")
        #expect(!answer.replacing("{name}", with: "").replacing("{title}", with: "").contains("{"), "\(answer)")
        let isChanged = try await chat.store.profile(for: .sample("bob"))?.settings.hearsUpdates
        #expect(isChanged != true || line == "set updates on on")
    }

    @Test func `an event stands once among the headlines`() async throws {
        try await ferries()
        let answer = try await chat.says("headlines", expect: "Luzon ferry disaster: 40 dead")
        #expect(!answer.contains("Forty lost at sea"))
        let digest = try await chat.says("digest week", expect: "Luzon ferry disaster: 40 dead", "+1 source")
        #expect(!digest.contains("Forty lost at sea") && digest.contains("mayor"))
    }

    @Test func `where nothing came before, it says so`() async throws {
        try await ferries()
        try await chat.says("headlines Quayside", expect: "Market opens late")
        try await chat.says("story 2", expect: "fewer than two earlier reports of Market opens late")
    }

    @Test(arguments: [
        ("story", "story <number|#name>"), ("story 99", "headlines makes one"), ("story 1 2", "It goes like this"),
        ("story #zzzzzz", "#zzzzzz"),
        ("story yesterday", "yesterday"),
    ])
    func `bad input is answered`(line: String, words: String) async throws {
        try await chat.says(line, expect: words)
    }

    @Test func `in Chinese`() async throws {
        try await ferries()
        try await chat.says("set lang zh", expect: "简体中文")
        try await chat.says("headlines", expect: "Luzon")
        try await chat.says("经过 1", expect: "此前的报道", "变化的数字：12 dead → 31 dead → 40 dead", "也有报道：Quayside")
    }

    @Test func `why says what was kept back, and how to get it`() async throws {
        try await chat.says("sub \(harbour.url)", as: .bob, expect: "Harbour")
        var told: [StoryID] = []
        for number in 1...3 {
            told.append(try await store("Report \(number) of the quake", in: harbour, hoursAgo: 0.1 / Double(number)))
        }
        let repetition = StoryRepetition(
            reports: told.map { StoryRepetition.Report(story: .story($0), similarity: 0.5) },
            leastTold: 3,
            leastSimilarity: 0.35,
            averaged: 4
        )
        let kept = try await store("Report 4 of the quake", in: harbour, hoursAgo: 0, repeating: repetition)
        let name = try #require(try await chat.store.articles(ofStory: kept, in: .of(nil)).first).storyName
        let answer = try await chat.says("why \(name)", as: .bob, expect: "it was kept back", "set repeats on")
        #expect(answer.contains("Report 1 of the quake"))
        try await chat.says("headlines Harbour", as: .bob, expect: "Report 4 of the quake")
        try await chat.says("set repeats on Harbour", as: .bob, expect: "Every report of Harbour will be sent")
        try await chat.says("set repeats", as: .bob, expect: "kept back. But every report of Harbour is sent.")
        try await store("Report 5 of the quake", in: harbour, hoursAgo: 0, repeating: repetition)
        let bob = try #require(try await chat.store.profile(for: .sample("bob")))
        #expect(try await chat.store.queuedTitles(for: bob).contains("Report 5 of the quake"))
        try await chat.says("set repeats off Harbour", as: .bob, expect: "kept back")
        try await chat.says("set repeats on Nowhere", as: .bob, expect: "Nowhere")
        try await chat.says("set repeats on Quayside", as: .bob, expect: "feeds")
        try await chat.says("set room repeats on", as: .bob, expect: "channels only")
    }

    @Test func `a channel's operators let stories posted there be followed up`() async throws {
        func room(_ line: String, expect words: String...) async throws {
            let answer = await chat.replies(line, as: .op, in: "#news").map { plain($0.message.body) }.joined(
                separator: "\n"
            )
            for word in words { #expect(answer.contains(word), "\(line): \(answer)") }
        }
        try await room("crier: set room story updates", expect: "not followed up", "story updates on")
        try await room("crier: set room story updates on", expect: "I will say so here")
        try await room("crier: set room", expect: "story updates: Stories posted here are followed up")
        let stored = try #require(try await chat.store.room(network: "testnet", name: "#news"))
        #expect(stored.settings.hearsUpdates)
        // The edits of posts are another setting.
        try await room("crier: set room updates edit", expect: "only in rooms")
        try await room("crier: 设置 频道 报道 更新 关闭", expect: "will not be followed up")
        try await room("crier: set room story updates maybe", expect: "set room story updates on|off")
        try await chat.says("crier: set room story updates on", in: "#news", expect: "operators")
        try await chat.says("set room story updates on", as: .bob, expect: "channels only")
        try await chat.says("set story updates on", as: .bob, expect: "story")
    }
}
