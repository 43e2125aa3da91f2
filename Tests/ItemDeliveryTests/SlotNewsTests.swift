import Foundation
import NewsModel
import Schedules
import Storage
import TestSupport
import Testing

@testable import ItemDelivery

/// Which slot of a schedule tells what came late.
struct SlotNewsTests {
    private static let hour: TimeInterval = 3_600
    private static let day: TimeInterval = 86_400

    private struct NotAdded: Error {}

    /// A harness, a feed and a reader who has asked for a digest or headlines at 18:00 in Paris.
    private struct Scene {
        let harness: DeliveryHarness
        let feed: Feed
        let reader: RecipientID
        let address: Address
        let clock: ScheduleClock

        init(
            _ kind: Schedule.Kind = .digest,
            startingAt start: String = "2026-11-16T12:00:00Z",
            days: Weekdays = .daily,
            isFollower: Bool = false,
            zone: String = "Europe/Paris",
            request: ScheduleRequest = ScheduleRequest(),
            // A mail is the whole digest.
            network: NetworkKind = .mail,
            before: (DeliveryHarness, Feed) async throws -> Void = { _, _ in }
        ) async throws {
            harness = try await DeliveryHarness(kind: network)
            harness.time.set(try Date(start, strategy: .iso8601))
            let (alice, feed, address) = try await isFollower ? harness.follower() : harness.visitor()
            (self.feed, self.address, reader) = (feed, address, alice.id.recipient)
            try await harness.store.saveSettings(RecipientSettings(timeZone: zone), of: reader)
            try await before(harness, feed)
            let outcome = try await harness.store.addSchedule(
                of: reader,
                kind: kind,
                minuteOfDay: 18 * 60,
                days: days,
                at: address,
                request: request,
                limit: 9,
                time: harness.time.now
            )
            guard case .added = outcome else { throw NotAdded() }
            clock = harness.clock()
        }

        /// Clock and worker go on, stopping wherever the clock asks to.
        func run(for seconds: TimeInterval) async {
            let end = harness.time.now.addingTimeInterval(seconds)
            while harness.time.now < end {
                let next = await clock.queueDueSlots()
                _ = await harness.worker.deliverDue()
                harness.time.set(min(next, end))
            }
            _ = await clock.queueDueSlots()
            _ = await harness.worker.deliverDue()
        }

        /// The titles of each slot's message that was sent, in order.
        var slots: [[String]] {
            var slots: [[String]] = []
            for text in harness.network.texts(to: address) {
                if text.hasPrefix("Digest: ") || text.hasPrefix("What's moving the world") { slots.append([]) }
                guard !slots.isEmpty, let end = text.range(of: " <https://example.org") else { continue }
                guard let start = text.range(of: ". "), start.upperBound <= end.lowerBound else { continue }
                slots[slots.count - 1].append(String(text[start.upperBound..<end.lowerBound]))
            }
            return slots
        }
    }

    // The clocks of Paris go back on 2026-10-25 and forward on 2027-03-28.
    @Test(
        arguments: ["2026-10-17T12:00:00Z", "2027-03-20T12:00:00Z"],
        [Weekdays.daily, .monday, [.monday, .thursday]]
    )
    func `in a fortnight each story is in exactly one digest, however late it came`(
        start: String,
        days: Weekdays
    ) async throws {
        let scene = try await Scene(startingAt: start, days: days)
        // A minute, almost an hour, hours, two and a half days, a week, a month; dates of tomorrow are mistakes.
        let ages: [TimeInterval] = [60, 3_540, 5 * 3_600, 26 * 3_600, 60 * 3_600, 8 * 86_400, 31 * 86_400, -20 * 3_600]
        var titles: [String] = []
        for number in 0..<67 {
            let title = "Story \(number) of the fortnight"
            titles.append(title)
            try await scene.harness.publish([title], in: scene.feed, age: ages[number % ages.count])
            await scene.run(for: 5 * Self.hour)
        }
        await scene.run(for: 9 * Self.day)
        let told = scene.slots.flatMap(\.self)
        for title in titles {
            let count = told.count { $0 == title }
            #expect(count == 1, "\(title) was in \(count)")
        }
    }

    @Test(arguments: [false, true])
    func `what appears around a slot is in that or the next one`(isFollower: Bool) async throws {
        let scene = try await Scene(isFollower: isFollower)
        // It is 13:00 in Paris; the slot is at 18:00.
        await scene.run(for: 5 * Self.hour - 60)
        try await scene.harness.publish(["Just before"], in: scene.feed)
        await scene.run(for: 120)
        #expect(scene.slots == [["Just before"]])
        try await scene.harness.publish(["Published before, fetched after"], in: scene.feed, age: 120)
        // A feed that is asked every few hours.
        await scene.run(for: 240)
        try await scene.harness.publish(["Two hours on the way"], in: scene.feed, age: 2 * Self.hour)
        await scene.run(for: 3 * Self.day)
        #expect(scene.slots.count == 2)
        #expect(Set(scene.slots[1]) == ["Published before, fetched after", "Two hours on the way"])
    }

    @Test(arguments: [false, true])
    func `a day of late news is told once, also by a slot that stands for a failed one`(fails: Bool) async throws {
        let scene = try await Scene()
        await scene.run(for: Self.day)
        try await scene.harness.publish(["Six days on the way"], in: scene.feed, age: 6 * Self.day)
        if fails { scene.harness.network.script([.refused(reason: "550")]) }
        await scene.run(for: Self.day)
        #expect(scene.slots == (fails ? [] : [["Six days on the way"]]))
        try await scene.harness.store.resumeAddress(scene.address)
        await scene.run(for: 3 * Self.day)
        #expect(scene.slots == [["Six days on the way"]])
    }

    @Test func `headlines tell what came late when there is room`() async throws {
        let scene = try await Scene(.headlines, request: ScheduleRequest(count: 50))
        try await scene.harness.publish((0..<60).map { "Old news \($0)" }, in: scene.feed)
        await scene.run(for: Self.day)
        try await scene.harness.publish(["Twenty days on the way"], in: scene.feed, age: 20 * Self.day)
        await scene.run(for: 3 * Self.day)
        #expect(scene.slots.map(\.count) == [50, 11])
        #expect(scene.slots.last?.last == "Twenty days on the way")
    }

    @Test func `what a feed holds at its first fetch, and an archive that returns, is in no digest`() async throws {
        let scene = try await Scene()
        await scene.run(for: Self.day)
        let other = FeedDescription(url: "https://new.example/feed", name: "new")
        try await scene.harness.store.saveDefaultSelection(
            [FeedDescription(url: "https://house.example/feed", name: "house", category: "World"), other],
            at: scene.harness.time.now
        )
        let new = try await scene.harness.store.ensureFeed(other, at: scene.harness.time.now)
        try await scene.harness.publish((0..<40).map { "First fetch \($0)" }, in: new, age: 5 * Self.day, apart: 60)
        let archive = (0..<100).map { "Archive \($0)" }
        try await scene.harness.publish(archive, in: scene.feed, age: 30 * Self.day, apart: 600)
        await scene.run(for: 3 * Self.day)
        #expect(scene.slots == [])
    }

    @Test func `a feed that was down for two days is told with its next news`() async throws {
        let scene = try await Scene()
        await scene.run(for: 4 * Self.day)
        for age in stride(from: 60.0, to: 1, by: -10) {
            try await scene.harness.publish(["From \(Int(age)) hours ago"], in: scene.feed, age: age * Self.hour)
        }
        await scene.run(for: 3 * Self.day)
        #expect(scene.slots.map(\.count) == [6])
    }

    @Test func `late news of before somebody followed the feed is none of theirs`() async throws {
        let scene = try await Scene(isFollower: true)
        await scene.run(for: Self.day)
        let other = try await scene.harness.store.sampleFeed("other", at: scene.harness.time.now)
        try await scene.harness.publish([], in: other)
        try await scene.harness.publish(["Late before"], in: other, age: 6 * Self.day)
        await scene.run(for: Self.hour)
        _ = try await scene.harness.store.addSubscription(
            of: scene.reader,
            to: other.id,
            at: scene.address,
            limit: 9,
            time: scene.harness.time.now
        )
        await scene.run(for: Self.hour)
        try await scene.harness.publish(["Late after"], in: other, age: 6 * Self.day)
        await scene.run(for: 2 * Self.day)
        #expect(scene.slots == [["Late after"]])
    }

    private static func publish(_ count: Int, _ name: String, _ harness: DeliveryHarness, in feed: Feed) async throws {
        for start in stride(from: 0, to: count, by: 401) {
            let titles = (start..<min(start + 401, count)).map { "\(name) \($0)" }
            try await harness.publish(titles, in: feed)
        }
    }

    // Stories of a first slot are older than its schedule, those of a second one come soon after the first.
    @Test(arguments: [Weekdays.daily, .monday, [.monday, .thursday]], [true, false])
    func `a digest that cannot hold all says how much is left, and the next has it`(
        days: Weekdays,
        isFirst: Bool
    ) async throws {
        let scene = try await Scene(
            startingAt: isFirst ? "2026-11-10T12:00:00Z" : "2026-11-16T12:00:00Z",
            days: days,
            request: ScheduleRequest(period: isFirst ? "week" : nil),
            network: .irc
        ) { harness, feed in
            guard isFirst else { return }
            try await Self.publish(2_005, "Story", harness, in: feed)
            harness.time.set(harness.time.now + 6 * Self.day)
        }
        if !isFirst {
            await scene.run(for: Self.day)
            try await Self.publish(2_005, "Story", scene.harness, in: scene.feed)
        }
        await scene.run(for: isFirst ? Self.day : days == .monday ? 7 * Self.day : 3 * Self.day)
        let said = scene.harness.network.texts(to: scene.address)
        #expect(said.contains { $0.contains("2,000 stories") })
        #expect(said.contains("5 more stories found no room in this digest."))
        await scene.run(for: 15 * Self.day)
        let all = scene.harness.network.texts(to: scene.address)
        #expect(all.count { $0.contains(" 5 stories from 1 feed") } == 1)
        #expect(all.count { $0.contains("stories from") } == 2)
        #expect(all.count { $0.contains("found no room") } == 1)
    }

    @Test func `what many digests have no room for is told by the first that has, once`() async throws {
        let scene = try await Scene(days: .daily, network: .irc)
        await scene.run(for: Self.day)
        for day in 0..<3 {
            try await Self.publish(day == 0 ? 2_005 : 2_000, "Day \(day)", scene.harness, in: scene.feed)
            await scene.run(for: Self.day)
        }
        await scene.run(for: 15 * Self.day)
        let all = scene.harness.network.texts(to: scene.address)
        #expect(all.count { $0.contains("5 more stories found no room") } == 3)
        #expect(all.count { $0.contains("2,000 stories from 1 feed") } == 3)
        #expect(all.count { $0.contains(" 5 stories from 1 feed") } == 1)
        #expect(all.count { $0.contains("from 1 feed") } == 4)
    }

    @Test func `the figures of a digest are of the time since the one before`() async throws {
        let scene = try await Scene(days: [.monday, .thursday], request: ScheduleRequest(withStatistics: true))
        // The first slot is on the evening of its day.
        await scene.run(for: 6 * Self.hour)
        for number in 0..<6 {
            try await scene.harness.publish(["Story \(number)"], in: scene.feed)
            await scene.run(for: 11 * Self.hour)
        }
        await scene.run(for: Self.day)
        #expect(scene.slots.map(\.count) == [6])
        #expect(scene.harness.network.texts(to: scene.address).contains { $0.contains("Total 6, 2 a day") })
    }

    @Test func `a day's digest has the average of a day, though it begins on the evening before`() async throws {
        let scene = try await Scene(request: ScheduleRequest(withStatistics: true))
        await scene.run(for: 6 * Self.hour)
        for number in 0..<4 {
            try await scene.harness.publish(["Story \(number)"], in: scene.feed)
            await scene.run(for: 5 * Self.hour)
        }
        await scene.run(for: Self.day)
        let totals = scene.harness.network.texts(to: scene.address).filter { $0.contains("Total ") }
        #expect(totals == ["- Total 4, 4 a day"])
    }
}
