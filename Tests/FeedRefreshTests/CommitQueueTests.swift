import Foundation
import NewsModel
import Storage
import Synchronization
import TestSupport
import Testing

@testable import FeedRefresh

/// A clock by which it is the first day when it is asked first, and the second one from then on.
private final class DayByDay: TimeSource {
    let first = Date.sampleNow
    private let isLater = Mutex(false)

    var now: Date {
        isLater.withLock { isLater in
            defer { isLater = true }
            return isLater ? first + 86_400 : first
        }
    }

    func sleep(until deadline: Date) async throws {}
}

struct CommitQueueTests {
    private let store: Store
    private let queue: CommitQueue

    init() throws {
        store = try Store.inMemory()
        queue = CommitQueue(store: store, time: ManualTimeSource())
    }

    private func work(_ feed: Feed, _ titles: [String]) -> CommitQueue.Work {
        let commit = RefreshCommit(
            feedID: feed.id,
            status: 200,
            nextCheckAt: .sampleNow + 1_800,
            outcome: .document(FetchedDocument(articles: titles.map { .sample($0) }))
        )
        return CommitQueue.Work(feed: feed, commit: commit)
    }

    @Test func `many at once each get their own articles`() async throws {
        let (store, queue) = (store, queue)
        let results = try await withThrowingTaskGroup(of: (FeedID, [String]).self) { group in
            for number in 0..<200 {
                let feed = try await store.sampleFeed("f\(number)")
                let work = work(feed, ["Title \(number)"])
                group.addTask { (feed.id, try await queue.store(work).map(\.title)) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(results.count == 200)
        #expect(Set(results.values.joined()).count == 200)
        #expect(results.values.allSatisfy { $0.count == 1 })
    }

    @Test func `one that cannot be stored fails alone`() async throws {
        let (store, queue) = (store, queue)
        try await store.refuseArticles(titled: "Poison")
        let (stored, failed) = try await withThrowingTaskGroup(of: Result<[Article], any Error>.self) { group in
            for number in 0..<40 {
                let feed = try await store.sampleFeed("f\(number)")
                let work = work(feed, [number % 10 == 3 ? "Poison" : "Title \(number)"])
                group.addTask {
                    do { return .success(try await queue.store(work)) } catch { return .failure(error) }
                }
            }
            return try await group.reduce(into: (0, 0)) { sums, result in
                switch result {
                case .success(let articles): sums.0 += articles.count
                case .failure: sums.1 += 1
                }
            }
        }
        #expect(stored == 36)
        #expect(failed == 4)
    }

    @Test func `cancelled members lose only their own work and nobody hangs`() async throws {
        let (store, queue) = (store, queue)
        var works: [CommitQueue.Work] = []
        for number in 0..<60 {
            works.append(work(try await store.sampleFeed("f\(number)"), ["Title \(number)"]))
        }
        let stored = await withTaskGroup(of: Int?.self) { group in
            for (number, work) in works.enumerated() {
                group.addTask {
                    // Every third one is cancelled, now and then the one that leads.
                    if number % 3 == 0 {
                        return await withTaskGroup(of: Int?.self) { inner in
                            inner.addTask { try? await queue.store(work).count }
                            inner.cancelAll()
                            return await inner.next() ?? nil
                        }
                    }
                    return (try? await queue.store(work))?.count ?? -1
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(stored.count == 60)
        #expect(!stored.contains(-1))
        #expect(stored.filter { $0 == 1 }.count >= 40)
        // The queue still works.
        let feed = try await store.sampleFeed("last")
        #expect(try await queue.store(work(feed, ["Last"])).map(\.title) == ["Last"])
    }

    /// About ten milliseconds each, for an article of some kilobytes.
    private func addDearAlerts(of profile: Profile) async throws {
        for query in [
            "/(?s)[a-m]\\C{450}\\x00/", "/(?:.?){54}☃/", "/(?:a?s?t?o?){48}☃/", "/[a-m].{60}☃/", "/[n-z].{60}☃/",
        ] {
            _ = try await store.sampleAlert(of: profile, query)
        }
    }

    @Test func `a feed with much to match holds up its own news alone`() async throws {
        let (store, queue) = (store, queue)
        let mallory = try await store.sampleProfile("mallory")
        try await addDearAlerts(of: mallory)
        let (evil, other) = (try await store.sampleFetchedFeed("evil"), try await store.sampleFetchedFeed("other"))
        try await store.sampleSubscription(of: mallory, to: evil)
        let text = String(repeating: "the storm of security ", count: 100)
        let long = work(evil, (0..<300).map { "\($0) \(text)" })
        let short = (0..<5).map { work(other, ["Other \($0)"]) }
        let first = try await withThrowingTaskGroup(of: FeedID.self) { group in
            group.addTask {
                _ = try await queue.store(long)
                return evil.id
            }
            group.addTask {
                for work in short { _ = try await queue.store(work) }
                return other.id
            }
            let first = try await group.next()
            try await group.waitForAll()
            return first
        }
        #expect(first == other.id)
        #expect(try await queue.store(long).isEmpty)
    }

    @Test func `what is kept because a new day has begun meanwhile is matched, too`() async throws {
        store.limits.newPerDay = 1
        let clock = DayByDay()
        let queue = CommitQueue(store: store, time: clock)
        let alice = try await store.sampleProfile("alice")
        let feed = try await store.sampleFetchedFeed("paper")
        try await store.saveDefaultSelection([FeedDescription(url: feed.url)], at: .sampleNow)
        _ = try await store.sampleAlert(of: alice, "storm")
        try await store.sampleRefresh(feed, [.sample("Calm")], at: clock.first)
        #expect(try await queue.store(work(feed, ["Storm"])).map(\.title) == ["Storm"])
        #expect(try await store.queuedTitles(for: alice) == ["Storm"])
    }

    @Test(.timeLimit(.minutes(10)))
    func `somebody who changes an alert all the time holds up nobody's news`() async throws {
        let (store, queue) = (store, queue)
        let feed = try await store.sampleFetchedFeed("busy")
        let alice = try await store.sampleProfile("alice")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                while !Task.isCancelled {
                    let added = try await store.sampleAlert(of: alice, "storm")
                    guard case .added(let alert) = added else { return }
                    _ = try await store.removeAlert(of: alice.id.recipient, number: alert.number, at: .sampleNow)
                }
            }
            for number in 0..<20 {
                let stored = try await queue.store(work(feed, ["Storm \(number)"]))
                #expect(stored.count == 1)
            }
            group.cancelAll()
        }
    }
}
