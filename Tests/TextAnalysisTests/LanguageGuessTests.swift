import TestSupport
import Testing

@testable import TextAnalysis

@Suite struct LanguageGuessTests {
    @Test(arguments: [
        ("Οι εκλογές θα γίνουν τον Μάιο", "el"), ("הממשלה אישרה את התקציב", "he"), ("รัฐบาลประกาศมาตรการใหม่", "th"),
        ("மத்திய அரசு அறிவிப்பு", "ta"), ("সরকার নতুন বাজেট ঘোষণা করেছে", "bn"), ("მთავრობამ ბიუჯეტი დაამტკიცა", "ka"),
        ("總統將於下週訪問歐洲", "zh-Hant"), ("OpenAI发布GPT-5新模型", "zh"), ("iPhone 17 Pro Max评测", "zh"),
        ("ソニー、新型テレビを発表", "ja"), ("鲜の每日新鲜水果配送上门服务", "zh"), ("経済対策発表", "ja"),
        ("東京で地震、負傷者12人", "ja"), ("首相、北京訪問を延期", "ja"), ("国会解散へ", "ja"),
    ])
    func `letters alone tell the language`(text: String, language: String) {
        let guess = LanguageGuess.guess(of: text, declared: "en-US", usual: "en")
        #expect(guess.language == language)
        #expect(guess.evidence == .script)
        #expect(guess.declared == "en-US")
    }

    @Test func `short titles take the usual language, and what the text says is kept`() {
        let guess = LanguageGuess.guess(of: "Kommentar", declared: "en-US", usual: "de-AT")
        #expect(guess.language == "de")
        #expect(guess.evidence == .usual)
        #expect(guess.ofText != nil)
    }

    @Test func `characters common to Chinese and Japanese are read as the feed's language`() {
        #expect(LanguageGuess.guess(of: "首相会談", usual: "ja").language == "ja")
        #expect(LanguageGuess.guess(of: "首相会談", usual: "zh-TW").language == "zh-Hant")
        #expect(LanguageGuess.guess(of: "北京天安", declared: "en").language == "zh")
    }

    @Test func `texts without letters take what the feed says, or nothing`() {
        #expect(LanguageGuess.guess(of: "2026 — 11:30", declared: "fr-FR").language == "fr")
        #expect(LanguageGuess.guess(of: "2026 — 11:30", declared: "fr-FR").evidence == .declared)
        #expect(LanguageGuess.guess(of: "").language == nil)
    }

    @Test(arguments: ["und", "", "english", "x-default", "12", "mul"])
    func `tags that are no language count for nothing`(tag: String) {
        #expect(LanguageGuess.guess(of: "Das Wetter", declared: tag, usual: tag).language != LanguageGuess.base(tag))
        #expect(LanguageGuess.guess(of: "123", declared: tag).language == nil)
    }

    @Test func `hostile text costs no more than its head`() {
        let text = String(repeating: "क\u{301}", count: 200_000) + String(repeating: "a ", count: 200_000)
        #expect(processorTime { _ = LanguageGuess.guess(of: text) } < .seconds(30))
        #expect(LanguageGuess.guess(of: String(repeating: "\u{0}", count: 100_000)).language == nil)
    }
}
