import GRDB
import TestSupport
import Testing

@testable import ChatCommands
@testable import Storage

/// The counts of used commands.
@Suite(.timed) struct UsageCountTests {
    @Test func `uses are counted anonymously, or not at all`() async throws {
        let chat = try await Conversation()
        try await chat.says("!headlines", expect: "no news")
        try await chat.says("!latest", expect: "no news")
        // No answer waits for a count to be on the disk.
        #expect(try await chat.store.usage(day: "2026-11-16").isEmpty)
        await chat.router.writeUsage()
        #expect(try await chat.store.usage(day: "2026-11-16") == ["headlines": 2])
        let silent = try await Conversation(countsUse: false)
        try await silent.says("!headlines", expect: "no news")
        await silent.router.writeUsage()
        #expect(try await silent.store.usage(day: "2026-11-16").isEmpty)
    }

    @Test func `counts that could not be stored are stored the next time, those of every day`() async throws {
        let recorder = LogRecorder()
        let chat = try await Conversation(recorder: recorder)
        func rename(_ old: String, to new: String) async throws {
            try await chat.store.write { try $0.execute(sql: "ALTER TABLE \(old) RENAME TO \(new)") }
        }
        try await chat.says("!headlines", expect: "no news")
        chat.clock.advance(by: 86_400)
        try await chat.says("!latest", expect: "no news")
        try await rename("usage", to: "elsewhere")
        await chat.router.writeUsage()
        #expect(recorder.lines.contains("error Uses of commands not stored"))
        try await chat.says("!headlines", expect: "no news")
        try await rename("elsewhere", to: "usage")
        await chat.router.writeUsage()
        #expect(try await chat.store.usage(day: "2026-11-16") == ["headlines": 1])
        #expect(try await chat.store.usage(day: "2026-11-17") == ["headlines": 2])
        await chat.router.writeUsage()
        #expect(try await chat.store.usage(day: "2026-11-17") == ["headlines": 2])
    }
}
