import Foundation
import NewsModel
import Schedules
import Storage
import TestSupport
import Testing

@testable import ItemDelivery

/// A digest that may have arrived: told again where its place said no at last, and not where nobody ever said a word.
@Suite(.timed) struct DoubtfulMailTests {
    private let harness: DeliveryHarness
    private let alice: Profile
    private let feed: Feed
    private let chat: Address
    private let mailbox: Address
    private let created: Date
    private let clock: ScheduleClock

    /// Alice follows a feed by chat and has a digest by mail each Monday; what is told is in it.
    init() async throws {
        harness = try await DeliveryHarness()
        alice = try await harness.store.sampleProfile()
        feed = try await harness.store.sampleFeed("example")
        chat = Identity.sample("alice").address
        created = harness.time.now
        let mail = Identity(network: "mail", account: "alice@example.org")
        #expect(try await harness.store.attach(mail, name: "alice", to: alice.id, at: created))
        mailbox = mail.address
        try await harness.publish([], in: feed)
        clock = harness.clock()
        _ = try await harness.store.addSchedule(
            of: alice.id.recipient,
            kind: .digest,
            minuteOfDay: 8 * 60,
            days: .monday,
            at: mailbox,
            limit: 9,
            time: created
        )
        try await harness.store.sampleSubscription(of: alice, to: feed)
        // Followed, but told in digests alone.
        _ = try await harness.store.setPause(.byOwner, of: alice.id.recipient, on: feed.id, at: created)
    }

    private func run(days: Double) async {
        let end = created.addingTimeInterval(days * 86_400)
        while harness.time.now < end {
            harness.time.set(min(end, harness.time.now.addingTimeInterval(1_800)))
            _ = await clock.queueDueSlots()
            _ = await harness.restarted().deliverDue()
        }
    }

    /// Mails that began to go out, by what they say.
    private func mails(_ title: String) -> Int {
        harness.mail.attempts.count { $0.address == mailbox && $0.text.contains(title) }
    }

    @Test func `refused after an attempt without an answer, its stories are told again, and nothing is lost`()
        async throws
    {
        try await harness.publish(["A story of the first week", "Another story of the first week"], in: feed)
        harness.mail.script([.unknown, .refused(reason: "550 no such user")])
        await run(days: 7.5)
        #expect(try await harness.store.pauseReason(of: mailbox) == "550 no such user")
        // Nothing of it goes elsewhere now: it may have arrived. Its owner hears why, once.
        let told = harness.network.texts(to: chat)
        #expect(told.filter { $0.contains("550 no such user") }.count == 1)
        #expect(told.allSatisfy { !$0.contains("story of the first week") })
        // Each story was free to be told by whatever comes first: by another source here.
        try await harness.store.resumeAddress(mailbox)
        let other = try await harness.store.sampleFeed("other")
        try await harness.publish([], in: other)
        try await harness.store.sampleSubscription(of: alice, to: other)
        try await harness.publish(["Another story of the first week"], in: other)
        await run(days: 7.6)
        let again = harness.network.texts(to: chat).dropFirst(told.count)
        #expect(again.filter { $0.contains("Another story of the first week") }.count == 1)
        #expect(again.allSatisfy { !$0.contains("A story of the first week") })
        // And by the next digest.
        let before = mails("A story of the first week")
        await run(days: 15)
        #expect(mails("A story of the first week") == before + 1)
    }

    @Test func `given up without a word, its stories are told by nothing else`() async throws {
        try await harness.publish(["A story of the first week", "Another story of the first week"], in: feed)
        harness.mail.script([.unknown, .unconfirmed(reason: "no answer")])
        await run(days: 7.5)
        #expect(try await harness.store.pauseReason(of: mailbox) == nil)
        // Its reader is given the list of it.
        let told = harness.network.texts(to: chat)
        #expect(told.filter { $0.contains("A story of the first week") }.count == 1)
        let other = try await harness.store.sampleFeed("other")
        try await harness.publish([], in: other)
        try await harness.store.sampleSubscription(of: alice, to: other)
        try await harness.publish(["Another story of the first week"], in: other)
        try await harness.publish(["A story of the second week"], in: feed)
        let before = mails("A story of the first week")
        await run(days: 15)
        #expect(mails("A story of the second week") == 1)
        #expect(mails("A story of the first week") == before)
        #expect(harness.network.texts(to: chat) == told)
    }
}
