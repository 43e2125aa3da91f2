import ChatCommands
import ChatNetworks
import CurlClient
import Editorial
import FeedRefresh
import Foundation
import GameRooms
import Games
import ItemDelivery
import Localization
import Logging
import NewsModel
import Schedules
import ServiceLifecycle
import Speaking
import Storage

/// Creates all components of the program and connects them.
struct Assembly: Sendable {
    let store: Store
    let catalogue: Catalogue
    let sources: SourceCatalogue
    let client: HTTPClient
    let refresher: FeedRefresher
    let scheduler: FeedScheduler
    let reader: ArticleReader
    /// Nil if the places of the world are not known.
    let backfill: ArticleBackfill?
    let indexing: ArchiveIndexing
    let networks: [any ChatNetwork]
    let games: GameTables
    let results: PuzzleResults
    let delivery: DeliveryWorker
    let clock: ScheduleClock
    let chat: ChatLoop
    /// How long and how many articles are stored.
    let retention: Replaceable<Retention>
    let log: Logger
    /// Whether no feed and no page is fetched.
    private let isOffline: Bool

    init(
        configuration: Configuration,
        store: Store,
        catalogue: Catalogue,
        sources: SourceCatalogue,
        places: PlaceFinder? = nil,
        words: ArticleWords? = nil,
        puzzles: PuzzleLibrary? = nil,
        quizWords: QuizVocabulary = QuizVocabulary([:]),
        networks: [any ChatNetwork],
        client: HTTPClient? = nil,
        offline: Bool = false,
        time: any TimeSource,
        log: Logger
    ) {
        store.muting = MutingOptions(queries: configuration.queries, time: time)
        self.store = store
        self.catalogue = catalogue
        self.sources = sources
        self.networks = networks
        self.log = log
        retention = Replaceable(Retention(configuration.retention))
        isOffline = offline
        let named = Dictionary(networks.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let nicks = Dictionary(
            configuration.irc.map { ($0.name, $0.nick) } + configuration.matrix.map { ($0.name, $0.botName) },
            uniquingKeysWith: { first, _ in first }
        )
        let botName: @Sendable (String) -> String = { nicks[$0] ?? "crier" }

        let fetch = FetchOptions(configuration.fetch)
        let client = client ?? HTTPClient(options: fetch.clientOptions)
        self.client = client
        refresher = FeedRefresher(
            store: store,
            client: client,
            options: fetch,
            queries: configuration.queries,
            places: places,
            words: words,
            sources: sources,
            time: time,
            log: log
        )
        backfill =
            places == nil && words == nil
            ? nil
            : ArticleBackfill(store: store, finder: places, words: words, sources: sources, time: time, log: log)
        indexing = ArchiveIndexing(store: store, time: time, log: log)
        scheduler = FeedScheduler(store: store, refresher: refresher, time: time, log: log)
        reader = ArticleReader(store: store, refresher: refresher, client: client, time: time, log: log)
        let speaker = Speaker(networks: named, time: time, log: log)
        games = GameTables(
            store: store,
            catalogue: catalogue,
            words: quizWords,
            puzzles: puzzles,
            speaker: speaker,
            botName: botName,
            options: configuration.quiz,
            time: time,
            log: log
        )
        results = PuzzleResults(
            store: store,
            networks: named,
            catalogue: catalogue,
            speaker: speaker,
            time: time,
            log: log
        )
        let delivery = DeliveryWorker(
            store: store,
            networks: named,
            catalogue: catalogue,
            options: DeliveryOptions(
                vocabulary: configuration.vocabulary(catalogue),
                botName: botName,
                identityLifetimes: configuration.identityLifetimes
            ),
            speaker: speaker,
            time: time,
            log: log
        )
        self.delivery = delivery
        clock = ScheduleClock(
            store: store,
            clocks: ReaderClocks(
                timeZone: { catalogue.localizer(for: $0).timeZone },
                calendar: { catalogue.localizer(for: $0).calendar }
            ),
            quizzes: ScheduledQuizzes(tables: games, networks: named, catalogue: catalogue, log: log),
            time: time,
            log: log
        )
        var options = CommandOptions(
            prefix: configuration.commandPrefix,
            admins: Set(
                configuration.admins.map { admin in
                    Identity(
                        network: admin.network,
                        account: named[admin.network]?.folded(admin.account) ?? admin.account
                    )
                }
            ),
            botName: botName,
            countsUse: configuration.countsUse,
            identityLifetimes: configuration.identityLifetimes,
            mailAddress: configuration.mail?.address,
            version: Crier.version
        )
        options.setLimits(of: configuration)
        let services = CommandServices(
            store: store,
            catalogue: catalogue,
            networks: named,
            rooms: .all,
            feeds: FeedSubscriber(
                store: store,
                finder: FeedFinder(client: client, time: time, parsing: refresher.parsing) {
                    [refresher] host, deadline in
                    await refresher.takeTurn(at: host, deadline: deadline)
                },
                refresher: refresher,
                catalogue: sources,
                time: time
            ),
            sources: sources,
            reader: offline ? nil : reader,
            places: places,
            games: games,
            time: time,
            log: log,
            options: options
        )
        chat = ChatLoop(router: CommandRouter(services), speaker: speaker, whenReachable: delivery.networkChanged)
    }

    /// The services in the order they start.
    ///
    /// They stop in reverse order, so that last messages are still sent.
    ///
    /// Each has a name for the log, because printing a service would show the passwords it contains.
    func services(
        more: [(String, any Service)] = []
    ) -> [ServiceGroupConfiguration.ServiceConfiguration] {
        var services: [(String, any Service)] = networks.map { ("network \($0.name)", NetworkService(network: $0)) }
        services += [("games", games), ("results", results), ("delivery", delivery), ("clock", clock)]
        if !isOffline { services += [("feeds", scheduler), ("pages", reader)] }
        services.append(("index", indexing))
        if let backfill { services.append(("analysis", backfill)) }
        services += more
        return services.map { name, service in
            .init(service: service, successTerminationBehavior: .ignore, serviceName: name)
        } + [.init(service: chat, successTerminationBehavior: .gracefullyShutdownGroup, serviceName: "chat")]
    }

    /// Saves the default selection: the operator's feeds, or the catalogue's default selection if there are none.
    ///
    /// Other feeds stay with their followers.
    func selectFeeds(of configuration: Configuration, at time: Date) async throws {
        var selection = configuration.feeds.map { FeedDescription(url: $0.url, name: $0.name, category: $0.category) }
        if selection.isEmpty, configuration.selectsCatalogueFeeds {
            selection = sources.defaultSelection.map { FeedDescription($0) }
        }
        try await store.saveDefaultSelection(selection, at: time)
        try await store.saveCatalogue(sources.sources.map(\.url))
        try await store.saveTitlesOnlyHosts(sources.titlesOnlyHosts)
        try await store.saveReservedNames(sources.sources.map { ($0.name, $0.url) })
    }
}

extension Configuration {
    /// The commands as networks and hints know them.
    func vocabulary(_ catalogue: Catalogue) -> CommandVocabulary {
        .standard(prefix: commandPrefix, rooms: .all, catalogue: catalogue)
    }
}

extension FetchOptions {
    init(_ fetch: Configuration.Fetch) {
        let contact = fetch.contact.isEmpty ? "" : "; +\(fetch.contact)"
        self.init(
            interval: Double(fetch.interval),
            floor: Double(fetch.floor),
            hostSpacing: fetch.hostSpacing,
            addressSpacing: fetch.addressSpacing,
            maximumParallel: fetch.parallel,
            allowAddresses: fetch.allowAddresses.compactMap(AddressRange.init),
            proxy: fetch.proxy,
            caFile: fetch.caFile,
            userAgent: "Crier/\(Crier.version) (feed reader for chat\(contact))"
        )
        askedFloor = Double(fetch.askedFloor)
        parseThreads = fetch.parseThreads
        parseSeconds = fetch.parseSeconds
    }
}

/// Runs a chat network as a service.
///
/// On shutdown it sends queued messages and disconnects properly.
struct NetworkService: Service {
    let network: any ChatNetwork

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown { try await network.run() }
            // The console ends with its input. It must wait for the shutdown here, because the service group treats a
            // service that ends early as failed.
            try await gracefulShutdown()
        } catch is CancellationError {
            return
        }
    }
}
