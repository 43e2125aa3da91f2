package import Foundation

/// The small picture of a feed.
package struct FeedIcon: Hashable, Sendable {
    /// A picture for which `isShowable` is true.
    package var bytes: [UInt8]
    package var fetchedAt: Date

    package init(bytes: [UInt8], fetchedAt: Date) {
        self.bytes = bytes
        self.fetchedAt = fetchedAt
    }

    /// The most bytes of one.
    package static let largest = 100_000
    /// Allowed sides in pixels.
    ///
    /// Smaller ones are tracking pixels; larger ones would use too much memory for a picture as high as a line.
    private static let sides = 8...1_024
    /// A wider picture is a banner and would push the name away.
    private static let widest = 2

    /// Whether the bytes are a picture that programs show and that looks well before a name.
    ///
    /// Drawings (SVG) are none: they are programs. Moving pictures are none, either.
    package static func isShowable(_ bytes: [UInt8]) -> Bool {
        guard bytes.count <= largest, let format = PictureFormat(bytes), format.isStill(bytes) else { return false }
        return sides.contains(format.width) && sides.contains(format.height) && format.width <= format.height * widest
    }
}

/// Gives networks the icons of feeds.
package protocol FeedIconSource: Sendable {
    /// When the icons were fetched that are known now, of those feeds that the reader at an address may see.
    ///
    /// It fetches nothing while it is waited for.
    func iconDates(of feeds: [FeedID], for reader: Address) async -> [FeedID: Date]

    /// The same icons with their pictures.
    func icons(of feeds: [FeedID], for reader: Address) async -> [FeedID: FeedIcon]
}
