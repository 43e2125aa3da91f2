import Foundation
import NewsModel
import TestSupport
import Testing

@testable import Storage

@Suite(.timed) struct ImportTests {
    private let now = Date.sampleNow
    private let alice = Identity.sample("alice")

    private func store() async throws -> (Store, RecipientID) {
        let store = try Store.inMemory()
        let profile = try await store.ensureProfile(for: alice, name: "Alice", at: now)
        return (store, profile.id.recipient)
    }

    private func add(
        _ urls: [String],
        to store: Store,
        _ recipient: RecipientID,
        limit: QuotaLimit = 100
    ) async throws -> ImportOutcome {
        try await store.importSubscriptions(
            urls.map { ListedFeed(url: $0, name: "My " + $0, category: "Tech") },
            of: recipient,
            at: alice.address,
            limit: limit,
            time: now
        )
    }

    private func check(_ url: String, in store: Store, _ outcome: RefreshCommit.Outcome) async throws {
        let feed = try #require(try await store.feed(url: url))
        let commit = RefreshCommit(feedID: feed.id, status: 200, nextCheckAt: now + 600, outcome: outcome)
        _ = try await store.commitRefresh(
            [commit],
            alertsVersion: try await store.standingQueries().version,
            at: now + 1
        )
    }

    private func document(_ titles: String...) -> RefreshCommit.Outcome {
        .document(FetchedDocument(title: "Own", articles: titles.map { NewArticle(title: $0, keys: [$0]) }))
    }

    private func queued(_ store: Store) async throws -> [QueuedDelivery] {
        try await store.queuedDeliveries(to: alice.address, at: now + 60, limit: 100)
    }

    @Test func `imported feeds are due at once and push nothing they hold`() async throws {
        let (store, recipient) = try await store()
        let outcome = try await add(["https://a.example/f", "https://b.example/f"], to: store, recipient)
        #expect(outcome == ImportOutcome(added: 2))
        #expect(try await store.dueFeeds(at: now, limit: 10, perHost: 2).count == 2)
        try await check("https://a.example/f", in: store, document("One", "Two"))
        #expect(try await queued(store).isEmpty)
        try await check("https://a.example/f", in: store, document("One", "Two", "Three"))
        #expect(try await queued(store).map { $0.article?.article.title } == ["Three"])
        #expect(try await queued(store).first?.article?.feedName == "My https://a.example/f")
    }

    @Test func `failures are told once, together, when the last check is in`() async throws {
        let (store, recipient) = try await store()
        _ = try await add((1...4).map { "https://\($0).example/f" }, to: store, recipient)
        try await check("https://1.example/f", in: store, .failed(.notFound))
        try await check("https://2.example/f", in: store, document("One"))
        try await check("https://3.example/f", in: store, .failed(.timedOut))
        #expect(try await queued(store).isEmpty)
        try await check("https://4.example/f", in: store, .notModified(FeedValidators()))
        let notices = try await queued(store)
        #expect(notices.map(\.kind) == [.notice])
        let expected = DeliveryNotice.importChecked(
            total: 4,
            failedCount: 2,
            failed: [
                .init(name: "My https://1.example/f", failure: .notFound),
                .init(name: "My https://3.example/f", failure: .timedOut),
            ]
        )
        #expect(notices.first?.notice == expected)
        try await check("https://1.example/f", in: store, .failed(.notFound))
        #expect(try await queued(store).count == 1)
    }

    @Test func `an import of which nothing fails tells nothing`() async throws {
        let (store, recipient) = try await store()
        _ = try await add(["https://1.example/f"], to: store, recipient)
        try await check("https://1.example/f", in: store, document("One"))
        #expect(try await queued(store).isEmpty)
    }

    @Test func `what is removed before its check is not waited for`() async throws {
        let (store, recipient) = try await store()
        _ = try await add(["https://1.example/f", "https://2.example/f"], to: store, recipient)
        let gone = try #require(try await store.feed(url: "https://2.example/f"))
        _ = try await store.removeSubscription(of: recipient, to: gone.id, at: now)
        try await check("https://1.example/f", in: store, .failed(.gone))
        #expect(try await queued(store).count == 1)
    }

    @Test func `what is there stays, and the limit holds`() async throws {
        let (store, recipient) = try await store()
        _ = try await add(["https://1.example/f"], to: store, recipient)
        let outcome = try await add((1...4).map { "https://\($0).example/f" }, to: store, recipient, limit: 3)
        #expect(outcome.added == 2 && outcome.alreadyThere == 1)
        #expect(outcome.overQuota.map(\.url) == ["https://4.example/f"])
    }

    @Test func `a feed that nobody was told of brings no backlog`() async throws {
        let (store, recipient) = try await store()
        _ = try await store.ensureFeed(FeedDescription(url: "https://old.example/f"), at: now)
        try await check("https://old.example/f", in: store, document("One"))
        _ = try await add(["https://old.example/f"], to: store, recipient)
        #expect(try await store.dueFeeds(at: now, limit: 9, perHost: 2).first?.isFirst == true)
        try await check("https://old.example/f", in: store, document("One", "Two", "Three"))
        #expect(try await queued(store).isEmpty)
    }

    @Test func `titles-only hosts give no summary, picture or attachment away`() async throws {
        let (store, _) = try await store()
        try await store.saveTitlesOnlyHosts(["www.limited.example"])
        for host in ["www.limited.example", "free.example"] {
            _ = try await store.ensureFeed(FeedDescription(url: "https://\(host)/f"), at: now)
            let article = NewArticle(
                title: host,
                keys: [host],
                summary: "Words.",
                imageURL: "https://i.example/",
                attachment: .init(url: "https://a.example/", mimeType: "audio/mpeg")
            )
            try await check("https://\(host)/f", in: store, .document(FetchedDocument(articles: [article])))
        }
        let everything = try await store.everything()
        let listed = try await store.articles(everything, in: .shown(to: nil), limit: 9)
            .sorted { $0.feedName < $1.feedName }
        #expect(listed.map(\.isTitlesOnly) == [false, true])
        #expect(listed.map(\.article.summary) == ["Words.", ""])
        #expect(listed.map { $0.article.imageURL == nil } == [false, true])
        #expect(listed.map { $0.article.attachment == nil } == [false, true])
    }
}
