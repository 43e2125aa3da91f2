import Foundation
import Games
import TestSupport
import Testing

@testable import GameRooms

@Suite struct RoomPlayersTests {
    private let start = Date.sampleNow

    @Test func `who began a game and operators may close it, others who play need a second one`() {
        var players = RoomPlayers()
        players.move(1, at: start)
        #expect(players.vote(1, isOperator: false) == .granted)
        players.move(2, at: start)
        #expect(players.vote(9, isOperator: true) == .granted)
        #expect(players.vote(9, isOperator: false) == .notPlaying)
        #expect(players.vote(2, isOperator: false) == .needsAnother)
        #expect(players.vote(2, isOperator: false) == .needsAnother)
        players.move(3, at: start)
        #expect(players.vote(3, isOperator: false) == .granted)
        var shared = RoomPlayers()
        shared.move(1, at: start)
        shared.move(2, at: start)
        #expect(shared.vote(1, isOperator: false) == .needsAnother)
        #expect(shared.vote(2, isOperator: false) == .granted)
    }

    @Test func `it is stored, and turns of an older version are understood`() throws {
        var players = RoomPlayers()
        players.move(7, at: start)
        _ = players.vote(7, isOperator: false)
        #expect(try RoomPlayers(encoded: players.encoded()) == players)
        var turns = GuessTurns()
        turns.take(7, at: start)
        let older = String(decoding: try JSONEncoder().encode(turns), as: UTF8.self)
        #expect(RoomPlayers(encoded: older).turns == turns)
        #expect(RoomPlayers(encoded: nil) == RoomPlayers() && RoomPlayers(encoded: "?") == RoomPlayers())
    }
}
