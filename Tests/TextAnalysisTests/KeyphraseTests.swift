import TestSupport
import Testing

@testable import TextAnalysis

@Suite struct KeyphraseTests {
    private func phrases(_ title: String, _ summary: String = "", _ head: String = "") -> [Keyphrase] {
        let article = ArticleText(title: title, summary: summary, head: head, segmenter: WordSegmenter())
        return KeyphraseFinder().keyphrases(of: article)
    }

    @Test func `names stay whole`() {
        let found = phrases("Talks at the European Central Bank", "The European Central Bank in Frankfurt is divided.")
        #expect(found.first?.text == "European Central Bank")
    }

    @Test func `a result of a match is no part of a name`() {
        let match = phrases("West Ham beat Arsenal 3-0").map(\.text)
        #expect(match.contains("Arsenal") && !match.contains { $0.contains("3") }, "\(match)")
        #expect(phrases("A rocket of the type Falcon 9 landed at sea").contains { $0.text == "Falcon 9" })
        let article = ArticleText(title: "Madrid: Getafe 1:2 Valencia", segmenter: WordSegmenter())
        #expect(article.title.nameRuns(stopWords: []).map { article.title.spelling(of: $0.range) }.contains("Getafe"))
    }

    @Test func `what is known to be a name keeps its first word`() {
        let article = ArticleText(title: "New York mayor resigns", declared: "en", segmenter: WordSegmenter())
        let finder = KeyphraseFinder(weakWords: ["en": ["new", "resigns", "resign"]])
        #expect(finder.keyphrases(of: article, names: [0..<2]).map(\.text) == ["New York", "mayor"])
    }

    @Test(arguments: [
        "", "the and of", "!!! ... ???", "2026 11 30", String(repeating: "a ", count: 5_000), "🙂🙂🙂",
        String(repeating: "word ", count: 2_000), String(repeating: "Ａ\u{301}", count: 3_000), "\u{0}\u{FFFD}x",
        String(repeating: "中国科学家发现新行星", count: 200), String(repeating: "The Bank of the of de la ", count: 200),
        "LOUD NEWS ABOUT THE BANK OF ENGLAND", "a-b-c-d-e-f-g-h", String(repeating: "Abc-", count: 500),
    ])
    func `phrases are from the text, few, different and without stop words at their ends`(text: String) {
        let found = phrases(text, text, text)
        #expect(found.count <= 5)
        #expect(Set(found.map(\.text)).count == found.count)
        let stopWords = StopWords.wholeWords(for: "en")
        for phrase in found {
            #expect(text.contains(phrase.text))
            #expect(phrase.text.utf8.count <= 80 && phrase.weight > 0)
            let words = WordSegmenter().words(in: phrase.text, language: "en").map(\.folded)
            #expect(!stopWords.contains(words.first ?? "the") && !stopWords.contains(words.last ?? "the"))
        }
    }

    @Test func `long and hostile texts are cut, and cost milliseconds`() {
        let text = String(repeating: "One Two Three of the Four ", count: 100_000)
        let segmenter = WordSegmenter()
        let time = processorTime {
            let article = ArticleText(title: text, summary: text + "x", head: "y" + text, segmenter: segmenter)
            #expect(KeyphraseFinder().keyphrases(of: article).count <= 5)
        }
        #expect(time < .seconds(30), "\(time)")
    }
}
