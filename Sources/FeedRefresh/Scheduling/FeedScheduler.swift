import Foundation
package import Logging
package import NewsModel
import ServiceLifecycle
package import Storage
import Waking

/// Checks every feed when it is due, as many at once as the options allow.
package struct FeedScheduler: Service {
    private let store: Store
    private let refresher: FeedRefresher
    private let time: any TimeSource
    private let log: Logger

    /// Feeds of one host in work at once; `host_spacing` parts their beginnings.
    private static let perHost = 2
    /// A changed clock or another process is noticed this soon, in seconds.
    private static let longestWait = 60.0

    package init(store: Store, refresher: FeedRefresher, time: any TimeSource, log: Logger) {
        self.store = store
        self.refresher = refresher
        self.time = time
        self.log = log
    }

    /// Runs until told to stop; checks under way then are given up, and done again after the next start.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await schedule()
        }
    }

    private func schedule() async {
        let (ends, bell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        await withDiscardingTaskGroup { group in
            await WakeLoop(time: time, nudges: [store.feedsChanged(), ends]).run {
                // One moment for both: what becomes due in between is noticed by the wait.
                let now = time.now
                do {
                    try await startDue(at: now, in: &group, ringing: bell)
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
        ringing bell: AsyncStream<Void>.Continuation
    ) async throws {
        let options = await refresher.options
        let busy = await refresher.busy
        let free = options.maximumParallel - busy.count
        guard free > 0 else { return }
        let perHost = options.hostSpacing > 0 ? Self.perHost : options.maximumParallel
        let due = try await store.dueFeeds(
            at: now,
            limit: free,
            perHost: perHost,
            busy: busy,
            doubtful: await refresher.doubtful
        )
        for feed in due {
            guard await refresher.claim(feed.feed.id) else { continue }
            group.addTask {
                await refresher.refreshClaimed(feed)
                bell.yield()
            }
        }
    }

    /// When the next feed is due; the end of a check or a nudge may come first.
    private func nextTime(after now: Date) async throws -> Date {
        // What is due and was not started waits for a place, and so for the end of a check, which rings.
        let busyCount = await refresher.busy.count
        let isFull = await busyCount >= refresher.options.maximumParallel
        let next = isFull ? nil : try await store.nextDueTime(after: busyCount > 0 ? now : nil)
        let latest = now.addingTimeInterval(Self.longestWait)
        return max(min(next ?? latest, latest), now.addingTimeInterval(0.05))
    }
}
