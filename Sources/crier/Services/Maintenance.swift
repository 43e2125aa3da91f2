import CMalloc
import Foundation
import GameRooms
import Logging
import NewsModel
import ServiceLifecycle
import Storage
import TimeArithmetic

/// Background work: removes old articles, logs yesterday's totals, makes the sudokus of the next day, detects writes of
/// other processes.
struct Maintenance: Service {
    let store: Store
    let time: any TimeSource
    let retention: Replaceable<Retention>
    let countsUse: Bool
    /// Nil if there are no puzzles.
    var puzzles: PuzzleTables?
    let log: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask { await watchDatabase() }
                group.addTask { await pruneDaily() }
                group.addTask { await watchSpace() }
                group.addTask { await prepareSudokus() }
            }
        }
    }

    /// What the start or a long task has used and freed goes back to the system.
    ///
    /// The allocator and SQLite would keep it.
    private func releaseMemory() {
        store.releaseMemory()
        malloc_trim(0)
    }

    /// Seconds after the start when all parts have begun; twice, because connections that are in use are closed later.
    private static let startEnds = 5...6

    /// Detects writes of other processes with `PRAGMA data_version`, once a second.
    private func watchDatabase() async {
        var (disk, second) = (DiskWatch(), 0)
        while !Task.isCancelled {
            report(disk.look(at: store.diskSpace, time.now))
            if Self.startEnds.contains(second) { releaseMemory() }
            second += 1
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
        case .spaceAgain(let seconds): log.notice("Disk has space again", metadata: ["after": "\(Int(seconds))s"])
        case nil: break
        }
    }

    /// Seconds between two checks of disk space, and after a failed check.
    private static let spaceCheckInterval: TimeInterval = 600
    private static let spaceRetryDelay: TimeInterval = 60

    /// Removes feeds without followers.
    ///
    /// Warns the operators if there is no space for new feeds.
    private func watchSpace() async {
        var wait = Self.spaceCheckInterval
        while !Task.isCancelled {
            do {
                try await time.sleep(until: time.now.addingTimeInterval(wait))
                let gone = try await store.tidyFeeds(at: time.now)
                if gone > 0 { log.info("Feeds without followers removed", metadata: ["feed.count": "\(gone)"]) }
                if let shortage = try await store.shortage() {
                    log.warning("No new feeds are taken in", metadata: ["reason": "\(shortage)"])
                    try await store.tellOperators(of: shortage, at: time.now)
                }
                wait = Self.spaceCheckInterval
            } catch is CancellationError {
                return
            } catch {
                wait = Self.spaceRetryDelay
                await report(error)
            }
        }
    }

    /// On a full disk, old articles are removed at once, and their space is used again.
    private func report(_ error: any Error) async {
        log.error("Room not watched", metadata: ["error": "\(error)"])
        guard case .diskFull = error as? StorageError else { return }
        do {
            try await store.prune(at: time.now, keeping: retention.value)
        } catch {
            log.error("No space could be made", metadata: ["error": "\(error)"])
        }
    }

    private func pruneDaily() async {
        while !Task.isCancelled {
            do {
                // Not at once, so that it does not slow down the start.
                try await time.sleep(until: time.now.addingTimeInterval(600))
                let gone = try await store.prune(at: time.now, keeping: retention.value)
                log.info("Old articles removed", metadata: ["article.count": "\(gone)"])
                releaseMemory()
                try await time.sleep(until: Self.nextMidnight(after: time.now))
                try await logDeliveries(ofDayBefore: time.now)
                if countsUse { try await logUse(ofDayBefore: time.now) }
            } catch is CancellationError {
                return
            } catch {
                log.error("Maintenance failed", metadata: ["error": "\(error)"])
                try? await time.sleep(until: time.now.addingTimeInterval(3_600))
            }
        }
    }

    private func prepareSudokus() async {
        guard let puzzles else { return }
        // Not at once, so that it does not slow down the start.
        var wait: TimeInterval = 60
        while !Task.isCancelled {
            do {
                try await time.sleep(until: time.now.addingTimeInterval(wait))
                wait = 3_600
                let made = try await puzzles.prepareSudokus(at: time.now)
                if made > 0 { log.info("Sudokus made", metadata: ["sudoku.count": "\(made)"]) }
            } catch is CancellationError {
                return
            } catch {
                log.error("Sudokus not made", metadata: ["error": "\(error)"])
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

    /// Seconds by which the time may be before or after midnight.
    private static let slack: TimeInterval = 3_600

    /// `2026-11-21`.
    private static func day(before now: Date) -> String {
        String(now.addingTimeInterval(-slack).formatted(.iso8601).prefix(10))
    }

    /// 00:00 UTC, when the totals of a day are complete.
    static func nextMidnight(after now: Date) -> Date {
        let today = CivilDate.dayNumber(ofSecond: Int(now.timeIntervalSince1970.rounded(.down)))
        return Date(timeIntervalSince1970: Double(CivilDate.second(ofDay: today + 1)))
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
