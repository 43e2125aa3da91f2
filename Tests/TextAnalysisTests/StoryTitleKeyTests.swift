import Testing

@testable import TextAnalysis

@Suite struct StoryTitleKeyTests {
    @Test(arguments: [
        ("Fed raises interest rates again", "Fed Raises Interest Rates Again!", "Reuters"),
        ("Fed raises interest rates again", "Fed raises interest rates again - BBC News", "BBC News"),
        ("Fed raises interest rates again", "Fed raises interest rates again | theguardian.com", "The Guardian"),
        ("Fed raises interest rates again", "Reuters: Fed raises interest rates again", "Reuters"),
        (
            "Große Mehrheit für neues Klimagesetz im Bundestag",
            "GROSSE MEHRHEIT für neues Klimagesetz im Bundestag – heise online", "heise online"
        ),
        ("日本政府が新しい経済対策を発表", "日本政府が新しい経済対策を発表 - NHK", "NHK"),
    ])
    func `equal headlines have one key`(first: String, second: String, source: String) throws {
        let key = try #require(StoryTitleKey.key(for: first, source: nil))
        #expect(StoryTitleKey.key(for: second, source: source) == key)
    }

    @Test(arguments: [
        ("Fed raises interest rates again", "Fed lowers interest rates again"),
        ("Apple sells 3 million new phones", "Apple sells 4 million new phones"),
        ("Fed raises interest rates again", "Fed raises interest rates again - Sky News"),
    ])
    func `different headlines have different keys`(first: String, second: String) {
        #expect(StoryTitleKey.key(for: first, source: "BBC News") != StoryTitleKey.key(for: second, source: "BBC News"))
    }

    @Test(arguments: [
        "Daily discussion", "Open thread", "Daily thread - November 3", "Daily Discussion Thread for November 03, 2026",
        "Monday morning news briefing", "What is it with us?", "Home", "", "2026 11 03 04 05", "東京の天気", "News",
        "The Tuesday Evening Open Thread: 3 November",
    ])
    func `titles that say too little have no key`(title: String) {
        #expect(StoryTitleKey.key(for: title, source: nil) == nil)
    }

    @Test func `an instalment with a subject of its own has a key`() {
        #expect(StoryTitleKey.key(for: "Morning briefing: Fed raises interest rates again", source: nil) != nil)
    }

    @Test func `a title as long as a book is read in part`() {
        #expect(StoryTitleKey.key(for: String(repeating: "- word ", count: 500_000), source: "word") != nil)
    }
}
