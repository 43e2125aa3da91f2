import CurlClient
import Editorial
import FeedRefresh
import Foundation
import GameRooms
import Localization
import Logging
import NewsModel
import Speaking
import Storage
import TestSupport
import Testing
import TextAnalysis

@testable import ChatCommands

/// A person typing, and what the bot says back.
struct Conversation {
    struct Speaker: Sendable {
        var name: String
        var account: String?
        var presence: String?
        var origin: String?
        var isOperator = false
        var isBot = false

        static let alice = Speaker(name: "alice", account: "alice")
        static let bob = Speaker(name: "bob", account: "bob")
        static let op = Speaker(name: "olga", account: "olga", isOperator: true)
        static let guest = Speaker(name: "Guest42", account: nil)
    }

    let store: Store
    let router: CommandRouter
    let clock: ManualTimeSource
    let network: FakeNetwork
    let games: GameTables
    let speaker: Speaking.Speaker

    init(
        kind: NetworkKind = .irc,
        hasAccounts: Bool = true,
        rates: CommandOptions.Rates = .init(personBurst: 1_000, roomBurst: 1_000),
        quotas: CommandOptions.Quotas = .person,
        createdQuotas: CommandOptions.Quotas = .created,
        limits: StorageLimits = StorageLimits(),
        queries: QueryLimits = QueryLimits(),
        admins: Set<Identity> = [],
        countsUse: Bool = true,
        identityLifetimes: [String: TimeInterval] = [:],
        sources: SourceCatalogue = SourceCatalogue(),
        mail: FakeNetwork? = nil,
        mailAddress: String? = nil,
        path: String? = nil,
        copying other: Store? = nil,
        recorder: LogRecorder? = nil
    ) async throws {
        let store = try path.map { try Store.open(path: $0) } ?? Store.inMemory(copying: other)
        store.limits = limits
        self.store = store
        try await store.saveCatalogue(sources.sources.map(\.url))
        clock = ManualTimeSource()
        network =
            kind == .matrix
            ? EnterableNetwork(kind: kind, hasAccounts: hasAccounts) : FakeNetwork(kind: kind, hasAccounts: hasAccounts)
        var networks: [String: any ChatNetwork] = ["testnet": network]
        if let mail { networks[mail.name] = mail }
        let handler: any LogHandler = if let recorder { recorder } else { SwiftLogNoOpLogHandler() }
        let log = Logger(label: "test") { _ in handler }
        speaker = Speaking.Speaker(networks: networks, time: clock, log: log)
        games = GameTables(
            store: store,
            catalogue: try ShippedCatalogue.catalogue(),
            words: try ShippedQuizWords.vocabulary(),
            puzzles: try ShippedPuzzles.library.get(),
            speaker: speaker,
            time: clock,
            log: log
        )
        var options = FetchOptions(hostSpacing: 0, allowAddresses: [try #require(AddressRange("127.0.0.0/8"))])
        // However busy the machine is with other tests.
        options.parseSeconds = 600
        let client = HTTPClient(options: options.clientOptions)
        let waiting = RealWaiting(clock: clock)
        let refresher = FeedRefresher(store: store, client: client, options: options, time: waiting, log: log)
        let feeds = FeedSubscriber(
            store: store,
            finder: FeedFinder(client: client, time: waiting, parsing: refresher.parsing),
            refresher: refresher,
            catalogue: sources,
            time: waiting
        )
        let places = try ShippedPlaces.finder.get()
        try ShippedCatalogue.catalogue().namePlaces { places.name(of: $0, in: $1) }
        router = CommandRouter(
            CommandServices(
                store: store,
                catalogue: try ShippedCatalogue.catalogue(),
                networks: networks,
                rooms: NetworkKind.roomMarks,
                feeds: feeds,
                sources: sources,
                places: places,
                games: games,
                time: clock,
                log: log,
                options: CommandOptions(
                    admins: admins,
                    quotas: quotas,
                    createdQuotas: createdQuotas,
                    rates: rates,
                    queries: queries,
                    countsUse: countsUse,
                    identityLifetimes: identityLifetimes,
                    mailAddress: mailAddress,
                    version: "1.2"
                )
            )
        )
    }

    /// Everything the bot answers to one line.
    func replies(
        _ text: String,
        as speaker: Speaker = .alice,
        in room: String? = nil,
        inboundID: String? = nil,
        file: AttachedFile? = nil,
        signOn question: String? = nil
    ) async -> [Reply] {
        var message = IncomingMessage(
            network: "testnet",
            traits: network.traits,
            sender: .init(
                displayName: speaker.name,
                account: speaker.account,
                presence: speaker.presence,
                origin: speaker.origin,
                isRoomOperator: speaker.isOperator,
                isBot: speaker.isBot
            ),
            room: room,
            text: text,
            inboundID: inboundID,
            receivedAt: clock.now,
            file: file
        )
        message.answers = question
        guard await router.isMeant(message) else { return [] }
        let replies = await router.handle(message)
        await router.finished(message)
        return replies
    }

    /// Types a line and expects the answer to hold the words; gives back the whole answer.
    @discardableResult
    func says(
        _ text: String,
        as speaker: Speaker = .alice,
        in room: String? = nil,
        file: AttachedFile? = nil,
        expect words: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let replies = await replies(text, as: speaker, in: room, file: file)
        let answer = replies.map { plain($0.message.body) }.joined(separator: "\n")
        for word in words {
            #expect(answer.contains(word), "\(text) → \(answer)", sourceLocation: sourceLocation)
        }
        if words.isEmpty { #expect(answer.isEmpty, "\(text) → \(answer)", sourceLocation: sourceLocation) }
        // A key or a placeholder left over is a missing translation.
        #expect(!answer.contains("{"), "\(answer)", sourceLocation: sourceLocation)
        return answer
    }

    /// Stores a feed of the default selection with articles, the first the newest, an hour apart.
    @discardableResult
    func publishes(
        _ titles: String...,
        by name: String = "Example",
        category: String? = "Tech",
        isDefault: Bool = true,
        hoursAgo: Double = 1,
        imageURL: String? = nil
    ) async throws -> Feed {
        let description = FeedDescription(
            url: "https://\(name.lowercased()).example/feed",
            name: name,
            category: category
        )
        if isDefault {
            let others = try await store.defaultFeeds().map {
                FeedDescription(url: $0.url, name: $0.name, category: $0.category)
            }
            try await store.saveDefaultSelection(others + [description], at: clock.now)
        }
        let feed = try await store.ensureFeed(description, at: clock.now)
        let articles = try titles.enumerated().map { index, title in
            let url = "https://\(name.lowercased()).example/\(abs(title.hashValue))"
            var article = NewArticle(
                title: title,
                url: url,
                canonicalURL: StoryKeys.canonicalURL(url),
                keys: [url],
                summary: "Summary of \(title).",
                publishedAt: clock.now.addingTimeInterval(-3_600 * (hoursAgo + Double(index))),
                imageURL: imageURL
            )
            article.places = try ShippedPlaces.finder.get().namedPlaces(title: title, summary: "")
            return article
        }
        _ = try await store.commitRefresh(
            [
                RefreshCommit(
                    feedID: feed.id,
                    status: 200,
                    nextCheckAt: clock.now.addingTimeInterval(1_800),
                    outcome: .document(FetchedDocument(title: name, articles: articles))
                )
            ],
            alertsVersion: try await store.standingQueries().version,
            at: clock.now
        )
        return feed
    }
}

/// Rich text as bare words, one block a line, without the joiners that keep names from calling people.
func plain(_ text: RichText) -> String { written(text).replacing("\u{2060}", with: "") }

/// Rich text as bare words, one block a line.
func written(_ text: RichText) -> String {
    text.blocks.map { block in
        switch block {
        case .heading(_, let spans), .paragraph(let spans), .footer(let spans): words(spans)
        case .item(let marker, let spans): (marker.map { $0 + ". " } ?? "- ") + words(spans)
        case .preformatted, .table, .grid: block.words
        }
    }.joined(separator: "\n")
}

private func words(_ spans: [RichText.Span]) -> String {
    spans.map { span in
        switch span {
        case .text(let text), .code(let text), .symbol(let text, _): text
        case .strong(let inner), .emphasis(let inner), .meaning(_, let inner): words(inner)
        case .link(let label, let url), .picture(let label, let url): label.isEmpty ? url : "\(label) <\(url)>"
        case .icon: ""
        case .lineBreak: "\n   "
        }
    }.joined()
}

/// The test's time of day with real waiting, for what waits beside real requests.
struct RealWaiting: TimeSource {
    let clock: ManualTimeSource
    var now: Date { clock.now }
    func sleep(until deadline: Date) async throws {
        try await Task.sleep(for: .seconds(max(0, deadline.timeIntervalSince(now))))
    }
}
