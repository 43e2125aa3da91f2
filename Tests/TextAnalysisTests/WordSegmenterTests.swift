import Testing

@testable import TextAnalysis

@Suite struct WordSegmenterTests {
    @Test(arguments: [
        ("zh", "中国科学家发现新行星", ["中国", "科学", "家", "发现", "新", "行星"]),
        ("zh", "北京大学 2026年招生", ["北京", "大学", "2026", "年", "招生"]),
        ("ja", "東京で桜が開花した", ["東京", "で", "桜", "が", "開花", "した"]),
        ("ja", "スマートフォンの価格", ["スマート", "フォン", "の", "価格"]),
        ("th", "รัฐบาลประกาศมาตรการใหม่", ["รัฐบาล", "ประกาศ", "มาตรการ", "ใหม่"]),
        ("ko", "정부는 대책을 발표했다", ["정부는", "대책을", "발표했다"]),
        ("en", "Élan's C++ costs 5 euros", ["elan", "s", "c++", "costs", "5", "euros"]),
        ("de", "Straßen in Köln", ["strassen", "in", "koln"]),
        ("zh", "OpenAI发布新模型", ["openai", "发布", "新", "模型"]),
    ])
    func `words are those of a dictionary`(language: String, text: String, words: [String]) {
        #expect(WordSegmenter().words(in: text, language: language).map(\.folded) == words)
    }

    @Test(arguments: [
        ("km", "រដ្ឋាភិបាលប្រកាសវិធានការថ្មី"), ("lo", "ລັດຖະບານປະກາດມາດຕະການໃໝ່"), ("my", "အစိုးရကအစီအစဉ်သစ်ကြေညာသည်"),
    ])
    func `Khmer, Lao and Burmese have words too`(language: String, text: String) {
        let words = WordSegmenter().words(in: text, language: language)
        #expect(words.count >= 3)
        #expect(words.map(\.kind).allSatisfy { $0 == .ideographic })
    }

    @Test func `stems leave endings off`() {
        let segmenter = WordSegmenter()
        #expect(segmenter.words(in: "elections", language: "en-GB").map(\.stem) == ["elect"])
        #expect(segmenter.words(in: "정부는 대책을", language: "ko").map(\.stem) == ["정부", "대책"])
        #expect(segmenter.words(in: "elections", language: nil).map(\.stem) == ["elections"])
    }

    @Test func `kinds are told apart`() {
        let words = WordSegmenter().words(in: "Tokyo 東京 2026 서울", language: "ja")
        #expect(words.map(\.kind) == [.word, .ideographic, .number, .word])
    }

    @Test(arguments: [
        "Größe 東京 is 👍🏽 big", "a\u{301}b 中文 ﾄｳｷｮｳ", "한국어 단어 ㈱テスト", String(repeating: "漢", count: 5_000), "",
        "e" + String(repeating: "\u{301}", count: 500), "ไทย" + String(repeating: "ก", count: 3_000),
        "\u{FFFD}\u{0}\u{7F}",
    ])
    func `ranges are in order and inside the text, in bytes and in scalars`(text: String) {
        let bytes = Array(text.utf8)
        let scalars = Array(text.unicodeScalars)
        var end = 0
        for word in WordSegmenter().words(in: text, language: "ja") {
            #expect(word.utf8Range.lowerBound >= end && word.utf8Range.upperBound <= bytes.count)
            end = word.utf8Range.upperBound
            let fromScalars = String(String.UnicodeScalarView(scalars[word.scalarRange]))
            #expect(Array(fromScalars.utf8) == Array(bytes[word.utf8Range]))
        }
    }

    @Test func `the pairs of the full-text index stay`() {
        #expect(WordTokenizer.tokens(in: "東京都").map(\.folded) == ["東京", "京都", "都"])
    }

    @Test func `whole stop words are folded`() {
        let words = StopWords.wholeWords(for: "zh-Hans")
        #expect(words.contains("我们") && words.contains("的"))
        #expect(StopWords.wholeWords(for: "de").contains("uber"))
        for language in ["en", "zh", "es", "fr", "de", "it", "pt", "nl", "ru", "ja", "ar", "hi", "ko", "tr", "pl"] {
            #expect(StopWords.wholeWords(for: language).count >= 70, "\(language)")
        }
    }
}
