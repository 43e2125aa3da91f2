import Foundation
import NewsModel
import Schedules
import Storage
import Synchronization
import TestSupport
import Testing

@testable import ItemDelivery

struct ScheduleClockTests {
    private func schedule(
        _ kind: Schedule.Kind,
        at minute: Int,
        in harness: DeliveryHarness,
        of recipient: RecipientID,
        to address: Address,
        days: Weekdays = .daily,
        request: ScheduleRequest = ScheduleRequest()
    ) async throws -> Schedule {
        let outcome = try await harness.store.addSchedule(
            of: recipient,
            kind: kind,
            minuteOfDay: minute,
            days: days,
            at: address,
            request: request,
            limit: 10,
            time: harness.time.now
        )
        guard case .added(let schedule) = outcome else { throw NotAdded() }
        return schedule
    }

    private struct NotAdded: Error {}

    /// Runs clock and worker until a time, stopping wherever the clock asks to.
    private func run(_ harness: DeliveryHarness, _ clock: ScheduleClock, until end: Date) async {
        while harness.time.now < end {
            let next = await clock.queueDueSlots()
            _ = await harness.worker.deliverDue()
            harness.time.set(min(next, end))
        }
        _ = await clock.queueDueSlots()
        _ = await harness.worker.deliverDue()
    }

    @Test func `a month of morning headlines comes exactly once a day, over a change of the clocks`() async throws {
        let harness = try await DeliveryHarness()
        harness.time.set(try Date("2026-10-10T12:00:00Z", strategy: .iso8601))
        let (alice, feed, address) = try await harness.follower()
        try await harness.store.saveSettings(RecipientSettings(timeZone: "Europe/Paris"), of: alice.id.recipient)
        _ = try await schedule(.headlines, at: 450, in: harness, of: alice.id.recipient, to: address)
        let clock = harness.clock()
        for day in 1...30 {
            try await harness.publish(["Daily story number \(day)"], in: feed)
            await run(harness, clock, until: harness.time.now.addingTimeInterval(86400))
        }
        let titles = harness.network.texts(to: address).filter { $0.hasPrefix("What's moving the world") }
        #expect(titles.count == 30)
        let stories = harness.network.texts(to: address).filter { $0.hasPrefix("1. ") }
        #expect(stories.count == 30)
        #expect(Set(stories.map { $0.prefix { $0 != "—" } }).count == 30)
    }

    @Test func `a moved schedule is not late for its new time, and repeats nothing`() async throws {
        let harness = try await DeliveryHarness()
        let (alice, feed, address) = try await harness.follower()
        let reader = alice.id.recipient
        harness.time.set(try Date("2026-11-17T10:00:00Z", strategy: .iso8601))
        _ = try await schedule(.digest, at: 12 * 60, in: harness, of: reader, to: address)
        let clock = harness.clock()
        try await harness.publish(["Ferry sails"], in: feed)
        let day = harness.time.now.addingTimeInterval(86_400)
        await run(harness, clock, until: day.addingTimeInterval(30 * 60))
        #expect(harness.network.texts(to: address).filter { $0.contains("Ferry sails <") }.count == 1)
        try await harness.publish(["Tide rises"], in: feed)
        // At 10:30: 09:30 of today is over.
        _ = try await harness.store.moveSchedule(1, of: reader, to: 9 * 60 + 30, at: harness.time.now)
        await run(harness, clock, until: day.addingTimeInterval(6 * 3_600))
        #expect(harness.network.texts(to: address).allSatisfy { !$0.contains("Tide rises <") })
        await run(harness, clock, until: day.addingTimeInterval(86_400))
        let texts = harness.network.texts(to: address)
        #expect(texts.filter { $0.contains("Tide rises <") }.count == 1)
        #expect(texts.filter { $0.contains("Ferry sails <") }.count == 1)
    }

    @Test func `headlines with nothing new send nothing`() async throws {
        let harness = try await DeliveryHarness()
        let (alice, _, address) = try await harness.follower()
        _ = try await schedule(.headlines, at: 450, in: harness, of: alice.id.recipient, to: address)
        await run(harness, harness.clock(), until: harness.time.now.addingTimeInterval(3 * 86400))
        #expect(harness.network.attempts.isEmpty)
        #expect(try await harness.store.schedules(of: alice.id.recipient)[0].lastSlot == "2026-11-19T07:30")
    }

    @Test func `a digest does not repeat what its earlier slots told`() async throws {
        let harness = try await DeliveryHarness()
        let (alice, feed, address) = try await harness.follower()
        let request = ScheduleRequest(period: "week", withStatistics: true)
        _ = try await schedule(.digest, at: 18 * 60, in: harness, of: alice.id.recipient, to: address, request: request)
        let clock = harness.clock()
        try await harness.publish(["Monday story number one"], in: feed)
        await run(harness, clock, until: harness.time.now.addingTimeInterval(86400))
        try await harness.publish(["Tuesday story number two"], in: feed)
        await run(harness, clock, until: harness.time.now.addingTimeInterval(86400))
        let items = harness.network.texts(to: address).filter { $0.contains("<https://example.org") }
        #expect(items.count == 2)
        #expect(items[0].hasPrefix("1. Monday story") && items[1].hasPrefix("1. Tuesday story"))
        #expect(harness.network.texts(to: address).filter { $0.hasPrefix("Digest: ") }.count == 2)
    }

    @Test(arguments: [Weekdays.daily, .monday, [.monday, .thursday]])
    func `digests hold all news between their slots, each once`(days: Weekdays) async throws {
        let harness = try await DeliveryHarness()
        let (alice, feed, address) = try await harness.follower()
        _ = try await schedule(.digest, at: 18 * 60, in: harness, of: alice.id.recipient, to: address, days: days)
        let clock = harness.clock()
        // Every seven hours, so that there are evenings, nights and mornings among them.
        let titles = (1...36).map { "Story number \($0) of the fortnight" }
        for title in titles {
            try await harness.publish([title], in: feed)
            await run(harness, clock, until: harness.time.now.addingTimeInterval(7 * 3_600))
        }
        await run(harness, clock, until: harness.time.now.addingTimeInterval(8 * 86_400))
        let items = harness.network.texts(to: address).filter { $0.contains("<https://example.org") }
            .joined(separator: "\n")
        for title in titles {
            let digests = items.components(separatedBy: title + " <").count - 1
            #expect(digests == 1, "\(title) was in \(digests)")
        }
    }

    @Test func `a slot names the number of its own schedule, by which it is stopped`() async throws {
        let harness = try await DeliveryHarness()
        let (alice, feed, address) = try await harness.follower()
        _ = try await schedule(.headlines, at: 450, in: harness, of: alice.id.recipient, to: address)
        let second = try await schedule(.digest, at: 18 * 60, in: harness, of: alice.id.recipient, to: address)
        #expect(second.number == 2)
        try await harness.publish(["Monday story number one"], in: feed)
        await run(harness, harness.clock(), until: harness.time.now.addingTimeInterval(86400))
        let texts = harness.network.texts(to: address).joined(separator: "\n")
        #expect(texts.contains("schedules off 1") && texts.contains("schedules off 2"))
    }

    @Test func `after a short downtime a slot is late and says so, after a long one the next stands for it`()
        async throws
    {
        let harness = try await DeliveryHarness()
        let (alice, feed, address) = try await harness.follower()
        // It is 12:00; the slots are at 18:00.
        _ = try await schedule(.digest, at: 18 * 60, in: harness, of: alice.id.recipient, to: address)
        try await harness.publish(["A story of the first day"], in: feed)
        _ = await harness.worker.deliverDue()
        harness.time.advance(by: 7 * 3600)
        _ = await harness.clock().queueDueSlots()
        _ = await harness.restarted().deliverDue()
        #expect(harness.network.texts(to: address).contains { $0.hasPrefix("Late: this was due at Nov 16, 2026") })
        // Down from Tuesday noon to Wednesday morning: Tuesday's is not sent.
        harness.time.set(Date.sampleNow.addingTimeInterval(86400))
        try await harness.publish(["A story of the second day"], in: feed)
        _ = await harness.worker.deliverDue()
        let before = harness.network.attempts.count
        harness.time.set(Date.sampleNow.addingTimeInterval(1.8 * 86400))
        _ = await harness.clock().queueDueSlots()
        _ = await harness.restarted().deliverDue()
        #expect(harness.network.attempts.count == before)
        harness.time.set(Date.sampleNow.addingTimeInterval(2.25 * 86400))
        _ = await harness.clock().queueDueSlots()
        _ = await harness.restarted().deliverDue()
        let texts = harness.network.texts(to: address).dropFirst(before)
        #expect(texts.contains { $0.hasPrefix("With what was missed at Nov 17, 2026") })
        #expect(texts.contains { $0.contains("A story of the second day <") })
        _ = await harness.clock().queueDueSlots()
        _ = await harness.restarted().deliverDue()
        #expect(texts.count == harness.network.texts(to: address).count - before)
    }

    @Test func `a digest that was refused has told nothing`() async throws {
        let harness = try await DeliveryHarness()
        let (alice, feed, address) = try await harness.follower()
        let request = ScheduleRequest(period: "week")
        _ = try await schedule(.digest, at: 18 * 60, in: harness, of: alice.id.recipient, to: address, request: request)
        try await harness.publish(["Monday story number one"], in: feed)
        _ = await harness.worker.deliverDue()
        harness.network.script([.refused(reason: "550 mailbox full")])
        await run(harness, harness.clock(), until: harness.time.now.addingTimeInterval(86400))
        #expect(try await harness.store.pauseReason(of: address) == "550 mailbox full")
        #expect(!harness.network.texts(to: address).contains { $0.hasPrefix("Digest: ") })
        try await harness.store.resumeAddress(address)
        await run(harness, harness.clock(), until: harness.time.now.addingTimeInterval(86400))
        await run(harness, harness.clock(), until: harness.time.now.addingTimeInterval(86400))
        #expect(harness.network.texts(to: address).filter { $0.hasPrefix("1. Monday story") }.count == 1)
    }

    @Test func `who unsubscribed gets no digests meanwhile and one when they are back`() async throws {
        let harness = try await DeliveryHarness()
        let (alice, feed, address) = try await harness.follower()
        _ = try await schedule(.digest, at: 18 * 60, in: harness, of: alice.id.recipient, to: address)
        let clock = harness.clock()
        try await harness.store.unsubscribe("alice", network: "testnet", at: harness.time.now)
        for day in 1...5 {
            try await harness.publish(["Missed story \(day)"], in: feed)
            await run(harness, clock, until: harness.time.now.addingTimeInterval(86400))
        }
        #expect(harness.network.attempts.isEmpty)
        #expect(try await harness.store.resubscribe("alice", network: "testnet"))
        _ = await clock.queueDueSlots()
        _ = await harness.worker.deliverDue()
        #expect(harness.network.attempts.isEmpty)
        try await harness.publish(["New story"], in: feed)
        await run(harness, clock, until: harness.time.now.addingTimeInterval(86400))
        let texts = harness.network.texts(to: address)
        #expect(texts.filter { $0.hasPrefix("[example] ") }.count == 1)
        #expect(texts.filter { $0.contains("Digest: ") }.count == 1)
    }

    @Test(arguments: [SendOutcome.refused(reason: "550"), .unconfirmed(reason: "no answer")])
    func `a week's digest that failed is in the next one, and one that may have arrived is not`(
        outcome: SendOutcome
    ) async throws {
        let harness = try await DeliveryHarness()
        let (alice, feed, address) = try await harness.follower()
        let created = harness.time.now
        _ = try await schedule(.digest, at: 8 * 60, in: harness, of: alice.id.recipient, to: address, days: .monday)
        try await harness.publish(["A story of the first day"], in: feed)
        let clock = harness.clock()
        await run(harness, clock, until: created.addingTimeInterval(6.5 * 86_400))
        harness.network.script([outcome])
        await run(harness, clock, until: created.addingTimeInterval(7 * 86_400))
        #expect(harness.network.texts(to: address).allSatisfy { !$0.hasPrefix("Digest: ") })
        try await harness.store.resumeAddress(address)
        try await harness.publish(["A story of the second week"], in: feed)
        await run(harness, clock, until: created.addingTimeInterval(14 * 86_400))
        let texts = harness.network.texts(to: address).joined(separator: "\n")
        let isRefused = outcome == .refused(reason: "550")
        #expect(texts.contains("1. A story of the second week <"))
        #expect(texts.contains("2. A story of the first day <") == isRefused)
    }

    @Test func `a weekly slot that was missed loses no day`() async throws {
        let harness = try await DeliveryHarness()
        let (alice, feed, address) = try await harness.follower()
        let created = harness.time.now
        _ = try await schedule(.digest, at: 8 * 60, in: harness, of: alice.id.recipient, to: address, days: .monday)
        try await harness.publish(["A story before the first slot"], in: feed)
        let clock = harness.clock()
        await run(harness, clock, until: created.addingTimeInterval(7 * 86_400))
        // An hour after it.
        try await harness.publish(["A story just after the first slot"], in: feed)
        harness.time.set(created.addingTimeInterval(14 * 86_400))
        await run(harness, clock, until: created.addingTimeInterval(21 * 86_400))
        let texts = harness.network.texts(to: address).joined(separator: "\n")
        #expect(texts.components(separatedBy: ". A story just after the first slot <").count == 2)
        #expect(texts.components(separatedBy: ". A story before the first slot <").count == 2)
    }

    private final class Quizzes: ScheduledQuizStarter {
        let started = Mutex<[String]>([])

        func startScheduledQuiz(_ active: ActiveSchedule, slot: ScheduleSlot) async {
            started.withLock { $0.append("\(active.schedule.address.target) \(slot.localSlot.prefix(10))") }
        }
    }

    @Test func `a person's own quiz begins once a day`() async throws {
        let harness = try await DeliveryHarness()
        let (alice, _, address) = try await harness.follower()
        _ = try await schedule(.quiz, at: 20 * 60, in: harness, of: alice.id.recipient, to: address)
        let quizzes = Quizzes()
        await run(harness, harness.clock(quizzes), until: harness.time.now.addingTimeInterval(2 * 86400))
        let target = address.target
        #expect(quizzes.started.withLock { $0 } == ["\(target) 2026-11-16", "\(target) 2026-11-17"])
    }

    @Test func `a room's quiz begins once a day`() async throws {
        let harness = try await DeliveryHarness()
        let room = try await harness.store.sampleRoom()
        let address = Address(network: "testnet", kind: .room, target: room.name)
        _ = try await schedule(.quiz, at: 20 * 60, in: harness, of: room.id.recipient, to: address)
        let quizzes = Quizzes()
        await run(harness, harness.clock(quizzes), until: harness.time.now.addingTimeInterval(3 * 86400))
        #expect(quizzes.started.withLock { $0 } == ["#news 2026-11-16", "#news 2026-11-17", "#news 2026-11-18"])
    }

    @Test func `the running clock wakes for its slots`() async throws {
        let harness = try await DeliveryHarness()
        let (alice, feed, address) = try await harness.follower()
        try await harness.publish(["A story for the evening"], in: feed)
        _ = try await schedule(.digest, at: 12 * 60 + 30, in: harness, of: alice.id.recipient, to: address)
        let clock = Task { try await harness.clock().run() }
        try await waitUntil("the alarm") { harness.time.nextDeadline == Date.sampleNow.addingTimeInterval(1800) }
        harness.time.advance(by: 1800)
        try await waitUntil("the slot") {
            try await harness.store.schedules(of: alice.id.recipient)[0].lastSlot == "2026-11-16T12:30"
        }
        clock.cancel()
        _ = await clock.result
    }
}
