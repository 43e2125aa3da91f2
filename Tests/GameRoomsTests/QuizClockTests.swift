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

@Suite(.timed) struct QuizClockTests {
    /// Enough for a round of five questions.
    static let titles = [
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

    private let store: Store
    private let time = ManualTimeSource()
    private let network = FakeNetwork("testnet")
    private let rooms: GameTables
    private let place: QuizPlace

    init() async throws {
        store = try Store.inMemory()
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        rooms = GameTables(
            store: store,
            catalogue: try ShippedCatalogue.catalogue(),
            words: try ShippedQuizWords.vocabulary(),
            speaker: Speaker(networks: ["testnet": network], time: time, log: log),
            time: time,
            log: log
        )
        let room = try await store.sampleRoom()
        let feed = try await store.sampleFetchedFeed()
        try await store.saveDefaultSelection([FeedDescription(url: feed.url)], at: time.now)
        try await store.sampleRefresh(feed, Self.titles.map { .sample($0) })
        place = QuizPlace(
            recipientID: room.id.recipient,
            address: Address(network: "testnet", kind: .room, target: "#news")
        )
    }

    /// Runs the rooms and moves the clock from one deadline to the next until the round is over and all is said.
    private func play(
        in place: QuizPlace? = nil,
        somebodyPlays plays: Bool = true,
        _ beforeEachStep: (_ time: Date) -> Void = { _ in }
    ) async throws {
        let place = place ?? self.place
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await rooms.run() }
            guard case .started = try await rooms.start(in: place) else { throw NoRound() }
            if let question = await rooms.openQuestion(in: place.recipientID) { await rooms.confirmed(question) }
            while await !isOver() {
                try await waitUntil("all that is due is done") { await isSettled() }
                guard let next = time.nextDeadline else { continue }
                let moment = max(next, time.now)
                if plays { await answer(in: place) }
                beforeEachStep(moment)
                time.set(moment)
            }
            // Nobody plays: nothing is awaited, and nothing turns.
            try await waitUntil("nothing is awaited") { time.sleeping == 0 }
            for _ in 0..<2_000 { await Task.yield() }
            let sleeps = time.sleeps
            for _ in 0..<2_000 { await Task.yield() }
            #expect(time.sleeps == sleeps)
            group.cancelAll()
        }
    }

    private func answer(in place: QuizPlace) async {
        let alice = QuizPlayer(key: "testnet:alice", name: "alice", profileID: nil)
        _ = try? await rooms.answer(.line("a", by: alice.participant), in: place.recipientID)
    }

    /// Whether nothing happens until the clock goes on: it must be so for a while, as tasks change between two sleeps.
    private func isSettled() async -> Bool {
        for _ in 0..<20 {
            if await isOver() { return true }
            guard await time.sleeping >= awaited() else { return false }
            await Task.yield()
        }
        return true
    }

    /// How many sleep when nothing is left to do: the rooms for the round, and each place that waits for its network.
    private func awaited() async -> Int {
        let now = await rooms.progress
        // What is queued will be sent before anything else is awaited.
        return now.unclaimed > 0 ? .max : now.rounds + now.sending
    }

    private struct NoRound: Error {}

    private func isOver() async -> Bool {
        let now = await rooms.progress
        return now.rounds + now.sending + now.unclaimed == 0
    }

    private var said: [String] { network.arrived.map(\.text) }

    @Test func `a round that runs into quiet hours ends, and says nothing`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await rooms.run() }
            guard case .started = try await rooms.start(in: place) else { throw NoRound() }
            if let question = await rooms.openQuestion(in: place.recipientID) { await rooms.confirmed(question) }
            var settings = RecipientSettings()
            settings.quietHours = QuietHours(start: 0, end: 1_439, exceptUrgent: false)
            try await store.saveSettings(settings, of: place.recipientID)
            try await waitUntil("its time runs") { time.sleeping > 0 }
            time.set(time.now + 300)
            try await waitUntil("the round is over") { await isOver() }
            group.cancelAll()
        }
        #expect(said == [])
        #expect(try await store.openQuizRounds().isEmpty)
    }

    @Test func `the clock plays a round to its end and then rests`() async throws {
        try await play()
        // A network says only once what has one key: answers and questions must not share any.
        let keys = network.attempts.map(\.key)
        #expect(keys.count >= 3 && Set(keys).count == keys.count, "\(keys)")
    }

    private func guest(_ name: String, from host: String = "h.example") -> QuizPlace {
        QuizPlace(
            recipientID: QuizPlace.ofGuest(name),
            address: Address(network: "testnet", kind: .person, target: "nick:" + name),
            host: host
        )
    }

    @Test func `a sheet that nobody answers ends without a word`() async throws {
        let begin = time.now
        try await play(in: guest("Guest42"), somebodyPlays: false)
        #expect(said.isEmpty)
        #expect(time.now.timeIntervalSince(begin) == 1_800)
    }

    @Test func `two questions without an answer end a round quietly`() async throws {
        try await play(somebodyPlays: false)
        #expect(said.contains { $0.contains("2/5") } && !said.contains { $0.contains("3/5") }, "\(said)")
        #expect(!said.contains { $0.contains("nobody scored") || $0.contains("Final scores") }, "\(said)")
    }

    @Test func `the time of a question runs from when the network has confirmed it`() async throws {
        guard case .started = try await rooms.start(in: place) else { throw NoRound() }
        let question = try #require(await rooms.openQuestion(in: place.recipientID))
        let asked = time.now
        #expect(await rooms.playing[place.recipientID]?.round.deadline == asked + 600)
        time.set(asked + 12)
        await rooms.confirmed("question-0-0")
        #expect(await rooms.playing[place.recipientID]?.round.deadline == asked + 600)
        await rooms.confirmed(question)
        #expect(await rooms.playing[place.recipientID]?.round.deadline == asked + 42)
        time.set(asked + 20)
        await rooms.confirmed(question)
        #expect(await rooms.playing[place.recipientID]?.round.deadline == asked + 42)
        // It is stored, so that the time goes on after a restart.
        let state = try #require(try await store.openQuizRounds().first?.state)
        #expect(StoredRound(encoded: state)?.round?.deadline == asked + 42)
    }

    @Test func `who sees the same gets the same questions, a room others, and nobody the same twice`() async throws {
        func person(_ name: String) async throws -> QuizPlace {
            let profile = try await store.sampleProfile(name)
            return QuizPlace(recipientID: profile.id.recipient, address: Identity.sample(name).address)
        }
        let (alice, bob) = (try await person("alice"), try await person("bob"))
        func stories(in place: QuizPlace) async throws -> [StoryID] {
            guard case .started = try await rooms.start(in: place) else { return [] }
            let asked = await rooms.playing[place.recipientID]?.round.questions.map(\.story) ?? []
            _ = try await rooms.stop(in: place.recipientID)
            return asked
        }
        let alone = try await stories(in: alice)
        #expect(alone.count == 5)
        #expect(try await stories(in: bob) == alone)
        let here = try await stories(in: place)
        #expect(here.count == 5 && here != alone)
        let second = try await stories(in: place)
        #expect(second.count == 5 && Set(second).isDisjoint(with: here))
        // All ten were asked.
        #expect(try await rooms.start(in: place) == .tooFew(0))
    }

    @Test func `after a restart what was shown can be reported, and nothing else`() async throws {
        guard case .started = try await rooms.start(in: place) else { throw NoRound() }
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let again = GameTables(
            store: store,
            catalogue: try ShippedCatalogue.catalogue(),
            words: try ShippedQuizWords.vocabulary(),
            speaker: Speaker(networks: ["testnet": network], time: time, log: log),
            time: time,
            log: log
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await again.run() }
            try await waitUntil("the round goes on") { await again.isPlaying(in: place.recipientID) }
            group.cancelAll()
        }
        let alice = try await store.sampleProfile()
        #expect(try await again.report(1, "x", in: place.recipientID, by: alice.id) == .reported(1))
        let unseen = try await again.report(5, "x", in: place.recipientID, by: alice.id)
        #expect(unseen == .noSuchQuestion(5, of: 1, areAllShown: false))
        #expect(await again.lastRequest(in: place.recipientID)?.count == 5)
    }

    @Test func `guests of a host are not asked the same again`() async throws {
        var stories: [Set<StoryID>] = []
        for name in ["one", "two"] {
            let place = guest(name)
            guard case .started = try await rooms.start(in: place) else { throw NoRound() }
            stories.append(Set(await rooms.playing[place.recipientID]?.round.questions.map(\.story) ?? []))
            _ = try await rooms.stop(in: place.recipientID)
        }
        #expect(stories.map(\.count) == [5, 5] && stories[0].isDisjoint(with: stories[1]))
        #expect(try await rooms.start(in: guest("three")) == .tooFew(0))
        let elsewhere = try await rooms.start(in: guest("four", from: "elsewhere.example"))
        guard case .started = elsewhere else { throw NoRound() }
    }

    @Test func `headlines of the week are found by a name in them`() async throws {
        let sight = Sight.of(place.recipientID)
        let (from, to) = (time.now - 7 * 86_400, time.now + 86_400)
        let found = try await store.articles(naming: "Benin City", from: from, to: to, in: sight, limit: 20)
        #expect(found.map(\.article.title) == ["Museum returns its bronze lion to Benin City on Wednesday"])
        #expect(try await store.articles(naming: "City Benin", from: from, to: to, in: sight, limit: 20).isEmpty)
        #expect(try await store.articles(naming: "Benin", from: from, to: from + 1, in: sight, limit: 20).isEmpty)
    }

    @Test func `a host's guests have two rounds of five questions at a time`() async throws {
        for name in ["one", "two"] {
            var wanted = QuizRequest()
            wanted.count = 20
            let start = try await rooms.start(in: guest(name), wanted)
            #expect("\(start)".contains("1/5"), "\(start)")
        }
        #expect(try await rooms.start(in: guest("three")) == .busy)
        let other = try await rooms.start(in: guest("four", from: "elsewhere.example"))
        #expect("\(other)".contains("1/5"), "\(other)")
        _ = try await rooms.stop(in: guest("one").recipientID)
        #expect(try await rooms.start(in: guest("three")) != .busy)
    }

    @Test func `a network that is away for a moment costs no question and no answer`() async throws {
        try await play()
        let calm = said
        let cut = try await QuizClockTests()
        // Away for ten seconds of each minute; the last cut falls on an answer.
        let begin = cut.time.now
        try await cut.play { now in
            let second = now.timeIntervalSince(begin).truncatingRemainder(dividingBy: 60)
            cut.network.setConnected(!(28..<38).contains(second))
        }
        cut.network.setConnected(true)
        #expect(cut.said == calm)
        #expect(cut.network.attempts.count > cut.network.arrived.count, "the cuts fell beside the lines")
    }

    @Test func `a question whose time has passed is not asked, and its answer is not told`() async throws {
        try await play()
        let calm = said
        let cut = try await QuizClockTests()
        let begin = cut.time.now
        // Away from before the second question until after its end.
        try await cut.play { now in
            cut.network.setConnected(!(32..<700).contains(now.timeIntervalSince(begin)))
        }
        // The first question stands in the answer to `start`, so the clock says: answer, question 2, answer, …
        let question = try #require(calm.firstIndex { $0.contains("2/5") })
        for missing in [calm[question], calm[question + 1]] { #expect(!cut.said.contains(missing), "\(cut.said)") }
        for number in 3...5 { #expect(cut.said.contains { $0.contains("\(number)/5") }) }
        #expect(cut.said == calm.filter(cut.said.contains), "in order")
        #expect(cut.said.last == calm.last, "the scores")
    }

    @Test func `a network that is gone for good is given up, and holds up no other round`() async throws {
        network.setConnected(false)
        try await play()
        #expect(network.arrived.isEmpty && !network.attempts.isEmpty)
        #expect(await rooms.queued.isEmpty)
    }
}

extension GameTables {
    /// What is going on, at one moment: rounds, places that are sent to, and moves and messages that will be.
    fileprivate var progress: (rounds: Int, sending: Int, unclaimed: Int) {
        let unclaimed = queued.filter { $0.value.isWaiting && !sending.contains($0.key) }.count
        return (playing.count, sending.count, unclaimed + movesBeingStored)
    }
}
