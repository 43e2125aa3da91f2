import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

@Suite(.timed) struct MailConfirmationTests {
    private let now = Date.sampleNow
    private let alice = "alice@example.test"

    private func mail(_ id: Int64, _ text: String = "sub", sender: String? = "alice@example.test") -> KeptMail {
        KeptMail(id: id, content: Array(text.utf8), envelopeSender: sender, receivedAt: now)
    }

    private func code(
        _ store: Store,
        _ mail: KeptMail,
        _ position: Int = 0,
        at time: Date? = nil
    ) async throws -> String? {
        try await store.confirmationCode(mail: mail, position: position, of: alice, network: "mail", at: time ?? now)
    }

    private func redeem(
        _ store: Store,
        _ code: String?,
        of address: String? = nil,
        bearer: ConfirmingMail? = nil,
        at time: Date? = nil
    ) async throws
        -> Bool
    {
        try await store.redeemConfirmation(
            code ?? "",
            of: address ?? alice,
            network: "mail",
            bearer: bearer,
            at: time ?? now
        )
    }

    @Test func `what stands beside a code is confirmed with it, and by no wrong one`() async throws {
        let store = try Store.inMemory()
        try await store.keepMail([NewMail(content: [1])], network: "mail", position: nil, at: now)
        let bearer = try #require(try await store.keptMail(network: "mail", dueAt: now, limit: 1).first?.id)
        func confirmed() async throws -> [[Int]?] {
            try await store.keptMail(network: "mail", dueAt: now, limit: 9).map(\.confirmedCommands)
        }
        let code = try await code(store, mail(bearer + 7))
        #expect(try await !redeem(store, "WRONG", bearer: ConfirmingMail(id: bearer, commands: [1, 2])))
        #expect(try await confirmed() == [nil])
        #expect(try await redeem(store, code, bearer: ConfirmingMail(id: bearer, commands: [1, 2])))
        #expect(try await confirmed() == [[1, 2], [0]])
    }

    @Test func `a confirmed mail goes back into the queue with what was confirmed`() async throws {
        let store = try Store.inMemory()
        let first = try await code(store, mail(5), 2)
        #expect(try await code(store, mail(5), 0) == first)
        #expect(try await code(store, mail(5), 2) == first)
        let arrivals = store.mailArrivals()
        #expect(try await redeem(store, first?.lowercased(), at: now + 60))
        var iterator = arrivals.makeAsyncIterator()
        #expect(await iterator.next() != nil)
        let kept = try await store.keptMail(network: "mail", dueAt: now + 60, limit: 9)
        #expect(kept.map(\.confirmedCommands) == [[0, 2]])
        #expect(kept.first?.content == Array("sub".utf8) && kept.first?.envelopeSender == alice)
        #expect(kept.first?.receivedAt == now + 60)
        #expect(try await !redeem(store, first, at: now + 61), "a code works once")
    }

    @Test func `codes are long, of plain letters, and each mail has its own`() async throws {
        let store = try Store.inMemory()
        let first = try #require(try await code(store, mail(5)))
        let second = try #require(try await code(store, mail(6)))
        #expect(first != second)
        #expect(first.count == 10)
        #expect(first.allSatisfy { $0.isASCII && !"0O1IL".contains($0) })
    }

    @Test func `a code that is wrong, old or another's confirms nothing`() async throws {
        let store = try Store.inMemory()
        let first = try await code(store, mail(5))
        for wrong in ["", "nonsense", String(repeating: "x", count: 100_000), "%", (first ?? "") + "X"] {
            #expect(try await !redeem(store, wrong))
        }
        #expect(try await !redeem(store, first, of: "mallory@example.test"))
        #expect(
            try await !store.redeemConfirmation(
                first ?? "",
                of: alice,
                network: "mail2",
                bearer: nil,
                at: now
            )
        )
        #expect(try await !redeem(store, first, at: now + 7 * 86_400))
        #expect(try await store.keptMail(network: "mail", dueAt: .distantFuture, limit: 9).isEmpty)
        #expect(try await redeem(store, first, at: now + 7 * 86_400 - 1))
    }

    @Test func `of one address the newest few wait`() async throws {
        let store = try Store.inMemory()
        var codes: [String?] = []
        for id in 1...3 { codes.append(try await code(store, mail(Int64(id)))) }
        #expect(codes.count { $0 != nil } == 3)
        // Of a mail that waits already the code is told again.
        #expect(try await code(store, mail(2), 1) == codes[1])
        let other = try await codeOfOther(store, mail(9), "b@x")
        let fourth = try await code(store, mail(4))
        #expect(fourth != nil, "whoever wrote the others, this one can be confirmed")
        #expect(try await !redeem(store, codes[0]), "the oldest gave way")
        #expect(try await redeem(store, codes[2]))
        #expect(try await redeem(store, fourth))
        #expect(try await redeem(store, other, of: "b@x"))
    }

    @Test func `a large mail has no code and takes no place`() async throws {
        let store = try Store.inMemory()
        let small = try await codeOfOther(store, mail(1), "b@x")
        let large = KeptMail(
            id: 2,
            content: [UInt8](repeating: 0x20, count: MailConfirmations.mostBytesOfMail + 1),
            receivedAt: now
        )
        #expect(try await code(store, large) == nil)
        #expect(try await waiting(store) == ["b@x"])
        #expect(try await redeem(store, small, of: "b@x"))
    }

    @Test func `strangers throw out no fresh code, and the oldest of all goes when it is old`() async throws {
        let store = try Store.inMemory()
        try await store.write { db in
            try db.execute(
                sql: """
                    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)
                    INSERT INTO mailConfirmation (network, code, address, mailID, positions, size, createdAt, content)
                    SELECT 'mail', i, i || '@x', i, '[0]', 3, ?, x'01' FROM n
                    """,
                arguments: [MailConfirmations.most, now.unixSeconds]
            )
        }
        #expect(try await code(store, mail(5_000), at: now + 3_599) == nil)
        #expect(try await waiting(store).count == MailConfirmations.most)
        // Who waits already may write another instead.
        #expect(try await codeOfOther(store, mail(5_001), "7@x") != nil)
        #expect(try await waiting(store).count { $0 == "7@x" } == 1)
        #expect(try await code(store, mail(5_002), at: now + 3_600) != nil)
        let left = try await waiting(store)
        #expect(left.count == MailConfirmations.most && left.first == "1@x" && left.last == alice)
    }

    @Test func `whoever takes most gives way first`() async throws {
        let store = try Store.inMemory()
        func wait(_ id: Int64, _ address: String, _ size: Int) async throws {
            try await store.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO mailConfirmation
                            (network, code, address, mailID, positions, size, createdAt, content)
                        VALUES ('mail', ?, ?, ?, '[0]', ?, ?, x'01')
                        """,
                    arguments: ["C\(id)", address, id, size, now.unixSeconds]
                )
            }
        }
        let quarter = MailConfirmations.mostBytes / 4
        try await wait(1, "small@x", 100)
        for id in 2...4 { try await wait(Int64(id), "greedy@x", quarter) }
        try await wait(5, "other@x", quarter - 100)
        #expect(try await code(store, mail(6)) == nil, "they are all fresh")
        #expect(try await waiting(store).count == 5)
        #expect(try await code(store, mail(6), at: now + 3_600) != nil)
        #expect(try await waiting(store) == ["small@x", "greedy@x", "greedy@x", "other@x", alice])
    }

    private func codeOfOther(_ store: Store, _ mail: KeptMail, _ address: String) async throws -> String? {
        try await store.confirmationCode(mail: mail, position: 0, of: address, network: "mail", at: now)
    }

    /// Whose mails wait, the oldest first.
    private func waiting(_ store: Store) async throws -> [String] {
        try await store.read { db in
            try String.fetchAll(db, sql: "SELECT address FROM mailConfirmation ORDER BY id")
        }
    }
}
