import Foundation
import NewsModel
import Synchronization
import TestSupport
import Testing
import TextAnalysis

@testable import Storage

/// Time that somebody must let go on each time that work is measured.
private final class HeldTime: TimeSource {
    private struct State {
        var isAsked = false
        var hasGivenUp = false
    }

    private let state = Mutex(State())
    private let semaphore = DispatchSemaphore(value: 0)

    var now: Date { .sampleNow }
    var isAsked: Bool { state.withLock { $0.isAsked } }
    /// Nobody let it go on: whoever should have done so was kept from it.
    var hasGivenUp: Bool { state.withLock { $0.hasGivenUp } }

    var uptime: TimeInterval {
        state.withLock { $0.isAsked = true }
        // Beside other tests and a build the one that lets it go may wait for a thread for minutes.
        let isLetGo = semaphore.wait(timeout: .now() + 600) == .success
        semaphore.signal()
        if !isLetGo { state.withLock { $0.hasGivenUp = true } }
        return 0
    }

    func letGo() { semaphore.signal() }

    func sleep(until deadline: Date) async throws {}
}

// One at a time: each keeps a thread waiting.
@Suite(.serialized) struct RuleCheckTests {
    private static let dear = "/(?:.?.?.?.?){399}☃/"

    private let store: Store
    private let alice: Profile
    private let bob: Profile
    private let feed: Feed

    init() async throws {
        store = try Store.inMemory()
        alice = try await store.sampleProfile("alice")
        bob = try await store.sampleProfile("bob")
        feed = try await store.sampleFetchedFeed("one")
        for person in [alice, bob] { try await store.sampleSubscription(of: person, to: feed) }
    }

    private func mute(_ queries: String...) async throws {
        for query in queries {
            _ = try await store.addMute(
                .words(query),
                named: query,
                until: nil,
                of: alice.id.recipient,
                limit: 1_000,
                at: .sampleNow
            )
        }
    }

    /// What `work` asks of mutes must be worked out while somebody else can write.
    private func othersWrite(during work: @escaping @Sendable (Store) async throws -> Void) async throws {
        let time = HeldTime()
        store.muting = MutingOptions(time: time)
        async let done: Void = work(store)
        try await waitUntil("the mutes are asked") { time.isAsked }
        _ = try await store.sampleProfile("carol")
        time.letGo()
        try await done
        #expect(!time.hasGivenUp)
    }

    @Test func `others write while a refresh asks what is muted`() async throws {
        try await mute("/sto.m/")
        let feed = feed
        try await othersWrite { _ = try await $0.sampleRefresh(feed, [.sample("Storm"), .sample("Calm")]) }
        #expect(try await store.queuedTitles(for: alice) == ["Calm"])
        #expect(try await store.queuedTitles(for: bob).count == 2)
    }

    @Test func `others write while a new mute looks for what waits`() async throws {
        try await store.sampleRefresh(feed, [.sample("Storm"), .sample("Calm")])
        let alice = alice.id.recipient
        try await othersWrite {
            _ = try await $0.addMute(.words("/sto.m/"), named: "x", until: nil, of: alice, limit: 9, at: .sampleNow)
        }
        #expect(try await store.queuedTitles(for: self.alice) == ["Calm"])
        #expect(try await store.mutes(of: alice, at: .sampleNow).map(\.number) == [1])
    }

    @Test func `others write while a list asks what is muted`() async throws {
        try await mute("/sto.m/")
        try await store.sampleRefresh(feed, [.sample("Storm"), .sample("Calm")])
        let alice = alice.id.recipient
        try await othersWrite { store in
            let selection = ArticleSelection(from: .distantPast, to: .distantFuture)
            let listed = try await store.articles(selection, in: .of(alice), limit: 9)
            #expect(listed.map(\.article.title) == ["Calm"])
        }
    }

    @Test func `who has used up the time for mutes sees what is left`() async throws {
        try await mute("/sto.m/")
        let time = ManualTimeSource()
        time.letStepsTake(0.2)
        store.muting = MutingOptions(time: time)
        try await store.sampleRefresh(feed, (1...9).map { .sample("Storm \($0)") })
        // Half a second holds three looks of a fifth.
        #expect(try await store.queuedTitles(for: alice).count == 6)
        #expect(try await store.queuedTitles(for: bob).count == 9)
    }

    @Test func `a mute that is too dear mutes nothing, and the others go on`() async throws {
        try await mute("calm", Self.dear, "/sto.m/")
        try await store.sampleRefresh(feed, [.sample("Storm"), .sample("Calm"), .sample("Snow ☃")])
        #expect(try await store.queuedTitles(for: alice) == ["Snow ☃"])
    }

    @Test func `a long way of muted articles is gone in few steps, to what is not muted`() async throws {
        try await mute("storm")
        let storms = (1...1_500).map { NewArticle.sample("Storm \($0)", publishedAt: .sampleNow - Double($0)) }
        try await store.sampleRefresh(feed, storms + [.sample("Calm", publishedAt: .sampleNow - 5_000)])
        store.muting = MutingOptions(queries: QueryLimits(budget: 60))
        let selection = ArticleSelection(from: .distantPast, to: .distantFuture)
        let news = try await store.slotNews(selection, in: .of(alice.id.recipient), besides: [], limit: 5)
        #expect(news.articles.map(\.article.title) == ["Calm"])
    }

    @Test func `the titles of what somebody muted are asked with their own names for the feed`() async throws {
        _ = try await store.setOwnCategory("Morning", of: alice.id.recipient, on: feed.id)
        try await mute("category:morning")
        try await store.sampleRefresh(feed, [.sample("Storm")])
        #expect(try await store.queuedTitles(for: alice) == [])
        #expect(try await store.queuedTitles(for: bob) == ["Storm"])
    }
}
