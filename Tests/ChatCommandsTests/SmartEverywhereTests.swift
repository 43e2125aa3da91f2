import Foundation
import NewsModel
import Storage
import TestSupport
import Testing
import TextAnalysis

@testable import ChatCommands

/// One name means the same to every command.
@Suite(.timed) struct SmartEverywhereTests {
    private func chat() async throws -> Conversation {
        let chat = try await Conversation()
        try await chat.publishes(
            "Heatwave in Madrid",
            "Flood in Leipzig",
            "Chip maker opens a plant in Paris",
            by: "Daily"
        )
        try await chat.says("smart add climate = any of: heat, flood", expect: "Added climate")
        return chat
    }

    @Test func `a smart feed comes by the clock, and is named also when it is called otherwise`() async throws {
        let chat = try await chat()
        try await chat.says("digest climate at 18:00", expect: "climate", "18:00")
        try await chat.says("headlines climate at 08:00", expect: "climate", "08:00")
        try await chat.says("smart rename climate to weather", expect: "weather")
        try await chat.says("schedules", expect: "Digest (weather)", "Headlines (weather)")
        try await chat.says("smart remove weather", expect: "2 schedules listed it", "schedules")
        try await chat.says("schedules", expect: "a smart feed that is gone")
        try await chat.says("digest climate at 18:00", expect: "no category or feed")
        try await chat.says("undo", expect: "Taken back: smart remove weather")
        try await chat.says("schedules", expect: "Digest (weather)")
    }

    @Test func `all of a smart feed is marked as read, and that is undone`() async throws {
        let chat = try await chat()
        try await chat.says("sub Daily", expect: "Daily")
        for title in ["Heat stays", "Rates fall"] {
            chat.clock.advance(by: 60)
            try await chat.publishes(title, by: "Daily", hoursAgo: 0)
        }
        try await chat.says("unread", expect: "Heat stays", "Rates fall")
        try await chat.says("readall climate", expect: "Marked 1 story of climate as read", "undo")
        #expect(try await !chat.says("unread", expect: "Rates fall").contains("Heat"))
        try await chat.says("readall climate", expect: "Nothing was unread there")
        try await chat.says("undo", expect: "Taken back: readall climate")
        try await chat.says("unread", expect: "Heat stays", "Rates fall")
    }

    @Test func `a map, a filter and its test know a smart feed`() async throws {
        let chat = try await chat()
        let map = try await chat.says("map climate", expect: "Madrid", "Leipzig")
        #expect(!map.contains("Paris"))
        try await chat.says("map", expect: "Paris")
        try await chat.says("test filter climate madrid", expect: "Heatwave in Madrid")
        try await chat.says("filter climate only leipzig", expect: "Filter 1")
        let list = try await chat.says("headlines", expect: "Flood in Leipzig", "Chip maker")
        #expect(!list.contains("Madrid"))
        try await chat.says("filter 1 remove", expect: "Removed")
        try await chat.says("filter climate leipzig", expect: "Filter 2")
        #expect(try await !chat.says("headlines", expect: "Madrid", "Chip maker").contains("Leipzig"))
    }

    @Test func `a feed is not renamed to what has another meaning`() async throws {
        let chat = try await chat()
        try await chat.says("category add Planet", expect: "Planet")
        try await chat.says("sub daily as climate", expect: "A category or smart feed of yours is called “climate”")
        try await chat.says("sub daily", expect: "Daily")
        for name in ["Climate", "planet"] {
            try await chat.says("feed rename daily to \(name)", expect: "A feed needs another name")
        }
        try await chat.says("feed rename daily to 7", expect: "“7” is a number")
        for name in ["off", "mine", "list", "仅"] {
            try await chat.says("category add \(name)", expect: "is one of my commands")
        }
        try await chat.says("smart add reset = rain", expect: "is one of my commands")
        try await chat.says("feed rename daily to Morning", expect: "Morning")
        try await chat.says("set lang zh-Hans", expect: "中文")
        try await chat.says("feed rename Morning to Climate", expect: "请给订阅源另起名字")
    }

    @Test func `those that are dear to match are counted when they are switched on or resumed`() async throws {
        let chat = try await Conversation(queries: QueryLimits(heavyPerOwner: 1))
        try await chat.publishes("Heatwave in Spain", by: "Daily")
        for name in ["one", "two"] {
            try await chat.says("smart add theme \(name) = /he.t\(name)/", expect: "Added")
        }
        try await chat.says("sub theme one", expect: "Following")
        try await chat.says("smart off theme one", expect: "is off")
        try await chat.says("sub theme two", expect: "Following")
        try await chat.says("smart on theme one", expect: "1", "feeds")
        try await chat.says("pause theme two", expect: "Paused")
        try await chat.says("smart on theme one", expect: "is on")
        try await chat.says("resume theme two", expect: "1", "feeds")
        try await chat.says("unsub theme one", expect: "not followed")
        try await chat.says("resume theme two", expect: "Resumed theme two")
    }

    @Test func `everything that is set up is exported as lines that set it up again`() async throws {
        let chat = try await chat()
        let lines = [
            "sub Daily", "template Daily {feed}: {title}", "category add Planet", "category colour Planet teal",
            "smart add heat = heatwave", "sub heat", "filter * crypto", "mute elections", "alert add storm urgent",
            "digest heat at 18:00", "view sort source",
        ]
        for line in lines { _ = await chat.replies(line) }
        let expected = [
            "sub https://daily.example/feed as Daily in Tech", "template Daily", "{title}", "category add Planet",
            "category colour Planet #", "smart add climate = any of: heat, flood", "smart add heat = heatwave",
            "sub heat",
            "filter * crypto", "mute elections", "alert add storm urgent", "digest also at 18:00 today heat",
            "view reset sort source",
        ]
        let document = await chat.replies("export all").map { plain($0.message.body) }.joined(separator: "\n")
        for line in expected { #expect(document.contains(line), "\(line): \(document)") }
        try await chat.says("!export all", in: "#news", expect: "operators")
        try await chat.says("export all to mail", expect: "export all")
    }
}
