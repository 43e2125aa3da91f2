import Testing

@testable import TextAnalysis

@Suite struct WordsTests {
    @Test func `stop words are folded and known by language`() {
        #expect(StopWords.contains("the", in: "en-GB"))
        #expect(StopWords.contains("fur", in: "de"))
        #expect(!StopWords.contains("die", in: "en"))
        #expect(StopWords.words(for: "xx").isEmpty)
    }

    @Test(arguments: [
        ("en", "elections", "elect"), ("de", "wahlen", "wahl"), ("ru", "выборы", "выбор"), ("fr", "elections", "elect"),
    ])
    func `words are cut to stems`(language: String, word: String, stem: String) throws {
        #expect(try #require(Stemmer(language: language)).stem(word) == stem)
    }

    @Test func `languages without stems have no stemmer`() {
        #expect(Stemmer(language: "zh") == nil)
    }

    @Test(arguments: [
        ("The government announced new measures against inflation on Tuesday", "en"),
        ("Die Bundesregierung hat am Dienstag neue Maßnahmen beschlossen", "de"),
        ("Le gouvernement a annoncé de nouvelles mesures contre l'inflation", "fr"),
        ("Правительство объявило о новых мерах против инфляции", "ru"), ("政府は火曜日に新しい対策を発表した", "ja"),
        ("정부는 화요일에 새로운 대책을 발표했다", "ko"), ("政府星期二宣布新的经济措施", "zh"),
    ])
    func `languages are told apart`(text: String, language: String) {
        #expect(LanguageDetector.detect(text) == language)
    }

    @Test func `nothing has no language`() {
        #expect(LanguageDetector.detect("") == nil)
        #expect(LanguageDetector.detect("\u{0} \u{1}") == nil)
    }

    @Test(arguments: [
        ("headlnes", "headlines"), ("haedlines", "headlines"), ("digset", "digest"), ("qiuz", "quiz"),
        ("alrt", "alert"),
    ])
    func `the nearest command is suggested`(typed: String, meant: String) {
        #expect(ClosestMatch.suggestion(for: typed, among: ["headlines", "digest", "quiz", "alert", "news"]) == meant)
    }

    @Test(arguments: ["", "zebra", "xyz", String(repeating: "digest", count: 100_000)])
    func `nothing is suggested for what is far from all`(typed: String) {
        #expect(ClosestMatch.suggestion(for: typed, among: ["headlines", "digest", "quiz"]) == nil)
    }

    @Test func `cutting keeps characters and words whole`() {
        #expect(TextCutting.truncated("short", toCharacters: 5) == "short")
        #expect(TextCutting.truncated("one two three four", toCharacters: 12) == "one two…")
        #expect(TextCutting.truncated("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", toBytes: 30, ellipsis: "") == "👨‍👩‍👧‍👦")
        #expect(TextCutting.truncated("äöü", toBytes: 3, ellipsis: "") == "ä")
        #expect(TextCutting.truncated("abcdef", toBytes: 2) == "")
        let hostile = "a" + String(repeating: "\u{301}", count: 10_000)
        #expect(TextCutting.truncated(hostile, toBytes: 101, ellipsis: "").utf8.count <= 101)
        for limit in 0...40 {
            #expect(TextCutting.truncated("Größe 東京 is 👍🏽 big", toBytes: limit).utf8.count <= limit)
            #expect(TextCutting.truncated("Größe 東京 is 👍🏽 big", toCharacters: limit).count <= limit)
        }
    }
}
