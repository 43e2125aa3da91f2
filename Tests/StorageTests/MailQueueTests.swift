import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

@Suite(.timed) struct MailQueueTests {
    private let now = Date.sampleNow

    private func mail(_ text: String) -> NewMail { NewMail(content: Array(text.utf8)) }

    private func texts(_ store: Store, at time: Date, limit: Int = 100) async throws -> [String] {
        try await store.keptMail(network: "mail", dueAt: time, limit: limit).map {
            String(decoding: $0.content, as: UTF8.self)
        }
    }

    @Test func `mail comes out as it went in, the oldest first`() async throws {
        let store = try Store.inMemory()
        let bytes: [UInt8] = [0, 255, 13, 10, 128]
        let first = NewMail(content: bytes, envelopeSender: "", envelopeRecipient: "crier+t@x")
        try await store.keepMail([first, mail("b")], network: "mail", position: "7:12", at: now)
        try await store.keepMail([mail("c")], network: "mail", position: nil, at: now - 60)
        try await store.keepMail([mail("other")], network: "mail2", position: nil, at: now)
        let kept = try await store.keptMail(network: "mail", dueAt: now, limit: 100)
        #expect(kept.map(\.content) == [bytes, Array("b".utf8), Array("c".utf8)])
        #expect(kept.first?.envelopeSender == "" && kept.first?.envelopeRecipient == "crier+t@x")
        #expect(kept.last?.envelopeSender == nil && kept.last?.envelopeRecipient == nil)
        #expect(kept.first?.receivedAt == now && kept.first?.confirmedCommands == nil)
        #expect(try await texts(store, at: now, limit: 1).count == 1)
        #expect(try await texts(store, at: now, limit: -1).isEmpty)
        #expect(try await texts(store, at: now - 1) == ["c"])
        // A mail without a position leaves it where it was.
        #expect(try await store.networkState("mail", key: "position") == "7:12")
        #expect(try await store.networkState("mail2", key: "position") == nil)
    }

    @Test func `a postponed mail comes back at its time with its attempts`() async throws {
        let store = try Store.inMemory()
        try await store.keepMail([mail("a"), mail("b")], network: "mail", position: nil, at: now)
        let first = try #require(try await store.keptMail(network: "mail", dueAt: now, limit: 1).first)
        #expect(try await store.nextKeptMail(network: "mail", after: now) == nil)
        try await store.postponeMail(first.id, until: now + 60)
        #expect(try await texts(store, at: now + 59) == ["b"])
        #expect(try await store.nextKeptMail(network: "mail", after: now) == now + 60)
        #expect(try await store.nextKeptMail(network: "other", after: now) == nil)
        let again = try await store.keptMail(network: "mail", dueAt: now + 60, limit: 9)
        #expect(again.map(\.attempts) == [1, 0])
        try await store.dropMail(first.id)
        #expect(try await texts(store, at: now + 60) == ["b"])
    }

    @Test func `answers that are ready come back with their mail and go with it`() async throws {
        let store = try Store.inMemory()
        try await store.keepMail([mail("three commands")], network: "mail", position: nil, at: now)
        let id = try #require(try await store.keptMail(network: "mail", dueAt: now, limit: 1).first?.id)
        try await store.keepAnswer("one", to: id, position: 0)
        try await store.keepAnswer("two, first try", to: id, position: 1)
        try await store.keepAnswer("two", to: id, position: 1)
        let back = try await store.keptMail(network: "mail", dueAt: now, limit: 1).first
        #expect(back?.answers == [0: "one", 1: "two"])
        try await store.dropMail(id)
        try await store.keepAnswer("late", to: id, position: 2)
        #expect(try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM mailAnswer") } == 0)
        // Its number is not given to another: commands are known as handled by it.
        try await store.keepMail([mail("next")], network: "mail", position: nil, at: now)
        #expect(try await store.keptMail(network: "mail", dueAt: now, limit: 1).first?.id != id)
    }

    @Test func `a crash between answers leaves the mail with those that were ready`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "crier.sqlite3").path
        let before = try Store.open(path: path)
        try await before.keepMail([mail("three commands")], network: "mail", position: nil, at: now)
        let id = try #require(try await before.keptMail(network: "mail", dueAt: now, limit: 1).first?.id)
        #expect(try await before.recordHandled(network: "mail", inboundID: "mail-\(id)-0", at: now))
        try await before.keepAnswer("one", to: id, position: 0)
        let after = try Store.open(path: path)
        let back = try #require(try await after.keptMail(network: "mail", dueAt: now, limit: 9).first)
        #expect(back.id == id && back.answers == [0: "one"] && back.attempts == 0)
        #expect(try await after.isHandled(network: "mail", inboundID: "mail-\(id)-0"))
        #expect(try await !after.isHandled(network: "mail", inboundID: "mail-\(id)-1"))
    }

    @Test func `a full queue takes nothing and the mailbox stays where it was`() async throws {
        let store = try Store.inMemory()
        let many = [NewMail](repeating: mail("x"), count: MailQueue.mostMails)
        try await store.keepMail(many, network: "mail", position: "1", at: now)
        await #expect {
            try await store.keepMail([mail("one more")], network: "mail", position: "2", at: now)
        } throws: { error in (error as? StorageError)?.isTemporary == true }
        #expect(try await store.networkState("mail", key: "position") == "1")
        // A look at the mailbox that brought nothing is noted all the same.
        try await store.keepMail([], network: "mail", position: "3", at: now)
        #expect(try await store.networkState("mail", key: "position") == "3")
        try await store.keepMail([mail("elsewhere")], network: "mail2", position: nil, at: now)
    }

    @Test func `no more bytes are kept than the bound`() async throws {
        let store = try Store.inMemory()
        try await store.keepMail([mail("x")], network: "mail", position: nil, at: now)
        try await store.write {
            try $0.execute(sql: "UPDATE keptMail SET size = ?", arguments: [MailQueue.mostBytes - 3])
        }
        await #expect(throws: StorageError.self) {
            try await store.keepMail([mail("ab"), mail("cd")], network: "mail", position: nil, at: now)
        }
        #expect(try await texts(store, at: now) == ["x"])
        try await store.keepMail([mail("abc")], network: "mail", position: nil, at: now)
        #expect(try await texts(store, at: now) == ["x", "abc"])
    }

    @Test func `two processes put mail into one queue and the other hears of it`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "crier.sqlite3").path
        let (bot, pipe) = (try Store.open(path: path), try Store.open(path: path))
        _ = try await bot.changedElsewhere()
        let arrivals = bot.mailArrivals()
        let start = now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                let (store, content) = (number % 2 == 0 ? bot : pipe, [UInt8(number)])
                group.addTask {
                    let position = number % 2 == 0 ? "\(number)" : nil
                    try await store.keepMail(
                        [NewMail(content: content)],
                        network: "mail",
                        position: position,
                        at: start
                    )
                }
            }
            try await group.waitForAll()
        }
        let kept = try await bot.keptMail(network: "mail", dueAt: now, limit: 100)
        #expect(Set(kept.map(\.content)).count == 20)
        #expect(try await bot.networkState("mail", key: "position") != nil)
        var iterator = arrivals.makeAsyncIterator()
        #expect(await iterator.next() != nil)
        _ = try await bot.changedElsewhere()
        // Nothing is left in the stream but what the other process brings.
        let fresh = bot.mailArrivals()
        try await pipe.keepMail([mail("last")], network: "mail", position: nil, at: now)
        #expect(try await bot.changedElsewhere())
        var other = fresh.makeAsyncIterator()
        #expect(await other.next() != nil)
    }
}
