import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// How much lists show, how many sources headlines have, and what was missed.
@Suite struct LayoutTests {
    @Test func `a layout decides what a line of a list shows, for a person and for a room`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Moon landing succeeds", "Sun shines", by: "Space")
        try await chat.says("set layout", expect: "subject, place and number of sources", "compact")
        try await chat.says("set layout compact", expect: "short: title, feed and age", "set layout list")
        try await chat.says("headlines", expect: "1. Moon landing succeeds — Space · 1h ago")
        try await chat.says("set layout detailed", expect: "on a second line", "set layout compact")
        for command in ["headlines", "news", "digest week"] {
            let answer = try await chat.says(command, expect: "Sun shines")
            #expect(answer.contains("\n   Summary of Sun shines"), "\(command): \(answer)")
        }
        while try await chat.store.indexSomeArticles() > 0 {}
        try await chat.says("search shines", expect: "Sun shines — Space", "\n   Summary of Sun shines")
        // A hit with words of its own shows those.
        let excerpt = try await chat.says("search \"of sun\"", expect: "Summary of Sun")
        #expect(!excerpt.contains("\n   Summary"))
        try await chat.says("undo", expect: "Taken back: set layout")
        try await chat.says("set layout", expect: "short")
        try await chat.says("set layout detailed", expect: "on a second line")
        try await chat.says("set layout wide", expect: "set layout compact|list|detailed")
        try await chat.says("set layout", expect: "second line")
        let inRoom = try await chat.says("crier: set layout list", in: "#news", expect: "crier: set layout detailed")
        #expect(inRoom.components(separatedBy: "To undo:").count == 2, "\(inRoom)")
        try await chat.says("set lang zh-Hans", expect: "中文")
        try await chat.says("设置 布局 紧凑", expect: "会很短")
    }

    @Test func `headlines take more sources of a category when asked, also by the clock`() async throws {
        let chat = try await Conversation()
        for number in 1...4 { try await chat.publishes("Story number \(number) of many", by: "Paper\(number)") }
        func count(_ answer: String) -> Int { answer.components(separatedBy: " — Paper").count - 1 }
        #expect(count(try await chat.says("headlines", expect: "Story")) == 2)
        #expect(count(try await chat.says("headlines 3/category", expect: "Story")) == 3)
        #expect(count(try await chat.says("headlines all sources", expect: "Story")) == 4)
        #expect(count(try await chat.says("头条 3/分类", expect: "Story")) == 3)
        for line in ["headlines 0/category", "headlines 99/category", "headlines -3/category"] {
            try await chat.says(line, expect: "1 to 50 sources", "headlines 3/category", "headlines all sources")
        }
        try await chat.says("headlines 99/category at 8", expect: "1 to 50 sources")
        try await chat.says("headlines 3/nonsense", expect: "“3/nonsense”", "headlines 3/category")
        for line in ["headlines 0", "headlines -3", "headlines 51", "headlines 9999", "headlines tech 9999"] {
            try await chat.says(line, expect: "1 to 50 stories", "headlines 5")
        }
        try await chat.says("headlines count=9999", expect: "1 to 50 stories")
        for line in ["headlines 0 at 8", "headlines 31 at 8", "headlines 9999 tech at 8"] {
            try await chat.says(line, expect: "1 to 30 stories", "headlines 5 at 07:30")
        }
        // Whoever names nothing that is known is told that, whatever number stands there.
        try await chat.says("headlines sprots 9999", expect: "“sprots 9999”")
        try await chat.publishes("Hit of the week", by: "Radio 538")
        try await chat.says("headlines Radio 538", expect: "Hit of the week")
        for line in ["news 9999", "news 50"] {
            try await chat.says(line, expect: "The news takes no number", "more shows", "headlines 50")
        }
        try await chat.says("news tech 5", expect: "The news takes no number", "headlines tech 5")
        try await chat.says("news sprots", expect: "“sprots”")
        try await chat.says("headlines 50", expect: "Story")
        try await chat.says("headlines at 07:30 all sources", expect: "07:30")
        try await chat.says("schedules", expect: "all sources")
    }

    @Test func `catching up names what is unread since the last visit, then counts`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Council opens a clinic", by: "Alone", category: "Health")
        try await chat.publishes("Volcano erupts", "Ferry sails again", by: "One", category: "News", hoursAgo: 30)
        let answer = try await chat.says("catchup", expect: "Since", "1. Council opens a clinic", "In all:")
        #expect(answer.contains("News 2") && answer.contains("Health 1"))
        try await chat.says("read 1", expect: "Council")
        #expect(try await !chat.says("catchup", expect: "1. Volcano erupts", "2. Ferry").contains("Council"))
        try await chat.says("catchup news", expect: "1. Volcano erupts")
        try await chat.says("catchup nonsense words", expect: "no category or feed")
    }
}
