import Testing

@testable import FeedParsing

@Suite struct ReadMoreTests {
    @Test func `a last line that only leads to the rest of the article is removed, in every language`() {
        for phrase in ReadMore.phrases {
            #expect(phrase == phrase.lowercased())
            for line in [phrase, "\(phrase)…", "\(phrase.prefix(1).uppercased())\(phrase.dropFirst())"] {
                #expect(FeedFooter.removed(from: "Rain fell.\n\(line)") == "Rain fell.", "\(line)")
            }
        }
    }
}
