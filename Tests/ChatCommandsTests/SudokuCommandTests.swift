import Foundation
import GameRooms
import Games
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// The conversations about sudokus and the bee, as people have them.
@Suite struct SudokuCommandTests {
    private struct Board {
        var givens: SudokuGrid
        var solution: SudokuGrid

        /// The moves that fill all cells but some.
        func moves(except left: Int = 0) -> [String] {
            let open = (0..<81).map(SudokuCell.init).filter { givens[$0] == 0 }
            return open.dropLast(left).map { "\($0.name) \(solution[$0])" }
        }
    }

    private func board(_ chat: Conversation, _ grade: String = "easy") async throws -> Board {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let number = PuzzleDay.number(of: chat.clock.now, in: calendar)
        let name = PuzzleName(kind: "sudoku", number: number, grade: grade)
        let grids = try #require(try await chat.store.puzzle(name)).content.split(separator: " ")
        return Board(
            givens: try #require(SudokuGrid(String(grids[0]))),
            solution: try #require(SudokuGrid(String(grids[1])))
        )
    }

    @Test func `a grid is opened, filled with bare moves and solved`() async throws {
        let chat = try await Conversation()
        let opened = try await chat.says("sudoku", expect: "Sudoku", "easy", "   a b c  d e f  g h i", "cells to fill")
        #expect(opened.split(separator: "\n").count == 12)
        let board = try await board(chat)
        let moves = board.moves()
        try await chat.says(moves[0], expect: moves[0], "cells to fill", "sudoku")
        try await chat.says("sudoku undo", expect: "cells to fill")
        chat.clock.advance(by: 245)
        try await chat.says(moves.dropLast().joined(separator: " "), expect: "1 cell to fill")
        let last = try #require(moves.last)
        try await chat.says(last, expect: "Solved in 4 minutes 5 seconds, without a hint!", "share sudoku")
        try await chat.says("share sudoku", expect: "(easy) solved in 4 minutes 5 seconds")
        try await chat.says("sudoku", expect: "solved in 4 minutes 5 seconds")
        try await chat.says("sudoku e4 7", expect: "solved already", "games")
        try await chat.says("games", expect: "easy in 4 minutes 5 seconds", "best 4 minutes 5 seconds")
        try await chat.says("streak", expect: "Sudoku: 1 day now")
        try await chat.says("badges", expect: "First grid", "earned", "not yet")
    }

    @Test func `each wrong line has its sentence`() async throws {
        let chat = try await Conversation()
        _ = await chat.replies("sudoku")
        let board = try await board(chat)
        let given = try #require((0..<81).map(SudokuCell.init).first { board.givens[$0] != 0 })
        let open = try #require((0..<81).map(SudokuCell.init).first { board.givens[$0] == 0 })
        try await chat.says("e10 4", expect: "There is no cell e10", "rows 1 to 9", "e4 7")
        try await chat.says("sudoku e10", expect: "There is no cell e10")
        try await chat.says("\(open.name) 0", expect: "“0” is no digit from 1 to 9")
        try await chat.says("\(given.name) 5", expect: "belongs to the puzzle and stays")
        try await chat.says(open.name, expect: "What goes into \(open.name)?")
        try await chat.says("sudoku undo", expect: "no move to take back")
        try await chat.says("sudoku fill it", expect: "“fill it” is no move")
        let wrong = board.solution[open] % 9 + 1
        _ = await chat.replies("\(open.name) \(wrong)")
        try await chat.says("check", expect: "1 digit is wrong: \(open.name)")
        try await chat.says("hint", expect: "first correct \(open.name)")
        try await chat.says("\(open.name) clear", expect: "cells to fill")
        try await chat.says("\(open.name) ?27", expect: "Noted for \(open.name): 2 and 7")
        // Notes are shown below the board, in its last line.
        let shown = try await chat.says("sudoku", expect: "noted: \(open.name) 27")
        #expect(shown.split(separator: "\n").count == 11)
        let hint = await chat.replies("hint").map { plain($0.message.body) }.joined()
        #expect(hint.contains("can only be") || hint.contains("has one place left"), "\(hint)")
    }

    @Test func `a room hears who plays and how long it took, and never a board`() async throws {
        let chat = try await Conversation()
        let replies = await chat.replies("!sudoku medium", in: "#news")
        #expect(replies.map(\.address.kind) == [.person, .room])
        #expect(plain(replies[1].message.body).contains("alice is at sudoku"))
        let moves = try await board(chat, "medium").moves().joined(separator: " ")
        chat.clock.advance(by: 60)
        let end = await chat.replies(moves)
        #expect(end.map(\.address.kind) == [.person, .room])
        #expect(plain(end[1].message.body).contains("(medium) in 1 minute"))
        try await chat.says("!scores sudoku all", in: "#news", expect: "alice", "1 minute")
        for word in ["!games", "!streak"] {
            #expect(await chat.replies(word, in: "#news").map(\.address.kind) == [.person])
        }
    }

    @Test func `a check is a hint, and a grid that was opened again takes the moves`() async throws {
        let chat = try await Conversation()
        _ = await chat.replies("sudoku")
        let easy = try await board(chat)
        _ = await chat.replies("sudoku medium")
        try await chat.says("sudoku easy", expect: "easy")
        try await chat.says(easy.moves()[0], expect: easy.moves()[0])
        try await chat.says("check", expect: "Nothing is wrong so far")
        try await chat.says("games", expect: "easy: \(easy.moves().count - 1) cells to fill: sudoku easy")
        try await chat.says(easy.moves().joined(separator: " "), expect: "with 1 hint")
    }

    @Test func `an older grid is told, and goes on by its number`() async throws {
        let chat = try await Conversation()
        _ = await chat.replies("sudoku hard")
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let number = PuzzleDay.number(of: chat.clock.now, in: calendar)
        let moves = try await board(chat, "hard").moves()
        chat.clock.advance(by: 86_400)
        let today = try await chat.says("sudoku", expect: "easy", "Puzzle \(number) is still open", "sudoku \(number)")
        #expect(today.contains("Sudoku \(number + 1)"))
        try await chat.says("games", expect: "Sudoku · ")
        try await chat.says("sudoku \(number)", expect: "Sudoku \(number), hard")
        try await chat.says(moves[0], expect: moves[0])
        try await chat.says("sudoku", expect: "Sudoku \(number + 1)")
    }

    @Test func `where tables are shown the board comes after each move`() async throws {
        let chat = try await Conversation(kind: .matrix)
        _ = await chat.replies("sudoku")
        let move = try #require(try await board(chat).moves().first)
        try await chat.says(move, expect: "   a b c  d e f  g h i", "cells to fill")
    }

    @Test func `a bee is opened and its words are found`() async throws {
        let chat = try await Conversation()
        try await chat.says("bee", expect: "Spelling Bee", "Middle letter", "pangram", "Beginner · 0 of")
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let number = PuzzleDay.number(of: chat.clock.now, in: calendar)
        let name = PuzzleName(kind: "bee", number: number, language: "en")
        let letters = try #require(try await chat.store.puzzle(name)).content
        let words = try #require(try ShippedPuzzles.library.get().bee).answers(on: letters)
        let word = try #require(words.first { CommandTable.standard.command(named: $0) == nil })
        try await chat.says(word, expect: word, "in all")
        try await chat.says("bee \(word)", expect: "already")
        let foreign = try #require("abcdefghijklmnopqrtuvwxyz".first { !letters.contains($0) })
        try await chat.says("bee \(foreign)\(word)", expect: "\(foreign.uppercased()) is not among the seven letters")
        try await chat.says("bee \(letters.prefix(3))", expect: "too short")
        try await chat.says("bee two words", expect: "It goes like this")
        try await chat.says("bee", expect: "Found: \(word)", "pangram", "Moving up from")
        try await chat.says("export games", expect: "bee en - open", "player - - -")
    }

    @Test func `a room hears once that somebody is a genius, and bees do not drown words`() async throws {
        let chat = try await Conversation()
        #expect(await chat.replies("!bee", in: "#news").map(\.address.kind) == [.person, .room])
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let number = PuzzleDay.number(of: chat.clock.now, in: calendar)
        let name = PuzzleName(kind: "bee", number: number, language: "en")
        let letters = try #require(try await chat.store.puzzle(name)).content
        let words = try #require(try ShippedPuzzles.library.get().bee).answers(on: letters)
        var told: [String] = []
        for word in words {
            let replies = await chat.replies("bee \(word)")
            told += replies.filter { $0.address.kind == .room }.map { plain($0.message.body) }
            if case .result(let result) = replies.compactMap(\.told).first {
                try await chat.store.noteTold(result, at: chat.clock.now)
            }
        }
        #expect(
            told.count == 1 && told.allSatisfy { $0.contains("alice is a Genius in Spelling Bee \(number)") },
            "\(told)"
        )
        try await chat.says("scores all", expect: "alice", "7")
        let bee = await chat.replies("scores bee all").map { plain($0.message.body) }.joined()
        #expect(!bee.contains(" 7 "))
    }

    @Test func `the clock says that a puzzle is open, by mail it cannot`() async throws {
        let chat = try await Conversation()
        try await chat.says("word at 08:00", expect: "Word", "08:00", "schedules off 1")
        try await chat.says("!sudoku at 08:00", as: .op, in: "#news", expect: "Sudoku", "08:00")
        try await chat.says("word at 25:00", expect: "25:00")
        try await chat.says("word at off", expect: "Stopped 1 schedule: Word")
        try await chat.says("sudoku at 08:00 to mail", expect: "By mail, write sudoku")
        try await chat.says("bee at 08:00 to mail", expect: "By mail, write bee")
    }

    @Test func `a bee, a grade, and a quiz about something come by the clock, too`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Chips get smaller", category: "Tech")
        try await chat.says("bee at 08:00", expect: "Spelling Bee daily at 08:00", "schedules off 1")
        try await chat.says("sudoku hard at 09:00", expect: "Sudoku (hard) daily at 09:00")
        try await chat.says("sudoku at 09:00", expect: "Sudoku daily at 09:00", "Instead of: Sudoku (hard)")
        try await chat.says("quiz start 3 tech at 20:00", expect: "Quiz (3 questions, Tech) daily at 20:00")
        try await chat.says("quiz tech 4 at 21:00 weekdays to dm", expect: "Quiz (4 questions, Tech)", "21:00")
        try await chat.says("quiz start 21 at 20:00", expect: "20")
        try await chat.says("quiz start chess at 20:00", expect: "no category or feed “chess”")
        try await chat.says("bee often at 08:00", expect: "It goes like this: bee")
        // A report is a text, whatever stands in it.
        let report = await chat.replies("quiz report 2 it began at 20:00").map { plain($0.message.body) }.joined()
        #expect(!report.contains("daily at 20:00"), "\(report)")
        // What is exported sets up the same again.
        let document = await chat.replies("export all").map { plain($0.message.body) }.joined(separator: "\n")
        for line in ["quiz also at 20:00 3 Tech", "bee also at 08:00", "sudoku also at 09:00"] {
            #expect(document.contains(line), "\(line): \(document)")
            let again = await chat.replies(line).map { plain($0.message.body) }.joined()
            #expect(!again.contains("Instead of"), "\(again)")
        }
        #expect(document.contains("export games"))
        _ = await chat.replies("set lang zh-Hans")
        try await chat.says("数独 困难 定时 10:00", expect: "数独 (困难)", "10:00")
        try await chat.says("问答 开始 5 定时 22:00", expect: "问答 (5 题)", "22:00")
    }

    @Test func `in Chinese`() async throws {
        let chat = try await Conversation()
        _ = await chat.replies("set lang zh-Hans")
        try await chat.says("数独 中等", expect: "数独第", "中等", "还有")
        let board = try await board(chat, "medium")
        try await chat.says("e10 4", expect: "没有 e10 这个格子")
        let given = try #require((0..<81).map(SudokuCell.init).first { board.givens[$0] != 0 })
        try await chat.says("\(given.name) 5", expect: "是题目给出的，不能改")
        let open = try #require((0..<81).map(SudokuCell.init).first { board.givens[$0] == 0 })
        try await chat.says("\(open.name) 0", expect: "“0”不是 1 到 9 的数字")
        try await chat.says("\(open.name)", expect: "\(open.name) 填什么")
        try await chat.says("数独 检查", expect: "到目前为止没有错")
        #expect(await chat.replies("提示").count == 1)
        try await chat.says(board.moves().joined(separator: " "), expect: "用了 2 次提示")
        try await chat.says("数独 e4 7", expect: "已经完成了")
        try await chat.says("连续纪录", expect: "数独：现在 1 天")
        try await chat.says("得分榜", expect: "alice")
    }
}
