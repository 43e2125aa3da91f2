import TestSupport
import Testing
import TextAnalysis

@testable import Editorial

@Suite struct NamedThingTests {
    private let finder = NamedThingFinder(vocabulary: VocabularyFiles.vocabulary)

    private func article(_ title: String, _ summary: String = "", _ head: String = "") -> ArticleText {
        ArticleText(title: title, summary: summary, head: head, segmenter: WordSegmenter())
    }

    @Test func `a surname alone is the person named whole elsewhere`() {
        let one = article("Merkel looks back", "Angela Merkel has written a book.")
        let things = finder.find(in: one)
        let merkel = things.first { $0.name == "Angela Merkel" }
        #expect(merkel?.kind == .person && merkel?.count == 2)
        #expect(!things.contains { $0.name == "Merkel" })
    }

    @Test func `a title inside a row of capitals begins the person after it`() {
        let one = article(
            "Flu",
            "Then Maharashtra Animal Husbandry Minister Anees Ahmed spoke with the Justice Department."
        )
        let things = finder.find(in: one)
        #expect(things.contains { $0.name == "Anees Ahmed" && $0.kind == .person && $0.reason == .title })
        #expect(things.contains { $0.name == "Justice Department" && $0.kind == .organisation })
    }

    @Test func `a title that belongs to an office is no person, and U.S. is one word`() {
        let one = article("Aid", "He met the Director of the Center for Sleep, and the U.S. Senate.")
        let things = finder.find(in: one)
        #expect(!things.contains { $0.kind == .person })
        #expect(things.contains { $0.name == "U.S. Senate" && $0.kind == .organisation })
    }

    @Test func `what the archive knows is found in a title in capitals`() {
        let title = article("Zubrowka Telecom Wins Contract In Lutz")
        #expect(!finder.find(in: title).contains { $0.kind == .organisation })
        let things = finder.find(in: title, known: ["zubrowka telecom": .organisation])
        #expect(things.contains { $0.name == "Zubrowka Telecom" && $0.kind == .organisation && $0.reason == .known })
    }

    @Test(arguments: [
        ("The émigré writer said that Angela Merkel 🙂 met Dr. Björn Höcke in Köln", "en"),
        ("据新华社报道，法国总统马克龙访问清华大学，马克·吕特出席《长夜》首映", "zh"), ("石破首相は東京大学で会見した🙂。Sony も参加", "ja"),
        ("e\u{301}lan Vital of E\u{301}mile Zola", "fr"),
    ])
    func `ranges are those of the name, in scalars`(text: String, language: String) {
        let one = ArticleText(title: text, fixedLanguage: language, segmenter: WordSegmenter())
        let things = finder.find(in: one)
        #expect(!things.isEmpty)
        let scalars = Array(text.unicodeScalars)
        for thing in things {
            #expect(String(String.UnicodeScalarView(scalars[thing.scalars])) == thing.name)
            #expect((0...1).contains(thing.certainty))
        }
    }

    @Test(arguments: [
        "", "the", String(repeating: "President ", count: 500), String(repeating: "Angela Merkel of ", count: 300),
        String(repeating: "总统马", count: 400), String(repeating: "·马", count: 400), String(repeating: "《", count: 900),
        String(repeating: "公司", count: 500), String(repeating: "“A ", count: 400), "\u{0}\u{FFFD}Dr \u{301}",
        String(repeating: "王", count: 1_000), String(repeating: "首相氏", count: 300),
        String(repeating: "Ａ", count: 1_000),
    ])
    func `hostile texts give few things, in time`(text: String) {
        for language in ["en", "zh", "ja", "de"] {
            let segmenter = WordSegmenter()
            let time = processorTime {
                let one = ArticleText(
                    title: text,
                    summary: text + ".",
                    head: "." + text,
                    fixedLanguage: language,
                    segmenter: segmenter
                )
                let things = finder.find(in: one)
                #expect(things.count <= 40)
                for thing in things { #expect(thing.scalars.upperBound <= 1_000) }
                _ = SubjectFinder(vocabulary: VocabularyFiles.vocabulary).subjects(of: one)
            }
            #expect(time < .seconds(30), "\(language): \(time)")
        }
    }
}
