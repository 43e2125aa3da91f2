import Foundation
import NewsModel
import TestSupport
import Testing

@testable import Storage

@Suite(.timed) struct MuteTests {
    let store: Store
    let alice: Profile
    let bob: Profile
    let feed: Feed

    init() async throws {
        store = try Store.inMemory()
        alice = try await store.sampleProfile("alice")
        bob = try await store.sampleProfile("bob")
        feed = try await store.sampleFetchedFeed("one")
        try await store.sampleSubscription(of: alice, to: feed)
        try await store.sampleSubscription(of: bob, to: feed)
    }

    @discardableResult
    private func mute(
        _ subject: Mute.Subject,
        of person: Profile,
        until end: Date? = nil,
        at time: Date = .sampleNow
    ) async throws -> AddOutcome<Mute> {
        try await store.addMute(subject, named: "it", until: end, of: person.id.recipient, limit: 3, at: time)
    }

    private func titles(_ person: Profile, limit: Int = 10) async throws -> [String] {
        let selection = ArticleSelection(from: .distantPast, to: .distantFuture)
        return try await store.articles(selection, in: .shown(to: person.id.recipient), limit: limit).map(
            \.article.title
        )
    }

    private func story(_ title: String) async throws -> StoryID {
        let all = try await store.articles(try await store.everything(), in: .shown(to: nil), limit: 100)
        return try #require(all.first { $0.article.title == title }).article.storyID
    }

    @Test func `words that one mutes are neither told nor listed to them, and to others they are`() async throws {
        try await mute(.words("\"world cup\""), of: alice)
        try await store.sampleRefresh(feed, [.sample("World Cup begins"), .sample("A cup of the world")])
        #expect(try await store.queuedTitles(for: alice) == ["A cup of the world"])
        #expect(try await store.queuedTitles(for: bob).count == 2)
        #expect(try await titles(alice) == ["A cup of the world"])
        #expect(try await titles(bob).count == 2)
    }

    @Test func `what is muted does not count as unread`() async throws {
        func unread(_ person: Profile) async throws -> [Int] {
            try await store.followedFeeds(of: person.id.recipient, at: .sampleNow).map(\.unreadCount)
        }
        try await store.sampleRefresh(
            feed,
            [.sample("World Cup begins"), .sample("A cup of the world"), .sample("Storm at sea"), .sample("Calm")]
        )
        for person in [alice, bob] {
            try await store.markAllRead(of: person.id.recipient, at: .sampleNow - 3_600)
        }
        #expect(try await unread(alice) == [4])
        try await mute(.words("\"world cup\""), of: alice)
        #expect(try await unread(alice) == [3])
        try await mute(.story(try await story("Storm at sea")), of: alice)
        #expect(try await unread(alice) == [2])
        try await mute(.feed(feed.id), of: alice)
        #expect(try await unread(alice) == [0])
        #expect(try await unread(bob) == [4])
    }

    @Test func `an alert tells nothing of what is muted`() async throws {
        _ = try await store.sampleAlert(of: alice, "storm")
        let alert = try #require(try await store.alerts(of: alice.id.recipient).first)
        try await mute(.feed(feed.id), of: alice)
        try await store.sampleRefresh(feed, [.sample("Storm", alertIDs: [alert.id])])
        #expect(try await store.queuedTitles(for: alice) == [])
        #expect(try await store.alerts(of: alice.id.recipient).first?.lastFiredAt == nil)
    }

    @Test func `what waits is withdrawn, and told again by another source once it is muted no more`() async throws {
        let other = try await store.sampleFetchedFeed("two")
        try await store.sampleSubscription(of: alice, to: other)
        let link = "https://a.example/storm"
        try await store.sampleRefresh(feed, [.sample("Storm", link: link)])
        try await mute(.story(try await story("Storm")), of: alice)
        #expect(try await store.queuedTitles(for: alice) == [])
        #expect(try await store.queuedTitles(for: bob) == ["Storm"])
        _ = try await store.removeMute(of: alice.id.recipient, number: 1)
        try await store.sampleRefresh(other, [.sample("The same storm", link: link)])
        #expect(try await store.queuedTitles(for: alice) == ["The same storm"])
    }

    @Test func `a muted story is muted from every source, and its feed is not`() async throws {
        let other = try await store.sampleFetchedFeed("two")
        try await store.sampleSubscription(of: alice, to: other)
        let link = "https://a.example/storm"
        try await store.sampleRefresh(feed, [.sample("Storm", link: link)])
        try await mute(.story(try await story("Storm")), of: alice)
        try await store.sampleRefresh(other, [.sample("The same storm", link: link), .sample("Calm")])
        #expect(try await store.queuedTitles(for: alice) == ["Calm"])
        #expect(try await titles(alice) == ["Calm"])
    }

    @Test func `a muted source is left out, and shown to who names it`() async throws {
        let other = try await store.sampleFetchedFeed("two")
        try await store.sampleSubscription(of: alice, to: other)
        try await mute(.feed(feed.id), of: alice)
        try await store.sampleRefresh(feed, [.sample("Storm")])
        try await store.sampleRefresh(other, [.sample("Calm")])
        #expect(try await titles(alice) == ["Calm"])
        let named = ArticleSelection(feeds: .some([feed.id]), from: .distantPast, to: .distantFuture)
        #expect(
            try await store.articles(named, in: .shown(to: alice.id.recipient), limit: 9).map(\.article.title) == [
                "Storm"
            ]
        )
    }

    @Test func `older articles take the place of muted ones`() async throws {
        try await mute(.words("storm"), of: alice)
        let articles = (1...20).map { NewArticle.sample("Storm \($0)", publishedAt: .sampleNow - Double($0)) }
        let calm = (1...5).map { NewArticle.sample("Calm \($0)", publishedAt: .sampleNow - 100 - Double($0)) }
        try await store.sampleRefresh(feed, articles + calm)
        #expect(try await titles(alice, limit: 10) == (1...5).map { "Calm \($0)" })
    }

    @Test func `a mute ends by itself`() async throws {
        try await mute(.words("storm"), of: alice, until: .sampleNow + 60)
        try await store.sampleRefresh(feed, [.sample("Storm one")])
        #expect(try await store.mutes(of: alice.id.recipient, at: .sampleNow + 59).count == 1)
        #expect(try await store.mutes(of: alice.id.recipient, at: .sampleNow + 60).isEmpty)
        try await store.sampleRefresh(feed, [.sample("Storm two")], at: .sampleNow + 61)
        #expect(try await store.queuedTitles(for: alice) == ["Storm two"])
    }

    @Test func `the same again is the same, numbers last and there is a limit`() async throws {
        try await mute(.words("a1"), of: alice)
        guard case .alreadyThere(let same) = try await mute(.words("a1"), of: alice, until: .sampleNow + 60) else {
            Issue.record("two mutes of one thing")
            return
        }
        #expect(same.number == 1 && same.endsAt == .sampleNow + 60)
        _ = try await store.removeMute(of: alice.id.recipient, number: 1)
        for word in ["b1", "c1", "d1"] { try await mute(.words(word), of: alice) }
        #expect(try await mute(.words("e1"), of: alice) == .quotaReached(limit: 3))
        #expect(try await store.mutes(of: alice.id.recipient, at: .sampleNow).map(\.number) == [2, 3, 4])
    }

    @Test func `two profiles that become one share what either mutes`() async throws {
        try await mute(.words("storm"), of: alice, until: .sampleNow + 60)
        try await mute(.words("storm"), of: bob)
        try await mute(.feed(feed.id), of: bob)
        #expect(try await store.merge(bob.id, of: .sample("bob"), into: alice.id, at: .sampleNow))
        let mutes = try await store.mutes(of: alice.id.recipient, at: .sampleNow)
        #expect(mutes.map(\.subject) == [.words("storm"), .feed(feed.id)])
        #expect(mutes.map(\.number) == [1, 2])
        #expect(mutes.first?.endsAt == nil)
        let parted = try await store.sampleUnlink(.sample("bob"), from: alice, movingSubscriptions: true)
        let new = try #require(parted)
        #expect(try await store.mutes(of: new.recipient, at: .sampleNow).count == 2)
        #expect(try await store.mutes(of: alice.id.recipient, at: .sampleNow).count == 2)
    }

    @Test func `who is forgotten leaves no mutes, and two feeds that become one stay muted`() async throws {
        let other = try await store.sampleFetchedFeed("two")
        try await mute(.feed(feed.id), of: bob)
        try await store.write { try FeedMerging(db: $0, feed: feed.id, into: other.id, time: .sampleNow).merge() }
        #expect(try await store.mutes(of: bob.id.recipient, at: .sampleNow).map(\.subject) == [.feed(other.id)])
        try await store.erase(bob.id)
        #expect(try await store.mutes(of: bob.id.recipient, at: .sampleNow).isEmpty)
    }
}
