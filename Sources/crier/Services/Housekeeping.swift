import Foundation
import Logging
import NewsModel
import ServiceLifecycle
import Storage

/// What nobody asks for: old articles go, yesterday's totals are logged, another process's writes are noticed.
struct Housekeeping: Service {
    let store: Store
    let time: any TimeSource
    let retention: Replaceable<Retention>
    let countsUse: Bool
    let log: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask { await watchDatabase() }
                group.addTask { await tidyDaily() }
                group.addTask { await watchRoom() }
            }
        }
    }

    /// Nudges cross between processes by `PRAGMA data_version`, once a second.
    private func watchDatabase() async {
        var disk = DiskWatch()
        while !Task.isCancelled {
            report(disk.look(at: store.diskRoom, time.now))
            do {
                _ = try await store.changedElsewhere()
                try await time.sleep(until: time.now.addingTimeInterval(1))
            } catch is CancellationError {
                return
            } catch {
                log.error("Database not watched", metadata: ["error": "\(error)"])
                try? await time.sleep(until: time.now.addingTimeInterval(10))
            }
        }
    }

    private func report(_ news: DiskWatch.News?) {
        switch news {
        case .full(let reason):
            let error = StorageError.diskFull(reason: reason)
            log.error("Disk is full: nothing can be stored", metadata: ["reason": "\(error)"])
        case .room(let seconds): log.notice("Disk has room again", metadata: ["after": "\(Int(seconds))s"])
        case nil: break
        }
    }

    /// Seconds between two looks at the room there is, and after a failure.
    private static let roomCheck: TimeInterval = 600
    private static let roomRetry: TimeInterval = 60

    /// What nobody follows goes, and the operators hear of it when there is no room for new feeds.
    private func watchRoom() async {
        var wait = Self.roomCheck
        while !Task.isCancelled {
            do {
                try await time.sleep(until: time.now.addingTimeInterval(wait))
                let gone = try await store.tidyFeeds(at: time.now)
                if gone > 0 { log.info("Feeds without followers removed", metadata: ["feed.count": "\(gone)"]) }
                if let shortage = try await store.shortage() {
                    log.warning("No new feeds are taken in", metadata: ["reason": "\(shortage)"])
                    try await store.tellOperators(of: shortage, at: time.now)
                }
                wait = Self.roomCheck
            } catch is CancellationError {
                return
            } catch {
                wait = Self.roomRetry
                await report(error)
            }
        }
    }

    /// On a full disk what is past its time goes at once: its room is used again.
    private func report(_ error: any Error) async {
        log.error("Room not watched", metadata: ["error": "\(error)"])
        guard case .diskFull = error as? StorageError else { return }
        do {
            try await store.prune(at: time.now, keeping: retention.value)
        } catch {
            log.error("No room could be made", metadata: ["error": "\(error)"])
        }
    }

    private func tidyDaily() async {
        while !Task.isCancelled {
            do {
                // Not at once: a start has better things to do.
                try await time.sleep(until: time.now.addingTimeInterval(600))
                let gone = try await store.prune(at: time.now, keeping: retention.value)
                log.info("Old articles removed", metadata: ["article.count": "\(gone)"])
                try await time.sleep(until: Self.nextMidnight(after: time.now))
                try await logDeliveries(ofDayBefore: time.now)
                if countsUse { try await logUse(ofDayBefore: time.now) }
            } catch is CancellationError {
                return
            } catch {
                log.error("Housekeeping failed", metadata: ["error": "\(error)"])
                try? await time.sleep(until: time.now.addingTimeInterval(3_600))
            }
        }
    }

    private func logDeliveries(ofDayBefore now: Date) async throws {
        let begin = Self.nextMidnight(after: now.addingTimeInterval(-Self.slack - 86_400))
        let counts = try await store.endedDeliveries(from: begin, to: begin.addingTimeInterval(86_400))
        guard !counts.isEmpty else { return }
        var facts: Logger.Metadata = ["day": "\(Self.day(before: now))"]
        for (state, count) in counts { facts["delivery.\(state)"] = "\(count)" }
        log.info("Deliveries", metadata: facts)
    }

    private func logUse(ofDayBefore now: Date) async throws {
        let day = Self.day(before: now)
        let counts = try await store.usage(day: day)
        var facts: Logger.Metadata = ["day": "\(day)"]
        for (name, count) in counts { facts["use." + name] = "\(count)" }
        log.info("Use", metadata: facts)
    }

    /// Seconds that midnight may be past, or not quite there.
    private static let slack: TimeInterval = 3_600

    /// `2026-11-21`.
    private static func day(before now: Date) -> String {
        String(now.addingTimeInterval(-slack).formatted(.iso8601).prefix(10))
    }

    /// 00:00 UTC, when the totals of a day are complete.
    static func nextMidnight(after now: Date) -> Date {
        Date(timeIntervalSince1970: ((now.timeIntervalSince1970 / 86_400).rounded(.down) + 1) * 86_400)
    }
}

extension Retention {
    init(_ rule: Configuration.KeepRule) {
        self.init(
            articleAge: Double(rule.days) * 86_400,
            articlesKept: rule.perFeed,
            articlesAtMost: rule.atMostPerFeed
        )
    }
}
