import ArgumentParser
import ChatNetworks
import CurlClient
import FeedRefresh
import Foundation
import GameRooms
import Localization
import Logging
import NewsModel
import ServiceLifecycle
import Storage
import UnixSignals
import WebEndpoint

/// Runs the bot as a service.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "run", abstract: "Run the bot as a service.")

    @Option(help: "The configuration file.") var config = "config.toml"
    @Option(help: "The folder of locales and sample news.") var data: String?

    func run() async throws {
        let (terminal, folder, known) = try Terminal.open(data: data)
        let configuration = try checkedConfiguration(terminal, known)
        let log = LineLogHandler.logger(level: configuration.logLevel)
        let time = SystemTimeSource()
        do {
            let catalogue = try Catalogue.load(
                directory: folder.locales.path,
                defaultLanguage: configuration.defaultLanguage,
                defaultTimeZone: configuration.defaultTimeZone
            )
            let lock = try lock(configuration.storagePath.path, terminal, log)
            defer { lock?.release() }
            let store = try Store.open(path: configuration.storagePath.path)
            store.limits = StorageLimits(configuration)
            let client = HTTPClient(options: FetchOptions(configuration.fetch).clientOptions)
            let icons = FeedIcons(store: store, time: time, log: log)
            let mail = configuration.mail.map {
                MailNetwork(
                    options: .init(
                        $0,
                        of: configuration,
                        store: store,
                        catalogue: catalogue,
                        vocabulary: configuration.vocabulary(catalogue),
                        templates: folder.templates.path,
                        pictures: client,
                        icons: icons
                    ),
                    keeping: store,
                    time: time,
                    log: log
                )
            }
            let places = GazetteerReader.read(folder.gazetteer, naming: catalogue, log: log)
            let assembly = Assembly(
                configuration: configuration,
                store: store,
                catalogue: catalogue,
                sources: CatalogueReader.read(folder.catalogue, log: log),
                places: places,
                words: VocabularyReader.words(folder.vocabulary, places: places),
                puzzles: PuzzleReader.read(folder.words, log: log),
                quizWords: QuizWordsReader.read(folder.quiz, log: log),
                networks: networks(configuration, store, catalogue, client, icons, time, log)
                    + [mail].compactMap { $0 },
                client: client,
                time: time,
                log: log
            )
            try await assembly.selectFeeds(of: configuration, at: time.now)
            var more: [(String, any Service)] = [
                (
                    "icons",
                    FeedIconFetching(
                        icons: icons,
                        refresher: assembly.refresher,
                        client: client,
                        time: time,
                        log: log
                    )
                ),
                (
                    "maintenance",
                    Maintenance(
                        store: store,
                        time: time,
                        retention: assembly.retention,
                        countsUse: configuration.countsUse,
                        puzzles: assembly.games.puzzles,
                        log: log
                    )
                ),
                (
                    "reload",
                    Reloading(
                        path: config,
                        locales: folder.locales.path,
                        startedWith: configuration,
                        assembly: assembly,
                        terminal: terminal,
                        time: time,
                        log: log
                    )
                ),
            ]
            if let mail, let settings = configuration.mail, settings.unsubscribeURL != nil {
                let endpoint = UnsubscribeEndpoint(
                    options: WebEndpointOptions(host: settings.unsubscribeHost, port: settings.unsubscribePort),
                    pages: UnsubscribePages(catalogue: catalogue),
                    unsubscribe: mail.unsubscribe,
                    time: time,
                    log: log
                )
                more.append(("unsubscriptions", endpoint))
            }
            var group = ServiceGroupConfiguration(
                services: assembly.services(more: more),
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: log
            )
            group.maximumGracefulShutdownDuration = .seconds(20)
            log.info("Crier starts", metadata: ["version": "\(Crier.version)", "pid": "\(getpid())"])
            try await ServiceGroup(configuration: group).run()
            assembly.client.shutdown()
            log.info("Crier ends")
        } catch let error as StorageError {
            Terminal.error(terminal.localizer.text("config.storage", ["reason": .text("\(error)")]))
            throw ExitCode(74)
        }
    }

    /// Makes this process the only bot on the database, or exits with 74.
    ///
    /// Nil where the file system knows no locks; the bot starts there all the same.
    private func lock(_ path: String, _ terminal: Terminal, _ log: Logger) throws -> DatabaseLock? {
        switch DatabaseLock.take(forDatabase: path) {
        case .taken(let lock): return lock
        case .unavailable(let reason):
            let facts: Logger.Metadata = ["reason": "\(reason)"]
            log.warning("No lock on the database: a second start would not be refused", metadata: facts)
            return nil
        case .held(let process):
            var facts: [String: MessageArgument] = ["path": .text(path)]
            facts["process"] = process.map { .text("\($0)") }
            let text = terminal.localizer.text(process == nil ? "config.inUse" : "config.inUseBy", facts)
            Terminal.error(terminal.localizer.text("config.storage", ["reason": .text(text)]))
            throw ExitCode(74)
        }
    }

    private func networks(
        _ configuration: Configuration,
        _ store: Store,
        _ catalogue: Catalogue,
        _ client: HTTPClient,
        _ icons: FeedIcons,
        _ time: any TimeSource,
        _ log: Logger
    ) -> [any ChatNetwork] {
        let vocabulary = configuration.vocabulary(catalogue)
        let irc = configuration.irc.map { settings in
            let options = IRCNetworkOptions(settings, of: configuration, vocabulary)
            return IRCNetwork(options: options, state: store, time: time, log: log)
        }
        let matrix = configuration.matrix.map { settings in
            let options = MatrixNetworkOptions(
                settings,
                of: configuration,
                catalogue,
                vocabulary,
                pictures: client,
                icons: icons
            )
            return MatrixNetwork(options: options, state: store, time: time, log: log)
        }
        return irc + matrix
    }

    private func checkedConfiguration(_ terminal: Terminal, _ catalogue: Catalogue) throws -> Configuration {
        do {
            let (configuration, warnings) = try ConfigurationReader.read(path: config)
            let problems = warnings + ConfigurationSurroundings.problems(of: configuration, catalogue: catalogue)
            terminal.show(problems, path: config)
            guard !problems.contains(where: { !$0.isWarning }) else { throw ExitCode(78) }
            return configuration
        } catch let error as ConfigurationError {
            terminal.show(error.problems, path: error.path)
            throw ExitCode(78)
        }
    }
}
