import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

/// Two profiles become one, and an account leaves again: nothing lost, nothing told twice.
@Suite(.timed) struct LinkingTests {
    /// Every column that names a profile or its recipient, as `ProfileMerging` and `ProfileSplitting` know them.
    private static let dealtWith: Set<String> = [
        "profile.id", "identity.profileID", "address.recipientID", "confirmationCode.profileID",
        "subscription.recipientID", "subscription.createdBy", "alert.recipientID", "alert.createdBy",
        "schedule.recipientID", "schedule.createdBy", "told.recipientID", "delivery.recipientID", "reading.profileID",
        "savedArticle.profileID", "feedImport.recipientID", "quizRound.recipientID", "quizScore.profileID",
        "storyUpdate.recipientID",
        "quizAsked.recipientID", "quizReport.profileID", "room.id", "mute.recipientID", "mute.createdBy",
        "newsFilter.recipientID", "newsFilter.createdBy", "decision.recipientID", "smartFeed.recipientID",
        "ownChange.recipientID", "readMark.profileID", "categorySetting.recipientID",
        "listView.recipientID", "listViewSource.recipientID",
        "puzzlePlay.profileID",
        "puzzleRoom.profileID", "gameScore.profileID", "gamePlayer.profileID",
    ]

    let store: Store
    let alice: Profile
    let bob: Profile
    let feed: Feed

    init() async throws {
        store = try Store.inMemory()
        alice = try await store.sampleProfile("alice")
        bob = try await store.sampleProfile("bob")
        feed = try await store.sampleFetchedFeed("one")
    }

    private var view: ListView {
        ListView(
            order: .title,
            isReversed: true,
            onlyPictures: true,
            hidesRead: true,
            period: "week",
            without: [feed.id]
        )
    }

    private func merge(_ time: Date = .sampleNow) async throws {
        #expect(try await store.merge(bob.id, of: .sample("bob"), into: alice.id, at: time))
        let broken = try await store.read { db in try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").count }
        #expect(broken == 0)
    }

    private func send(to account: String) async throws {
        let address = Identity.sample(account).address
        let queued = try await store.queuedDeliveries(to: address, at: .distantFuture, limit: 100)
        let parts = [MessagePart(payload: "line")]
        let message = try #require(try await store.freeze(queued.map(\.id), to: address, parts: parts, at: .sampleNow))
        _ = try await store.markAttempt(message.id)
        try await store.confirm(message.id, part: 0, at: .sampleNow)
    }

    private func addHeadlines(of person: Profile) async throws {
        _ = try await store.addSchedule(
            of: person.id.recipient,
            kind: .headlines,
            minuteOfDay: 450,
            days: .daily,
            at: Identity.sample(person.name).address,
            limit: 9,
            time: .sampleNow
        )
    }

    private func queueSlot(_ schedule: ScheduleID) async throws -> Bool {
        try await store.queueSlot(
            schedule,
            localSlot: "2026-11-16T07:30",
            kind: .headlines,
            dueAt: .sampleNow,
            payload: .sample(),
            at: .sampleNow
        )
    }

    private func unlinkBob(movingSubscriptions: Bool) async throws -> ProfileID? {
        try await store.sampleUnlink(.sample("bob"), from: alice, movingSubscriptions: movingSubscriptions)
    }

    /// Titles waiting on either account, notices left out.
    private func waiting() async throws -> [String] {
        try await store.queuedTitles(for: alice) + store.queuedTitles(for: bob)
    }

    @Test func `no column that names a profile was added without dealing with it here`() async throws {
        let found = try await store.read { db in
            var found: Set<String> = []
            for table in try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'") {
                for key in try Row.fetchAll(db, sql: "PRAGMA foreign_key_list(\(table))") {
                    let parent: String = key["table"]
                    if ["recipient", "profile"].contains(parent) { found.insert("\(table).\(key["from"] as String)") }
                }
            }
            return found
        }
        #expect(found == Self.dealtWith)
    }

    @Test(arguments: ["alice", "bob"])
    func `a story told to one is not told to the other's account again`(_ told: String) async throws {
        try await store.sampleSubscription(of: alice, to: feed)
        try await store.sampleSubscription(of: bob, to: feed)
        try await store.sampleRefresh(feed, [.sample("Storm")])
        try await send(to: told)
        try await merge()
        #expect(try await waiting() == [])
    }

    @Test func `a story that waits for both comes once, for the more urgent reason`() async throws {
        let other = try await store.sampleFetchedFeed("two")
        try await store.sampleSubscription(of: alice, to: feed)
        try await store.sampleSubscription(of: bob, to: other)
        _ = try await store.addAlert(
            of: bob.id.recipient,
            query: "storm",
            isUrgent: true,
            at: Identity.sample("bob").address,
            limit: 9,
            time: .sampleNow
        )
        let alert = try #require(try await store.alerts(of: bob.id.recipient).first)
        let link = "https://a.example/storm"
        try await store.sampleRefresh(feed, [.sample("Storm", link: link)])
        try await store.sampleRefresh(other, [.sample("Storm again", link: link, alertIDs: [alert.id])])
        #expect(try await waiting().count == 2)
        try await merge()
        let queued = try await store.queuedDeliveries(to: Identity.sample("bob").address, at: .distantFuture, limit: 9)
        #expect(queued.map(\.isUrgent) == [true])
        #expect(queued.first?.reasons.count == 3)
        #expect(try await store.queuedTitles(for: alice) == [])
    }

    @Test func `what failed on one account is not lost on the other`() async throws {
        try await store.sampleSubscription(of: alice, to: feed)
        try await store.sampleSubscription(of: bob, to: feed)
        try await store.sampleRefresh(feed, [.sample("Storm")])
        let address = Identity.sample("bob").address
        let queued = try await store.queuedDeliveries(to: address, at: .distantFuture, limit: 9)
        let parts = [MessagePart(payload: "x")]
        let message = try #require(try await store.freeze(queued.map(\.id), to: address, parts: parts, at: .sampleNow))
        try await store.fail(message.id, reason: "gone", at: .sampleNow)
        try await merge()
        #expect(try await store.queuedTitles(for: alice) == ["Storm"])
    }

    @Test func `words that have not left are taken back, and the story comes once`() async throws {
        try await store.sampleSubscription(of: alice, to: feed)
        try await store.sampleSubscription(of: bob, to: feed)
        try await store.sampleRefresh(feed, [.sample("Storm")])
        for account in ["alice", "bob"] {
            let address = Identity.sample(account).address
            let queued = try await store.queuedDeliveries(to: address, at: .distantFuture, limit: 9)
            _ = try await store.freeze(
                queued.map(\.id),
                to: address,
                parts: [MessagePart(payload: "x")],
                at: .sampleNow
            )
        }
        try await merge()
        #expect(try await waiting() == ["Storm"])
        #expect(try await store.openMessages(to: Identity.sample("bob").address).isEmpty)
    }

    @Test func `subscriptions of both are kept, and the same subscription is one`() async throws {
        let other = try await store.sampleFetchedFeed("two")
        for (person, feeds) in [(alice, [feed]), (bob, [feed, other])] {
            for feed in feeds { try await store.sampleSubscription(of: person, to: feed) }
            let own = Identity.sample(person.name).address
            for query in ["storm", "only \(person.name)"] {
                _ = try await store.addAlert(
                    of: person.id.recipient,
                    query: query,
                    at: own,
                    by: person.maker,
                    limit: 9,
                    time: .sampleNow
                )
            }
            for minute in [450, person.name == "bob" ? 600 : 700] {
                _ = try await store.addSchedule(
                    of: person.id.recipient,
                    kind: .headlines,
                    minuteOfDay: minute,
                    days: .daily,
                    at: own,
                    by: person.maker,
                    limit: 9,
                    time: .sampleNow
                )
            }
        }
        _ = try await store.setPause(.byOwner, of: alice.id.recipient, on: feed.id, at: .sampleNow)
        try await merge()
        let recipient = alice.id.recipient
        let subscriptions = try await store.subscriptions(of: recipient)
        #expect(Set(subscriptions.map(\.feedID)) == [feed.id, other.id])
        #expect(subscriptions.allSatisfy { $0.pause == nil })
        #expect(try await store.alerts(of: recipient).map(\.query) == ["storm", "only alice", "only bob"])
        #expect(try await store.alerts(of: recipient).map(\.number) == [1, 2, 3])
        #expect(try await store.schedules(of: recipient).map(\.minuteOfDay) == [450, 700, 600])
        #expect(
            try await store.read { db in
                try Int.fetchOne(db, sql: "SELECT followerCount FROM feed WHERE name = 'one'")
            } == 1
        )
        #expect(try await store.identities(of: alice.id).count == 2)
        #expect(try await store.profile(bob.id) == nil)
    }

    @Test func `a slot that came to one does not come again`() async throws {
        var ids: [ScheduleID] = []
        for person in [alice, bob] {
            try await addHeadlines(of: person)
            ids += try await store.schedules(of: person.id.recipient).map(\.id)
        }
        #expect(
            try await queueSlot(ids[1])
        )
        try await merge()
        #expect(
            try await !queueSlot(ids[0])
        )
    }

    @Test func `readings, saved articles, scores and settings are kept`() async throws {
        try await store.sampleSubscription(of: bob, to: feed)
        let article = try #require(try await store.sampleRefresh(feed, [.sample("Storm")]).first)
        _ = try await store.save(article.id, for: bob.id, note: "keep", tags: [], limit: 9, at: .sampleNow)
        _ = try await store.save(article.id, for: alice.id, note: nil, tags: ["x"], limit: 9, at: .sampleNow)
        var settings = RecipientSettings()
        settings.timeZone = "Asia/Tokyo"
        settings.language = "de"
        settings.quietHours = QuietHours(start: 60, end: 120, exceptUrgent: true)
        try await store.saveSettings(settings, of: bob.id.recipient)
        try await store.saveListView(view, of: bob.id.recipient)
        var own = RecipientSettings()
        own.language = "fr"
        try await store.saveSettings(own, of: alice.id.recipient)
        let room = try await store.sampleRoom()
        for (person, points) in [(alice, 3), (bob, 4)] {
            let round = try #require(
                try await store.startQuizRound(in: room.id.recipient, state: "{}", asked: [], at: .sampleNow)
            )
            let score = QuizScore(
                playerKey: "testnet:\(person.name)",
                profileID: person.name == "bob" ? nil : person.id,
                displayName: person.name,
                points: points,
                correctCount: 1
            )
            try await store.endQuizRound(round, scores: [score], at: .sampleNow)
        }
        try await merge()
        #expect(try await store.countSaved(of: alice.id) == 1)
        let kept = try #require(try await store.settings(of: alice.id.recipient))
        #expect(try await store.listView(of: alice.id.recipient) == view)
        #expect(kept.language == "fr" && kept.timeZone == "Asia/Tokyo" && kept.quietHours?.end == 120)
        #expect(try await store.quizScores(in: room.id.recipient).map(\.points) == [7])
    }

    @Test func `a subscription stays at an address that can be sent to`() async throws {
        for person in [alice, bob] {
            let own = Identity.sample(person.name).address
            _ = try await store.addAlert(of: person.id.recipient, query: "storm", at: own, limit: 9, time: .sampleNow)
            try await addHeadlines(of: person)
        }
        try await store.pauseAddress(Identity.sample("alice").address, reason: "gone", at: .sampleNow)
        try await merge()
        let bobs = Identity.sample("bob").address
        #expect(try await store.alerts(of: alice.id.recipient).map(\.address) == [bobs])
        #expect(try await store.schedules(of: alice.id.recipient).map(\.address) == [bobs])
    }

    @Test func `feeds of a dead account go on at the one that puts it out`() async throws {
        try await store.sampleSubscription(of: bob, to: feed)
        try await merge()
        try await store.pauseAddress(Identity.sample("bob").address, reason: "gone", at: .sampleNow)
        let here = Identity.sample("alice").address
        let new = try #require(
            try await unlinkBob(movingSubscriptions: false)
        )
        let kept = try await store.subscriptions(of: alice.id.recipient)
        #expect(kept.map(\.pause) == [nil] && kept.map(\.address) == [here])
        #expect(try await store.settings(of: new.recipient) == RecipientSettings())
        try await store.sampleRefresh(feed, [.sample("Storm")])
        #expect(try await store.queuedTitles(for: alice) == ["Storm"])
    }

    @Test func `wrong confirmations do not void a link code`() async throws {
        let code = try await store.makeLinkCode(for: alice.id, at: .sampleNow)
        for _ in 0..<9 { _ = try await store.redeemCode("WRONG1", for: alice.id, at: .sampleNow) }
        #expect(try await store.redeemLinkCode(code, at: .sampleNow)?.id == alice.id)
    }

    @Test func `a code works once, and not after ten minutes`() async throws {
        let code = try await store.makeLinkCode(for: alice.id, at: .sampleNow)
        #expect(code.count == 8)
        #expect(try await store.redeemCode(code, for: alice.id, at: .sampleNow) == nil)
        let wrong = (code.hasPrefix("X") ? "Z" : "X") + code.dropFirst()
        #expect(try await store.redeemLinkCode(wrong, at: .sampleNow) == nil)
        #expect(try await store.redeemLinkCode(code.lowercased(), at: .sampleNow)?.id == alice.id)
        #expect(try await store.redeemLinkCode(code, at: .sampleNow) == nil)
        let late = try await store.makeLinkCode(for: alice.id, at: .sampleNow)
        #expect(try await store.redeemLinkCode(late, at: .sampleNow + 601) == nil)
    }

    @Test func `an account that leaves takes what was told there and hears nothing twice`() async throws {
        let other = try await store.sampleFetchedFeed("two")
        try await store.sampleSubscription(of: alice, to: feed)
        try await store.sampleSubscription(of: bob, to: other)
        try await merge()
        try await store.saveListView(view, of: alice.id.recipient)
        try await store.sampleRefresh(other, [.sample("Calm")])
        try await send(to: "bob")
        let new = try #require(
            try await unlinkBob(movingSubscriptions: true)
        )
        #expect(try await store.subscriptions(of: new.recipient).map(\.feedID) == [other.id])
        #expect(try await store.subscriptions(of: alice.id.recipient).map(\.feedID) == [feed.id])
        #expect(try await store.profile(for: .sample("bob"))?.id == new)
        #expect(try await store.listView(of: new.recipient) == view)
        // Both know of what was told while they were one.
        let again = NewArticle.sample("Calm elsewhere", link: "https://site.example/calm")
        try await store.sampleRefresh(feed, [again])
        #expect(try await waiting() == [])
        #expect(
            try await store.unlink(
                .sample("alice"),
                from: alice.id,
                movingSubscriptions: true,
                otherwiseAt: Identity.sample("bob").address,
                at: .sampleNow
            ) == nil
        )
    }

    @Test func `a story that waits for two accounts waits for each when they part`() async throws {
        let other = try await store.sampleFetchedFeed("two")
        try await store.sampleSubscription(of: alice, to: feed)
        try await store.sampleSubscription(of: bob, to: other)
        try await merge()
        let link = "https://a.example/storm"
        try await store.sampleRefresh(feed, [.sample("Storm", link: link)])
        try await store.sampleRefresh(other, [.sample("Storm again", link: link)])
        #expect(try await waiting().count == 1)
        _ = try await unlinkBob(movingSubscriptions: true)
        #expect(try await store.queuedTitles(for: alice) == ["Storm"])
        #expect(try await store.queuedTitles(for: bob) == ["Storm"])
    }

    @Test func `an account that is put out leaves with nothing, not even what was on its way`() async throws {
        try await store.sampleSubscription(of: bob, to: feed)
        try await merge()
        try await store.sampleRefresh(feed, [.sample("Storm")])
        let address = Identity.sample("bob").address
        let queued = try await store.queuedDeliveries(to: address, at: .distantFuture, limit: 9)
        let message = try #require(
            try await store.freeze(queued.map(\.id), to: address, parts: [MessagePart(payload: "x")], at: .sampleNow)
        )
        _ = try await store.markAttempt(message.id)
        _ = try await unlinkBob(movingSubscriptions: false)
        #expect(try await store.openMessages(to: address).isEmpty)
        #expect(try await store.queuedTitles(for: alice) == ["Storm"])
        try await store.sampleRefresh(feed, [.sample("Storm"), .sample("Flood")])
        #expect(try await store.queuedTitles(for: alice) == ["Storm", "Flood"])
        #expect(try await store.queuedTitles(for: bob) == [])
    }
}
