package import Foundation
package import Logging
package import NewsModel
package import Storage
import Synchronization
import Waking

/// Gives networks the stored icons of feeds, and remembers which are to be fetched.
///
/// An icon is wanted when a network that shows it is about to name its feed. It is there for the next message.
package final class FeedIcons: FeedIconSource {
    private let queue = Mutex(IconQueue())
    private let bell = ChangeBell()
    private let store: Store
    private let time: any TimeSource
    private let log: Logger

    package init(store: Store, time: any TimeSource, log: Logger) {
        self.store = store
        self.time = time
        self.log = log
    }

    package func iconDates(of feeds: [FeedID], for reader: Address) async -> [FeedID: Date] {
        do {
            let known = try await store.knownIcons(of: feeds, for: reader)
            let now = time.now
            let due = feeds.filter { known[$0]?.isDue(at: now) ?? false }
            if !due.isEmpty {
                queue.withLock { $0.add(due, for: reader) }
                bell.ring()
            }
            return known.compactMapValues(\.fetchedAt)
        } catch {
            noteFailure(error)
            return [:]
        }
    }

    package func icons(of feeds: [FeedID], for reader: Address) async -> [FeedID: FeedIcon] {
        let known = await iconDates(of: feeds, for: reader)
        do {
            return try await store.feedIcons(of: Array(known.keys), for: reader)
        } catch {
            noteFailure(error)
            return [:]
        }
    }

    /// Waits for the next feed whose icon is to be fetched, until `end` by this caller alone; nil when cancelled.
    func next() async -> IconQueue.Turn? {
        while !Task.isCancelled {
            if let turn = queue.withLock({ $0.next() }) { return turn }
            try? await bell.wait { self.queue.withLock { $0.hasNext } }
        }
        return nil
    }

    func end(_ turn: IconQueue.Turn) { queue.withLock { $0.end(turn) } }

    /// A message without icons is complete.
    private func noteFailure(_ error: any Error) {
        log.error("Icons cannot be read", metadata: ["error": "\(error)"])
    }
}
