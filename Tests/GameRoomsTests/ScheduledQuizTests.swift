import Foundation
import Games
import Localization
import Logging
import NewsModel
import Schedules
import Speaking
import Storage
import TestSupport
import Testing

@testable import GameRooms

@Suite(.timed) struct ScheduledQuizTests {
    private let store: Store
    private let network: FakeNetwork
    private let rooms: GameTables
    private let quizzes: ScheduledQuizzes
    private let alice: Profile
    private let time = ManualTimeSource()

    private var address: Address { Identity.sample("alice").address }

    init() async throws {
        try await self.init(kind: .matrix)
    }

    private init(kind: NetworkKind) async throws {
        store = try Store.inMemory()
        network = FakeNetwork(kind: kind)
        let catalogue = try ShippedCatalogue.catalogue()
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        rooms = GameTables(
            store: store,
            catalogue: catalogue,
            words: try ShippedQuizWords.vocabulary(),
            puzzles: .sample,
            speaker: Speaker(networks: [network.name: network], time: time, log: log),
            time: time,
            log: log
        )
        quizzes = ScheduledQuizzes(
            tables: rooms,
            networks: [network.name: network],
            catalogue: catalogue,
            log: log
        )
        alice = try await store.sampleProfile()
        let cities = ["Berlin", "Madrid", "Lisbon", "Vienna", "Prague", "Warsaw", "Dublin", "Athens", "Oslo", "Rome"]
        for (index, city) in (cities + ["Bern", "Ghent", "Turin", "Lyon", "Porto", "Cork"]).enumerated() {
            let feed = try await store.sampleFetchedFeed("City\(index)")
            let title = "Mayor of \(city) opens the new railway station on \(index % 2 == 0 ? "Monday" : "Friday")"
            try await store.sampleRefresh(feed, [.sample(title)])
            try await store.sampleSubscription(of: alice, to: feed)
        }
    }

    private func active() async throws -> ActiveSchedule {
        _ = try await store.addSchedule(
            of: alice.id.recipient,
            kind: .quiz,
            minuteOfDay: 20 * 60,
            days: .daily,
            at: address,
            limit: 5,
            time: .sampleNow
        )
        return try #require(try await store.activeSchedules().first)
    }

    /// What a schedule's slot does, with what is said then.
    private func start(_ active: ActiveSchedule, slot: ScheduleSlot) async {
        await quizzes.startScheduledQuiz(active, slot: slot)
        for place in await rooms.claimQueues() { await rooms.sendQueued(in: place) }
    }

    private func slot(day: Int) throws -> ScheduleSlot {
        let rule = SlotRule(minuteOfDay: 20 * 60, days: .daily, in: try #require(TimeZone(identifier: "UTC")))
        return try #require(rule.next(after: .sampleNow + Double(day) * 86_400))
    }

    @Test func `a person's quiz is asked of them alone, and a line answers it`() async throws {
        await start(try await active(), slot: try slot(day: 0))
        let texts = network.texts(to: address)
        #expect(texts.contains { $0.contains("a)") && $0.contains("d)") }, "\(texts)")
        #expect(Set(network.arrived.map(\.address)) == [address])
        let player = QuizPlayer(key: "testnet:alice", name: "alice", profileID: alice.id)
        let answer = try await rooms.answer(
            .line("1a 2b 3c 4d 5-", by: player.participant),
            in: alice.id.recipient
        )
        #expect("\(answer)".contains("/5 ("), "\(answer)")
        #expect(await !rooms.isPlaying(in: alice.id.recipient))
    }

    @Test(arguments: [(Schedule.Kind.word, "Word Target"), (.sudoku, "Sudoku"), (.bee, "Spelling Bee")])
    func `a scheduled puzzle is said to be open, and no round begins`(kind: Schedule.Kind, words: String) async throws {
        _ = try await store.addSchedule(
            of: alice.id.recipient,
            kind: kind,
            minuteOfDay: 8 * 60,
            days: .daily,
            at: address,
            limit: 5,
            time: .sampleNow
        )
        await start(try #require(try await store.activeSchedules().first), slot: try slot(day: 0))
        let texts = network.texts(to: address)
        #expect(texts.count == 1, "\(texts)")
        #expect(texts.first?.contains(words) == true && texts.first?.contains(kind.rawValue) == true, "\(texts)")
        #expect(await !rooms.isPlaying(in: alice.id.recipient))
    }

    private func active(_ kind: Schedule.Kind, _ request: ScheduleRequest) async throws -> ActiveSchedule {
        for other in try await store.schedules(of: alice.id.recipient) {
            _ = try await store.removeSchedule(of: alice.id.recipient, number: other.number, at: .sampleNow)
        }
        _ = try await store.addSchedule(
            of: alice.id.recipient,
            kind: kind,
            minuteOfDay: 20 * 60,
            days: .daily,
            at: address,
            request: request,
            limit: 5,
            time: .sampleNow
        )
        return try #require(try await store.activeSchedules().first)
    }

    @Test func `a schedule's grade, number of questions and topic are those of its game`() async throws {
        await start(try await active(.sudoku, ScheduleRequest(grade: "hard")), slot: try slot(day: 0))
        let invitation = try #require(network.texts(to: address).last)
        #expect(invitation.contains(", hard") && invitation.contains("sudoku hard"), "\(invitation)")
        await start(try await active(.quiz, ScheduleRequest(count: 3)), slot: try slot(day: 1))
        #expect(network.texts(to: address).contains { $0.contains("3/3") })
        _ = try await rooms.stop(in: alice.id.recipient)
        // There is nothing about chess in the news.
        await start(try await active(.quiz, ScheduleRequest(category: "Chess")), slot: try slot(day: 2))
        #expect(network.texts(to: address).last?.contains("No quiz today") == true)
        let count = network.attempts.count
        let gone = ScheduleRequest(smart: SmartFeedID(rawValue: 99))
        await start(try await active(.quiz, gone), slot: try slot(day: 3))
        #expect(network.attempts.count == count)
        #expect(await !rooms.isPlaying(in: alice.id.recipient))
    }

    @Test func `instead of a hidden category the round is about the next one that is shown`() async throws {
        let owner = alice.id.recipient
        for subscription in try await store.subscriptions(of: owner) {
            _ = try await store.setOwnCategory("Towns", of: owner, on: subscription.feedID)
        }
        try await store.setHidden(true, categories: ["Chess"], of: owner, at: .sampleNow)
        var request = ScheduleRequest(category: "Chess")
        request.count = 3
        await start(try await active(.quiz, request), slot: try slot(day: 0))
        let texts = network.texts(to: address)
        #expect(texts.contains { $0.contains("3/3") }, "\(texts)")
    }

    @Test func `a room is invited as it plays, not in its quiet hours and not to games that it forbids`() async throws {
        let room = try await store.sampleRoom("#news")
        let there = Address(network: network.name, kind: .room, target: "#news")
        _ = try await store.addSchedule(
            of: room.id.recipient,
            kind: .word,
            minuteOfDay: 8 * 60,
            days: .daily,
            at: there,
            limit: 5,
            time: .sampleNow
        )
        func invite(day: Int, _ change: (inout RoomEtiquette) -> Void) async throws -> [String] {
            var etiquette = RoomEtiquette()
            change(&etiquette)
            try await store.saveEtiquette(etiquette, of: room.id)
            let before = network.texts(to: there).count
            await start(try #require(try await store.activeSchedules().first), slot: try slot(day: day))
            return Array(network.texts(to: there).dropFirst(before))
        }
        #expect(try await invite(day: 0) { _ in }.first?.contains("in private") == true)
        #expect(try await invite(day: 1) { $0.playsTogether = true }.first?.contains("for all of you") == true)
        #expect(try await invite(day: 2) { $0.enabledVerbs = ["-word"] } == [])
        var settings = RecipientSettings()
        settings.quietHours = QuietHours(start: 0, end: 1_439, exceptUrgent: false)
        try await store.saveSettings(settings, of: room.id.recipient)
        #expect(try await invite(day: 3) { _ in } == [])
    }

    @Test func `a room hears why its daily quiz does not begin, and a game that rests keeps none away`() async throws {
        let room = try await store.sampleRoom("#news")
        let there = Address(network: network.name, kind: .room, target: "#news")
        for feed in try await store.allFeeds() {
            _ = try await store.addSubscription(
                of: room.id.recipient,
                to: feed.id,
                at: there,
                limit: 99,
                time: .sampleNow
            )
        }
        _ = try await store.addSchedule(
            of: room.id.recipient,
            kind: .quiz,
            minuteOfDay: 20 * 60,
            days: .daily,
            at: there,
            limit: 5,
            time: .sampleNow
        )
        let active = try #require(try await store.activeSchedules().first)
        var etiquette = RoomEtiquette(linesPerHour: 3)
        try await store.saveEtiquette(etiquette, of: room.id)
        await start(active, slot: try slot(day: 0))
        #expect(network.texts(to: there).last?.contains("I have said as much here this hour as I may") == true)
        etiquette.linesPerHour = 60
        try await store.saveEtiquette(etiquette, of: room.id)
        let calendar = try ShippedCatalogue.catalogue().localizer(for: room.settings).calendar
        let number = PuzzleDay.number(of: time.now, in: calendar)
        let words = try #require(PuzzleLibrary.sample.list(.english))
        let word = try await rooms.word(of: room.id, number: number, in: words, at: time.now)
        _ = try await rooms.hear("slate", by: "alice", at: word, time.now, knowing: words)
        await start(active, slot: try slot(day: 1))
        #expect(network.texts(to: there).last?.contains("Word is being played here") == true)
        #expect(await !rooms.isPlaying(in: room.id.recipient))
        time.advance(by: 360)
        await start(active, slot: try slot(day: 2))
        #expect(await rooms.isPlaying(in: room.id.recipient))
    }

    /// A homeserver takes a second event under a known key for the first one.
    @Test func `no two days' quizzes share a key`() async throws {
        let active = try await active()
        for day in 0..<3 {
            await start(active, slot: try slot(day: day))
            _ = try await rooms.stop(in: alice.id.recipient)
        }
        let keys = network.attempts.map(\.key.text)
        #expect(keys.count >= 3 && Set(keys).count == keys.count, "\(keys)")
        #expect(keys.allSatisfy { $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") } })
    }

    @Test func `a sheet that was left lying keeps no daily quiz away`() async throws {
        let active = try await active()
        for day in 0..<2 {
            await start(active, slot: try slot(day: day))
            #expect(await rooms.isPlaying(in: alice.id.recipient))
            #expect(network.texts(to: address).count { $0.contains("5/5") } == day + 1)
        }
    }

    @Test func `nobody plays who is not there, and what nobody heard is ended`() async throws {
        let active = try await active()
        network.setReachable(address, false)
        await start(active, slot: try slot(day: 0))
        #expect(network.attempts.isEmpty)
        #expect(await !rooms.isPlaying(in: alice.id.recipient))
        network.setReachable(address, true)
        network.refuse(address, reason: "gone")
        await start(active, slot: try slot(day: 1))
        #expect(!network.attempts.isEmpty)
        #expect(await !rooms.isPlaying(in: alice.id.recipient))
    }

    @Test func `a schedule that came to a mailbox with its account plays no round there`() async throws {
        let harness = try await ScheduledQuizTests(kind: .mail)
        await harness.start(try await harness.active(), slot: try slot(day: 0))
        #expect(harness.network.attempts.isEmpty)
        #expect(await !harness.rooms.isPlaying(in: harness.alice.id.recipient))
    }
}
