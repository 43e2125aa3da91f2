import ArgumentParser
import ChatCommands
import ChatNetworks
import CurlClient
import Foundation
import Localization
import NewsModel
import ServiceLifecycle
import UnixSignals
import Storage

/// A chat with the bot in the terminal.
struct ConsoleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "console",
        abstract: "Talk to the bot in the terminal; lines come from standard input when it is not one."
    )

    @Option(help: "The configuration file.") var config: String?
    @Flag(help: "Use bundled sample news and a throw-away database; needs no network and no configuration.")
    var demo = false
    @Option(name: .customLong("as"), help: "Your name.") var person = "you"
    @Option(help: "Speak in a room instead of in private.") var room: String?
    @Option(help: "The folder of locales and sample news.") var data: String?

    func validate() throws {
        guard demo || config != nil else {
            throw ValidationError("say --demo for sample news, or --config FILE for your own")
        }
    }

    func run() async throws {
        let (terminal, folder, _) = try Terminal.open(data: data)
        var settings = try configuration(terminal)
        if demo { settings.defaultTimeZone = TimeZone.current.identifier }
        let time = SystemTimeSource()
        let log = LineLogHandler.logger(level: demo ? "error" : settings.logLevel)
        let catalogue = try Catalogue.load(
            directory: folder.locales.path,
            defaultLanguage: settings.defaultLanguage,
            defaultTimeZone: settings.defaultTimeZone
        )
        let store: Store
        do {
            store = try demo ? Store.inMemory() : Store.open(path: settings.storagePath.path)
            store.limits = StorageLimits(settings)
        } catch let error as StorageError {
            Terminal.error(terminal.localizer.text("config.storage", ["reason": .text("\(error)")]))
            throw ExitCode(74)
        }
        let console = ConsoleNetwork(
            options: ConsoleOptions(person: person, room: room, isTerminal: isatty(0) == 1 && isatty(1) == 1),
            time: time
        )
        let places = GazetteerReader.read(folder.gazetteer, naming: catalogue, log: log)
        let assembly = Assembly(
            configuration: settings,
            store: store,
            catalogue: catalogue,
            sources: CatalogueReader.read(folder.catalogue, log: log),
            places: places,
            words: VocabularyReader.words(folder.vocabulary, places: places),
            puzzles: PuzzleReader.read(folder.words, log: log),
            quizWords: QuizWordsReader.read(folder.quiz, log: log),
            networks: [console],
            offline: demo,
            time: time,
            log: log
        )
        if demo {
            try await DemoPictures(sampleNews: folder.sampleNews).serve { pictures in
                try await DemoNews.load(from: folder.sampleNews, into: assembly, pictures: pictures, at: time.now)
                console.show(terminal.localizer.richText("console.welcomeDemo"))
                try await Self.converse(by: assembly)
            }
        } else {
            try await assembly.selectFeeds(of: settings, at: time.now)
            console.show(terminal.localizer.richText("console.welcome"))
            try await Self.converse(by: assembly)
        }
        assembly.client.shutdown()
    }

    /// Answers until the input ends or a signal comes.
    private static func converse(by assembly: Assembly) async throws {
        var group = ServiceGroupConfiguration(
            services: assembly.services(),
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: assembly.log
        )
        group.maximumGracefulShutdownDuration = .seconds(5)
        try await ServiceGroup(configuration: group).run()
    }

    private func configuration(_ terminal: Terminal) throws -> Configuration {
        guard let config, !demo else { return Configuration(storagePath: URL(fileURLWithPath: ":memory:")) }
        do {
            let (configuration, warnings) = try ConfigurationReader.read(path: config)
            terminal.show(warnings, path: config)
            return configuration
        } catch {
            terminal.show(error.problems, path: error.path)
            throw ExitCode(78)
        }
    }
}
