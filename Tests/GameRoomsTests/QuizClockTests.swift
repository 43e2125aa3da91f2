import Foundation
import Games
import Localization
import Logging
import NewsModel
import Storage
import TestSupport
import Testing

@testable import GameRooms

@Suite struct QuizClockTests {
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

    @Test func `the clock plays a round to its end and then rests`() async throws {
        let store = try Store.inMemory()
        let time = ManualTimeSource()
        let network = FakeNetwork("testnet")
        let rooms = QuizRooms(
            store: store,
            catalogue: try ShippedCatalogue.catalogue(),
            networks: ["testnet": network],
            time: time,
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let room = try await store.sampleRoom()
        let feed = try await store.sampleFetchedFeed()
        try await store.saveHouseSelection([FeedDescription(url: feed.url)], at: time.now)
        try await store.sampleRefresh(feed, Self.titles.map { .sample($0) })
        let place = QuizPlace(
            recipientID: room.id.recipient,
            address: Address(network: "testnet", kind: .room, target: "#news")
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await rooms.run() }
            guard case .started = try await rooms.start(in: place) else { return #expect(Bool(false), "no round") }
            while await rooms.isPlaying(in: place.recipientID) {
                try await waitUntil("the clock is awaited") { time.sleeping > 0 }
                guard let next = time.nextDeadline else { continue }
                time.set(max(next, time.now))
                for _ in 0..<20 { await Task.yield() }
            }
            // Nobody plays: nothing is awaited, and nothing turns.
            try await waitUntil("nothing is awaited") { time.sleeping == 0 }
            let sleeps = time.sleeps
            for _ in 0..<2_000 { await Task.yield() }
            #expect(time.sleeps == sleeps)
            group.cancelAll()
        }
        // A network says only once what has one key: answers and questions must not share any.
        let keys = network.attempts.map(\.key)
        #expect(keys.count >= 3 && Set(keys).count == keys.count, "\(keys)")
    }
}
