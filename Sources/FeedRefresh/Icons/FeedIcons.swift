import Foundation
package import Logging
package import NewsModel
package import Storage

/// Gives networks the stored icons of feeds, and remembers which are to be fetched.
///
/// An icon is wanted when a network that shows it is about to name its feed. It is there for the next message.
package struct FeedIcons: FeedIconSource {
    /// The most feeds that wait; others are wanted again when they are named again.
    private static let mostWaiting = 500

    let wanted: AsyncStream<FeedID>
    private let want: AsyncStream<FeedID>.Continuation
    private let store: Store
    private let time: any TimeSource
    private let log: Logger

    package init(store: Store, time: any TimeSource, log: Logger) {
        self.store = store
        self.time = time
        self.log = log
        (wanted, want) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.mostWaiting))
    }

    package func icons(of feeds: [FeedID], for reader: Address) async -> [FeedID: FeedIcon] {
        do {
            let known = try await store.feedIcons(of: feeds, for: reader)
            let old = time.now - Store.iconAge
            for (feed, icon) in known where icon.triedAt.map({ $0 <= old }) ?? true { want.yield(feed) }
            return known.compactMapValues(\.icon)
        } catch {
            // A message without icons is complete.
            log.error("Icons cannot be read", metadata: ["error": "\(error)"])
            return [:]
        }
    }
}
