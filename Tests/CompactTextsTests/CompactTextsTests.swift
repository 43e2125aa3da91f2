import Testing

@testable import CompactTexts

struct CompactTextsTests {
    @Test func `texts come back as they were given, in their order`() {
        let texts = ["b", "", "ünder", "a", "a", "你好"]
        let compact = CompactTexts(texts)
        #expect((0..<compact.count).map { compact[$0] } == texts)
        #expect(CompactTexts([]).count == 0)
    }

    @Test func `sorted texts find each of theirs and nothing else`() {
        let words = (0..<500).map { "word \($0)" } + ["ä", "z", "", "zz"]
        let sorted = SortedTexts(words + words)
        #expect(sorted.count == words.count)
        for word in words { #expect(sorted.index(of: word).map { sorted[$0] } == word) }
        for other in ["word", "word 500", "word 1 ", "y", "zzz", "Ä", "\u{7F}"] { #expect(!sorted.contains(other)) }
        #expect(!SortedTexts([]).contains("a"))
    }
}
