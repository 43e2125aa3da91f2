import Foundation
package import Logging
package import NewsModel
import ServiceLifecycle
package import Storage

/// Checks every feed when it is due, as many at once as the options allow.
package struct FeedScheduler: Service {
    private let store: Store
    private let refresher: FeedRefresher
    private let time: any TimeSource
    private let log: Logger

    /// Feeds of one host in work at once; `host_spacing` parts their beginnings.
    private static let perHost = 2
    /// While less than this part of the places is free, they wait a moment (seconds) for more: one look at the
    /// database then serves many feeds.
    private static let fewestFree = 8
    private static let moment = 0.05
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
        let changes = store.feedsChanged()
        let nudges = Nudges()
        var hasWaited = true
        await withDiscardingTaskGroup { group in
            group.addTask { await nudges.follow(changes) }
            while !Task.isCancelled {
                do {
                    // One moment for both: what becomes due in between is noticed by the wait.
                    let now = time.now
                    let isShort = hasWaited ? false : await hasFewPlaces()
                    if !isShort { try await startDue(at: now, in: &group, nudging: nudges) }
                    hasWaited = try await wait(from: now, isShort: isShort, for: nudges)
                } catch is CancellationError {
                    break
                } catch {
                    log.error("Due feeds not read", metadata: ["error": "\(error)"])
                    try? await time.sleep(until: time.now.addingTimeInterval(5))
                }
            }
            group.cancelAll()
        }
    }

    private func startDue(at now: Date, in group: inout DiscardingTaskGroup, nudging nudges: Nudges) async throws {
        let options = await refresher.options
        let busy = await refresher.busy
        let free = options.maximumParallel - busy.count
        guard free > 0 else { return }
        let perHost = options.hostSpacing > 0 ? Self.perHost : options.maximumParallel
        let due = try await store.dueFeeds(at: now, limit: free, perHost: perHost, busy: busy)
        for feed in due {
            guard await refresher.claim(feed.feed.id) else { continue }
            group.addTask {
                await refresher.refreshClaimed(feed)
                nudges.nudge()
            }
        }
    }

    private func hasFewPlaces() async -> Bool {
        let most = await refresher.options.maximumParallel
        let free = await most - refresher.busy.count
        return free > 0 && free < most / Self.fewestFree
    }

    /// Waits for a finished check, a nudge, or the next due time; true when the time came first.
    private func wait(from now: Date, isShort: Bool, for nudges: Nudges) async throws -> Bool {
        // What is due and was not started waits for a place, and so for the end of a check, which is a nudge.
        let busyCount = await refresher.busy.count
        let isFull = await busyCount >= refresher.options.maximumParallel
        let next = isFull || isShort ? nil : try await store.nextDueTime(after: busyCount > 0 ? now : nil)
        let latest = now.addingTimeInterval(isShort ? Self.moment : Self.longestWait)
        let until = max(min(next ?? latest, latest), now.addingTimeInterval(Self.moment))
        let hasWaited = try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await time.sleep(until: until)
                return true
            }
            group.addTask {
                await nudges.wait()
                return false
            }
            defer { group.cancelAll() }
            return try await group.next() ?? true
        }
        try Task.checkCancellation()
        return hasWaited
    }
}
