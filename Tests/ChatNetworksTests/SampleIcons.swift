import Foundation
import NewsModel
import Synchronization
import TestSupport

/// Gives some feeds' icons to one reader.
final class SampleIcons: FeedIconSource {
    private let reader: Address
    /// Bytes of each icon, by the number of its feed.
    private let sizes: [Int64: Int]
    private let read = Mutex<[FeedID]>([])

    init(reader: Address, sizes: [Int64: Int] = [7: 24, 8: 24]) {
        self.reader = reader
        self.sizes = sizes
    }

    /// The feeds whose pictures were read.
    var readFeeds: [FeedID] { read.withLock(\.self) }

    func iconDates(of feeds: [FeedID], for reader: Address) async -> [FeedID: Date] {
        guard reader == self.reader else { return [:] }
        let known = feeds.filter { sizes[$0.rawValue] != nil }
        return Dictionary(uniqueKeysWithValues: known.map { ($0, Date.sampleNow) })
    }

    func icons(of feeds: [FeedID], for reader: Address) async -> [FeedID: FeedIcon] {
        let dates = await iconDates(of: feeds, for: reader)
        read.withLock { $0 += dates.keys }
        return dates.reduce(into: [:]) { icons, known in
            let picture = Pictures.png(32, 32)
            let rest = [UInt8](repeating: 0, count: (sizes[known.key.rawValue] ?? 0) - picture.count)
            icons[known.key] = FeedIcon(bytes: picture + rest, fetchedAt: known.value)
        }
    }
}
