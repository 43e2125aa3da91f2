import Foundation
package import Logging
package import NewsModel
import ServiceLifecycle
package import Storage
import Waking

/// Checks every feed when it is due, as many in parallel as the options allow.
package struct FeedScheduler: Service {
    private let store: Store
    private let refresher: FeedRefresher
    private let time: any TimeSource
    private let log: Logger

    /// Feeds of one host that are checked in parallel; `host_spacing` separates their starts.
    private static let perHost = 2
    /// Seconds until a changed clock or a change by another process is noticed.
    private static let longestWait = 60.0

    package init(store: Store, refresher: FeedRefresher, time: any TimeSource, log: Logger) {
        self.store = store
        self.refresher = refresher
        self.time = time
        self.log = log
    }

    /// Runs until shutdown.
    ///
    /// Unfinished checks are cancelled and repeated after the next start.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await schedule()
        }
    }

    private func schedule() async {
        let (ends, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        await withDiscardingTaskGroup { group in
            await WakeLoop(time: time, signals: [store.feedsChanged(), ends]).run {
                // Both use the same time, so that a feed which becomes due in between is not missed.
                let now = time.now
                do {
                    try await store.endPauses(at: now)
                    try await startDue(at: now, in: &group, signalling: signal)
                    return try await nextTime(after: now)
                } catch {
                    if !Task.isCancelled { log.error("Due feeds not read", metadata: ["error": "\(error)"]) }
                    return now.addingTimeInterval(5)
                }
            }
            group.cancelAll()
        }
    }

    private func startDue(
        at now: Date,
        in group: inout DiscardingTaskGroup,
        signalling signal: AsyncStream<Void>.Continuation
    ) async throws {
        let options = await refresher.options
        let busy = await refresher.busy
        let free = await refresher.freePlaces
        guard free > 0 else { return }
        let perHost = options.hostSpacing > 0 ? Self.perHost : .max
        let due = try await store.dueFeeds(
            at: now,
            limit: free,
            perHost: perHost,
            busy: busy,
            slowLimit: await refresher.slowLimit
        )
        // Looking for due feeds costs about as much for one place as for several.
        let several = max(1, options.maximumParallel / 8)
        for feed in due {
            guard await refresher.claim(feed.feed.id) else { continue }
            group.addTask {
                await refresher.refreshClaimed(feed) {
                    if await refresher.freePlaces >= several { signal.yield() }
                }
                signal.yield()
            }
        }
    }

    /// When to look for due feeds again; the end of a check or a change of feeds may come first.
    private func nextTime(after now: Date) async throws -> Date {
        // A due feed that was not started waits for the end of a check, which wakes the loop.
        let isFull = await refresher.freePlaces <= 0
        let isBusy = await !refresher.busy.isEmpty
        let next = isFull ? nil : try await store.nextDueTime(after: isBusy ? now : nil)
        let latest = now.addingTimeInterval(Self.longestWait)
        return max(min(next ?? latest, latest), now.addingTimeInterval(0.05))
    }
}
