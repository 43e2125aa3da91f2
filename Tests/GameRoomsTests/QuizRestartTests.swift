import Foundation
import Games
import Localization
import Logging
import NewsModel
import Speaking
import Storage
import TestSupport
import Testing

@testable import GameRooms

/// A program that is killed in the middle of a round and started again.
@Suite(.timed) struct QuizRestartTests {
    private let store: Store
    private let time = ManualTimeSource()
    private let network = FakeNetwork("testnet")
    private let place: QuizPlace
    private let alice: QuizPlayer

    init() async throws {
        store = try Store.inMemory()
        let room = try await store.sampleRoom()
        let feed = try await store.sampleFetchedFeed()
        try await store.saveDefaultSelection([FeedDescription(url: feed.url)], at: time.now)
        let titles = [
            "Ferry service to Norwick Island resumes on Monday with a new pier",
            "Mayor presents plan to plant trees along the old canal on Tuesday",
            "Museum returns its bronze lion to Benin City on Wednesday",
            "Parliament votes on the week of four days on Thursday",
            "Rotterdam opens the longest covered bicycle bridge on Friday",
            "Election commission counts the votes of the islands on Saturday",
            "Climber takes part in the world cup of Innsbruck on Sunday",
            "Telescope looks for water around a distant planet on Monday",
            "Central bank of Norway decides about interest on Tuesday",
            "Library of Ghent lends out its first violins on Wednesday",
        ]
        try await store.sampleRefresh(feed, titles.map { .sample($0) })
        place = QuizPlace(
            recipientID: room.id.recipient,
            address: Address(network: "testnet", kind: .room, target: "#news")
        )
        let profile = try await store.sampleProfile()
        alice = QuizPlayer(key: "testnet:alice", name: "alice", profileID: profile.id)
    }

    /// The program as it is after a start; what an earlier one kept in memory is gone.
    private func start() throws -> GameTables {
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return GameTables(
            store: store,
            catalogue: try ShippedCatalogue.catalogue(),
            words: try ShippedQuizWords.vocabulary(),
            speaker: Speaker(networks: ["testnet": network], time: time, log: log),
            time: time,
            log: log
        )
    }

    /// Runs the rooms until something is true, and kills them.
    private func run(
        _ rooms: GameTables,
        until what: String,
        _ isTrue: @escaping @Sendable () async -> Bool
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await rooms.run() }
            try await waitUntil(what) { await isTrue() }
            group.cancelAll()
        }
    }

    /// The round as a kill would leave it.
    private func stored() async -> StoredRound? {
        (try? await store.openQuizRounds())?.first.flatMap { StoredRound(encoded: $0.state) }
    }

    /// Whether it is stored that the open question was heard, and nothing is left to say.
    private func isHeard() async -> Bool {
        guard let stored = await stored() else { return false }
        return stored.round?.isOpen == true && stored.round?.isConfirmed == true && stored.unsaid.isEmpty
    }

    private var said: [FakeNetwork.Sent] { network.arrived }

    private func began(_ rooms: GameTables) async throws -> QuizSpeech {
        guard case .started(let speech) = try await rooms.start(in: place) else { throw NoRound() }
        return speech
    }

    private struct NoRound: Error {}

    @Test func `a beginning that was stored and not said is said after the start, under the key of the answer`()
        async throws
    {
        let speech = try await began(try start())
        let again = try start()
        try await run(again, until: "the question was heard") { await isHeard() }
        let steps = try #require(speech.said)
        // The introduction is a line of its own.
        #expect(said.map(\.key) == [steps.key(0), steps.key(1)])
        #expect(said.last?.text.contains("1/5") == true)
        // Heard once: another start says nothing.
        let third = try start()
        try await run(third, until: "it goes on") { await third.isPlaying(in: place.recipientID) }
        #expect(said.count == 2 && network.attempts.count == 2)
    }

    @Test func `the answer that a kill kept back is said, and the round goes on where it was`() async throws {
        let rooms = try start()
        let question = try #require(try await began(rooms).asks)
        await rooms.confirmed(question)
        let letter = HeardMove.line("a", by: alice.participant)
        #expect(try await rooms.answer(letter, in: place.recipientID) == .accepted(nil))
        network.setConnected(false)
        time.advance(by: 31)
        try await run(rooms, until: "the answer was tried") { !network.attempts.isEmpty }
        network.setConnected(true)
        let again = try start()
        try await run(again, until: "the answer was heard") { await stored()?.unsaid.isEmpty == true }
        #expect(said.map(\.key.text) == ["quiz-1-reveal0-0"])
        time.advance(by: 4)
        let third = try start()
        try await run(third, until: "the next question was heard") { await isHeard() }
        #expect(said.map(\.key.text) == ["quiz-1-reveal0-0", "quiz-1-ask1-0"])
    }

    @Test func `a question that nobody saw is not answered, however often the program is killed`() async throws {
        let rooms = try start()
        _ = try await began(rooms)
        network.setConnected(false)
        time.advance(by: 601)
        try await run(rooms, until: "the question is closed") { await stored()?.round?.isOpen == false }
        network.setConnected(true)
        time.advance(by: 4)
        let again = try start()
        try await run(again, until: "the next question was heard") { await isHeard() }
        #expect(said.map(\.key.text) == ["quiz-1-ask1-0"])
    }

    @Test func `the end that a kill kept back is said once, and the day counts for who played`() async throws {
        let rooms = try start()
        var wanted = QuizRequest()
        wanted.count = 1
        guard case .started(let speech) = try await rooms.start(in: place, wanted) else { throw NoRound() }
        await rooms.confirmed(try #require(speech.asks))
        let right = try #require(await rooms.playing[place.recipientID]?.round.questions.first?.correct)
        let letter = ["a", "b", "c", "d"][right]
        _ = try await rooms.answer(.line(letter, by: alice.participant), in: place.recipientID)
        // Another process ends the round: who played is known from what was stored.
        network.setConnected(false)
        time.advance(by: 31)
        let second = try start()
        try await run(second, until: "the end was tried") { !network.attempts.isEmpty }
        #expect(try await store.quizScores(in: place.recipientID).map(\.points) == [1])
        let profile = try #require(alice.profileID)
        #expect(try await store.quizDays(of: profile).map(\.points) == [1])
        network.setConnected(true)
        let third = try start()
        try await run(third, until: "the end was heard") {
            await third.ended.isEmpty && !network.arrived.isEmpty
        }
        #expect(said.count { $0.text.contains("1/1 (100") } == 1, "\(said)")
        let fourth = try start()
        try await fourth.resume()
        #expect(await fourth.ended.isEmpty)
        #expect(await fourth.queued.isEmpty)
    }

    @Test func `a round that was left alone for long ends without a word`() async throws {
        let rooms = try start()
        await rooms.confirmed(try #require(try await began(rooms).asks))
        time.advance(by: 3 * 3_600)
        let again = try start()
        try await again.resume()
        #expect(await !again.isPlaying(in: place.recipientID))
        #expect(await again.queued.isEmpty)
        #expect(try await store.openQuizRounds().isEmpty)
    }

    @Test func `what an answer could not say is said by the round`() async throws {
        let rooms = try start()
        let said = try #require(try await began(rooms).said)
        await rooms.notSaid(said)
        try await run(rooms, until: "the question was heard") { await isHeard() }
        #expect(self.said.map(\.key) == [said.key(0), said.key(1)])
    }

    @Test func `a room's quiet hours and lines an hour bind its quiz`() async throws {
        let rooms = try start()
        var etiquette = RoomEtiquette()
        etiquette.linesPerHour = 9
        let room = RoomID(rawValue: place.recipientID.rawValue)
        try await store.saveEtiquette(etiquette, of: room)
        #expect(try await rooms.start(in: place) == .tooManyLines(4))
        var wanted = QuizRequest()
        wanted.count = 3
        guard case .started = try await rooms.start(in: place, wanted) else { throw NoRound() }
        _ = try await rooms.stop(in: place.recipientID)
        // One message was made; so many more may follow within the hour.
        #expect(try await rooms.start(in: place) == .tooManyLines(3))
        time.advance(by: 3_601)
        #expect(try await rooms.start(in: place) == .tooManyLines(4))
        var settings = RecipientSettings()
        settings.quietHours = QuietHours(start: 0, end: 1_439, exceptUrgent: false)
        try await store.saveSettings(settings, of: place.recipientID)
        #expect(try await rooms.start(in: place) == .quiet)
    }
}
