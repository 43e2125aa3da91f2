import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

@Suite(.timed) struct KeepingTests {
    private let old = Date.sampleNow - 100 * 86_400

    @Test func `an article goes when it is both old and outside its feed's newest 500`() async throws {
        let store = try Store.inMemory()
        let (busy, quiet) = (try await store.sampleFeed("busy"), try await store.sampleFeed("quiet"))
        try await store.sampleRefresh(busy, (0..<600).map { .sample("Old \($0)", publishedAt: old + Double($0)) })
        try await store.sampleRefresh(quiet, (0..<5).map { .sample("Quiet \($0)", publishedAt: old) })
        #expect(try await store.prune(at: .sampleNow) == 100)
        let left = try await store.articles(
            ArticleSelection(feeds: .some([busy.id]), from: .distantPast, to: .distantFuture),
            in: .shown(to: nil),
            limit: 1_000
        )
        #expect(left.count == 500)
        #expect(left.last?.article.title == "Old 100")
        // The full-text index forgets with the articles.
        #expect(try await store.searchArticles(words: "Old 7", in: .shown(to: nil), limit: 1_000).isEmpty)
        #expect(try await store.searchArticles(words: "Old", in: .shown(to: nil), limit: 1_000).count == 500)
        #expect(try await store.prune(at: .sampleNow) == 0)
    }

    @Test func `new articles stay up to 5,000 a feed`() async throws {
        let store = try Store.inMemory()
        let feed = try await store.sampleFeed()
        try await store.sampleRefresh(
            feed,
            (0..<5_010).map { .sample("N \($0)", publishedAt: .sampleNow - Double($0)) }
        )
        #expect(try await store.prune(at: .sampleNow) == 10)
    }

    @Test func `what is kept can be configured, and saved articles stay with their texts`() async throws {
        let store = try Store.inMemory()
        let (alice, bob) = (try await store.sampleProfile("alice"), try await store.sampleProfile("bob"))
        let feed = try await store.sampleFeed()
        let entries = (0..<450).map { number in
            var entry = NewArticle.sample("N \(number)", publishedAt: .sampleNow - 86_400 * 20 + Double(number))
            entry.text = "The whole text of \(number)."
            return entry
        }
        let stored = try await store.sampleRefresh(feed, entries)
        for profile in [alice, bob] {
            _ = try await store.save(stored[3].id, for: profile.id, note: nil, tags: [], limit: 9, at: .sampleNow)
        }
        #expect(try await store.prune(at: .sampleNow) == 0)
        let retention = Retention(articleAge: 10 * 86_400, articlesKept: 5, articlesAtMost: 100)
        // More than one transaction's worth.
        #expect(try await store.prune(at: .sampleNow, keeping: retention) == 444)
        let none = Retention(articleAge: 0, articlesKept: 0, articlesAtMost: 0)
        #expect(try await store.prune(at: .sampleNow, keeping: none) == 5)
        #expect(try await store.articleBody(stored[3].id)?.text == "The whole text of 3.")
        #expect(
            try await store.searchArticles(words: "N", in: .shown(to: nil), limit: 1_000).map(\.article.id) == [
                stored[3].id
            ]
        )
        #expect(try await store.articleBody(stored[4].id) == nil)
        #expect(try await store.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM articleBody") } == 1)
        // It goes when nobody keeps it any more.
        try await store.erase(alice.id)
        #expect(try await store.prune(at: .sampleNow, keeping: none) == 0)
        #expect(try await store.unsave(stored[3].id, for: bob.id))
        #expect(try await store.prune(at: .sampleNow, keeping: none) == 1)
    }

    @Test func `an entry that comes back after its article went is no news`() async throws {
        let store = try Store.inMemory()
        let feed = try await store.sampleFetchedFeed()
        let entry = NewArticle.sample("Storm")
        #expect(try await store.sampleRefresh(feed, [entry]).count == 1)
        let none = Retention(articleAge: 0, articlesKept: 0, articlesAtMost: 0)
        #expect(try await store.prune(at: .sampleNow + 40 * 86_400, keeping: none) == 1)
        #expect(try await store.sampleRefresh(feed, [entry], at: .sampleNow + 41 * 86_400).isEmpty)
    }

    @Test func `old title keys go, and no other key with them`() async throws {
        let store = try Store.inMemory()
        let feed = try await store.sampleFeed()
        let entries = (0..<450).map { number in
            NewArticle.sample(
                "T \(number)",
                titleKey: "key \(number)",
                publishedAt: .sampleNow - (number < 430 ? 20 : 1) * 86_400
            )
        }
        try await store.sampleRefresh(feed, entries)
        try await store.prune(at: .sampleNow)
        let left = try await store.database.read { db in
            try Int.fetchAll(db, sql: "SELECT count(*) FROM storyKey GROUP BY isTitle ORDER BY isTitle")
        }
        #expect(left == [450, 20])
    }

    @Test func `work that waits keeps its article`() async throws {
        let store = try Store.inMemory()
        let alice = try await store.sampleProfile("alice")
        let feed = try await store.sampleFetchedFeed()
        try await store.sampleSubscription(of: alice, to: feed)
        try await store.sampleRefresh(feed, [.sample("Waiting", publishedAt: .sampleNow - 86_400)])
        try await store.sampleRefresh(
            feed,
            (0..<600).map { .sample("N \($0)", publishedAt: .sampleNow + Double($0) / 10) },
            at: .sampleNow + 1
        )
        try await store.prune(at: .sampleNow + 100 * 86_400)
        #expect(try await store.queuedTitles(for: alice).first == "Waiting")
    }

    @Test func `forgetting a person leaves everybody else's things`() async throws {
        let store = try Store.inMemory()
        let (alice, bob) = (try await store.sampleProfile("alice"), try await store.sampleProfile("bob"))
        let room = try await store.sampleRoom()
        let place = Address(network: "testnet", kind: .room, target: "#news")
        let feed = try await store.sampleFetchedFeed()
        for (recipient, address) in [
            (alice.id.recipient, Identity.sample("alice").address), (bob.id.recipient, Identity.sample("bob").address),
            (room.id.recipient, place),
        ] {
            _ = try await store.addSubscription(
                of: recipient,
                to: feed.id,
                at: address,
                by: alice.maker,
                limit: 9,
                time: .sampleNow
            )
        }
        let alert = try await store.addAlert(
            of: alice.id.recipient,
            query: "storm",
            at: place,
            limit: 9,
            time: .sampleNow
        )
        let alertIDs = alert.value.map { [$0.id] } ?? []
        let stored = try await store.sampleRefresh(feed, [.sample("Storm", alertIDs: alertIDs), .sample("Calm")])
        try await store.recordReading(of: stored[0].id, by: alice.id, at: .sampleNow)
        _ = try await store.makeCode(for: alice.id, action: "forget me", at: .sampleNow)
        try await store.saveListing(
            owner: .recipient(alice.id.recipient),
            place: "dm",
            kind: "article",
            items: [1],
            at: .sampleNow
        )
        // Her alert goes to the room: frozen words there are hers too.
        let inRoom = try await store.queuedDeliveries(to: place, at: .sampleNow, limit: 9)
        let hers = inRoom.filter { $0.recipientID == alice.id.recipient }.map(\.id)
        #expect(hers.count == 1)
        _ = try await store.freeze(hers, to: place, parts: [MessagePart(payload: "x")], at: .sampleNow)
        let round = try #require(
            try await store.startQuizRound(
                in: room.id.recipient,
                state: "{}",
                asked: [AskedQuestion(story: StoryID(rawValue: 1), answer: 7)],
                at: .sampleNow
            )
        )
        let scores = [
            QuizScore(playerKey: "testnet:alice", displayName: "alice", points: 3, correctCount: 3),
            QuizScore(playerKey: "p:bob", profileID: bob.id, displayName: "bob", points: 2, correctCount: 2),
        ]
        try await store.endQuizRound(round, scores: scores, at: .sampleNow)

        try await store.erase(alice.id)

        #expect(try await store.profile(for: .sample("alice")) == nil)
        #expect(try await store.identities(of: alice.id) == [])
        #expect(try await store.openMessages(to: place) == [])
        #expect(try await store.queuedTitles(for: alice) == [])
        #expect(try await store.queuedTitles(for: bob).count == 2)
        #expect(try await store.queuedDeliveries(to: place, at: .sampleNow, limit: 9).count == 2)
        #expect(try await store.quizScores(in: room.id.recipient).map(\.displayName) == ["bob"])
        #expect(try await store.alerts(of: alice.id.recipient) == [])
        #expect(try await store.followerCount(of: feed.id) == 2)
        try await store.sampleRefresh(feed, [.sample("After", alertIDs: alertIDs)])
        #expect(try await store.queuedTitles(for: bob).count == 3)
        let again = try await store.sampleProfile("alice")
        #expect(again.id != alice.id)
        try await store.sampleSubscription(of: again, to: feed)
        #expect(try await store.queuedTitles(for: again).count == 1)
    }

    @Test func `of rounds that a person played alone the best of each day stays, and of everybody's it counts`()
        async throws
    {
        let store = try Store.inMemory()
        let (alice, room) = (try await store.sampleProfile("alice"), try await store.sampleRoom())
        func round(in place: RecipientID, _ points: Int?, day: Int) async throws {
            let time = Date.sampleNow + Double(day) * 86_400
            let id = try #require(try await store.startQuizRound(in: place, state: "{}", asked: [], at: time))
            let scores = points.map {
                QuizScore(
                    playerKey: "testnet:alice",
                    profileID: alice.id,
                    displayName: "alice",
                    points: $0,
                    correctCount: $0,
                    dayNumber: day,
                    questionCount: 5
                )
            }
            try await store.endQuizRound(id, scores: [scores].compactMap(\.self), at: time)
        }
        for points in [3, 5, 2, nil] { try await round(in: alice.id.recipient, points, day: 1) }
        for points in [4, 4] { try await round(in: room.id.recipient, points, day: 2) }
        try await round(in: alice.id.recipient, 1, day: 2)
        try await store.save(GamePlayer(isGlobal: true), of: alice.id)
        func points(_ scope: ScoreScope) async throws -> Int? {
            try await store.quizTotals(numbers: 1...9, in: scope).first?.points
        }
        #expect(try await points(.everybody) == 9)
        #expect(try await points(.room(room.id)) == 8)
        #expect(try await points(.player(alice.id)) == 19)
        _ = try await store.prune(at: .sampleNow + 2 * 86_400 + 60)
        #expect(try await store.quizDays(of: alice.id).map(\.points) == [1, 4, 4, 5])
        #expect(try await points(.everybody) == 9)
        #expect(try await points(.room(room.id)) == 8)
        let rounds = try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM quizRound") }
        #expect(rounds == 4)
    }

    @Test func `a room has one quiz at a time and scores add up`() async throws {
        let store = try Store.inMemory()
        let room = try await store.sampleRoom()
        for points in [2, 3] {
            let round = try #require(
                try await store.startQuizRound(in: room.id.recipient, state: "a", asked: [], at: .sampleNow)
            )
            #expect(
                try await store.startQuizRound(in: room.id.recipient, state: "b", asked: [], at: .sampleNow) == nil
            )
            #expect(try await store.saveQuizRound(round, state: "moved"))
            #expect(try await store.openQuizRounds().map(\.state) == ["moved"])
            let score = QuizScore(playerKey: "p", displayName: "Pat \(points)", points: points, correctCount: 1)
            try await store.endQuizRound(round, scores: [score], at: .sampleNow)
            try await store.endQuizRound(round, scores: [score], at: .sampleNow)
            #expect(try await store.saveQuizRound(round, state: "late") == false)
        }
        let total = QuizScore(playerKey: "p", displayName: "Pat 3", points: 5, correctCount: 2)
        #expect(try await store.quizScores(in: room.id.recipient) == [total])
        #expect(try await store.openQuizRounds() == [])
    }

    @Test func `a handled mail is known again, also one of an older version, and leaves no address behind`()
        async throws
    {
        let store = try Store.inMemory()
        let sender = "greta@example.org"
        func isNew(_ id: String) async throws -> Bool {
            try await store.recordHandledMail(network: "mail", id: id, from: sender, at: .sampleNow)
        }
        #expect(try await isNew("<1@a>"))
        #expect(try await !isNew("<1@a>"))
        #expect(try await isNew("<2@a>"))
        let stored = try await store.read { try String.fetchAll($0, sql: "SELECT inboundID FROM handledInbound") }
        #expect(stored.count == 2 && !stored.contains { $0.contains("greta") || $0.contains("@a") })
        _ = try await store.recordHandled(network: "mail", inboundID: "message <3@a> \(sender)", at: .sampleNow)
        #expect(try await !isNew("<3@a>"))
    }

    @Test func `an inbound message is handled once, and networks keep their state`() async throws {
        let store = try Store.inMemory()
        #expect(try await store.recordHandled(network: "n", inboundID: "1", at: .sampleNow))
        #expect(try await store.recordHandled(network: "n", inboundID: "1", at: .sampleNow) == false)
        #expect(try await store.recordHandled(network: "m", inboundID: "1", at: .sampleNow))
        try await store.setNetworkState("n", key: "token", value: "a")
        try await store.setNetworkState("n", key: "token", value: "b")
        #expect(try await store.networkState("n", key: "token") == "b")
        try await store.setNetworkState("n", key: "token", value: nil)
        #expect(try await store.networkState("n", key: "token") == nil)
    }

    @Test func `usage adds up by day`() async throws {
        let store = try Store.inMemory()
        try await store.addUsage(day: "2026-11-16", counts: ["headlines": 2])
        try await store.addUsage(day: "2026-11-16", counts: ["headlines": 1, "digest": 1])
        #expect(try await store.usage(day: "2026-11-16") == ["headlines": 3, "digest": 1])
        #expect(try await store.usage(day: "2026-11-17") == [:])
    }
}
