import NewsModel
import Testing

/// Which bytes are shown as the icon of a feed.
struct FeedIconTests {
    private func gif(_ width: Int, _ height: Int) -> [UInt8] {
        let sides = [width, height].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        return Array("GIF89a".utf8) + sides
    }

    @Test(arguments: [
        (16, 16, true), (180, 180, true), (64, 32, true), (32, 64, true), (1_024, 1_024, true),
        (1, 1, false), (7, 16, false), (144, 40, false), (1_025, 1_025, false),
    ])
    func `an icon is small and no banner`(width: Int, height: Int, isShowable: Bool) {
        #expect(FeedIcon.isShowable(gif(width, height)) == isShowable)
    }

    @Test func `the bytes decide what is a picture, and how large it may be`() {
        #expect(!FeedIcon.isShowable(Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)))
        #expect(!FeedIcon.isShowable([0, 0, 1, 0, 1, 0, 16, 16]))
        #expect(!FeedIcon.isShowable([]))
        let padding = [UInt8](repeating: 0, count: FeedIcon.largest - 10)
        #expect(FeedIcon.isShowable(gif(16, 16) + padding))
        #expect(!FeedIcon.isShowable(gif(16, 16) + padding + [0]))
    }
}
