import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

@Suite(.timed) struct SmartCommandTests {
    private func chat(quotas: CommandOptions.Quotas = .person) async throws -> Conversation {
        let chat = try await Conversation(quotas: quotas)
        try await chat.publishes("Heatwave in Spain", "Flood warnings lifted", "Chip maker opens a plant", by: "Daily")
        return chat
    }

    @Test func `a smart feed is added with keywords, read like a category, renamed and removed`() async throws {
        let chat = try await chat()
        try await chat.says("smart", expect: "There are no smart feeds", "smart add climate = any of: heat, flood")
        try await chat.says(
            "smart add climate = any of: heat, flood",
            expect: "Added climate: 2 articles of the last 7 days are in it",
            "headlines climate",
            "sub climate",
            "undo"
        )
        for line in ["headlines climate", "news climate", "digest week climate", "catchup climate"] {
            let answer = try await chat.says(line, expect: "Heatwave in Spain", "Flood warnings")
            #expect(!answer.contains("Chip maker"), "\(line)")
        }
        try await chat.says("news climate", expect: "(2)")
        try await chat.says("smart list", expect: "1. climate — any of: heat, flood, on", "smart off climate")
        try await chat.says("smart off 1", expect: "climate is off", "undo")
        try await chat.says("headlines climate", expect: "The smart feed climate is off", "smart on climate")
        try await chat.says("smart on climate", expect: "climate is on")
        try await chat.says("smart rename climate to weather report", expect: "is called weather report now")
        try await chat.says("headlines weather report", expect: "Heatwave")
        try await chat.says("undo", expect: "Taken back: smart rename climate")
        try await chat.says("smart list", expect: "1. climate")
        try await chat.says("smart rename climate to weather report", expect: "To undo: undo")
        try await chat.says("smart add cool = all of: heat, spain in title", expect: "1 article")
        try await chat.says("smart add Spanish = spain -chip", expect: "1 article")
        try await chat.says("smart remove 1", expect: "Removed weather report")
        try await chat.says("headlines weather report", expect: "no category or feed")
        try await chat.says("undo", expect: "Taken back: smart remove weather report")
        try await chat.says("headlines weather report", expect: "Heatwave")
    }

    @Test func `smart feeds are made of each other, three deep, and stand in alerts and filters`() async throws {
        let chat = try await chat()
        try await chat.says("smart add heat = heatwave", expect: "1 article")
        try await chat.says("smart add wet = flood", expect: "1 article")
        try await chat.says("smart add weather = smart:heat OR smart:wet", expect: "2 articles")
        try await chat.says("smart add spanish = smart:weather spain", expect: "1 article")
        try await chat.says("smart add deeper = smart:spanish", expect: "3 deep")
        try await chat.says("smart add loop = smart:loop OR heat", expect: "cannot be made of itself")
        try await chat.says("smart add lost = smart:nothing", expect: "no smart feed “nothing”", "quotes")
        try await chat.says("alert add smart:weather -spain", expect: "Alert 1", "1 of the newest 3 articles")
        try await chat.says("filter * smart:heat", expect: "Filter 1")
        #expect(try await !chat.says("headlines", expect: "Chip maker").contains("Heatwave"))
        #expect(try await !chat.says("headlines weather", expect: "Flood").contains("Heatwave"))
    }

    @Test func `a renamed smart feed has its new name in the definitions of others`() async throws {
        let chat = try await chat()
        try await chat.says("smart add heat = heatwave", expect: "Added")
        try await chat.says("smart add weather = smart:heat smart:heating", expect: "no smart feed")
        try await chat.says("smart add weather = (smart:heat OR smart:\"Heat\") -flood", expect: "Added")
        try await chat.says("smart add words = any of: smart:heat, x", expect: "Added")
        try await chat.says("smart rename heat to hot days", expect: "is called hot days now")
        try await chat.says(
            "smart list",
            expect: "(smart:\"hot days\" OR smart:\"hot days\") -flood",
            "any of: smart:heat, x"
        )
        try await chat.says("undo", expect: "Taken back: smart rename heat")
        try await chat.says("smart list", expect: "1. heat", "(smart:heat OR smart:\"Heat\") -flood")
    }

    @Test func `searches look inside smart feeds, and show them by name`() async throws {
        let chat = try await chat()
        _ = try await chat.store.indexSomeArticles()
        try await chat.says("smart add climate = any of: heat, flood", expect: "2 articles")
        let found = try await chat.says("search smart:climate", expect: "Heatwave in Spain", "Flood", "smart:climate")
        #expect(!found.contains("Chip maker"))
        #expect(try await !chat.says("search smart:climate spain", expect: "Heatwave").contains("Flood"))
        try await chat.says("search smart:nothing", expect: "no smart feed “nothing”")
        let long = (1...10).map { String(repeating: "w", count: 90) + "\($0)" }.joined(separator: ", ")
        try await chat.says("smart add long = any of: \(long)", expect: "0 articles")
        try await chat.says("podcasts smart:long", expect: "smart:long")
        try await chat.says("history smart:long", expect: "smart:long")
        let commas = String(repeating: ",", count: 4_000)
        try await chat.says("smart add a = any of: heat\(commas)", expect: "4,000")
    }

    @Test func `a list with commas means any of its words, and the answer says how it was read`() async throws {
        let chat = try await chat()
        let read = "I read it as any of: heat, flood"
        try await chat.says("smart add alfa = heat, flood", expect: "2 articles", read)
        try await chat.says("smart add bravo = heatwave，flood、chip", expect: "3 articles", "heatwave, flood, chip")
        try await chat.says("smart add charlie = any title: heat, flood", expect: "2 articles", "\(read) in title")
        try await chat.says("smart add delta = all body: summary, flood", expect: "1 article", "all of: summary, ")
        try await chat.says("smart add echo = heat, flood in body", expect: "2 articles", "\(read) in body")
        try await chat.says("smart list", expect: "1. alfa — any of: heat, flood, on", "flood in title, on")
        let full = try await chat.says("smart add foxtrot = any of: heat, flood", expect: "2 articles")
        #expect(!full.contains("I read it"))
        // What the query language has stays a query, in which commas join words.
        for (name, query) in [
            ("gale", "heatwave, spain, -flood"), ("hotel", "(heatwave, spain)"), ("india", "title:heatwave, spain"),
            ("juliet", "\"heatwave, in\" spain"),
        ] {
            let said = try await chat.says("smart add \(name) = \(query)", expect: "1 article")
            #expect(!said.contains("I read it"), "\(query)")
        }
        try await chat.says("smart remove alfa", expect: "Removed")
        let words = (1...11).map { "a\($0)" }.joined(separator: ", ")
        try await chat.says("smart add kilo = \(words)", expect: "at most 10 keywords")
        try await chat.says("set lang zh-Hans", expect: "中文")
        try await chat.says("智能 添加 气候 = heat、flood", expect: "有 2 篇文章", "任意: heat, flood")
        try await chat.says("smart remove bravo", expect: "已删除")
        try await chat.says("智能 添加 海洋 = 任意 标题：heat，flood", expect: "有 2 篇文章", "heat, flood在标题")
    }

    @Test func `a list that ends in the name of a place is a query`() async throws {
        let chat = try await chat()
        let said = try await chat.says("smart add alfa = flood near Valencia, Spain", expect: "Added alfa")
        #expect(!said.contains("I read it"))
    }

    @Test func `removing names what was made of it, and a new name needs no joint`() async throws {
        let chat = try await chat()
        try await chat.says("smart add heat = heatwave", expect: "Added")
        try await chat.says("smart add spanish = smart:heat spain", expect: "Added")
        try await chat.says("smart add other = flood", expect: "Added")
        try await chat.says("smart rename heat hot days", expect: "heat is called hot days now")
        try await chat.says("smart rename hot days", expect: "What is hot days to be called?", "to climate")
        try await chat.says("smart rename hot days to", expect: "What is hot days to be called?")
        try await chat.says("smart rename nothing more", expect: "no smart feed “nothing more”")
        try await chat.says("smart rename 1 back to school", expect: "is called")
        try await chat.says("smart remove other", expect: "Removed other")
        let said = try await chat.says("smart remove 1", expect: "Removed", "Made of it: spanish")
        #expect(said.contains("The same words are looked for there as before"))
        try await chat.says("headlines spanish", expect: "Heatwave")
    }

    @Test func `a definition is shown and exported as what is looked for`() async throws {
        let chat = try await chat()
        let alice = try await chat.store.sampleProfile("alice", at: chat.clock.now)
        // When it was typed, a list with commas meant all of its words.
        _ = try await chat.store.addSmartFeed(
            "old",
            definition: "heatwave, spain",
            query: "heatwave spain",
            depth: 1,
            of: alice.id.recipient,
            limit: 9,
            at: chat.clock.now
        )
        try await chat.says("smart list", expect: "1. old — heatwave spain")
        try await chat.says("set lang zh-Hans", expect: "中文")
        try await chat.says("智能 添加 气候 = 任意: heat、flood", expect: "有 2 篇文章")
        try await chat.says("smart list", expect: "任意: heat、flood")
        try await chat.says("set lang en", expect: "English")
        try await chat.says(
            "export all",
            expect: "smart add old = heatwave spain",
            "smart add 气候 = any of: heat, flood"
        )
        try await chat.says("smart remove old", expect: "Removed")
        try await chat.says("smart add old = heatwave spain", expect: "1 article")
    }

    @Test func `what is made of a removed smart feed has its words in place of its name`() async throws {
        let chat = try await chat()
        try await chat.says("smart add heat = heatwave", expect: "Added")
        try await chat.says("smart add spanish = smart:heat spain", expect: "1 article")
        try await chat.says("smart add deeper = smart:spanish -chip", expect: "1 article")
        try await chat.says("smart remove heat", expect: "Made of it: spanish.", "which stand in the definition now")
        try await chat.says("smart list", expect: "spanish — heatwave spain", "deeper — smart:spanish -chip")
        try await chat.says("export all", expect: "smart add spanish = heatwave spain", "= smart:spanish -chip")
        try await chat.says("undo", expect: "Taken back: smart remove heat")
        try await chat.says("smart list", expect: "spanish — smart:heat spain")
    }

    @Test(arguments: [
        ("smart add climate", "smart add <name> ="), ("smart add = heat", "1 to 40 letters"),
        ("smart add x =", "smart add <name> ="), ("smart add 7 = heat", "is a number"),
        ("smart add today = heat", "means a time"), ("smart add quiz = heat", "one of my commands"),
        ("smart add daily = heat", "A feed here is called"), ("smart add tech = heat", "category or smart feed"),
        ("smart add a:b = heat", "cannot be the name"), ("smart add x = -heat", "only what to leave out"),
        ("smart add x = \"", "nothing in it to look for"), ("smart add x = any of: , ,", "nothing in it to look for"),
        ("smart add x = any of: a, b, c, d, e, f, g, h, i, j, k", "at most 10 keywords"),
        ("smart add x = is:unread", "only in search"), ("smart dance x", "smart add <name>"),
        ("smart off x", "no smart feed “x”"),
        ("smart add x = feed:nosuch", "No feed here is called “nosuch”"),
        ("smart add x = heat OR", "nothing beside it"),
        ("smart add x = the", "in nearly every article"),
    ])
    func `what cannot be a smart feed says why`(line: String, reason: String) async throws {
        let chat = try await chat()
        let answer = await chat.replies(line).map { plain($0.message.body) }.joined()
        #expect(answer.contains(reason), "\(line) → \(answer)")
        try await chat.says("smart list", expect: "There are no smart feeds")
    }

    @Test(arguments: [("business", "Finance"), ("showbiz", "Entertainment"), ("科技", "Technology"), ("医疗", "Health")])
    func `no smart feed has a name that searches understand as a category`(
        name: String,
        category: String
    ) async throws {
        let chat = try await chat()
        let reason = "“\(name)” means the category \(category); its news: headlines \(category). A smart feed needs"
        let free = "smart add \"my \(name)\" = \(name)"
        try await chat.says("smart add \(name) = heat", expect: reason, free)
        try await chat.says(free, expect: "Added my \(name)")
        try await chat.says("smart add heat = heat", expect: "Added heat")
        try await chat.says("smart rename heat to \(name)", expect: reason)
    }

    @Test func `an alert for the name of a smart feed offers one for what is in it`() async throws {
        let chat = try await chat()
        try await chat.says("smart add sea = any of: ferry, flood", expect: "Added sea")
        try await chat.says("smart add hot days = heatwave", expect: "Added hot days")
        try await chat.says("alert add sea", expect: "your smart feed sea: alert 1 remove, then alert add smart:sea")
        try await chat.says("alert add hot days", expect: "then alert add smart:\"hot days\"")
        for line in ["alert add \"hot days\"", "alert add smart:sea", "alert add storm"] {
            #expect(try await !chat.says(line, expect: "Alert").contains("your smart feed"), "\(line)")
        }
        try await chat.says("smart add river = flood", expect: "Added river")
        try await chat.says("set lang zh-Hans", expect: "中文")
        try await chat.says("alert add river", expect: "这样查找的是这个词本身")
    }

    @Test func `removing one says which alerts and filters go on with its words`() async throws {
        let chat = try await chat()
        try await chat.says("smart add climate = heatwave OR flood", expect: "Added climate")
        try await chat.says("alert add smart:climate", expect: "Alert 1")
        try await chat.says("alert add smart:climate spain", expect: "Alert 2")
        try await chat.says("alert add flood", expect: "Alert 3")
        try await chat.says("alert add storm -smart:climate", expect: "Alert 4")
        try await chat.says("filter * smart:climate -spain", expect: "Filter 1")
        let said = try await chat.says(
            "smart remove climate",
            expect: "2 alerts (1 and 2) still look for the words of climate: alert list",
            "Filter 1 still goes by the words of climate: filter list"
        )
        #expect(!said.contains("3") && !said.contains("4"), "\(said)")
        try await chat.says("smart add climate = chip", expect: "Added climate")
        let other = try await chat.says("smart remove climate", expect: "Removed climate")
        #expect(!other.contains("still"), "\(other)")
    }

    @Test func `what is done may stand behind the name`() async throws {
        let chat = try await chat()
        try await chat.says("smart add hot days = heatwave", expect: "Added hot days")
        try await chat.says("smart hot days off", expect: "hot days is off")
        try await chat.says("smart 1 on", expect: "hot days is on")
        try await chat.says("smart nothing off", expect: "no smart feed “nothing”")
        try await chat.says("smart hot days remove", expect: "Removed hot days")
        try await chat.says("smart hot days", expect: "smart add <name>")
    }

    @Test func `in Chinese none is made of itself or too deep, and an eleventh is refused`() async throws {
        let chat = try await chat()
        try await chat.says("set lang zh-Hans", expect: "中文")
        for (name, query) in [("热", "heatwave"), ("水", "flood"), ("天气", "smart:热 OR smart:水")] {
            try await chat.says("智能 添加 \(name) = \(query)", expect: "已新建\(name)")
        }
        try await chat.says("智能 添加 西班牙 = smart:天气 spain", expect: "已新建西班牙")
        for (line, reason) in [("圈 = smart:圈 OR heat", "不能由它自己组成"), ("更深 = smart:西班牙", "套 3 层")] {
            try await chat.says("智能 添加 \(line)", expect: reason)
        }
        for number in 5...10 { try await chat.says("智能 添加 话题甲\(number) = heat\(number)", expect: "已新建") }
        try await chat.says("智能 添加 还有一个 = heat", expect: "已达上限：10 个智能订阅源")
        #expect(try await !chat.says("智能", expect: "西班牙").contains("还有一个"))
    }

    @Test func `an eleventh, a second of the same name, and what is very long`() async throws {
        let chat = try await chat()
        let long = (0..<10).map { "\(String(repeating: "x", count: 98))\($0)" }.joined(separator: ", ")
        try await chat.says("smart add long = any of: \(long)", expect: "0 articles")
        try await chat.says(
            "smart add x = any of: \(String(repeating: "y", count: 101))",
            expect: "at most 100 letters"
        )
        try await chat.says(
            "smart add x = \(String(repeating: "z", count: 10_000))",
            expect: "at most 4,000 characters"
        )
        try await chat.says("smart add LONG = heat", expect: "There is a smart feed long already")
        for number in 2...10 { try await chat.says("smart add theme no\(number) = /he.t\(number)/", expect: "Added") }
        try await chat.says("smart add one more = heat", expect: "That is the limit: 10 smart feeds")
        try await chat.says("category add long", expect: "A smart feed here is called")
        try await chat.says("headlines long", expect: "Nothing that you may see is in long")
        try await chat.says("smart rename long to theme no2", expect: "category or smart feed")
    }

    @Test func `in a room, and in Chinese`() async throws {
        let chat = try await chat()
        try await chat.says("!smart add heat = heatwave", in: "#news", expect: "operators")
        try await chat.says("!smart add heat = heatwave", as: .op, in: "#news", expect: "Added heat")
        #expect(try await !chat.says("!headlines heat", in: "#news", expect: "Heatwave").contains("Chip"))
        try await chat.says("headlines heat", expect: "no category or feed")
        try await chat.says("set lang zh-Hans", expect: "中文")
        try await chat.says("智能", expect: "还没有智能订阅源", "智能 添加 气候 = 任意：高温，洪水")
        try await chat.says("智能 add 气候 = 任意：heat，flood", expect: "最近 7 天有 2 篇文章")
        #expect(try await !chat.says("头条 气候", expect: "Heatwave").contains("Chip"))
        try await chat.says("智能 关闭 气候", expect: "已关闭")
        try await chat.says("智能 add today = heat", expect: "表示时间")
        try await chat.says("智能 add 今天 = heat", expect: "表示时间")
    }
}
