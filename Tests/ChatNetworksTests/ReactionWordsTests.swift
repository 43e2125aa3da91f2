import NewsModel
import TestSupport
import Testing

@testable import ChatNetworks

@Suite(.timed) struct ReactionWordsTests {
    @Test(
        arguments: [
            ("🔖", "save"), ("⭐️", "save"), ("❓", "why"), ("📖", "read"), ("🇦", "a"), ("🇩", "d"), ("🅱️", "b"), ("C", "c"),
            ("1️⃣", "1"), ("9️⃣", "9"), ("🇪", nil), ("e", nil), ("👍", nil), ("", nil), ("0️⃣", nil), ("🇦🇧", nil),
            ("!help", nil),
            ("crier: quit", nil), ("1", nil),
        ] as [(String, String?)]
    )
    func `a reaction stands for words`(key: String, word: String?) {
        #expect(ReactionWords.word(for: key, commands: CommandVocabulary.forTest.reactions) == word)
    }
}
