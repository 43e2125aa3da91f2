import GRDB
import NewsModel
import TestSupport
import Testing

@testable import ChatCommands
@testable import Storage

/// What people hear while the database has no room, and afterwards.
@Suite(.timed) struct FullDiskTests {
    /// Pages of the database at most; never fewer than it has.
    private func setMost(_ pages: Int, of store: Store) async throws {
        try await store.database.writeWithoutTransaction { db in
            _ = try Int.fetchOne(db, sql: "PRAGMA max_page_count = \(pages)")
        }
    }

    @Test func `a change that does not fit is refused in words, is not there, and works when there is room`()
        async throws
    {
        let recorder = LogRecorder()
        let chat = try await Conversation(
            quotas: .init(subscriptions: 9, alerts: 9_999, schedules: 9, saved: 9, mutes: 9),
            recorder: recorder
        )
        try await chat.publishes("Storm over the coast")
        try await chat.says("!alert add harbour", expect: "harbour")
        try await setMost(1, of: chat.store)
        // What is free in pages that are there already fills up first.
        var refused: String?
        for number in 0..<2_000 where refused == nil {
            let query = "\"harbour\(number) \(String(repeating: "x", count: 60))\""
            let answer = await chat.replies("!alert add " + query).map { plain($0.message.body) }.joined()
            if answer.contains("My disk is full") { refused = query }
        }
        let query = try #require(refused)
        func alerts() async throws -> [String] {
            try await chat.store.read { db in try String.fetchAll(db, sql: "SELECT query FROM alert") }
        }
        let before = try await alerts()
        #expect(before.contains("harbour"))
        try await chat.says("!alert add \(query)", expect: "nothing of that was kept", "Please try again later")
        #expect(try await alerts() == before)
        // The operator is told elsewhere, once (`FullDiskLogTests`).
        #expect(recorder.lines.filter { $0.hasPrefix("error") } == [])
        try await chat.says("!headlines", expect: "Storm over the coast")
        try await setMost(1_000_000, of: chat.store)
        try await chat.says("!alert add \(query)", expect: "I will tell")
        #expect(try await alerts().count == before.count + 1)
    }
}
