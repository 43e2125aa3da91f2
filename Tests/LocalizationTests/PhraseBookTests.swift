import Foundation
import NewsModel
import Testing

@testable import Localization

@Suite struct PhraseBookTests {
    private static let table = """
        before = "please|can you"
        after = "thanks"
        never = "not|you"
        joints = "and"
        [lists]
        news = "[the] (news|headlines)"
        [clock]
        morning = "am|in the morning"
        evening = "pm|in the evening"
        hour = "oclock"
        halfPast = "half past"
        noon = "noon"
        [values.number]
        7 = "seven"
        8 = "eight"
        [values.days]
        mon = "monday"
        fri = "friday"
        [[intent]]
        command = "headlines at {time} {days?}"
        own = "headlines at {time} {days?} to dm"
        phrases = \"\"\"
        [send me] <news> (at|around) {time} [on {days}]
        [send me] <news> every evening at {evening}
        \"\"\"
        [[intent]]
        command = "alert add {query}"
        phrases = "tell me about [the] {query}"
        [[intent]]
        command = "quiet {from}-{until}"
        phrases = "be quiet from {from} to {until}"
        """

    private func line(_ said: String, in table: String = table) throws -> String? {
        let book = try PhraseFile.book(of: table, file: "intents.toml")
        return book.reading(of: said).flatMap { reading in reading.intent.command.map { reading.line($0).text } }
    }

    @Test(arguments: [
        ("news at 8", "headlines at 08:00"),
        ("Please send me the NEWS at 7.30!", "headlines at 07:30"),
        ("can you please send me headlines at half past seven, thanks", "headlines at 07:30"),
        ("news around eight in the evening", "headlines at 20:00"),
        ("news at 8 pm", "headlines at 20:00"), ("news at 8pm", "headlines at 20:00"),
        ("news at 12 am", "headlines at 00:00"), ("news at noon", "headlines at 12:00"),
        ("news at 8 o'clock", "headlines at 08:00"),
        ("news every evening at 7", "headlines at 19:00"),
        ("news every evening at 20:15", "headlines at 20:15"),
        ("news at 8 on Monday and Friday", "headlines at 08:00 mon,fri"),
        ("be quiet from 10pm to 7am", "quiet 22:00-07:00"),
        ("tell me about the Bank of England", "alert add Bank of England"),
        ("tell me about \"data breach\" please", "alert add \"data breach\" please"),
        ("tell me about São Paulo", "alert add São Paulo"),
    ])
    func `a phrase becomes its command`(said: String, command: String) throws {
        #expect(try line(said) == command)
    }

    @Test(arguments: [
        "", "news", "I saw the news at 8", "news at 8 was bad", "news at 25", "news at 8:75", "not news at 8",
        "tell me about you", "tell me about what is not there", "send me", "please thanks", "news at",
    ])
    func `what no phrase says from beginning to end means nothing`(said: String) throws {
        #expect(try line(said) == nil)
    }

    @Test(arguments: [
        ("open 3", "read 3" as String?), ("open -3", "read -3"), ("open −3", "read -3"), ("open -x", nil),
        ("open 3-4", nil),
    ])
    func `the minus of a number is not lost`(said: String, command: String?) throws {
        let table = """
            [[intent]]
            command = "read {number}"
            phrases = "open {number}"
            """
        #expect(try line(said, in: table) == command)
    }

    @Test func `a phrase holds for signs without blanks between them`() throws {
        let table = """
            [clock]
            morning = "早上"
            evening = "晚上"
            hour = "点"
            half = "半"
            [values.number]
            8 = "八"
            [[intent]]
            command = "headlines at {time}"
            phrases = "[每天] {time} 给我 [发] 新闻"
            [[intent]]
            command = "alert add {query}"
            phrases = "有人提到 {query} 就告诉我"
            """
        #expect(try line("每天晚上八点半给我发新闻。", in: table) == "headlines at 20:30")
        #expect(try line("早上8点给我新闻", in: table) == "headlines at 08:00")
        #expect(try line("有人提到 BBC News 就告诉我", in: table) == "alert add BBC News")
    }

    @Test func `lines longer than what people say are not read, so that a line of any length takes little time`()
        throws
    {
        // What people put before a phrase may be there several times.
        func polite(_ words: Int) -> String { String(repeating: "please ", count: words - 3) + "news at 8" }
        #expect(try line(polite(40)) == "headlines at 08:00")
        for words in [41, 1_000] { #expect(try line(polite(words)) == nil) }
        #expect(try line("tell me about " + String(repeating: "the ", count: 1_000)) == nil)
    }

    @Test(arguments: [
        ("phrases = \"news [at\"", "] is missing", 4), ("phrases = \"news at)\"", "does not belong here", 4),
        ("phrases = \"news <times>\"", "there is no list <times>", 4),
        ("phrases = \"news {hour}\"", "there is no slot {hour}", 4),
        ("phrases = \"news [at {time}]\"", "does not always have {time}", 4),
        ("phrase = \"news at {time}\"", "“phrase” is no part of an intent", 4),
    ])
    func `a mistake is named with its file and line`(wrong: String, reason: String, line: Int) throws {
        let table = "# Phrases\n[[intent]]\ncommand = \"headlines at {time}\"\n" + wrong
        do {
            _ = try PhraseFile.book(of: table, file: "intents.toml")
            Issue.record("\(wrong) is accepted")
        } catch {
            let shown = "\(error)".replacing("“", with: "").replacing("”", with: "")
            #expect(shown.contains(reason.replacing("“", with: "").replacing("”", with: "")), "\(shown)")
            #expect("\(error)".hasPrefix("intents.toml:\(line): "), "\(error)")
        }
    }

    @Test func `every language says everything that can be said in English`() throws {
        let catalogue = try LocaleFiles.catalogue()
        let english = try #require(catalogue.phraseBooks(for: "en").first)
        for language in catalogue.languages {
            let book = try #require(catalogue.phraseBooks(for: language).first)
            let differing = Set(book.intents.compactMap(\.command)).symmetricDifference(
                english.intents.compactMap(\.command)
            )
            #expect(differing.filter { !$0.hasPrefix("digest {period") } == [], "\(language)")
        }
    }
}
