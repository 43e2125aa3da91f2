import Foundation
import Games
import NewsModel
import Storage
import TestSupport
import Testing

@testable import GameRooms

@Suite(.timed) struct SudokuUpkeepTests {
    private func tables(_ store: Store) throws -> PuzzleTables {
        PuzzleTables(store: store, library: PuzzleLibrary { _ in nil })
    }

    @Test func `grids are there before their day begins anywhere, and are made once`() async throws {
        let store = try Store.inMemory()
        let tables = try tables(store)
        // Noon in UTC: the earliest day that is still going on is today, the latest that begins within a day is in two
        // days.
        let noon = Date(timeIntervalSince1970: 1_795_694_400)
        #expect(try await tables.prepareSudokus(at: noon, of: [.easy]) == 3)
        #expect(try await tables.prepareSudokus(at: noon, of: [.easy]) == 0)
        #expect(try await tables.prepareSudokus(at: noon + 86_400, of: [.easy]) == 1)
        let profile = try await store.sampleProfile()
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let number = PuzzleDay.number(of: noon, in: calendar)
        let stored = try #require(
            try await store.puzzle(PuzzleName(kind: "sudoku", number: number, grade: "easy"))
        )
        let seat = try await tables.sudoku(of: profile.id, number: number, grade: .easy, at: noon)
        #expect(stored.content.hasPrefix(seat.game.givens.text))
    }

    @Test func `who asks for one grid at once gets the same one`() async throws {
        let making = GridMaking()
        let made = await withTaskGroup(of: SudokuMaker.Made.self) { group in
            for _ in 0..<8 { group.addTask { await making.grid(.easy, seed: 7) } }
            return await group.reduce(into: Set<SudokuMaker.Made>()) { $0.insert($1) }
        }
        #expect(made == [SudokuMaker.made(.easy, seed: 7)])
    }
}
