import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

@Suite struct PuzzleTests {
    private let store: Store
    private let alice: Profile
    private let bob: Profile
    private let name = PuzzleName(kind: "word", number: 330, language: "en")

    init() async throws {
        store = try Store.inMemory()
        alice = try await store.sampleProfile("alice")
        bob = try await store.sampleProfile("bob")
    }

    private static func score(_ points: Int, hints: Int = 0, seconds: Int = 60) -> StoredScore {
        StoredScore(points: points, isSolved: points > 0, moves: 3, hints: hints, seconds: seconds)
    }

    @discardableResult
    private func play(
        _ profile: Profile,
        _ name: PuzzleName,
        score: StoredScore?,
        state: String = "s",
        revision: Int = 0,
        at time: Date = .sampleNow
    ) async throws -> (PuzzleID, Bool) {
        let puzzle = try await store.keepPuzzle(name, content: "crane")
        let saved = try await store.savePlay(
            of: profile.id,
            in: puzzle.id,
            state: state,
            revision: revision,
            isOver: score != nil,
            score: score,
            at: time
        )
        return (puzzle.id, saved)
    }

    @Test func `a puzzle is the one that was opened first`() async throws {
        let first = try await store.keepPuzzle(name, content: "crane")
        #expect(try await store.keepPuzzle(name, content: "robin") == first)
        #expect(try await store.puzzle(name)?.content == "crane")
        #expect(try await store.puzzle(PuzzleName(kind: "word", number: 330, language: "de")) == nil)
        #expect(try await store.puzzleSecret().seed(for: "a") != store.puzzleSecret().seed(for: "b"))
        // Databases in memory are copies of one, so files are compared.
        let folder = try TemporaryFolder()
        let (one, other) = (try Store.open(path: folder.path("a")), try Store.open(path: folder.path("b")))
        #expect(try await one.puzzleSecret().seed(for: "a") != other.puzzleSecret().seed(for: "a"))
    }

    @Test func `a move made in an older state is not stored`() async throws {
        let (puzzle, isFirst) = try await play(alice, name, score: nil)
        #expect(isFirst)
        #expect(try await play(alice, name, score: nil, state: "again").1 == false)
        #expect(try await play(alice, name, score: nil, state: "t", revision: 1).1)
        #expect(try await play(alice, name, score: nil, state: "u", revision: 1).1 == false)
        let kept = try await store.play(of: alice.id, in: puzzle)
        #expect(kept?.state == "t" && kept?.revision == 2 && kept?.endedAt == nil)
        #expect(try await store.openPlays(of: alice.id, since: .sampleNow).map(\.puzzle) == [name])
        #expect(try await store.openPlays(of: alice.id, since: .sampleNow + 1) == [])
        #expect(try await play(alice, name, score: Self.score(5), revision: 2).1)
        #expect(try await store.openPlays(of: alice.id, since: .sampleNow) == [])
        #expect(try await store.endedPlays(of: alice.id, since: .sampleNow).map(\.puzzle) == [name])
        #expect(try await store.endedPlays(of: alice.id, since: .sampleNow + 1) == [])
        #expect(try await store.endedPlays(of: bob.id, since: .sampleNow) == [])
        #expect(try await store.puzzleScores(of: alice.id).map(\.score.points) == [5])
    }

    @Test func `of plays in the same second the one that was played last comes first`() async throws {
        let bee = PuzzleName(kind: "bee", number: 330, language: "en")
        func open() async throws -> [PuzzleName] {
            try await store.openPlays(of: alice.id, since: .sampleNow).map(\.puzzle)
        }
        try await play(alice, name, score: nil)
        try await play(alice, bee, score: nil)
        #expect(try await open() == [bee, name])
        try await play(alice, name, score: nil, state: "t", revision: 1)
        #expect(try await open() == [name, bee])
        try await play(alice, bee, score: nil, state: "t", revision: 1)
        #expect(try await open() == [bee, name])
        try await play(alice, bee, score: Self.score(5), revision: 2)
        try await play(alice, name, score: Self.score(5), revision: 2)
        #expect(try await store.endedPlays(of: alice.id, since: .sampleNow).map(\.puzzle) == [name, bee])
    }

    @Test func `practice can begin again, and its scores are not kept`() async throws {
        let practice = PuzzleName(kind: "word", number: 0, language: "en")
        try await play(alice, practice, score: Self.score(5))
        #expect(try await play(alice, practice, score: nil).1)
        #expect(try await store.puzzleScores(of: alice.id) == [])
    }

    @Test func `totals are of one person, of a room's players, or of those who allowed it`() async throws {
        let room = try await store.sampleRoom("#r")
        let (puzzle, _) = try await play(alice, name, score: Self.score(5, seconds: 90))
        try await play(bob, name, score: Self.score(5, hints: 1, seconds: 10))
        try await play(
            alice,
            PuzzleName(kind: "sudoku", number: 329, grade: "easy"),
            score: Self.score(2, seconds: 300)
        )
        let kinds = ["word", "sudoku"]
        func points(_ scope: ScoreScope, _ numbers: ClosedRange<Int> = 1...400) async throws -> [String: Int] {
            let totals = try await store.totals(of: kinds, numbers: numbers, in: scope)
            return Dictionary(uniqueKeysWithValues: totals.map { ($0.name, $0.points) })
        }
        #expect(try await points(.player(alice.id)) == ["alice": 7])
        #expect(try await points(.player(alice.id), 330...330) == ["alice": 5])
        #expect(try await points(.room(room.id)) == [:])
        #expect(try await store.join(room.id, with: alice.id, in: puzzle))
        #expect(try await store.join(room.id, with: alice.id, in: puzzle) == false)
        #expect(try await points(.room(room.id)) == ["alice": 5])
        #expect(try await store.rooms(of: alice.id, in: puzzle) == [room.id])
        #expect(try await points(.everybody) == [:])
        try await store.save(GamePlayer(wordLanguage: "de", playsHard: true, isGlobal: true), of: bob.id)
        #expect(try await points(.everybody) == ["bob": 5])
        #expect(try await store.gamePlayer(bob.id) == GamePlayer(wordLanguage: "de", playsHard: true, isGlobal: true))
        #expect(try await store.gamePlayer(alice.id) == GamePlayer())
        // A time with hints is not compared.
        #expect(try await store.totals(of: kinds, numbers: 1...400, in: .everybody).first?.bestSeconds == nil)
    }

    @Test func `of one day and game the best counts, and of several games what is common to them`() async throws {
        for (language, points) in [("en", 3), ("de", 6), ("fr", 5)] {
            try await play(alice, PuzzleName(kind: "word", number: 330, language: language), score: Self.score(points))
        }
        let bee = StoredScore(points: 180, common: 6, isSolved: true, moves: 40, hints: 0, seconds: 9)
        try await play(alice, PuzzleName(kind: "bee", number: 330, language: "en"), score: bee)
        func points(_ kinds: [String]) async throws -> Int? {
            try await store.totals(of: kinds, numbers: 1...400, in: .player(alice.id)).first?.points
        }
        #expect(try await points(["word"]) == 6)
        #expect(try await points(["bee"]) == 180)
        #expect(try await points(["word", "bee"]) == 12)
    }

    @Test func `a bee keeps the time when it was solved`() async throws {
        let name = PuzzleName(kind: "bee", number: 330, language: "en")
        try await play(alice, name, score: Self.score(9))
        _ = try await play(alice, name, score: Self.score(12), revision: 1, at: .sampleNow + 90_000)
        let score = try #require(try await store.puzzleScores(of: alice.id).first)
        #expect(score.endedAt == .sampleNow && score.score.points == 12)
    }

    @Test func `a result is untold until the room has heard it`() async throws {
        let room = try await store.sampleRoom("#r")
        let (puzzle, _) = try await play(alice, name, score: nil)
        try await store.join(room.id, with: alice.id, in: puzzle)
        #expect(try await store.untoldResults(since: .sampleNow - 60) == [])
        _ = try await play(alice, name, score: Self.score(5), revision: 1)
        let untold = try #require(try await store.untoldResults(since: .sampleNow - 60).first)
        #expect(untold.puzzle == name && untold.name == "alice" && untold.score.points == 5)
        #expect(try await store.untoldResults(since: .sampleNow + 60) == [])
        try await store.noteTold(untold.id, at: .sampleNow)
        #expect(try await store.untoldResults(since: .sampleNow - 60) == [])
        #expect(try await store.rooms(of: alice.id, in: puzzle) == [])
    }

    @Test func `linking keeps the play that ended first, and the better bee`() async throws {
        let (puzzle, _) = try await play(alice, name, score: nil, state: "open", at: .sampleNow + 50)
        try await play(bob, name, score: Self.score(4), state: "done")
        let other = PuzzleName(kind: "bee", number: 330, language: "en")
        try await play(alice, other, score: Self.score(9), at: .sampleNow)
        try await play(bob, other, score: Self.score(30), at: .sampleNow + 9)
        #expect(try await store.merge(bob.id, of: .sample("bob"), into: alice.id, at: .sampleNow))
        #expect(try await store.play(of: alice.id, in: puzzle)?.state == "done")
        let scores = try await store.puzzleScores(of: alice.id)
        #expect(Set(scores.map(\.score.points)) == [4, 30])
    }

    @Test func `erasure leaves nothing of a player`() async throws {
        let (puzzle, _) = try await play(alice, name, score: Self.score(5))
        try await store.save(GamePlayer(isGlobal: true), of: alice.id)
        try await store.erase(alice.id)
        #expect(try await store.play(of: alice.id, in: puzzle) == nil)
        let left = try await store.read { db in
            try Int.fetchOne(
                db,
                sql: "SELECT (SELECT count(*) FROM gameScore) + (SELECT count(*) FROM gamePlayer)"
            )
        }
        #expect(left == 0)
    }
}
