import CurlClient
import FeedRefresh
import Foundation
import Logging
import NewsModel
import Storage
import Synchronization

/// Runs the whole refresh of feeds: scheduling, fetching, parsing and storing on disk.
enum WholeRefresh {
    struct Incomplete: Error { let checked: Int, failed: Int }

    static func run(_ urls: [String]) async throws -> (cold: Cost, unchanged: Cost) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "crier-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try Store.open(path: folder.appending(path: "bench.sqlite3").path)
        let time = ShiftedTime()
        try await store.saveDefaultSelection(urls.map { FeedDescription(url: $0) }, at: time.now)
        let options = FetchOptions(
            hostSpacing: 0,
            maximumParallel: RefreshBench.parallel,
            allowAddresses: AddressRange("127.0.0.0/8").map { [$0] } ?? []
        )
        let client = HTTPClient(options: options.clientOptions)
        defer { client.shutdown() }
        let tally = Tally(goal: urls.count)
        let log = Logger(label: "bench") { _ in tally }
        let refresher = FeedRefresher(store: store, client: client, options: options, time: time, log: log)
        let scheduler = FeedScheduler(store: store, refresher: refresher, time: time, log: log)
        func pass() async throws -> Cost {
            tally.reset()
            let cost = try await Cost.measure {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await scheduler.run() }
                    try await tally.reachGoal()
                    group.cancelAll()
                }
            }
            guard tally.failed == 0 else { throw Incomplete(checked: tally.checked, failed: tally.failed) }
            return cost
        }
        let cold = try await pass()
        var unchanged: [Cost] = []
        for _ in 1...5 {
            // One day, so that requests stay conditional.
            time.shift(by: 86_400)
            unchanged.append(try await pass())
        }
        return (cold, unchanged.min { $0.wall < $1.wall } ?? cold)
    }
}

/// The machine's clock plus a shift.
private final class ShiftedTime: TimeSource {
    private let shift = Mutex(0.0)

    var now: Date { Date(timeIntervalSinceNow: shift.withLock(\.self)) }

    func shift(by seconds: Double) { shift.withLock { $0 += seconds } }

    func sleep(until deadline: Date) async throws {
        try await Task.sleep(for: .seconds(max(0, deadline.timeIntervalSince(now))))
    }
}

/// Counts the checked feeds from the log.
private final class Tally: LogHandler {
    private let counts = Mutex((checked: 0, failed: 0))
    private let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    private let goal: Int

    /// `goal` is the number of feeds.
    init(goal: Int) { self.goal = goal }

    var logLevel: Logger.Level {
        get { .debug }
        set {}
    }
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }

    var checked: Int { counts.withLock(\.checked) }
    var failed: Int { counts.withLock(\.failed) }

    func reset() { counts.withLock { $0 = (0, 0) } }

    subscript(metadataKey _: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) {
        let isFailure = event.message == "Feed failed"
        guard isFailure || event.message == "Feed refreshed" || event.message == "Feed not modified" else { return }
        let isReached = counts.withLock { counts in
            counts.checked += 1
            counts.failed += isFailure ? 1 : 0
            return counts.checked == goal
        }
        if isReached { changes.continuation.yield() }
    }

    /// Returns when all feeds were checked; throws after ten minutes.
    func reachGoal() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in self.changes.stream { return } }
            group.addTask {
                try await Task.sleep(for: .seconds(600))
                throw WholeRefresh.Incomplete(checked: self.checked, failed: self.failed)
            }
            try await group.next()
            group.cancelAll()
        }
    }
}
