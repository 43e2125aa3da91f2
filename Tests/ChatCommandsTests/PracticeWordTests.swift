import NewsModel
import TestSupport
import Testing

@testable import ChatCommands

/// Practice words go on where they were left, in any language, and `games` lists them.
@Suite(.timed) struct PracticeWordTests {
    @Test func `games lists a practice word that is open, and the line it shows goes on with it`() async throws {
        let chat = try await Conversation()
        try await chat.says("word practice", expect: "Practice word, English", "6 guesses left")
        try await chat.says("aahed", expect: "5 guesses left")
        let line = "practice, English: 1 guess of 6 made: word practice"
        try await chat.says("games", expect: "Word · not begun: word", line)
        chat.clock.advance(by: 10)
        try await chat.says("word", expect: "Word Target")
        chat.clock.advance(by: 10)
        try await chat.says(
            "word practice",
            expect: "Practice word, English",
            "aahed",
            "5 guesses left",
            "Another practice word instead of this one: word practice again"
        )
        // What is typed now is for it.
        try await chat.says("zooks", expect: "4 guesses left")
        try await chat.says("word practice again", expect: "Practice word, English", "6 guesses left")
        try await chat.says("games", expect: "practice, English: 0 guesses of 6 made: word practice")
        try await chat.says("scores", expect: "Nobody has points yet")
    }

    @Test func `a practice word is had in a language and in hard mode, in any order of the words`() async throws {
        let chat = try await Conversation()
        for line in [
            "word practice german", "word practice in German", "word german practice", "word practice deutsch",
        ] {
            try await chat.says(line, expect: "Practice word, German", "ä ö ü ß are letters of their own")
        }
        try await chat.says("word practice klingon", expect: "no words in “klingon”", "English", "Spanish")
        try await chat.says("games", expect: "practice, German: 0 guesses of 6 made: word practice German")
        let plain = try await chat.says("word practice", expect: "Practice word, English")
        #expect(!plain.contains("Hard mode"))
        try await chat.says(
            "word practice hard",
            expect: "Practice word, English",
            "Hard mode: every clue must be used"
        )
        try await chat.says("word hard practice german", expect: "Practice word, German", "Hard mode")
        try await chat.says("猜词 练习 困难 French", expect: "Practice word, French", "Hard mode", "no accent counts")
        try await chat.says("word", expect: "Word Target", "English")
    }

    @Test func `hard mode does not begin in a practice word that was guessed at`() async throws {
        let chat = try await Conversation()
        _ = await chat.replies("word practice")
        try await chat.says("aahed", expect: "5 guesses left")
        let hard = "hard mode begins with the next word"
        try await chat.says("word practice hard", expect: hard, "5 guesses left", "word practice hard again")
        try await chat.says("word practice again hard", expect: "Hard mode: every clue", "6 guesses left")
    }

    @Test func `a practice word in another language leads to the next one in it`() async throws {
        let chat = try await Conversation()
        _ = await chat.replies("word practice german")
        for guess in ["aalen", "aalto", "abbas", "abbey", "abate"] { _ = await chat.replies(guess) }
        try await chat.says("abaya", expect: "The word was", "Another: word practice German")
        try await chat.says("word practice german", expect: "6 guesses left")
        #expect(await chat.replies("games").contains { plain($0.message.body).contains("practice, German: 0 guesses") })
    }

    @Test func `in Chinese the line that games shows works`() async throws {
        let chat = try await Conversation()
        _ = await chat.replies("set lang zh-Hans")
        try await chat.says("猜词 练习 德语", expect: "练习词，德语", "单独的字母")
        try await chat.says("游戏", expect: "练习，德语：6 次已用 0 次：猜词 练习 德语")
        try await chat.says("猜词 练习 德语", expect: "练习词，德语")
    }
}
