import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

@Suite(.timed) struct MailCorrespondentTests {
    private let now = Date.sampleNow
    private let alice = "alice@example.test"

    @Test func `an address has one token, which leads back to it on its own network alone`() async throws {
        let store = try Store.inMemory()
        #expect(try await store.correspondent(token: "", network: "mail") == nil)
        let first = try await store.correspondent(alice, network: "mail", at: now)
        #expect(try await store.correspondent(alice, network: "mail", at: now + 90_000) == first)
        #expect(first.confirmedAt == nil && first.bounces == 0)
        #expect(first.token.count >= 16)
        #expect(first.token.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber) })
        #expect(try await store.correspondent(token: first.token, network: "mail") == first)
        #expect(try await store.correspondent(token: first.token, network: "mail2") == nil)
        #expect(try await store.correspondent(token: String(first.token.dropLast()), network: "mail") == nil)
        #expect(try await store.correspondent(token: "' OR 1=1 --", network: "mail") == nil)
        #expect(first.unsubscribeToken.count >= 16 && first.unsubscribeToken != first.token)
        #expect(try await store.correspondent(unsubscribeToken: first.unsubscribeToken, network: "mail") == first)
        #expect(try await store.correspondent(unsubscribeToken: first.unsubscribeToken, network: "mail2") == nil)
        // Neither is good for what the other does.
        #expect(try await store.correspondent(unsubscribeToken: first.token, network: "mail") == nil)
        #expect(try await store.correspondent(token: first.unsubscribeToken, network: "mail") == nil)
        #expect(try await store.correspondent(unsubscribeToken: "", network: "mail") == nil)
        var tokens: Set<String> = []
        for number in 0..<50 {
            tokens.insert(try await store.correspondent("\(number)@x", network: "mail", at: now).token)
        }
        #expect(tokens.count == 50)
    }

    @Test func `what becomes of an address is remembered`() async throws {
        let store = try Store.inMemory()
        try await store.confirm(alice, network: "mail", at: now)
        try await store.confirm(alice, network: "mail", at: now + 5)
        try await store.noteAsked(alice, network: "mail", at: now + 1)
        try await store.noteFailing(alice, network: "mail", since: now + 2)
        try await store.noteFailing(alice, network: "mail", since: now + 9)
        var known = try await store.correspondent(alice, network: "mail", at: now)
        #expect(known.confirmedAt == now && known.askedAt == now + 1 && known.failingSince == now + 2)
        try await store.noteFailing(alice, network: "mail", since: nil)
        known = try await store.correspondent(alice, network: "mail", at: now)
        #expect(known.failingSince == nil && known.confirmedAt == now)
    }

    @Test func `bounces are counted until mail stays where it was taken`() async throws {
        let store = try Store.inMemory()
        #expect(try await store.countBounce(of: alice, network: "mail") == 0)
        _ = try await store.correspondent(alice, network: "mail", at: now)
        #expect(try await store.countBounce(of: alice, network: "mail") == 1)
        // Each day's mail is taken first and sent back later: that is no delivery.
        try await store.noteFailing(alice, network: "mail", since: now)
        try await store.noteDelivered(to: alice, network: "mail")
        #expect(try await store.correspondent(alice, network: "mail", at: now).failingSince == nil)
        #expect(try await store.countBounce(of: alice, network: "mail") == 2)
        for _ in 0..<10 { try await store.noteDelivered(to: alice, network: "mail") }
        #expect(try await store.correspondent(alice, network: "mail", at: now).bounces == 0)
        #expect(try await store.countBounce(of: alice, network: "mail") == 1)
    }

    private func count(_ store: Store, _ names: String..., most: Int, at time: Date) async throws -> Bool {
        try await store.countAnswer(names.map { MailAnswerLimit($0, most: most) }, network: "mail", at: time)
    }

    @Test func `who is over a limit of their own takes nothing from what all share`() async throws {
        let store = try Store.inMemory()
        for _ in 0..<2 { #expect(try await count(store, alice, "all", most: 2, at: now)) }
        // Neither did the others count when one of them was full.
        #expect(try await !count(store, "bob@x", "all", most: 2, at: now))
        #expect(try await count(store, "bob@x", most: 1, at: now))
        for _ in 0..<5 { #expect(try await !count(store, alice, "rest", most: 2, at: now)) }
        #expect(try await count(store, "rest", most: 1, at: now))
    }

    @Test func `answers are limited by the hour, for each address`() async throws {
        let store = try Store.inMemory()
        for number in 0..<3 {
            let at = now + Double(number / 2)
            #expect(try await count(store, alice, most: 3, at: at))
        }
        #expect(try await !count(store, alice, most: 3, at: now + 3_599))
        #expect(try await count(store, "bob@x", most: 3, at: now + 3_599))
        // The two of the first second are over, and that which was refused did not count.
        #expect(try await count(store, alice, most: 3, at: now + 3_600))
        #expect(try await count(store, alice, most: 3, at: now + 3_600))
        #expect(try await !count(store, alice, most: 3, at: now + 3_600))
        #expect(try await !count(store, "carol@x", most: 0, at: now))
    }
}
