import Foundation
import Logging
import NewsModel
import ServiceLifecycle
import Storage
import TestSupport
import Testing

@testable import ItemDelivery

struct DeliveryWorkerTests {
    @Test func `a followed feed's news is pushed once, in order`() async throws {
        let harness = try await DeliveryHarness()
        let (_, feed, address) = try await harness.follower()
        try await harness.publish(["First story here"], in: feed)
        try await harness.publish(["Second story here"], in: feed)
        #expect(await harness.worker.deliverDue() == nil)
        try await harness.publish(["Third story here", "First story here"], in: feed)
        _ = await harness.worker.deliverDue()
        _ = await harness.restarted().deliverDue()
        let texts = harness.network.texts(to: address)
        #expect(texts.count == 3)
        #expect(texts[0].hasPrefix("[example] First story here — https://example.org/First-story-here #"))
        #expect(texts[1].contains("Second story") && texts[2].contains("Third story"))
        #expect(Set(harness.network.arrived.map(\.key)).count == 3)
    }

    @Test func `a burst becomes one message that lists what fits, and nothing of it is told again`() async throws {
        let harness = try await DeliveryHarness()
        let (room, feed, address) = try await harness.followingRoom()
        try await harness.publish((1...50).map { "Story number \($0)" }, in: feed)
        _ = await harness.worker.deliverDue()
        let texts = harness.network.texts(to: address)
        #expect(texts.count == 7)
        #expect(texts[0] == "50 new from example:")
        #expect(texts[6] == "45 more: crier: more. To read one: crier: read 1.")
        #expect(Set(harness.network.arrived.map { $0.key.text.split(separator: "-")[0] }).count == 1)
        let owner = ListingOwner.recipient(room.id.recipient)
        let place = "r:testnet:#news"
        let all = try await harness.store.newestListing(
            owner: owner,
            place: place,
            kinds: ["article"],
            at: harness.time.now
        )
        #expect(all?.items.count == 50)
        let rest = try await harness.store.newestListing(
            owner: owner,
            place: place,
            kinds: ["pushedRest"],
            at: harness.time.now
        )
        #expect(rest?.items == all.map { Array($0.items[5...]) })
        // The list is the message's own, for whoever answers it.
        let key = try #require(harness.network.arrived.first?.key)
        try await harness.store.recordPosted(network: "testnet", eventID: "$burst", key: key)
        let shown = try await harness.store.listing(
            ofPosted: "$burst",
            at: address,
            owners: [],
            kinds: ["article"]
        )
        #expect(shown?.items == all?.items)
        #expect(await harness.worker.deliverDue() == nil)
        #expect(harness.network.attempts.count == 7)
    }

    @Test func `several alerts at once are one message that lists each`() async throws {
        let harness = try await DeliveryHarness()
        let (alice, feed, address) = try await harness.follower()
        let added = try await harness.store.addAlert(
            of: alice.id.recipient,
            query: "story",
            at: address,
            limit: 10,
            time: harness.time.now
        )
        guard case .added(let alert) = added else {
            Issue.record("\(added)")
            return
        }
        try await harness.publish((1...30).map { "Story number \($0)" }, in: feed, alerts: [alert.id])
        _ = await harness.worker.deliverDue()
        let texts = harness.network.texts(to: address)
        #expect(texts[0] == "30 articles match your alerts:")
        #expect(texts.filter { $0.contains("Alert 1 (story): [example] Story number") }.count == 30)
    }

    @Test func `a crash between freezing and confirming goes on where it stopped, with the same keys`() async throws {
        let harness = try await DeliveryHarness()
        let (_, feed, address) = try await harness.followingRoom()
        try await harness.publish((1...50).map { "Story number \($0)" }, in: feed)
        // Two parts arrive, then the connection dies with the third in flight.
        harness.network.script([.confirmed, .confirmed, .unknown])
        _ = await harness.worker.deliverDue()
        #expect(harness.network.arrived.count == 3)
        harness.time.advance(by: 600)
        _ = await harness.restarted().deliverDue()
        let keys = harness.network.arrived.map(\.key)
        #expect(keys.count == 8)
        #expect(keys[2] == keys[3])
        #expect(Set(keys).count == 7)
        #expect(Set(harness.network.texts(to: address)).count == 7)
    }

    @Test(arguments: [(3_600.0, 2), (13 * 3_600.0, 1)])
    func `an attempt that ended unknown long ago is looked up before it is repeated`(
        age: Double,
        attempts: Int
    )
        async throws
    {
        let harness = try await DeliveryHarness()
        let (_, feed, address) = try await harness.follower()
        harness.network.script([.unknown])
        try await harness.publish(["First story here"], in: feed)
        _ = await harness.worker.deliverDue()
        let key = try #require(harness.network.attempts.first?.key)
        harness.network.setFound([key])
        harness.time.advance(by: age)
        _ = await harness.restarted().deliverDue()
        #expect(harness.network.attempts.map(\.key) == Array(repeating: key, count: attempts))
        #expect(try await harness.store.openMessages(to: address).isEmpty)
    }

    @Test func `where nobody can say whether an old attempt arrived, the answer is waited for`()
        async throws
    {
        let harness = try await DeliveryHarness(kind: .matrix)
        let (_, feed, address) = try await harness.follower()
        harness.network.script([.unknown])
        try await harness.publish(["First story here"], in: feed)
        _ = await harness.worker.deliverDue()
        harness.time.advance(by: 13 * 3_600)
        _ = await harness.restarted().deliverDue()
        #expect(harness.network.attempts.count == 1)
        // The place answers again: it has the message.
        harness.network.setFound([try #require(harness.network.attempts.first?.key)])
        harness.time.advance(by: 3_600)
        _ = await harness.restarted().deliverDue()
        #expect(harness.network.attempts.count == 1)
        #expect(try await harness.store.openMessages(to: address).isEmpty)
    }

    @Test func `a message of which nothing can ever be said is sent after two days`() async throws {
        let harness = try await DeliveryHarness(kind: .matrix)
        let (_, feed, address) = try await harness.follower()
        harness.network.script([.unknown])
        try await harness.publish(["First story here"], in: feed)
        _ = await harness.worker.deliverDue()
        harness.time.advance(by: 49 * 3_600)
        _ = await harness.restarted().deliverDue()
        #expect(Set(harness.network.attempts.map(\.key)).count == 1 && harness.network.attempts.count == 2)
        #expect(try await harness.store.openMessages(to: address).isEmpty)
    }

    @Test func `a frozen message that never left is sent after a restart`() async throws {
        let harness = try await DeliveryHarness()
        let (_, feed, address) = try await harness.follower()
        try await harness.publish(["A story to freeze"], in: feed)
        let queued = try await harness.store.queuedDeliveries(to: address, at: harness.time.now, limit: 9)
        let parts = [MessagePart(payload: "one"), MessagePart(payload: "two")]
        _ = try await harness.store.freeze(queued.map(\.id), to: address, parts: parts, at: harness.time.now)
        _ = await harness.restarted().deliverDue()
        #expect(harness.network.texts(to: address) == ["one", "two"])
    }

    @Test func `order is kept while the first message is stuck, for fifteen minutes`() async throws {
        let harness = try await DeliveryHarness()
        let (_, feed, address) = try await harness.follower()
        let start = harness.time.now
        try await harness.publish(["The first story"], in: feed)
        harness.network.script(Array(repeating: .notSent(retryAt: start.addingTimeInterval(3600)), count: 1))
        var next = await harness.worker.deliverDue()
        try await harness.publish(["The second story"], in: feed)
        harness.time.advance(by: 60)
        next = await harness.worker.deliverDue()
        #expect(harness.network.arrived.isEmpty)
        #expect(next == start.addingTimeInterval(900))
        harness.time.set(start.addingTimeInterval(900))
        _ = await harness.worker.deliverDue()
        #expect(harness.network.texts(to: address).count == 1)
        #expect(harness.network.texts(to: address)[0].contains("second"))
        harness.time.set(start.addingTimeInterval(3600))
        #expect(await harness.worker.deliverDue() == nil)
        #expect(harness.network.texts(to: address).last?.contains("first") == true)
    }

    @Test func `an address that cannot be reached waits and is sent to when it appears`() async throws {
        let harness = try await DeliveryHarness()
        let (_, feed, address) = try await harness.follower()
        harness.network.setReachable(address, false)
        try await harness.publish(["A story for later"], in: feed)
        let next = await harness.worker.deliverDue()
        #expect(next == harness.time.now.addingTimeInterval(60))
        #expect(harness.network.attempts.isEmpty)
        harness.network.setReachable(address, true)
        _ = await harness.worker.deliverDue()
        #expect(harness.network.attempts.isEmpty)
        harness.worker.networkChanged("testnet")
        _ = await harness.worker.deliverDue()
        #expect(harness.network.texts(to: address).count == 1)
    }

    @Test func `a permanent refusal pauses the place and its owner is told once`() async throws {
        let harness = try await DeliveryHarness()
        let (alice, feed, home) = try await harness.follower()
        let room = Address(network: "testnet", kind: .room, target: "#gone")
        let other = try await harness.store.sampleFeed("other")
        try await harness.publish([], in: other)
        try await harness.store.sampleSubscription(of: alice, to: other, at: room)
        harness.network.refuse(room, reason: "banned")
        try await harness.publish(["Some story elsewhere"], in: other)
        _ = await harness.worker.deliverDue()
        harness.time.advance(by: 3600)
        try await harness.publish(["Another story elsewhere"], in: other)
        try await harness.publish(["A story at home"], in: feed)
        _ = await harness.worker.deliverDue()
        let told = harness.network.texts(to: home)
        #expect(told.filter { $0.contains("#gone on testnet (banned)") }.count == 1)
        #expect(told.count == 2)
        #expect(harness.network.attempts.filter { $0.address == room }.count == 1)
    }

    @Test func `what may or may not have arrived is told at the other account, and never sent again`() async throws {
        let harness = try await DeliveryHarness()
        let (alice, feed, address) = try await harness.follower()
        let mail = Identity(network: "mail", account: "alice@example.org")
        #expect(try await harness.store.attach(mail, name: "alice", to: alice.id, at: harness.time.now))
        let other = try await harness.store.sampleFeed("other")
        try await harness.publish([], in: other)
        try await harness.store.sampleSubscription(of: alice, to: other, at: mail.address)
        _ = await harness.worker.deliverDue()
        let before = harness.mail.attempts.count
        harness.mail.script([.unconfirmed(reason: "no answer")])
        try await harness.publish(["A story that nobody vouches for"], in: other)
        _ = await harness.worker.deliverDue()
        let told = harness.network.texts(to: address)
        #expect(told.contains { $0.contains("alice@example.org (mail)") })
        let link = "https://example.org/A-story-that-nobody-vouches-for"
        #expect(told.contains { $0.contains("A story that nobody vouches for") && $0.contains(link) })
        // `read 1` there is that story.
        let list = try await harness.store.newestListing(
            owner: .recipient(alice.id.recipient),
            place: address.listingPlace,
            at: harness.time.now
        )
        let listed = try #require(list)
        let ids = listed.items.map(ArticleID.init(rawValue:))
        let articles = try await harness.store.articles(ids, in: .shown(to: alice.id.recipient))
        #expect(articles.map(\.article.title) == ["A story that nobody vouches for"])
        #expect(try await harness.store.pauseReason(of: mail.address) == nil)
        // Neither from this feed nor from another one.
        try await harness.publish(["A story that nobody vouches for"], in: feed)
        for _ in 0..<3 {
            harness.time.advance(by: 3_600)
            _ = await harness.restarted().deliverDue()
        }
        #expect(harness.mail.attempts.count == before + 1)
        #expect(harness.network.texts(to: address) == told)
        try await harness.publish(["The next story"], in: other)
        _ = await harness.worker.deliverDue()
        #expect(harness.mail.texts(to: mail.address).contains { $0.contains("The next story") })
    }

    @Test func `of many stories that may not have arrived the rest is a page away`() async throws {
        let harness = try await DeliveryHarness()
        let (alice, _, address) = try await harness.follower()
        let mail = Identity(network: "mail", account: "alice@example.org")
        #expect(try await harness.store.attach(mail, name: "alice", to: alice.id, at: harness.time.now))
        let other = try await harness.store.sampleFeed("other")
        try await harness.publish([], in: other)
        try await harness.store.sampleSubscription(of: alice, to: other, at: mail.address)
        _ = await harness.worker.deliverDue()
        harness.mail.script([.unconfirmed(reason: "no answer")])
        let titles = (1...10).map { "Story number \($0) of the day" }
        try await harness.publish(titles, in: other)
        _ = await harness.worker.deliverDue()
        let told = harness.network.texts(to: address).joined(separator: "\n")
        #expect(titles.filter { told.contains($0 + " ") }.count == 8)
        let owner = ListingOwner.recipient(alice.id.recipient)
        for (kind, count) in [("article", 10), ("pushedRest", 2)] {
            let list = try await harness.store.newestListing(
                owner: owner,
                place: address.listingPlace,
                kinds: [kind],
                at: harness.time.now
            )
            #expect(list?.items.count == count)
        }
    }

    @Test func `who has one account is told there, once`() async throws {
        let harness = try await DeliveryHarness()
        let (_, feed, address) = try await harness.follower()
        harness.network.script([.unconfirmed(reason: "no answer"), .unconfirmed(reason: "no answer")])
        try await harness.publish(["A story that nobody vouches for"], in: feed)
        for _ in 0..<3 {
            _ = await harness.worker.deliverDue()
            harness.time.advance(by: 3_600)
        }
        #expect(harness.network.attempts.filter { $0.address == address }.count == 2)
    }

    @Test func `another address takes over only when nothing may have arrived`() async throws {
        for arrivedBefore in [false, true] {
            let harness = try await DeliveryHarness()
            let (alice, feed, address) = try await harness.follower()
            let mail = Identity(network: "mail", account: "alice@example.org")
            // A subscription that goes there makes the address hers.
            let other = try await harness.store.sampleFeed("other")
            try await harness.store.sampleSubscription(of: alice, to: other, at: mail.address)
            try await harness.publish(["A story that must arrive"], in: feed)
            if arrivedBefore {
                harness.network.script([.unknown])
                _ = await harness.worker.deliverDue()
                harness.time.advance(by: 60)
            }
            harness.network.refuse(address, reason: "no such nick")
            _ = await harness.worker.deliverDue()
            let texts = harness.mail.texts(to: mail.address)
            #expect(texts.contains { $0.contains("A story that must arrive") } == !arrivedBefore)
        }
    }

    @Test func `an unsubscription between queueing and sending sends nothing`() async throws {
        let harness = try await DeliveryHarness()
        let (alice, feed, _) = try await harness.follower()
        try await harness.publish(["A story nobody wants"], in: feed)
        _ = try await harness.store.removeSubscription(of: alice.id.recipient, to: feed.id, at: harness.time.now)
        _ = await harness.worker.deliverDue()
        #expect(harness.network.attempts.isEmpty)
    }
}

struct OrderedStopTests {
    @Test func `an ordered stop confirms the part in flight and leaves the rest for the next start`() async throws {
        let harness = try await DeliveryHarness()
        let (_, feed, _) = try await harness.followingRoom()
        try await harness.publish((1...50).map { "Story number \($0)" }, in: feed)
        harness.network.hold()
        let group = ServiceGroup(
            services: [harness.worker],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let running = Task { try await group.run() }
        try await waitUntil("the part in flight") { harness.network.heldCount == 1 }
        await group.triggerGracefulShutdown()
        try await waitUntil("the stop") { harness.worker.isStopping }
        harness.network.release()
        try await running.value
        #expect(harness.network.arrived.count == 1)
        _ = await harness.restarted().deliverDue()
        #expect(harness.network.attempts.count == 7)
        #expect(Set(harness.network.attempts.map(\.key)).count == 7)
    }
}

struct DeliveryEtiquetteTests {
    @Test func `quiet hours over midnight hold news, which arrives as one list`() async throws {
        let harness = try await DeliveryHarness()
        let (alice, feed, address) = try await harness.follower()
        let settings = RecipientSettings(
            language: "en",
            timeZone: "Europe/Paris",
            quietHours: QuietHours(start: 22 * 60, end: 7 * 60, exceptUrgent: false)
        )
        try await harness.store.saveSettings(settings, of: alice.id.recipient)
        // 2026-11-16 22:30 in Paris.
        harness.time.advance(by: 9.5 * 3600)
        try await harness.publish(["An evening story"], in: feed)
        let next = await harness.worker.deliverDue()
        #expect(next == Date.sampleNow.addingTimeInterval(18 * 3600))
        harness.time.advance(by: 3600)
        try await harness.publish(["A night story"], in: feed)
        _ = await harness.worker.deliverDue()
        #expect(harness.network.attempts.isEmpty)
        harness.time.set(Date.sampleNow.addingTimeInterval(18 * 3600))
        #expect(await harness.worker.deliverDue() == nil)
        let texts = harness.network.texts(to: address)
        #expect(texts.count == 4)
        #expect(texts[0] == "While it was quiet (since 22:00), 2 articles arrived:")
        #expect(texts[1].contains("An evening story") && texts[2].contains("A night story"))
    }

    @Test(arguments: [("2026-03-28T21:30:00Z", 7.5), ("2026-10-24T21:30:00Z", 8.5)])
    func `a night in which the clocks change ends at the reader's seven o'clock`(
        evening: String,
        hours: Double
    ) async throws {
        let harness = try await DeliveryHarness()
        let start = try Date(evening, strategy: .iso8601)
        harness.time.set(start.addingTimeInterval(-3600 * 12))
        let (alice, feed, address) = try await harness.follower()
        let quiet = QuietHours(start: 22 * 60, end: 7 * 60, exceptUrgent: false)
        try await harness.store.saveSettings(
            RecipientSettings(timeZone: "Europe/Paris", quietHours: quiet),
            of: alice.id.recipient
        )
        harness.time.set(start)
        try await harness.publish(["A story of the long night"], in: feed)
        let next = try #require(await harness.worker.deliverDue())
        #expect(next.timeIntervalSince(start) == hours * 3600)
        harness.time.set(next.addingTimeInterval(-1))
        _ = await harness.worker.deliverDue()
        #expect(harness.network.attempts.isEmpty)
        harness.time.set(next)
        _ = await harness.worker.deliverDue()
        #expect(harness.network.texts(to: address).count == 3)
    }

    @Test func `a reader who moves east or ends the quiet gets what was held at once`() async throws {
        let harness = try await DeliveryHarness()
        let (alice, feed, address) = try await harness.follower()
        // Noon UTC is quiet here.
        let quiet = QuietHours(start: 11 * 60, end: 20 * 60, exceptUrgent: false)
        try await harness.store.saveSettings(RecipientSettings(quietHours: quiet), of: alice.id.recipient)
        try await harness.publish(["A story under way"], in: feed)
        _ = await harness.worker.deliverDue()
        #expect(harness.network.attempts.isEmpty)
        let moved = RecipientSettings(timeZone: "Asia/Tokyo", quietHours: quiet)
        try await harness.store.saveSettings(moved, of: alice.id.recipient)
        _ = await harness.worker.deliverDue()
        #expect(harness.network.texts(to: address).contains { $0.contains("A story under way") })
    }

    @Test func `a room that talks is not interrupted`() async throws {
        let harness = try await DeliveryHarness()
        let (_, feed, address) = try await harness.followingRoom()
        harness.network.setConversation(in: "#news", at: harness.time.now)
        try await harness.publish(["A story for silence"], in: feed)
        let next = await harness.worker.deliverDue()
        #expect(next == harness.time.now.addingTimeInterval(300))
        #expect(harness.network.attempts.isEmpty)
        harness.time.advance(by: 300)
        _ = await harness.worker.deliverDue()
        #expect(harness.network.texts(to: address).count == 1)
    }

    @Test func `a room's lines an hour are kept and nothing is lost`() async throws {
        let harness = try await DeliveryHarness()
        let (room, feed, address) = try await harness.followingRoom()
        var etiquette = room.etiquette
        etiquette.linesPerHour = 6
        etiquette.usesNotice = true
        try await harness.store.saveEtiquette(etiquette, of: room.id)
        var start = harness.time.now
        for hour in 0..<3 {
            start = harness.time.now
            for number in 1...8 {
                try await harness.publish(["Story \(hour) number \(number)"], in: feed)
                _ = await harness.worker.deliverDue()
            }
            harness.time.set(start.addingTimeInterval(3600))
        }
        _ = await harness.worker.deliverDue()
        harness.time.advance(by: 3600)
        _ = await harness.worker.deliverDue()
        harness.time.advance(by: 3600)
        _ = await harness.worker.deliverDue()
        // Told means shown, or counted in a message that says what to type.
        let told = harness.network.texts(to: address).map { text in
            if text.hasPrefix("[example] ") { return 1 }
            return text.contains(" new from example:") ? Int(text.prefix { $0.isNumber }) ?? 0 : 0
        }
        #expect(told.reduce(0, +) == 24)
        #expect(harness.network.arrived.filter { !$0.isNotice }.isEmpty)
        #expect(harness.network.arrived.count <= 6 * 6 && harness.network.arrived.count >= 24 / 3)
    }

    @Test func `the running worker sends what is committed and what comes due, until it is cancelled`() async throws {
        let harness = try await DeliveryHarness()
        let (alice, feed, address) = try await harness.follower()
        let worker = Task { try await harness.worker.run() }
        try await harness.publish(["A story in passing"], in: feed)
        try await waitUntil("the push") { harness.network.texts(to: address).count == 1 }
        let quiet = QuietHours(start: 11 * 60, end: 13 * 60, exceptUrgent: false)
        try await harness.store.saveSettings(RecipientSettings(quietHours: quiet), of: alice.id.recipient)
        try await harness.publish(["A story to be held"], in: feed)
        let end = Date.sampleNow.addingTimeInterval(3600)
        try await waitUntil("the alarm") { harness.time.nextDeadline.map { $0 <= end } ?? false }
        harness.time.set(end)
        try await waitUntil("the held list") { harness.network.texts(to: address).count == 4 }
        worker.cancel()
        _ = await worker.result
    }
}
