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
    private static let titles = [
        "Ferry service to Norwick Island resumes after three-week storm closure",
        "Mayor Okafor announces plan to plant 40,000 trees along the old canal",
        "Museum returns bronze lion to Benin City after a century",
        "Parliament approves four-day week trial for 12,000 public workers",
        "Earthquake of magnitude 5.8 shakes the coast near Valmora",
        "Rotterdam opens the longest covered bicycle bridge in Europe",
        "Election commission counts 2.3 million votes in a single night",
        "Climber Yuna Park takes gold at the world cup in Innsbruck",
        "Telescope finds water vapour around a planet 120 light years away",
        "Central bank of Norway leaves interest rate at 3.75 percent",
    ]

    private let store: Store
    private let time = ManualTimeSource()
    private let network = FakeNetwork("testnet")
    private let rooms: QuizRooms
    private let place: QuizPlace

    init() async throws {
        store = try Store.inMemory()
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        rooms = QuizRooms(
            store: store,
            catalogue: try ShippedCatalogue.catalogue(),
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
        _ beforeEachStep: (_ time: Date) -> Void = { _ in }
    ) async throws {
        let place = place ?? self.place
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await rooms.run() }
            guard case .started = try await rooms.start(in: place) else { throw NoRound() }
            while await !isOver() {
                try await waitUntil("all that is due is done") { await isSettled() }
                guard let next = time.nextDeadline else { continue }
                let moment = max(next, time.now)
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

    @Test func `a guest's round ends with the first question that gets no letter`() async throws {
        try await play(in: guest("Guest42"))
        // Its answer and the scores; no second question.
        #expect(said.count <= 2 && !said.contains { $0.contains("2/5") }, "\(said)")
    }

    @Test func `a host's guests have two rounds of five questions at a time`() async throws {
        for name in ["one", "two"] {
            let start = try await rooms.start(in: guest(name), count: 20)
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
            cut.network.setConnected(!(32..<66).contains(now.timeIntervalSince(begin)))
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

extension QuizRooms {
    /// What is going on, at one moment: rounds, places that are sent to, and moves and messages that will be.
    fileprivate var progress: (rounds: Int, sending: Int, unclaimed: Int) {
        let unclaimed = queued.filter { !$0.value.isEmpty && !sending.contains($0.key) }.count
        return (playing.count, sending.count, unclaimed + movesBeingStored)
    }
}
