import Foundation
import Localization
import Logging
import NewsModel
import Schedules
import Speaking
import Storage
import TestSupport

@testable import ItemDelivery

/// A store, a network and a clock with a worker between them.
struct DeliveryHarness {
    let store: Store
    let network: FakeNetwork
    let mail = FakeNetwork("mail", kind: .mail)
    let time = ManualTimeSource()
    let catalogue: Catalogue
    let worker: DeliveryWorker
    private let identityLifetimes: [String: TimeInterval]
    private let log: Logger

    init(
        kind: NetworkKind = .irc,
        identityLifetimes: [String: TimeInterval] = [:],
        store: Store? = nil,
        log: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) async throws {
        self.log = log
        network = FakeNetwork(kind: kind)
        self.identityLifetimes = identityLifetimes
        self.store = try store ?? Store.inMemory()
        catalogue = try ShippedCatalogue.catalogue()
        worker = Self.worker(self.store, [network, mail], catalogue, time, identityLifetimes, log)
    }

    private static func worker(
        _ store: Store,
        _ networks: [FakeNetwork],
        _ catalogue: Catalogue,
        _ time: ManualTimeSource,
        _ identityLifetimes: [String: TimeInterval],
        _ log: Logger
    ) -> DeliveryWorker {
        let networks = Dictionary(uniqueKeysWithValues: networks.map { ($0.name, $0 as any ChatNetwork) })
        return DeliveryWorker(
            store: store,
            networks: networks,
            catalogue: catalogue,
            options: DeliveryOptions(vocabulary: .forTest, identityLifetimes: identityLifetimes),
            speaker: Speaker(networks: networks, time: time, log: log),
            time: time,
            log: log
        )
    }

    /// A worker as after a restart: it remembers nothing but the store.
    func restarted() -> DeliveryWorker { Self.worker(store, [network, mail], catalogue, time, identityLifetimes, log) }

    func clock(_ quizzes: (any ScheduledQuizStarter)? = nil) -> ScheduleClock {
        ScheduleClock(
            store: store,
            clocks: ReaderClocks(
                timeZone: { [catalogue] in catalogue.localizer(for: $0).timeZone },
                calendar: { [catalogue] in catalogue.localizer(for: $0).calendar }
            ),
            quizzes: quizzes,
            time: time,
            log: log
        )
    }

    /// Alice follows a feed whose first fetch is over.
    func follower() async throws -> (profile: Profile, feed: Feed, address: Address) {
        let alice = try await store.sampleProfile()
        let feed = try await store.sampleFeed("example")
        try await publish([], in: feed)
        try await store.sampleSubscription(of: alice, to: feed, time: time.now)
        return (alice, feed, Identity.sample("alice").address)
    }

    /// A room follows a feed whose first fetch is over.
    func followingRoom() async throws -> (room: Room, feed: Feed, address: Address) {
        let room = try await store.sampleRoom()
        let feed = try await store.sampleFeed("example")
        try await publish([], in: feed)
        let address = Address(network: "testnet", kind: .room, target: room.name)
        _ = try await store.addSubscription(
            of: room.id.recipient,
            to: feed.id,
            at: address,
            limit: 100,
            time: time.now
        )
        return (room, feed, address)
    }

    /// Alice follows nothing and sees a feed of the default selection, whose first fetch is over.
    func visitor() async throws -> (profile: Profile, feed: Feed, address: Address) {
        let alice = try await store.sampleProfile()
        let description = FeedDescription(url: "https://house.example/feed", name: "house", category: "World")
        try await store.saveDefaultSelection([description], at: time.now)
        let feed = try await store.ensureFeed(description, at: time.now)
        try await publish([], in: feed)
        return (alice, feed, Identity.sample("alice").address)
    }

    /// The feed brings entries with these titles now, which say to be so many seconds old, each a bit older.
    func publish(
        _ titles: [String],
        in feed: Feed,
        alerts: [AlertID] = [],
        age: TimeInterval = 0,
        apart: TimeInterval = 0
    ) async throws {
        let articles = titles.enumerated().map { place, title in
            let name = title.replacing(" ", with: "-")
            return NewArticle(
                title: title,
                url: "https://example.org/\(name)",
                canonicalURL: "https://example.org/\(name)",
                keys: ["\(feed.id)/\(name)"],
                publishedAt: time.now - age - Double(place) * apart,
                alertIDs: alerts
            )
        }
        let commit = RefreshCommit(
            feedID: feed.id,
            status: 200,
            nextCheckAt: time.now.addingTimeInterval(600),
            outcome: .document(FetchedDocument(articles: articles))
        )
        let version = try await store.standingQueries().version
        _ = try await store.commitRefresh([commit], alertsVersion: version, at: time.now)
    }
}
