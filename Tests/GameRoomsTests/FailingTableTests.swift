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

/// What goes wrong at one table is felt at no other, and keeps no place.
@Suite(.timed) struct FailingTableTests {
    private let store: Store
    private let time = ManualTimeSource()
    private let tables: GameTables

    init() async throws {
        store = try Store.inMemory()
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        tables = GameTables(
            store: store,
            catalogue: try ShippedCatalogue.catalogue(),
            words: try ShippedQuizWords.vocabulary(),
            puzzles: .sample,
            speaker: Speaker(networks: ["testnet": FakeNetwork("testnet")], time: time, log: log),
            time: time,
            log: log
        )
        let feed = try await store.sampleFetchedFeed()
        try await store.saveDefaultSelection([FeedDescription(url: feed.url)], at: time.now)
        try await store.sampleRefresh(feed, QuizClockTests.titles.map { .sample($0) })
    }

    /// How many questions were asked in each place, and whether one is open, as it is stored.
    private func stored() async throws -> [RecipientID: (asked: Int, isOpen: Bool)] {
        try await store.openQuizRounds().reduce(into: [:]) { rounds, open in
            guard let round = StoredRound(encoded: open.state)?.round else { return }
            rounds[open.recipientID] = (asked: round.shownCount, isOpen: round.isOpen)
        }
    }

    @Test func `a round that cannot be stored keeps no other one waiting, and goes on when it can`() async throws {
        for name in ["#one", "#two", "#three"] {
            let place = QuizPlace(
                recipientID: try await store.sampleRoom(name).id.recipient,
                address: Address(network: "testnet", kind: .room, target: name)
            )
            guard case .started = try await tables.start(in: place) else {
                Issue.record("No round in \(name)")
                return
            }
        }
        // They are gone on with in this order.
        let places = await Array(tables.playing.keys)
        let first = try #require(places.first)
        try await store.refuseRounds(in: first)
        // Nobody has seen the questions; their time is over.
        time.advance(by: 600)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await tables.run() }
            try await waitUntil("the other rounds go on") {
                let rounds = try await stored()
                return places.dropFirst().allSatisfy { rounds[$0]?.isOpen == false }
            }
            #expect(try await stored()[first]?.isOpen == true)
            try await store.allowRounds()
            try await waitUntil("it is tried again") { time.nextDeadline != nil }
            time.advance(by: 5)
            try await waitUntil("the round goes on") { try await stored()[first]?.asked == 2 }
            group.cancelAll()
        }
    }

    @Test(arguments: [PuzzleKind.word, .bee])
    func `a room's puzzle of another version ends, and its place is free`(kind: PuzzleKind) async throws {
        let room = try await store.sampleRoom()
        let recipient = room.id.recipient
        let (words, bees) = (
            try #require(PuzzleLibrary.sample.list(.english)), try #require(PuzzleLibrary.sample.bee)
        )
        func play() async throws {
            if kind == .word {
                let table = try await tables.word(of: room.id, number: 330, in: words, at: time.now)
                _ = try await tables.hear("slate", by: "alice", at: table, time.now, knowing: words)
            } else {
                let table = try await tables.bee(of: room.id, number: 330, in: bees, at: time.now)
                _ = try await tables.hear("table", by: "alice", at: table, time.now, knowing: ())
            }
        }
        try await play()
        #expect(await tables.going[recipient]?.kind == kind)
        let old = try await store.roomPlay(of: kind.rawValue, number: 330, in: room.id)
        let broken = RoomPlay(state: "?", revision: try #require(old).revision)
        _ = try await store.saveRoomPlay(
            of: kind.rawValue,
            number: 330,
            in: room.id,
            broken,
            isOver: false,
            at: time.now
        )
        await #expect(throws: PuzzleTables.Outdated.self) { try await play() }
        #expect(await tables.going[recipient] == nil)
    }
}
