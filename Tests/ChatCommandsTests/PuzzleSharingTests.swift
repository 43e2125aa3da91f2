import Foundation
import GameRooms
import Games
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// Moves by mail, what is shown to others, and what is kept.
@Suite(.timed) struct PuzzleSharingTests {
    private func number(_ chat: Conversation) -> Int {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return PuzzleDay.number(of: chat.clock.now, in: calendar)
    }

    private func word(_ chat: Conversation) async throws -> String {
        let name = PuzzleName(kind: "word", number: number(chat), language: "en")
        return try #require(try await chat.store.puzzle(name)).content
    }

    /// Ends a quiz round of today in which alice was right three times.
    private func quiz(_ chat: Conversation, daysAgo: Double = 0) async throws {
        let profile = try await chat.store.ensureProfile(
            for: Identity(network: "testnet", account: "alice"),
            name: "alice",
            at: chat.clock.now
        )
        let time = chat.clock.now - daysAgo * 86_400
        let started = try await chat.store.startQuizRound(in: profile.id.recipient, state: "", asked: [], at: time)
        let score = QuizScore(
            playerKey: "testnet:alice",
            profileID: profile.id,
            displayName: "alice",
            points: 3,
            correctCount: 3,
            dayNumber: number(chat) - Int(daysAgo),
            questionCount: 5
        )
        try await chat.store.endQuizRound(try #require(started), scores: [score], at: time)
    }

    @Test func `by mail bare words and several moves in a line are moves, days later too`() async throws {
        let chat = try await Conversation(kind: .mail)
        _ = await chat.replies("word")
        let answer = try await word(chat)
        let wrong = ["aahed", "zooks", "fjord"].filter { $0 != answer }
        try await chat.says(wrong[0], expect: "5 guesses left")
        chat.clock.advance(by: 5 * 3_600)
        try await chat.says("cranes", expect: "That is 6 letters")
        try await chat.says(wrong[1], expect: "4 guesses left")
        _ = await chat.replies("sudoku")
        let grids = try #require(
            try await chat.store.puzzle(PuzzleName(kind: "sudoku", number: number(chat), grade: "easy"))
        ).content.split(separator: " ")
        let (givens, solution) = (
            try #require(SudokuGrid(String(grids[0]))), try #require(SudokuGrid(String(grids[1])))
        )
        let open = (0..<81).map(SudokuCell.init).filter { givens[$0] == 0 }
        let line = open.prefix(2).map { "\($0.name) \(solution[$0])" }.joined(separator: " ")
        #expect(CommandReader().isCommand(line))
        try await chat.says(line, expect: "\(open.count - 2) cells to fill", "a b c")
        try await chat.says("\(open[0].name) clear", expect: "\(open.count - 1) cells to fill")
        try await chat.says("\(open[0].name) ?27", expect: "2 and 7")
        try await chat.says("e10 4", expect: "There is no cell e10")
        try await chat.says("word feeds", expect: "guesses left")
    }

    @Test func `thanks are no guess of six letters`() async throws {
        let chat = try await Conversation()
        _ = await chat.replies("word")
        let answer = await chat.replies("thanks").map { plain($0.message.body) }.joined()
        #expect(!answer.contains("letters"), "\(answer)")
        try await chat.says("thankz", expect: "That is 6 letters")
    }

    @Test func `a quiz of today is shared, one of yesterday is not`() async throws {
        let chat = try await Conversation()
        try await chat.says("share quiz", expect: "no point in a quiz of today yet", "quiz")
        try await quiz(chat, daysAgo: 1)
        try await chat.says("share quiz", expect: "no point in a quiz of today yet")
        try await quiz(chat)
        try await chat.says("share quiz", expect: "News quiz of", "3/5")
        try await chat.says("crier: share quiz", in: "#news", expect: "3/5")
        try await chat.says("share chess", expect: "It goes like this: share")
        _ = await chat.replies("set lang zh-Hans")
        try await chat.says("分享 问答", expect: "新闻问答：3/5")
        try await chat.says("分享 问答", as: .bob, expect: "no point")
    }

    @Test func `scores of the quiz by period`() async throws {
        let chat = try await Conversation()
        try await quiz(chat, daysAgo: 10)
        try await chat.says("scores quiz", expect: "alice", "3")
        try await chat.says("scores quiz month", expect: "alice")
        try await chat.says("scores quiz week", expect: "Nobody has any points yet")
        try await chat.says("scores quiz day", expect: "Nobody has any points yet")
        try await chat.says("scores quiz global all", expect: "Scores: Quiz", "Nobody has points yet")
        _ = await chat.replies("scores global on")
        try await chat.says("scores quiz global all", expect: "alice", "3")
        try await chat.says("scores all", expect: "all games", "alice", "3")
        try await chat.says("streak", expect: "Quiz", "longest")
        try await chat.says("export games", expect: "quiz - - 3 0 5 0 0")
    }

    @Test func `nothing is shared in a room where the date has not come`() async throws {
        let chat = try await Conversation()
        _ = await chat.replies("set tz Pacific/Kiritimati")
        _ = await chat.replies("crier: set room tz Pacific/Pago_Pago", as: .op, in: "#news")
        try await chat.says("crier: share word", in: "#news", expect: "has not come here yet", "midnight")
    }

    @Test func `games say how far each is, and the badge of all three`() async throws {
        let chat = try await Conversation()
        _ = await chat.replies("word")
        let answer = try await word(chat)
        _ = await chat.replies(["aahed", "zooks"].first { $0 != answer } ?? "")
        _ = await chat.replies("sudoku")
        try await chat.says(
            "games",
            expect: "Word · English: 1 guess of 6 made: word",
            "cells to fill: sudoku",
            "Quiz · not begun"
        )
        _ = await chat.replies("word \(answer)")
        _ = await chat.replies(try await solution(chat))
        try await quiz(chat)
        try await chat.says("games", expect: "All three of today are done!", "Quiz · 3/5 right · streak 1 day")
        try await chat.says("badges", expect: "Hat trick: quiz, word and sudoku on one day · earned")
    }

    private func solution(_ chat: Conversation) async throws -> String {
        let name = PuzzleName(kind: "sudoku", number: number(chat), grade: "easy")
        let grids = try #require(try await chat.store.puzzle(name)).content.split(separator: " ")
        let (givens, solution) = (
            try #require(SudokuGrid(String(grids[0]))), try #require(SudokuGrid(String(grids[1])))
        )
        return (0..<81).map(SudokuCell.init).filter { givens[$0] == 0 }.map { "\($0.name) \(solution[$0])" }
            .joined(separator: " ")
    }

    @Test func `scores are exported, and erased with their owner`() async throws {
        let chat = try await Conversation()
        try await chat.says("export games", expect: "no scores yet", "games")
        _ = await chat.replies("word")
        _ = await chat.replies("word \(try await word(chat))")
        try await chat.says("export games", expect: "Scores of alice", "word en - 6 1 1 0 0")
        try await chat.says("export games", as: .guest, expect: "Identify with services")
        #expect(await chat.replies("crier: export games", in: "#news").allSatisfy { $0.address.kind == .person })
        _ = await chat.replies("set lang zh-Hans")
        try await chat.says("export games", expect: "alice 的得分")
        _ = await chat.replies("forget me")
        _ = await chat.replies("yes")
        try await chat.says("export games", expect: "no scores yet")
    }
}
