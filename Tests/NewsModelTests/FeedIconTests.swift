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

    /// A picture of 16 by 16 with frames of a size, each without content.
    private func frames(_ side: UInt8, _ count: Int) -> [UInt8] {
        let frame: [UInt8] = [0x2C, 0, 0, 0, 0, side, 0, side, 0, 0, 2, 1, 0, 0]
        return gif(16, 16) + [0x80, 0, 0] + [UInt8](repeating: 0, count: 6) + [0x21, 0xF9, 1, 0, 0]
            + (0..<count).flatMap { _ in frame } + [0x3B]
    }

    @Test func `a picture that unfolds to more than it says is no icon`() {
        #expect(FeedIcon.isShowable(frames(16, 1)))
        #expect(!FeedIcon.isShowable(frames(16, 2)))
        #expect(!FeedIcon.isShowable(frames(200, 1)))
        func png(_ chunk: String) -> [UInt8] {
            let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
            let size: [UInt8] = [0, 0, 0, 16, 0, 0, 0, 16, 8, 6, 0, 0, 0, 0, 0, 0, 0]
            return head + "IHDR".utf8 + size + [0, 0, 0, 0] + chunk.utf8 + "    IDAT".utf8
        }
        #expect(FeedIcon.isShowable(png("tEXt")))
        #expect(!FeedIcon.isShowable(png("acTL")))
        func webP(_ flags: UInt8) -> [UInt8] {
            "RIFF    WEBPVP8X".utf8 + [10, 0, 0, 0, flags, 0, 0, 0, 15, 0, 0, 15, 0, 0]
        }
        #expect(FeedIcon.isShowable(webP(0)))
        #expect(!FeedIcon.isShowable(webP(2)))
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
