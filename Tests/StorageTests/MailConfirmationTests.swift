import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

@Suite struct MailConfirmationTests {
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
        at time: Date? = nil
    ) async throws
        -> Bool
    {
        try await store.redeemConfirmation(
            code ?? "",
            of: address ?? alice,
            network: "mail",
            at: time ?? now
        )
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
            try await !store.redeemConfirmation(first ?? "", of: alice, network: "mail2", at: now)
        )
        #expect(try await !redeem(store, first, at: now + 7 * 86_400))
        #expect(try await store.keptMail(network: "mail", dueAt: .distantFuture, limit: 9).isEmpty)
        #expect(try await redeem(store, first, at: now + 7 * 86_400 - 1))
    }

    @Test func `a few of an address wait, and the next day others may`() async throws {
        let store = try Store.inMemory()
        var codes: [String?] = []
        for id in 1...3 { codes.append(try await code(store, mail(Int64(id)))) }
        #expect(codes.count { $0 != nil } == 3)
        #expect(try await code(store, mail(4)) == nil)
        // Of a mail that waits already the code is told again.
        #expect(try await code(store, mail(2), 1) == codes[1])
        let other = try await store.confirmationCode(mail: mail(9), position: 0, of: "b@x", network: "mail", at: now)
        #expect(other != nil)
        #expect(try await code(store, mail(4), at: now + 86_400) != nil)
        #expect(try await !redeem(store, codes[0], at: now + 86_400), "the oldest gave way")
        #expect(try await redeem(store, codes[2], at: now + 86_400))
    }

    @Test func `all that wait are bounded in number and size, and the oldest give way`() async throws {
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
        func waiting() async throws -> (count: Int, first: Int64) {
            try await store.read { db in
                let row = try Row.fetchOne(
                    db,
                    sql: "SELECT count(*) AS count, min(mailID) AS first FROM mailConfirmation"
                )
                return (row?["count"] ?? 0, row?["first"] ?? 0)
            }
        }
        #expect(try await code(store, mail(5_000)) != nil)
        #expect(try await waiting() == (MailConfirmations.most, 1))
        try await store.write {
            try $0.execute(
                sql: "UPDATE mailConfirmation SET size = ? WHERE mailID BETWEEN 995 AND 999",
                arguments: [MailConfirmations.mostBytes / 4]
            )
        }
        #expect(try await code(store, mail(5_001)) != nil)
        // Three of a quarter each, and two small ones.
        #expect(try await waiting() == (5, 997))
    }
}
