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

/// Who may play where, and in which order.
@Suite(.timed) struct GameTablesTests {
    private let store: Store
    private let time = ManualTimeSource()
    private let network = FakeNetwork("testnet")
    private let tables: GameTables
    private let puzzles: PuzzleTables
    private let words: WordList
    private let bees: BeeWords

    init() async throws {
        store = try Store.inMemory()
        tables = try Self.tables(store, time, network)
        puzzles = try #require(tables.puzzles)
        words = try #require(PuzzleLibrary.sample.list(.english))
        bees = try #require(PuzzleLibrary.sample.bee)
        let feed = try await store.sampleFetchedFeed()
        try await store.saveDefaultSelection([FeedDescription(url: feed.url)], at: time.now)
        try await store.sampleRefresh(feed, QuizClockTests.titles.map { .sample($0) })
    }

    private static func tables(
        _ store: Store,
        _ time: ManualTimeSource,
        _ network: FakeNetwork
    ) throws -> GameTables {
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return GameTables(
            store: store,
            catalogue: try ShippedCatalogue.catalogue(),
            words: try ShippedQuizWords.vocabulary(),
            puzzles: .sample,
            speaker: Speaker(networks: [network.name: network], time: time, log: log),
            time: time,
            log: log
        )
    }

    private func place(_ room: Room) -> QuizPlace {
        QuizPlace(
            recipientID: room.id.recipient,
            address: Address(network: network.name, kind: .room, target: room.name)
        )
    }

    private func today(_ room: Room) throws -> Int {
        let calendar = try ShippedCatalogue.catalogue().localizer(for: room.settings).calendar
        return PuzzleDay.number(of: time.now, in: calendar)
    }

    private func word(_ room: Room) async throws -> RoomPuzzles.Table<WordTarget> {
        try await tables.word(of: room.id, number: today(room), in: words, at: time.now)
    }

    private func bee(_ room: Room) async throws -> RoomPuzzles.Table<SpellingBee> {
        try await tables.bee(of: room.id, number: today(room), in: bees, at: time.now)
    }

    /// A guess that comes a while after everything else has begun.
    private func guess(
        _ word: String,
        at table: RoomPuzzles.Table<WordTarget>,
        after yields: Int = 0
    ) async throws -> RoomPuzzles.Move<WordTarget> {
        for _ in 0..<yields { await Task.yield() }
        return try await tables.hear(word, by: "alice", at: table, time.now, knowing: words)
    }

    private func find(
        _ word: String,
        at table: RoomPuzzles.Table<SpellingBee>
    ) async throws -> RoomPuzzles.Move<SpellingBee> {
        try await tables.hear(word, by: "bob", at: table, time.now, knowing: ())
    }

    // MARK: - One game at a time

    @Test func `of a quiz and a word that begin at the same time in a room exactly one begins`() async throws {
        for index in 0..<40 {
            let room = try await store.sampleRoom("#r\(index)")
            let table = try await word(room)
            async let quiz = tables.start(in: place(room))
            async let move = guess("slate", at: table, after: index * 25)
            let (started, made) = (try await quiz, try await move)
            var begun: [String] = []
            if case .started = started {
                begun.append("quiz")
            } else {
                #expect(started == .otherGame(.word))
            }
            switch made {
            case .made: begun.append("word")
            case .otherGame(let other): #expect(other == .quiz)
            case .notYet, .closed: Issue.record("It is nobody's turn, and the game is open")
            }
            #expect(begun.count == 1, "\(begun)")
            #expect(await tables.isPlaying(in: room.id.recipient) == (begun == ["quiz"]))
        }
    }

    @Test func `of a word and a bee that begin at the same time in a room exactly one begins`() async throws {
        for index in 0..<40 {
            let room = try await store.sampleRoom("#r\(index)")
            let (board, letters) = (try await word(room), try await bee(room))
            async let guessed = guess("slate", at: board, after: index % 4)
            async let found = find("table", at: letters)
            var begun = 0
            if case .made = try await guessed { begun += 1 }
            if case .made = try await found { begun += 1 }
            #expect(begun == 1)
        }
    }

    @Test func `of two quizzes that begin at the same time in a room one begins`() async throws {
        let room = try await store.sampleRoom()
        async let one = tables.start(in: place(room))
        async let other = tables.start(in: place(room))
        let both = [try await one, try await other]
        #expect(both.count { if case .started = $0 { true } else { false } } == 1)
    }

    @Test func `a puzzle that rests is put down by the clock, and nothing is said`() async throws {
        let room = try await store.sampleRoom()
        let (recipient, day) = (room.id.recipient, try today(room))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await tables.run() }
            _ = try await guess("slate", at: try await word(room))
            #expect(try await tables.start(in: place(room)) == .otherGame(.word))
            let restsAt = time.now + RoomPuzzles.patience
            try await waitUntil("the tables wait for it") { time.nextDeadline == restsAt }
            time.set(restsAt)
            try await waitUntil("it is put down") { await tables.going.isEmpty }
            group.cancelAll()
        }
        #expect(network.attempts.isEmpty)
        #expect(try await tables.goingGame(in: recipient, day: day, besides: .bee) == nil)
        guard case .started = try await tables.start(in: place(room)) else {
            Issue.record("The place is free")
            return
        }
    }

    @Test func `each move keeps the place, and what is refused does not`() async throws {
        let room = try await store.sampleRoom()
        let (recipient, day) = (room.id.recipient, try today(room))
        func going() async throws -> GoingGame? {
            try await tables.goingGame(in: recipient, day: day, besides: .bee)
        }
        let table = try await word(room)
        _ = try await guess("slate", at: table)
        time.advance(by: RoomPuzzles.patience - 60)
        _ = try await guess("slate", at: table)
        _ = try await guess("xxxxx", at: table)
        time.advance(by: 60)
        #expect(try await going() == nil)
        _ = try await guess("moist", at: table)
        time.advance(by: RoomPuzzles.patience - 60)
        #expect(try await going() == .puzzle(.word))
        // Another day's, or the same game, keeps nothing waiting.
        #expect(try await tables.goingGame(in: recipient, day: day + 1, besides: .bee) == nil)
        #expect(try await tables.goingGame(in: recipient, day: day, besides: .word) == nil)
        _ = try await guess("crane", at: table)
        #expect(try await going() == nil, "it is solved")
    }

    @Test func `after a restart a puzzle still goes on, also before the tables run`() async throws {
        let room = try await store.sampleRoom()
        _ = try await guess("slate", at: try await word(room))
        let again = try Self.tables(store, time, network)
        #expect(try await again.start(in: place(room)) == .otherGame(.word))
        let mover = QuizMover(person: "olga", isOperator: true)
        #expect(try await again.stop(.word, number: today(room), in: room.id, by: mover, at: time.now) == .stopped)
        guard case .started = try await again.start(in: place(room)) else {
            Issue.record("The place is free")
            return
        }
    }

    // MARK: - One move after the other

    @Test func `moves of one seat at the same time are made one after the other`() async throws {
        let alice = try await store.sampleProfile()
        let seat = try await puzzles.word(of: alice.id, number: 330, in: words, at: time.now)
        let guesses = ["slate", "moist", "bumpy", "vodka", "fjord"]
        let left = try await withThrowingTaskGroup(of: Int.self) { group in
            for guess in guesses {
                group.addTask {
                    try await tables.hear(guess, at: seat, time.now, knowing: words).game.guesses.count
                }
            }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(left.sorted() == [1, 2, 3, 4, 5])
        let stored = try await puzzles.word(of: alice.id, number: 330, in: words, at: time.now).game
        #expect(Set(stored.guesses.map(\.word)) == Set(guesses))
        #expect(await tables.lines.isEmpty)
    }

    @Test func `who waits at one table keeps nobody waiting at another`() async throws {
        let (here, there) = (try await store.sampleRoom("#here"), try await store.sampleRoom("#there"))
        let (one, other) = (try await word(here), try await word(there))
        try await tables.takeTurn(.place(here.id.recipient))
        async let waiting = guess("slate", at: one)
        guard case .made = try await guess("slate", at: other) else {
            Issue.record("Another room waits for nobody")
            return
        }
        await tables.giveTurn(.place(here.id.recipient))
        guard case .made = try await waiting else {
            Issue.record("The turn came")
            return
        }
    }
}
