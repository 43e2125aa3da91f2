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

/// What rooms are told after a restart.
@Suite(.timed) struct PuzzleResultsTests {
    private let store: Store
    private let network = FakeNetwork()
    private let time = ManualTimeSource()
    private let results: PuzzleResults
    private let room: Room
    private let alice: Profile

    init() async throws {
        store = try Store.inMemory()
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        results = PuzzleResults(
            store: store,
            networks: [network.name: network],
            catalogue: try ShippedCatalogue.catalogue(),
            speaker: Speaker(networks: [network.name: network], time: time, log: log),
            time: time,
            log: log
        )
        room = try await store.sampleRoom("#r")
        alice = try await store.sampleProfile("alice")
    }

    private func solve(_ kind: String, grade: String = "", points: Int = 5, isSolved: Bool = true) async throws {
        let puzzle = try await store.keepPuzzle(PuzzleName(kind: kind, number: 330, grade: grade), content: "crane")
        try await store.join(room.id, with: alice.id, in: puzzle.id)
        _ = try await store.savePlay(
            of: alice.id,
            in: puzzle.id,
            state: "s",
            revision: 0,
            isOver: kind != "bee",
            score: StoredScore(points: points, isSolved: isSolved, moves: 2, hints: 0, seconds: 60),
            at: time.now
        )
    }

    @Test func `a result that a kill kept from the room is told at the next start, once`() async throws {
        try await solve("word")
        try await solve("sudoku", grade: "hard")
        try await solve("bee", points: 90)
        await results.tellPending()
        let sent = network.arrived
        #expect(sent.map(\.text).contains { $0.contains("found word 330 in 2/6") })
        #expect(sent.map(\.text).contains { $0.contains("solved sudoku 330 (hard) in 1 minute") })
        #expect(sent.map(\.text).contains { $0.contains("is a Genius in Spelling Bee 330: 90 points") })
        #expect(sent.allSatisfy { $0.address == Address(network: "testnet", kind: .room, target: "#r") })
        #expect(sent.allSatisfy { $0.key.text.hasPrefix("puzzle-") && $0.text.contains("a\u{2060}lice") })
        await results.tellPending()
        #expect(network.arrived.count == 3)
    }

    @Test func `a room that is reached late is told then`() async throws {
        try await solve("word")
        let address = Address(network: network.name, kind: .room, target: "#r")
        network.setReachable(address, false)
        async let told: Void = results.tellPending()
        try await waitUntil("it waits for the room") { time.sleeping == 1 }
        network.setReachable(address, true)
        time.advance(by: 5)
        await told
        #expect(network.texts(to: address).count == 1)
    }

    @Test func `of who has left the room nothing is told, unless another account of theirs is there`() async throws {
        network.remove("alice", from: "#r")
        try await solve("word")
        await results.tellPending()
        #expect(network.arrived.isEmpty)
        let phone = Identity.sample("alice-phone")
        _ = try await store.attach(phone, name: "alice", to: alice.id, at: time.now)
        await results.tellPending()
        #expect(network.arrived.count == 1)
    }

    @Test func `what is old, unfinished or forbidden is not told`() async throws {
        try await solve("bee", isSolved: false)
        await results.tellPending()
        #expect(network.arrived.isEmpty)
        try await solve("word")
        var etiquette = room.etiquette
        etiquette.enabledVerbs = ["-word"]
        try await store.saveEtiquette(etiquette, of: room.id)
        await results.tellPending()
        #expect(network.arrived.isEmpty)
        try await store.saveEtiquette(room.etiquette, of: room.id)
        time.advance(by: PuzzleResults.freshness + 1)
        await results.tellPending()
        #expect(network.arrived.isEmpty)
    }
}
