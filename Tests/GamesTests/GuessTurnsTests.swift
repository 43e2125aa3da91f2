import Foundation
import Testing

@testable import Games

@Suite struct GuessTurnsTests {
    private let start = Date(timeIntervalSince1970: 1_763_700_000)

    @Test func `alone one waits a moment for others, among others much longer`() {
        var turns = GuessTurns()
        #expect(turns.opening(for: 1, at: start) == nil)
        turns.take(1, at: start)
        #expect(turns.opening(for: 1, at: start) == start + GuessTurns.alone)
        #expect(turns.opening(for: 1, at: start + GuessTurns.alone) == nil)
        #expect(turns.opening(for: 2, at: start) == nil)
        turns.take(2, at: start + 10)
        #expect(turns.opening(for: 1, at: start + 10) == nil)
        #expect(turns.opening(for: 2, at: start + 60) == start + 10 + GuessTurns.amongOthers)
        #expect(turns.opening(for: 2, at: start + 10 + GuessTurns.amongOthers) == nil)
    }

    @Test func `who guessed long ago keeps nobody waiting`() {
        var turns = GuessTurns()
        turns.take(1, at: start)
        let later = start + GuessTurns.presence + 1
        turns.take(2, at: later)
        #expect(turns.opening(for: 2, at: later + GuessTurns.alone) == nil)
    }

    @Test func `it is stored without a name`() throws {
        var turns = GuessTurns()
        turns.take(7, at: start)
        let data = try JSONEncoder().encode(turns)
        #expect(try JSONDecoder().decode(GuessTurns.self, from: data) == turns)
    }
}
