import Foundation
import GameRooms
import Games
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// Lines with the shape of a move that no open puzzle takes, and lines that name puzzles.
@Suite(.timed) struct StrayMoveTests {
    /// Words that are no answer, so that a game goes on.
    private static let others = ["aahed", "zooks", "xylic", "quipu", "fjord", "mimed", "bitty"]

    private func number(_ chat: Conversation) -> Int {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return PuzzleDay.number(of: chat.clock.now, in: calendar)
    }

    private func content(_ chat: Conversation, _ name: PuzzleName) async throws -> String {
        try #require(try await chat.store.puzzle(name)).content
    }

    private func word(_ chat: Conversation) async throws -> String {
        try await content(chat, PuzzleName(kind: "word", number: number(chat), language: "en"))
    }

    private func solution(_ chat: Conversation) async throws -> String {
        let name = PuzzleName(kind: "sudoku", number: number(chat), grade: "easy")
        let grids = try await content(chat, name).split(separator: " ")
        let (givens, solution) = (
            try #require(SudokuGrid(String(grids[0]))), try #require(SudokuGrid(String(grids[1])))
        )
        return (0..<81).map(SudokuCell.init).filter { givens[$0] == 0 }.map { "\($0.name) \(solution[$0])" }
            .joined(separator: " ")
    }

    @Test(arguments: [
        ("e10", true), ("e47", true), ("4e 7", true), ("e4:7", true), ("e4", true), ("4e", true), ("e4-7", true),
        ("k3", false), ("10m", false), ("e", false), ("47", false), ("e4 7 f5 2", false), ("bbc1", false),
    ])
    func `a cell may be mistyped in several ways`(line: String, isCell: Bool) {
        #expect(StrayMoves.isMistypedCell(line) == isCell)
    }

    @Test func `a mistyped cell is told how a move is typed, where a grid is open`() async throws {
        let chat = try await Conversation()
        for line in ["e10", "4e 7"] {
            let answer = try await chat.says(line, expect: "I do not know")
            #expect(!answer.contains("e4 7"))
        }
        _ = await chat.replies("sudoku")
        try await chat.says("e10", expect: "There is no cell e10", "e4 7")
        try await chat.says("e47", expect: "There is no cell e47", "e4 7")
        for line in ["4e 7", "e4:7"] { try await chat.says(line, expect: "“\(line)” is no move", "e4 7") }
        _ = await chat.replies("set lang zh-Hans")
        try await chat.says("e10", expect: "没有 e10 这个格子", "e4 7")
    }

    @Test func `a move in a solved grid is told so, with the next grid`() async throws {
        let chat = try await Conversation()
        _ = await chat.replies("sudoku")
        _ = await chat.replies(try await solution(chat))
        for line in ["e4 7", "e10", "e4:7", "sudoku e4 7"] {
            try await chat.says(line, expect: "solved already", "The next: sudoku medium")
        }
        let number = number(chat)
        chat.clock.advance(by: 20 * 3_600)
        try await chat.says("e4 7", expect: "The day of Sudoku \(number) is over. Today's: sudoku")
        chat.clock.advance(by: 86_400)
        try await chat.says("e4 7", expect: "I do not know")
    }

    @Test func `a move in a grid of yesterday that was left open names it`() async throws {
        let chat = try await Conversation()
        _ = await chat.replies("sudoku hard")
        let number = number(chat)
        chat.clock.advance(by: 20 * 3_600)
        try await chat.says(
            "e4 7",
            expect: "The day of Sudoku \(number) is over",
            "Puzzle \(number) is still open: sudoku \(number)"
        )
    }

    @Test func `a guess at a word that is over is told so, for an hour`() async throws {
        let chat = try await Conversation()
        _ = await chat.replies("word")
        let word = try await word(chat)
        _ = await chat.replies("word \(word)")
        let other = try #require(Self.others.first { $0 != word })
        try await chat.says(other, expect: "This word is over", "Found: \(word.uppercased()), 1/6")
        #expect(await chat.replies("hello").allSatisfy { !plain($0.message.body).contains("is over") })
        #expect(await chat.replies("cranes").allSatisfy { !plain($0.message.body).contains("is over") })
        #expect(await chat.replies("feeds").allSatisfy { !plain($0.message.body).contains("is over") })
        // Somebody else, and a later hour.
        for speaker in [Conversation.Speaker.alice, .bob] {
            if speaker.name == "alice" { chat.clock.advance(by: 3_601) }
            let answer = await chat.replies(other, as: speaker).map { plain($0.message.body) }.joined()
            #expect(!answer.contains("This word is over"), "\(answer)")
        }
    }

    @Test func `a practice word that is over takes no guess`() async throws {
        let chat = try await Conversation()
        _ = await chat.replies("word practice")
        for guess in Self.others.prefix(6) { _ = await chat.replies(guess) }
        try await chat.says(Self.others[6], expect: "This practice word is over. Another: word practice")
    }

    @Test func `a word for a bee that is complete is told so`() async throws {
        let chat = try await Conversation()
        _ = await chat.replies("bee")
        let letters = try await content(chat, PuzzleName(kind: "bee", number: number(chat), language: "en"))
        let words = try #require(try ShippedPuzzles.library.get().bee).answers(on: letters)
        for word in words { _ = await chat.replies("bee \(word)") }
        let bare = words.first { word in
            guard case .unknown(let near) = CommandTable.standard.match(word, allowingPrefix: true) else {
                return false
            }
            return near.isEmpty
        }
        try await chat.says(try #require(bare), expect: "This bee is complete")
        try await chat.says("bee \(words[0])", expect: "This bee is complete")
    }

    @Test func `undo after a move in a grid names the grid`() async throws {
        let chat = try await Conversation()
        _ = await chat.replies("word in german")
        let before = try await chat.says("undo", expect: "Taken back")
        #expect(!before.contains("sudoku undo"))
        _ = await chat.replies("word in german")
        _ = await chat.replies("sudoku")
        try await chat.says("undo", expect: "Taken back: word", "Did you mean your sudoku? sudoku undo")
        chat.clock.advance(by: 3_601)
        _ = await chat.replies("word in french")
        let later = try await chat.says("undo", expect: "Taken back")
        #expect(!later.contains("sudoku undo"))
    }

    @Test func `what is no guess behind the name of the game says what is meant`() async throws {
        let chat = try await Conversation()
        _ = await chat.replies("word")
        try await chat.says("word again", expect: "one word a day", "word practice", "word \"again\"")
        try await chat.says("word hard", expect: "Hard mode is off", "word hard on")
        _ = await chat.replies("word hard on")
        try await chat.says("word hard", expect: "Hard mode is on", "word hard off")
        try await chat.says("word 330", expect: "You have no Word 330 open", "Today's: word")
        try await chat.says("sudoku 330", expect: "You have no Sudoku 330 open", "Today's: sudoku")
        try await chat.says("word \(number(chat))", expect: "6 guesses left")
        try await chat.says("word letters", expect: "[ ] right place")
        let quoted = try await chat.says("word \"again\"", expect: "again")
        #expect(quoted.contains("5 guesses left") || quoted.contains("Found"), "\(quoted)")
        _ = await chat.replies("set lang zh-Hans")
        try await chat.says("猜词 再来", expect: "每天只有一个词", "猜词 练习")
        try await chat.says("猜词 困难", expect: "困难模式是打开的", "猜词 困难 关闭")
        try await chat.says("猜词 330", expect: "您没有未完成的猜词第 330 期")
        try await chat.says("猜词 在 德语", expect: "您现在猜德语词")
        try await chat.says("帮助 猜词", expect: "猜词 在 德语")
    }

    @Test func `games names each open puzzle and the line that opens it`() async throws {
        let chat = try await Conversation()
        let today = number(chat)
        _ = await chat.replies("word")
        try await chat.says("word in german", expect: "Word \(today), English, is still open: word \(today) English")
        try await chat.says("games", expect: "Word · English: 0 guesses", "German: not begun: word")
        _ = await chat.replies("word")
        for line in ["sudoku hard", "sudoku easy"] { _ = await chat.replies(line) }
        try await chat.says(
            "games",
            expect: "English: 0 guesses of 6 made: word \(today) English",
            "German: 0 guesses of 6 made: word ·",
            "cells to fill: sudoku hard",
            "cells to fill: sudoku easy"
        )
        try await chat.says("word \(today) English", expect: "Word Target \(today), English")
        // Guesses are meant for the one that was opened last, in its language.
        let word = try await word(chat)
        let other = try #require(Self.others.first { $0 != word })
        try await chat.says("word \(other)", expect: "5 guesses left")
        try await chat.says("word german", expect: "Word Target \(today), German")
        try await chat.says("sudoku \(today) hard", expect: "Sudoku \(today), hard")
        try await chat.says("word \(today) klingon", expect: "no words in “klingon”")
        chat.clock.advance(by: 86_400)
        try await chat.says(
            "games",
            expect: "Word · not begun: word",
            "\(today), German: 0 guesses of 6 made: word \(today)",
            "\(today), hard: ",
            "sudoku \(today) hard"
        )
        try await chat.says("word \(today)", expect: "Word Target \(today), German")
        try await chat.says("sudoku \(today) easy", expect: "Sudoku \(today), easy")
    }
}
