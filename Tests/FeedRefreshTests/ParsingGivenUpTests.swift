import FeedParsing
import NewsModel
import Testing

@testable import FeedRefresh

struct ParsingGivenUpTests {
    @Test func `a document that takes too long fails by that name, and nothing else is its fault`() {
        #expect(FeedFailure(ParsingGivenUp.tooLong) == .tooMuchWork)
        #expect(FeedFailure(ParsingGivenUp.busy) == nil)
        #expect(FeedFailure(ParsingGivenUp.cancelled) == nil)
    }
}
