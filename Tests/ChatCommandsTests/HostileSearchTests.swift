import Foundation
import NewsModel
import Storage
import TestSupport
import Testing
import TextAnalysis

@testable import ChatCommands

@Suite struct HostileSearchTests {
    private static let long = String(repeating: "climate ", count: 1_250)

    @Test(arguments: [
        ("search", "Say what to look for", "请说要找什么"), ("search the", "is in nearly every article", "几乎每篇文章里都有"),
        ("search the of and", "is in nearly every article", "几乎每篇文章里都有"),
        ("search and", "is in nearly every article", "几乎每篇文章里都有"), ("search OR", "is in nearly", "几乎每篇文章里都有"),
        ("search a AND", "is in nearly every article", "几乎每篇文章里都有"), ("search climate OR", "1. Climate", "1. Climate"),
        ("search (or)", "Nothing found", "没有找到"), ("search (and or", "nothing in it to look for", "没有可查找的内容"),
        ("search -climate", "only what to leave out", "只写了要排除的内容"),
        ("search -a -b OR -c", "only what to leave out", "只写了要排除的内容"),
        ("search \"", "nothing in it to look for", "没有可查找的内容"), ("search (", "nothing in it", "没有可查找的内容"),
        ("search )", "nothing in it", "没有可查找的内容"), ("search NEAR(", "Nothing found", "没有找到"),
        ("search \u{0}", "Say what to look for", "请说要找什么"), ("search cli\u{0}mate", "Search: cli", "搜索：cli"),
        ("search \u{202E}climate\u{200F}", "1. Climate", "1. Climate"),
        ("search since:2030", "lies in the future", "在将来"),
        ("search climate since:2030-02", "lies in the future", "在将来"),
        ("search until:2020 since:2021 x", "comes before since:", "早于 自:"),
        ("search since:2021 until:2020 x", "between Jan 1, 2021 and Dec 31, 2020", "2021年1月1日 和 2020年12月31日"),
        ("search since:whenever", "cannot read “whenever” as a date", "无法把“whenever”理解为日期"),
        ("search has:pdf", "image, audio or video", "audio（音频）"), ("search is:read", "unread or saved", "saved（已收藏）"),
        ("search /(/", "expression between the slashes", "斜杠之间的表达式"), ("search a*", "at least two letters", "至少要配两个字母"),
        ("search ((((((((((x", "too many brackets", "括号嵌套太深"), ("search \(long)", "too long", "太长"),
        ("search category:zzqx", "There is no category “zzqx”", "zzqx"),
        ("search place:zzqxland", "no place called “zzqxland”", "zzqxland"),
        ("search climate'; DROP TABLE article;--", "Nothing", "没有"),
        ("search * \"\"", "nothing in it", "没有可查找的内容"), ("search 🦑", "nothing in it", "没有可查找的内容"),
    ])
    func `each has its sentence`(line: String, english: String, chinese: String) async throws {
        let chat = try await Conversation()
        try await chat.publishes("Climate summit")
        while try await chat.store.indexSomeArticles() > 0 {}
        let answer = await chat.replies(line).map { plain($0.message.body) }.joined(separator: "\n")
        #expect(answer.contains(english), "\(line.prefix(60)) → \(answer)")
        try await chat.says("set lang zh", expect: "和您交流")
        let other = await chat.replies(line).map { plain($0.message.body) }.joined(separator: "\n")
        #expect(other.contains(chinese), "\(line.prefix(60)) → \(other)")
        for text in [answer, other] { #expect(!text.contains("internal error") && !text.contains("search.")) }
    }

    /// The pieces of random searches: words that there are and are not, operators, halves of operators, odd letters.
    private static let pieces = [
        "or", "and", "或", "not",
        "storm", "calm", "secret", "the", "of", "news", "from", "about", "yesterday", "last week", "today", "tech",
        "sports", "from Gazette", "OR", "AND", "NOT", "|", "(", ")", "\"", "-", "*", "/", "/st.rm/", "/(/", "/a{9}{9}/",
        "title:", "body:storm", "feed:secret", "site:example", "author:x", "tag:y", "lang:en", "category:tech",
        "sport:",
        "since:2d", "since:2030", "until:2027", "since:", "has:image", "has:", "has:audio", "is:unread", "is:saved",
        "is:",
        "near:Leipzig,100km", "near:", "place:Turin", "NEAR(", "storm*", "*orm", "*to*", "st*", "\u{0}", "\u{202E}",
        "\u{200F}", "東京", "京", "東京都で", "昨天的", "来自", "新闻", "ﷺ", "e\u{301}\u{301}", "🦑", ":", "：", ",", ";", "'", "--",
        "24 hours", "{title}", "{title} :", "^", "+", "a\" OR \"b", "rank", "rowid:1", "$", "\\", "«", "「",
    ]

    static let count = Int(ProcessInfo.processInfo.environment["CRIER_SEARCHES"] ?? "") ?? 1_000

    @Test func `random searches find no error and nothing out of sight`() async throws {
        let chat = try await Conversation(rates: .init(personBurst: Self.count, roomBurst: Self.count))
        try await chat.publishes("Storm near Leipzig", "Calm seas in Turin", "東京都で地震", by: "Gazette", category: "Tech")
        let secret = try await chat.publishes("Secret storm, calm secret 東京", by: "Secret", isDefault: false)
        let bob = try await chat.store.sampleProfile("bob")
        try await chat.store.sampleSubscription(of: bob, to: secret)
        while try await chat.store.indexSomeArticles() > 0 {}
        var numbers = SeededNumbers(state: 17)
        var (found, refused) = (0, 0)
        for number in 0..<Self.count {
            let pieces = (0..<Int.random(in: 1...7, using: &numbers))
                .map { _ in Self.pieces.randomElement(using: &numbers) ?? "" }
            let text = pieces.joined(separator: Bool.random(using: &numbers) ? " " : "")
            let verb = number % 50 == 0 ? "podcasts" : "search"
            let answer = await chat.replies("\(verb) \(text)").map { plain($0.message.body) }.joined(separator: "\n")
            #expect(!answer.contains("internal error") && !answer.isEmpty, "\(text) → \(answer)")
            #expect(!answer.contains("Secret storm") && !answer.contains("storm, calm secret"), "\(text) → \(answer)")
            if answer.contains("\n1. ") { found += 1 } else { refused += 1 }
        }
        #expect(found > Self.count / 20 && refused > Self.count / 20)
    }
}

private struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
