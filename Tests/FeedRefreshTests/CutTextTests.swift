import FeedParsing
import Testing

@testable import FeedRefresh

@Suite struct CutTextTests {
    @Test func `a text that ends with what leads to the rest of the article is not the full text`() {
        let text = String(repeating: "Rain fell on the hills. ", count: 100)
        #expect(FeedContent.text(whole: text + "It stopped.") != nil)
        for ending in ReadMore.phrases + ["…", "[...]", "More »"] {
            let line = "\(ending.prefix(1).uppercased())\(ending.dropFirst())"
            #expect(FeedContent.text(whole: text + line) == nil, "\(line)")
        }
    }
}
