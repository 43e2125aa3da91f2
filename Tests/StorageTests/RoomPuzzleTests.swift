import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

@Suite struct RoomPuzzleTests {
    private let store: Store
    private let room: Room

    init() async throws {
        store = try Store.inMemory()
        room = try await store.sampleRoom("#r")
    }

    private func save(_ state: String, _ revision: Int, isOver: Bool = false, after: Double = 0) async throws -> Bool {
        try await store.saveRoomPlay(
            of: "word",
            number: 330,
            in: room.id,
            RoomPlay(state: state, revision: revision),
            isOver: isOver,
            at: .sampleNow + after
        )
    }

    @Test func `of two moves in one state the first is kept`() async throws {
        #expect(try await store.roomPlay(of: "word", number: 330, in: room.id) == nil)
        #expect(try await save("a", 0))
        #expect(try await save("b", 0) == false)
        #expect(try await save("c", 1))
        #expect(try await save("d", 1) == false)
        #expect(try await store.roomPlay(of: "word", number: 330, in: room.id) == RoomPlay(state: "c", revision: 2))
    }

    @Test func `a game goes on until it is over or rests`() async throws {
        func going(_ since: Double) async throws -> [OpenRoomPlay] {
            try await store.openRoomPlays(since: .sampleNow + since)
        }
        #expect(try await going(0) == [])
        // To begin it is no move.
        #expect(try await save("a", 0, after: 30))
        #expect(try await going(0) == [])
        #expect(try await save("b", 1, after: 60))
        let word = OpenRoomPlay(room: room.id, kind: "word", number: 330, movedAt: .sampleNow + 60)
        #expect(try await going(60) == [word])
        #expect(try await going(61) == [])
        #expect(try await save("c", 2, isOver: true, after: 90))
        #expect(try await going(0) == [])
        #expect(try await store.roomPlay(of: "word", number: 330, in: room.id)?.isEnded == true)
    }

    @Test func `a wish is stored in the state that it was made in, and is no move`() async throws {
        func wish(_ text: String, _ revision: Int) async throws -> Bool {
            try await store.saveRoomTurns(of: "word", number: 330, in: room.id, text, revision: revision)
        }
        #expect(try await save("a", 0))
        #expect(try await save("b", 1, after: 60))
        #expect(try await wish("x", 1) == false)
        #expect(try await wish("x", 2))
        let play = try await store.roomPlay(of: "word", number: 330, in: room.id)
        #expect(play == RoomPlay(state: "b", revision: 3, turns: "x"))
        #expect(try await store.openRoomPlays(since: .sampleNow + 61) == [])
    }

    @Test func `old games of rooms are pruned, and they go with their room`() async throws {
        #expect(try await save("a", 0))
        _ = try await store.prune(at: .sampleNow + Retention.puzzlePlayAge - 60)
        #expect(try await store.roomPlay(of: "word", number: 330, in: room.id) != nil)
        _ = try await store.prune(at: .sampleNow + Retention.puzzlePlayAge + 60)
        #expect(try await store.roomPlay(of: "word", number: 330, in: room.id) == nil)
        #expect(try await save("a", 0))
        let id = room.id
        try await store.write { db in try db.execute(sql: "DELETE FROM recipient WHERE id = ?", arguments: [id]) }
        #expect(try await store.roomPlay(of: "word", number: 330, in: room.id) == nil)
    }

    @Test func `how a room plays is kept`() async throws {
        var etiquette = room.etiquette
        #expect(!etiquette.playsTogether)
        etiquette.playsTogether = true
        etiquette.wordLanguage = "de"
        try await store.saveEtiquette(etiquette, of: room.id)
        #expect(try await store.room(room.id)?.etiquette == etiquette)
    }
}
