import Foundation
import GameRooms
import Games
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// How a room that plays together is told to play, and how it closes a game.
@Suite(.timed) struct RoomGameClosingTests {
    /// Words that are no answer, so that a game goes on.
    private static let others = ["aahed", "zooks", "xylic", "quipu", "fjord", "mimed", "bitty"]
    private static let carol = Conversation.Speaker(name: "carol", account: "carol")

    private func together() async throws -> Conversation {
        let chat = try await Conversation()
        try await chat.says("crier: set room games together", as: .op, in: "#news", expect: "played together here")
        return chat
    }

    private func game<Played: Game>(_ chat: Conversation, _ kind: PuzzleKind) async throws -> Played {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let number = PuzzleDay.number(of: chat.clock.now, in: calendar)
        let room = try #require(try await chat.store.room(network: "testnet", name: "#news"))
        let play = try await chat.store.roomPlay(of: kind.rawValue, number: number, in: room.id)
        guard case .game(let game) = SavedGame<Played>.decoded(try #require(play).state) else {
            throw CancellationError()
        }
        return game
    }

    /// Opens the room's word; the answer, and words that are none.
    private func opened(_ chat: Conversation) async throws -> (word: String, wrong: [String]) {
        _ = await chat.replies("!word", in: "#news")
        let game: WordTarget = try await game(chat, .word)
        return (game.answer, Self.others.filter { $0 != game.answer })
    }

    @Test func `a room that plays together is told what to type there`() async throws {
        let chat = try await together()
        try await chat.says("crier: set room games", in: "#news", expect: "!word crane (in turns)", "!bee <word>")
        let way = "Guess with crier: word crane (or !word crane), in turns."
        let board = try await chat.says("!word", in: "#news", expect: way)
        #expect(!board.contains("type a word"), "\(board)")
        let bee = try await chat.says("!bee", in: "#news", expect: "crier: bee <word> (or !bee <word>)")
        #expect(!bee.contains("Type a word"), "\(bee)")
        let (_, wrong) = try await opened(chat)
        _ = await chat.replies("!word \(wrong[0])", in: "#news")
        try await chat.says("!word", in: "#news", expect: way, "5 guesses left")
        // In private a bare word is a guess.
        try await chat.says("word", expect: "type a word")
        _ = await chat.replies("crier: set room prefix ~", as: .op, in: "#news")
        try await chat.says("~word", in: "#news", expect: "(or ~word crane)")
        _ = await chat.replies("crier: set room lang zh-Hans", as: .op, in: "#news")
        try await chat.says("~word", in: "#news", expect: "crier: 猜词 crane（或 ~猜词 crane）")
        try await chat.says("crier: set room games", in: "#news", expect: "~猜词 crane", "~蜂巢 <单词>")
    }

    @Test func `two who play close a game for the day, and others do not`() async throws {
        let chat = try await together()
        try await chat.says("!word stop", in: "#news", expect: "Word is not being played here", "crier: word")
        let (word, wrong) = try await opened(chat)
        try await chat.says("!word stop", in: "#news", expect: "Word is not being played here")
        try await chat.says("!word \(wrong[0])", in: "#news", expect: "5 guesses left")
        try await chat.says("!word \(wrong[1])", as: .bob, in: "#news", expect: "4 guesses left")
        try await chat.says("!word stop", as: Self.carol, in: "#news", expect: "Only who plays along")
        try await chat.says("!word stop", as: .bob, in: "#news", expect: "a second player", "crier: word stop")
        // The same one does not count twice.
        try await chat.says("!word end", as: .bob, in: "#news", expect: "a second player")
        try await chat.says("!word \(wrong[2])", as: Self.carol, in: "#news", expect: "3 guesses left")
        try await chat.says("!word cancel", as: Self.carol, in: "#news", expect: "Word is closed here for today")
        for line in ["!word", "!word \(word)"] {
            try await chat.says(line, in: "#news", expect: "Word was closed here for today", "in private")
        }
        try await chat.says("!word stop", in: "#news", expect: "Word is not being played here")
        try await chat.says("!bee", in: "#news", expect: "Spelling Bee", "Middle letter")
        chat.clock.advance(by: 86_400)
        try await chat.says("!word", in: "#news", expect: "6 guesses left")
    }

    @Test func `who made the first move closes it alone, and so does an operator`() async throws {
        let chat = try await together()
        _ = await chat.replies("!bee", in: "#news")
        let bee: SpellingBee = try await game(chat, .bee)
        let found = try #require(bee.answers.first)
        try await chat.says("!bee \(found)", as: .bob, in: "#news", expect: "in all")
        try await chat.says("!word", in: "#news", expect: "Spelling Bee is going on here", "crier: bee stop")
        // Three letters are no word of a bee.
        try await chat.says("!bee end", in: "#news", expect: "Only who plays along")
        try await chat.says("!bee end", as: .bob, in: "#news", expect: "Spelling Bee is closed here for today")
        try await chat.says("!bee", in: "#news", expect: "Spelling Bee was closed here for today")
        try await chat.says("!bee \(found)", in: "#news", expect: "Spelling Bee was closed here for today")
        let (_, wrong) = try await opened(chat)
        try await chat.says("!word \(wrong[0])", in: "#news", expect: "5 guesses left")
        try await chat.says("!word stop", as: .op, in: "#news", expect: "Word is closed here for today")
    }

    @Test func `a game by the clock for a channel that plays none is refused, and one game may be off alone`()
        async throws
    {
        let chat = try await Conversation()
        chat.network.makeOperator("olga", in: "#news")
        try await chat.says("crier: set room games off", as: .op, in: "#news", expect: "No games are played here")
        try await chat.says("word at 08:00 to #news", as: .op, expect: "No games are played in #news", "In private")
        try await chat.says("crier: set room verbs -quiz", as: .op, in: "#news", expect: "-quiz")
        try await chat.says("crier: quiz", in: "#news", expect: "Quiz is not played here. In private it is: quiz")
        try await chat.says("!quiz", in: "#news")
        try await chat.says("word at 08:00 to #news", as: .op, expect: "08:00")
        _ = await chat.replies("crier: set room lang zh-Hans", as: .op, in: "#news")
        try await chat.says("crier: 问答", in: "#news", expect: "这里不玩问答。私聊里可以玩：问答")
    }
}
