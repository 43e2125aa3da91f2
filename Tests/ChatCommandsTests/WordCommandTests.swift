import Foundation
import GameRooms
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// The conversations about words, as people have them.
@Suite struct WordCommandTests {
    /// The word of a day in a language.
    private func answer(_ chat: Conversation, _ language: String = "en", daysLater: Int = 0) async throws -> String {
        let number = PuzzleDay.number(of: chat.clock.now, in: .gmt) + daysLater
        let name = PuzzleName(kind: "word", number: number, language: language)
        return try #require(try await chat.store.puzzle(name)).content
    }

    /// Words that are no answer, so that a game goes on.
    private static let others = ["aahed", "zooks", "xylic", "quipu", "fjord", "mimed", "bitty"]

    @Test func `a word is opened, guessed at with bare words, and found`() async throws {
        let chat = try await Conversation()
        try await chat.says("word", expect: "Word Target", "English", "five letters in six guesses", "6 guesses left")
        let word = try await answer(chat)
        let first = try #require(Self.others.first { $0 != word })
        try await chat.says(first, expect: "5 guesses left", "word letters")
        try await chat.says("word letters", expect: "[ ] right place")
        try await chat.says("share word", expect: "still open")
        try await chat.says("word \(word.uppercased())", expect: "Found: \(word.uppercased()), 2/6", "share word")
        try await chat.says("share word", expect: "2/6", "🟩🟩🟩🟩🟩")
        let shared = try await chat.says("share word", expect: "Word Target")
        #expect(!shared.lowercased().contains(word))
        try await chat.says("word \(first)", expect: "This word is over", "Found: \(word.uppercased()), 2/6")
        try await chat.says("games", expect: "Word · English: found in 2/6", "streak 1 day", "Sudoku · not begun")
    }

    @Test(arguments: [
        ("en", "five letters in six guesses", "G is the right place, Y belongs elsewhere, a dot is not in the word."),
        ("zh-Hans", "猜出五个字母的词", "G 表示位置正确，Y 表示在别的位置，点表示不在词中。"),
    ])
    func `in plain format the rules and the keyboard explain the letters that stand there`(
        language: String,
        rules: String,
        legend: String
    ) async throws {
        let chat = try await Conversation()
        _ = await chat.replies("set lang \(language)")
        try await chat.says("word", expect: rules, "[ ]")
        try await chat.says("word letters", expect: "[ ]")
        _ = await chat.replies("set format plain")
        try await chat.says("word", expect: rules)
        for line in ["word", "word letters"] {
            let answer = try await chat.says(line, expect: legend)
            #expect(!answer.contains("[ ]") && !answer.contains("- -"), "\(line): \(answer)")
        }
    }

    @Test func `each wrong line has its sentence and costs no guess`() async throws {
        let chat = try await Conversation()
        _ = await chat.replies("word")
        let word = try await answer(chat)
        try await chat.says("cranes", expect: "That is 6 letters", "no guess is lost")
        try await chat.says("word 12345", expect: "“12345” is not written in English letters")
        for slip in ["12345", "hous3"] {
            try await chat.says(slip, expect: "“\(slip)” is not written in English letters")
        }
        try await chat.says("xxxxx", expect: "I do not know the word “xxxxx” (English)")
        try await chat.says("word 单词啊单词", expect: "not written in English letters")
        let wrong = Self.others.filter { $0 != word }
        try await chat.says(wrong[0], expect: "5 guesses left")
        try await chat.says(wrong[0], expect: "already")
        for guess in wrong[1...4] { _ = await chat.replies(guess) }
        try await chat.says(wrong[5], expect: "The word was \(word.uppercased())", "midnight", "word practice")
        // The seventh guess does not count, not even the right one.
        try await chat.says("word \(word)", expect: "This word is over", "The word was \(word.uppercased())")
        try await chat.says("share word", expect: "X/6")
        try await chat.says("word practice", expect: "Practice word", "6 guesses left")
        try await chat.says(wrong[0], expect: "5 guesses left")
    }

    @Test func `a command's name stays a command, and a beginning of one is a guess`() async throws {
        let chat = try await Conversation()
        _ = await chat.replies("word")
        #expect(await chat.replies("feeds").allSatisfy { !plain($0.message.body).contains("guesses left") })
        try await chat.says("word feeds", expect: "5 guesses left")
        if try await answer(chat) != "disco" { try await chat.says("disco", expect: "4 guesses left") }
        // Without a game such a word is no guess.
        try await chat.says("fjord", as: .bob, expect: "fjord")
        let guess = await chat.replies("aahed", in: "#news")
        #expect(guess.isEmpty)
    }

    @Test func `the next word comes at the player's midnight`() async throws {
        let chat = try await Conversation()
        _ = await chat.replies("word")
        let today = try await answer(chat)
        _ = await chat.replies("word \(today)")
        chat.clock.advance(by: 86_400)
        try await chat.says("word", expect: "6 guesses left")
        #expect(try await answer(chat) != today)
        _ = await chat.replies("set tz Pacific/Kiritimati")
        let number = PuzzleDay.number(of: chat.clock.now, in: .in("Pacific/Kiritimati"))
        #expect(number >= PuzzleDay.number(of: chat.clock.now, in: .gmt))
        try await chat.says("word", expect: "Word Target \(number)")
    }

    @Test func `hard mode and other languages`() async throws {
        let chat = try await Conversation()
        try await chat.says("word hard on", expect: "Hard mode is on")
        try await chat.says("word hard maybe", expect: "It goes like this")
        try await chat.says("word", expect: "Hard mode: every clue must be used")
        try await chat.says("word in klingon", expect: "no words in “klingon”", "German")
        try await chat.says(
            "word in german",
            expect: "Your words are German now: word opens today's",
            "English, is still open"
        )
        try await chat.says("word", expect: "German")
        let german = try await answer(chat, "de")
        try await chat.says("word \(german)", expect: "1/6")
    }

    @Test func `in a room the board comes in private, and the room hears who plays and how it went`() async throws {
        let chat = try await Conversation()
        let replies = await chat.replies("!word", in: "#news")
        #expect(replies.map(\.address.kind) == [.person, .room])
        #expect(plain(replies[1].message.body).contains("alice is looking for word"))
        // On IRC a name in a line calls its owner, so it is broken invisibly.
        #expect(written(replies[1].message.body).contains("a\u{2060}lice is looking"))
        #expect(await chat.replies("!word", in: "#news").map(\.address.kind) == [.person])
        let word = try await answer(chat)
        let end = await chat.replies("word \(word)")
        #expect(end.map(\.address.kind) == [.person, .room])
        #expect(plain(end[1].message.body).contains("alice found word"))
        #expect(!plain(end[1].message.body).contains(word))
        try await chat.says("!scores", in: "#news", expect: "alice", "6")
        try await chat.says("!scores word day", as: .bob, in: "#news", expect: "alice")
        try await chat.says("!scores", in: "#other", expect: "Nobody has points yet")
        try await chat.says("scores global", as: .bob, expect: "Nobody has points yet", "scores global on")
        try await chat.says("scores global on", expect: "scores of everybody now")
        try await chat.says("scores global", as: .bob, expect: "alice")
        try await chat.says("scores global off", expect: "no longer")
        try await chat.says("scores global", as: .bob, expect: "Nobody has points yet")
    }

    @Test func `scores say how many guesses the words took, in plain format without bars`() async throws {
        let chat = try await Conversation()
        for _ in 0..<2 {
            _ = await chat.replies("word")
            _ = await chat.replies("word \(try await answer(chat))")
            chat.clock.advance(by: 86_400)
        }
        let scores = await chat.replies("scores word all").map { plain($0.message.body) }.joined()
        #expect(scores.contains("Words by guesses"), "\(scores)")
        let blocks = await chat.replies("scores word all").flatMap(\.message.body.blocks)
        let tables = blocks.compactMap { block -> RichText.Table? in
            if case .table(let table) = block { table } else { nil }
        }
        let bars = try #require(tables.last)
        #expect(bars.rows.count == 7 && bars.rows[0][1] == ["2"] && bars.rows[6][0] == ["X"])
        #expect(bars.rows[0][2] == [.symbol(String(repeating: "█", count: 20), words: "")])
        _ = await chat.replies("set format plain")
        try await chat.says("scores word all", expect: "Guesses: 1, Words: 2")
        #expect(await chat.replies("scores all").allSatisfy { !plain($0.message.body).contains("Words by guesses") })
    }

    @Test func `a season is a quarter of the year, and the one before can be read`() async throws {
        let chat = try await Conversation()
        _ = await chat.replies("word")
        _ = await chat.replies("word \(try await answer(chat))")
        try await chat.says("scores word season", expect: "this quarter", "alice")
        try await chat.says("scores word last season", expect: "the quarter before", "Nobody has points yet")
        chat.clock.advance(by: 92 * 86_400)
        try await chat.says("scores word season", expect: "Nobody has points yet")
        try await chat.says("scores word last season", expect: "alice")
        try await chat.says("scores word last", expect: "It goes like this: scores")
    }

    @Test func `yesterday's word takes no word of today, and goes on by its number`() async throws {
        let chat = try await Conversation()
        _ = await chat.replies("word")
        let number = PuzzleDay.number(of: chat.clock.now, in: .gmt)
        let first = try await answer(chat)
        let wrong = Self.others.filter { $0 != first }
        try await chat.says(wrong[0], expect: "5 guesses left")
        chat.clock.advance(by: 86_400)
        #expect(await chat.replies("fjord").allSatisfy { !plain($0.message.body).contains("guesses left") })
        try await chat.says("word", expect: "6 guesses left", "Puzzle \(number) is still open", "word \(number)")
        try await chat.says("word \(number)", expect: "Word Target \(number)", "5 guesses left")
        try await chat.says("word \(wrong[1])", expect: "4 guesses left")
        try await chat.says("word", expect: "6 guesses left")
        let second = try await answer(chat)
        try await chat.says("word \(second)", expect: "1/6")
        // Solved a day later it is no day in a row.
        chat.clock.advance(by: 86_400)
        _ = await chat.replies("word \(number)")
        try await chat.says("word \(first)", expect: "Found")
        try await chat.says("streak", expect: "Word: 1 day now, longest 1")
        try await chat.says("word 99999", expect: "not written in English letters")
    }

    @Test func `practice begins anew where an older version's cannot go on`() async throws {
        let chat = try await Conversation()
        try await chat.says("word practice", expect: "Practice word")
        let name = PuzzleName(kind: "word", number: 0, language: "en")
        let puzzle = try #require(try await chat.store.puzzle(name)).id
        let profile = try await chat.store.ensureProfile(
            for: Identity(network: "testnet", account: "alice"),
            name: "alice",
            at: chat.clock.now
        ).id
        for state in [#"{"version":0,"result":{"points":3,"isSolved":true,"moves":4,"hints":0,"seconds":9}}"#, "?"] {
            let play = try #require(try await chat.store.play(of: profile, in: puzzle))
            _ = try await chat.store.savePlay(
                of: profile,
                in: puzzle,
                state: state,
                revision: play.revision,
                isOver: false,
                score: nil,
                at: chat.clock.now
            )
            try await chat.says("word practice", expect: "Practice word", "6 guesses left")
        }
    }

    @Test func `a guest is told what puzzles need`() async throws {
        let chat = try await Conversation()
        let answer = try await chat.says("word", as: .guest, expect: "Identify with services")
        #expect(!answer.contains("guesses left"))
    }

    @Test func `in Chinese the same game is played with English words`() async throws {
        let chat = try await Conversation()
        _ = await chat.replies("set lang zh-Hans")
        try await chat.says("猜词", expect: "猜词第", "英语", "还剩 6 次")
        let word = try await answer(chat)
        let first = try #require(Self.others.first { $0 != word })
        try await chat.says("cranes", expect: "这是 6 个字母", "不扣次数")
        try await chat.says("猜词 12345", expect: "“12345”不是用英语字母写的")
        try await chat.says("xxxxx", expect: "我的英语词表里没有“xxxxx”")
        try await chat.says(first, expect: "还剩 5 次")
        try await chat.says(first, expect: "已经猜过了")
        try await chat.says("word \(word)", expect: "猜中了：\(word.uppercased())，2/6")
        try await chat.says("游戏", expect: "2/6 猜中", "连续 1 天", "数独 · 未开始")
        try await chat.says("徽章", expect: "第一个词", "已获得")
        try await chat.says("猜词 \(first)", expect: "这个词已经结束，这次猜测不算", "猜中了")
        try await chat.says("得分榜 猜词", expect: "用几次猜中")
    }
}

extension Calendar {
    fileprivate static var gmt: Calendar { .in("GMT") }

    fileprivate static func `in`(_ zone: String) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
        return calendar
    }
}
