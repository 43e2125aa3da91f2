import Foundation
import GameRooms
import Games
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// Words and bees that a room plays together.
@Suite(.timed) struct RoomGameTests {
    /// Words that are no answer, so that a game goes on.
    private static let others = ["aahed", "zooks", "xylic", "quipu", "fjord", "mimed", "bitty"]

    private func together(path: String? = nil) async throws -> Conversation {
        let chat = try await Conversation(path: path)
        try await chat.says("crier: set room games together", as: .op, in: "#news", expect: "played together here")
        return chat
    }

    private func room(_ chat: Conversation) async throws -> Room {
        try #require(try await chat.store.room(network: "testnet", name: "#news"))
    }

    private func game<Played: Game>(_ chat: Conversation, _ kind: PuzzleKind) async throws -> Played {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let number = PuzzleDay.number(of: chat.clock.now, in: calendar)
        let play = try await chat.store.roomPlay(of: kind.rawValue, number: number, in: room(chat).id)
        guard case .game(let game) = SavedGame<Played>.decoded(try #require(play).state) else {
            throw CancellationError()
        }
        return game
    }

    private func answer(_ chat: Conversation) async throws -> String {
        let game: WordTarget = try await game(chat, .word)
        return game.answer
    }

    @Test func `everybody in the room guesses at one word, guests too`() async throws {
        let chat = try await together()
        let opened = await chat.replies("!word", in: "#news")
        #expect(opened.map(\.address.kind) == [.room])
        try await chat.says("!word", in: "#news", expect: "Word Target", "6 guesses left", "crier: word letters")
        let word = try await answer(chat)
        let wrong = Self.others.filter { $0 != word }
        try await chat.says("!word \(wrong[0])", in: "#news", expect: "5 guesses left")
        try await chat.says("!word \(wrong[1])", as: .guest, in: "#news", expect: "4 guesses left")
        try await chat.says("!word letters", as: .bob, in: "#news", expect: "[ ] right place")
        let again = try await chat.says("!word \(wrong[0])", as: .bob, in: "#news", expect: "already")
        // With its marks: the answer to the first time may have been lost.
        #expect(again.contains("\(wrong[0])  "))
        try await chat.says("!word cranes", as: .bob, in: "#news", expect: "That is 6 letters")
        try await chat.says("!word 12345", as: .bob, in: "#news", expect: "not written in English letters")
        // A bare word is talk.
        try await chat.says(wrong[2], as: .bob, in: "#news")
        try await chat.says("!word \(word)", as: .bob, in: "#news", expect: "Found together: \(word.uppercased()), 3/6")
        try await chat.says("!word \(wrong[3])", in: "#news", expect: "This word is over", "Found together")
        // It is nobody's score, and another word than the one in private.
        try await chat.says("!scores", in: "#news", expect: "Nobody has points yet")
        try await chat.says("word", as: .bob, expect: "6 guesses left")
    }

    @Test func `a lost word is said, and a restart loses no guess`() async throws {
        let folder = try TemporaryFolder()
        let first = try await together(path: folder.path("crier.db"))
        try await first.says("!word", in: "#news", expect: "6 guesses left")
        let word = try await answer(first)
        let wrong = Self.others.filter { $0 != word }
        let turns: [Conversation.Speaker] = [.alice, .bob]
        for (index, guess) in wrong[0...2].enumerated() {
            _ = await first.replies("!word \(guess)", as: turns[index % 2], in: "#news")
        }
        let chat = try await Conversation(path: folder.path("crier.db"))
        try await chat.says("!word", in: "#news", expect: "3 guesses left")
        // Whose turn it was is kept, too: alice made the last guess.
        try await chat.says("!word \(wrong[3])", in: "#news", expect: "the others' turn", "10 minutes")
        for (index, guess) in wrong[3...4].enumerated() {
            _ = await chat.replies("!word \(guess)", as: turns[(index + 1) % 2], in: "#news")
        }
        try await chat.says(
            "!word \(wrong[5])",
            as: .bob,
            in: "#news",
            expect: "The word was \(word.uppercased())",
            "midnight"
        )
        try await chat.says("!word \(word)", in: "#news", expect: "The word was \(word.uppercased())")
    }

    @Test func `nobody guesses twice in a row while others play, and guests of one host are one`() async throws {
        let chat = try await together()
        _ = await chat.replies("!word", in: "#news")
        let word = try await answer(chat)
        let wrong = Self.others.filter { $0 != word }
        let (one, other) = (
            Conversation.Speaker(name: "guest1", origin: "host.example"),
            Conversation.Speaker(name: "guest2", origin: "host.example")
        )
        try await chat.says("!word \(wrong[0])", as: one, in: "#news", expect: "5 guesses left")
        try await chat.says("!word \(wrong[1])", as: other, in: "#news", expect: "the others' turn", "30 seconds")
        // What is no guess costs no turn and waits for none.
        try await chat.says("!word cranes", as: one, in: "#news", expect: "That is 6 letters")
        chat.clock.advance(by: GuessTurns.alone)
        try await chat.says("!word \(wrong[1])", as: other, in: "#news", expect: "4 guesses left")
        try await chat.says("!word \(wrong[2])", in: "#news", expect: "3 guesses left")
        chat.clock.advance(by: GuessTurns.alone)
        try await chat.says("!word \(wrong[3])", in: "#news", expect: "the others' turn", "9 minutes 30 seconds")
        try await chat.says("!word letters", in: "#news", expect: "[ ] right place")
        try await chat.says("!word \(wrong[3])", as: .bob, in: "#news", expect: "2 guesses left")
        try await chat.says("!word \(wrong[4])", in: "#news", expect: "1 guess left")
    }

    @Test func `in plain format the room's rules explain the letters that stand there`() async throws {
        let chat = try await together()
        try await chat.says("crier: set room format plain", as: .op, in: "#news", expect: "plain words")
        let rules = try await chat.says("!word", in: "#news", expect: "all of you together. G is the right place")
        #expect(!rules.contains("[ ]"))
    }

    @Test func `operators choose the language of the room's words, from the next word on`() async throws {
        let chat = try await together()
        _ = await chat.replies("!word", in: "#news")
        try await chat.says("!word in german", in: "#news", expect: "Only this channel's operators")
        try await chat.says("!word in klingon", as: .op, in: "#news", expect: "no words in “klingon”")
        try await chat.says("!word in german", as: .op, in: "#news", expect: "words of this room are German")
        // Today's was begun in English, and goes on with English words.
        try await chat.says("!word", in: "#news", expect: "English")
        let word = try await answer(chat)
        let wrong = Self.others.filter { $0 != word }
        try await chat.says("!word \(wrong[0])", in: "#news", expect: "5 guesses left")
        chat.clock.advance(by: 86_400)
        try await chat.says("!word", in: "#news", expect: "German", "6 guesses left")
        try await chat.says("word", expect: "English")
        _ = await chat.replies("crier: set room lang zh-Hans", as: .op, in: "#news")
        try await chat.says("!猜词 in 法语", as: .op, in: "#news", expect: "这里猜法语词")
    }

    @Test func `a game of an older version ends, and keeps no other one waiting`() async throws {
        let chat = try await together()
        let number = PuzzleDay.number(of: chat.clock.now, in: .utcForTests)
        let state = #"{"version":0,"result":{"points":3,"isSolved":true,"moves":4,"hints":0,"seconds":9}}"#
        _ = try await chat.store.saveRoomPlay(
            of: "word",
            number: number,
            in: room(chat).id,
            RoomPlay(state: state, revision: 0),
            isOver: false,
            at: chat.clock.now
        )
        try await chat.says("!word", in: "#news", expect: "begun in an older version", "3")
        try await chat.says("!bee", in: "#news", expect: "Spelling Bee", "Middle letter")
    }

    @Test func `one game at a time, and one without moves rests quietly`() async throws {
        let chat = try await together()
        _ = await chat.replies("!word", in: "#news")
        // To look at a game keeps no other one waiting, only a move does.
        try await chat.says("!bee", in: "#news", expect: "Spelling Bee", "Middle letter")
        let word = try await answer(chat)
        let wrong = Self.others.filter { $0 != word }
        try await chat.says("!word \(wrong[0])", in: "#news", expect: "5 guesses left")
        try await chat.says("!bee", in: "#news", expect: "Word is going on here", "crier: word", "crier: word stop")
        try await chat.says("!quiz", in: "#news", expect: "Word is going on here", "one game at a time")
        chat.clock.advance(by: RoomPuzzles.patience + 1)
        try await chat.says("!bee", in: "#news", expect: "Spelling Bee", "Middle letter")
        let bee: SpellingBee = try await game(chat, .bee)
        let found = try #require(bee.answers.first)
        try await chat.says("!bee \(found)", as: .bob, in: "#news", expect: found, "in all")
        try await chat.says("!word", in: "#news", expect: "Spelling Bee is going on here")
        try await chat.says("!bee \(found)", in: "#news", expect: "already")
        // Another room is not held up.
        try await chat.says("!quiz", in: "#other", expect: "headlines for only 0")
    }

    @Test func `a number is no guess: the room has today's puzzles alone`() async throws {
        let chat = try await together()
        let number = PuzzleDay.number(of: chat.clock.now, in: .utcForTests)
        let today = "only today's Word, number \(number): crier: word"
        try await chat.says("!word 330", in: "#news", expect: today, "goes on in private: word 330")
        try await chat.says("!bee 330", in: "#news", expect: "only today's Spelling Bee, number \(number): crier: bee")
        try await chat.says("!word \(number)", in: "#news", expect: "Word Target \(number)", "6 guesses left")
        try await chat.says("!bee \(number)", in: "#news", expect: "Spelling Bee \(number)", "Middle letter")
        _ = await chat.replies("crier: set room lang zh-Hans", as: .op, in: "#news")
        try await chat.says("!猜词 330", in: "#news", expect: "只有今天的猜词，第 \(number) 期", "私聊里继续")
        try await chat.says("!蜂巢 330", in: "#news", expect: "只有今天的拼词蜂巢，第 \(number) 期")
    }

    @Test func `a room hears no result of who has left it or was thrown out`() async throws {
        let chat = try await Conversation()
        let number = PuzzleDay.number(of: chat.clock.now, in: .utcForTests)
        let people: [(Conversation.Speaker, [Address.Kind])] = [(.alice, [.person]), (.bob, [.person, .room])]
        for (speaker, kinds) in people {
            _ = await chat.replies("!word", as: speaker, in: "#news")
            chat.network.remove("alice", from: "#news")
            let puzzle = try await chat.store.puzzle(PuzzleName(kind: "word", number: number, language: "en"))
            let line = "word \(try #require(puzzle).content)"
            #expect(await chat.replies(line, as: speaker).map(\.address.kind) == kinds)
        }
    }

    @Test func `while a quiz runs no word begins`() async throws {
        let chat = try await together()
        for index in 0..<10 {
            let city = ["Berlin", "Madrid", "Lisbon", "Vienna", "Prague", "Warsaw", "Dublin", "Athens", "Oslo", "Rome"]
            try await chat.publishes(
                "Mayor of \(city[index]) opens the new railway station on \(index % 2 == 0 ? "Monday" : "Friday")",
                by: "City\(index)",
                hoursAgo: Double(index + 1)
            )
        }
        try await chat.says("!quiz", in: "#news", expect: "a)")
        try await chat.says("!word", in: "#news", expect: "A quiz is going on here", "crier: quiz stop")
        _ = await chat.replies("!quiz stop", in: "#news")
        try await chat.says("!word", in: "#news", expect: "6 guesses left")
    }

    @Test func `a room forbids games, and allows them again`() async throws {
        let chat = try await Conversation()
        try await chat.says("crier: set room games off", in: "#news", expect: "Only this channel's operators")
        try await chat.says("crier: set room games sometimes", as: .op, in: "#news", expect: "together or privately")
        try await chat.says("crier: set room games off", as: .op, in: "#news", expect: "No games are played here")
        for line in ["!word", "!sudoku", "!bee", "!quiz"] { try await chat.says(line, in: "#news") }
        // Who asks the bot by its name is told.
        for (line, hint) in [
            ("word", "word"), ("sudoku hard", "sudoku"), ("bee tablet", "bee"), ("quiz stop", "quiz"),
            ("word at 08:00", "word"), ("trivia", "quiz"),
        ] {
            let said = try await chat.says("crier: \(line)", in: "#news", expect: "No games are played here.")
            #expect(said.hasSuffix("In private they are: \(hint)"), "\(said)")
        }
        try await chat.says("word", expect: "6 guesses left")
        try await chat.says("crier: set room games", as: .op, in: "#news", expect: "No games are played here")
        try await chat.says("crier: set room games privately", as: .op, in: "#news", expect: "in private here")
        #expect(await chat.replies("!word", in: "#news").map(\.address.kind) == [.person, .room])
    }

    @Test func `sudoku stays private in a room that plays together`() async throws {
        let chat = try await together()
        let replies = await chat.replies("!sudoku", in: "#news")
        #expect(replies.map(\.address.kind) == [.person, .room])
        #expect(!plain(replies[1].message.body).contains("a b c"))
        try await chat.says("!word practice", in: "#news", expect: "Practice word")
    }

    @Test func `a room hears no results in its quiet hours, and no more of them than it wants lines`() async throws {
        let chat = try await Conversation()
        try await chat.says("crier: set room lines 1", as: .op, in: "#news", expect: "1 line an hour")
        func solves(_ speaker: Conversation.Speaker) async throws -> [Address.Kind] {
            _ = await chat.replies("!word", as: speaker, in: "#news")
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = .gmt
            let number = PuzzleDay.number(of: chat.clock.now, in: calendar)
            let puzzle = try await chat.store.puzzle(PuzzleName(kind: "word", number: number, language: "en"))
            return await chat.replies("word \(try #require(puzzle).content)", as: speaker).map(\.address.kind)
        }
        #expect(try await solves(.alice) == [.person, .room])
        #expect(try await solves(.bob) == [.person])
        chat.clock.advance(by: 3_700)
        #expect(try await solves(.init(name: "carol", account: "carol")) == [.person, .room])
        chat.clock.advance(by: 3_700)
        try await chat.says("crier: quiet 00:00-23:59", as: .op, in: "#news", expect: "Quiet from")
        #expect(try await solves(.init(name: "dave", account: "dave")) == [.person])
        #expect(await chat.replies("!sudoku", in: "#news").map(\.address.kind) == [.person])
    }

    @Test func `in Chinese`() async throws {
        let chat = try await Conversation()
        _ = await chat.replies("crier: set room lang zh-Hans", as: .op, in: "#news")
        try await chat.says("crier: 设置 频道 游戏 一起", as: .op, in: "#news", expect: "大家一起猜词")
        try await chat.says("!猜词", in: "#news", expect: "猜词第", "还剩 6 次")
        let word = try await answer(chat)
        let wrong = Self.others.filter { $0 != word }
        try await chat.says("!猜词 cranes", as: .guest, in: "#news", expect: "这是 6 个字母")
        try await chat.says("!猜词 \(wrong[0])", as: .bob, in: "#news", expect: "还剩 5 次")
        try await chat.says("!蜂巢", in: "#news", expect: "这里正在玩猜词，一次只能玩一个游戏")
        try await chat.says("!猜词 \(wrong[1])", as: .bob, in: "#news", expect: "现在轮到别人")
        try await chat.says("!猜词 \(word)", in: "#news", expect: "大家一起猜中了：\(word.uppercased())，2/6")
        try await chat.says("crier: set room games off", as: .op, in: "#news", expect: "这里不玩游戏")
    }
}

extension Calendar {
    fileprivate static var utcForTests: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }
}
