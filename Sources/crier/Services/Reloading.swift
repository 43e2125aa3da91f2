import ChatCommands
import ChatNetworks
import FeedRefresh
import Foundation
import GameRooms
import IRCClient
import Localization
import Logging
import NewsModel
import ServiceLifecycle
import Storage
import TOMLReading
import UnixSignals

/// On SIGHUP, reads feeds, rooms, fetching, limits and locales again.
///
/// Connections are kept.
struct Reloading: Service {
    private let path: String
    private let locales: String
    private let startedWith: Configuration
    /// The file as it was last taken up.
    private let taken: Replaceable<[String: TOMLTree]>
    private let assembly: Assembly
    /// For the texts of problems, which are those of `crier check`.
    private let terminal: Terminal
    private let time: any TimeSource
    private let log: Logger

    init(
        path: String,
        locales: String,
        startedWith configuration: Configuration,
        assembly: Assembly,
        terminal: Terminal,
        time: any TimeSource,
        log: Logger
    ) {
        self.path = path
        self.locales = locales
        startedWith = configuration
        taken = Replaceable(configuration.written)
        self.assembly = assembly
        self.terminal = terminal
        self.time = time
        self.log = log
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in await UnixSignalsSequence(trapping: .sighup) {
                if Task.isCancelled { return }
                await reload()
            }
        }
    }

    /// A mistake in the file changes nothing: the bot continues with the old configuration.
    ///
    /// A warning is logged, and the file is taken up.
    func reload() async {
        do {
            let (configuration, warnings) = try ConfigurationReader.read(path: path)
            try assembly.catalogue.reload(directory: locales)
            let problems =
                warnings + ConfigurationSurroundings.problems(of: configuration, catalogue: assembly.catalogue)
            guard !problems.contains(where: { !$0.isWarning }) else {
                throw ConfigurationError(path: path, problems: problems)
            }
            show(problems)
            let before = try await assembly.store.defaultFeeds()
            try await assembly.apply(configuration, at: time.now)
            let after = try await assembly.store.defaultFeeds()
            logChanges(to: configuration, before, after)
            logWaiting(in: configuration)
        } catch let error as ConfigurationError {
            show(error.problems)
        } catch {
            log.error("Configuration not reloaded", metadata: ["error": "\(error)"])
        }
    }

    private func show(_ problems: [ConfigurationProblem]) {
        for problem in problems.sorted(by: { ($0.line ?? 0) < ($1.line ?? 0) }) {
            let place = problem.line.map { "\(path):\($0)" } ?? path
            log.log(
                level: problem.isWarning ? .warning : .error,
                problem.isWarning ? "Configuration has a warning" : "Configuration not reloaded",
                metadata: ["place": "\(place)", "problem": "\(terminal.localizer.text(problem.message))"]
            )
        }
    }

    private func logChanges(to configuration: Configuration, _ before: [Feed], _ after: [Feed]) {
        let options = ConfigurationSchema.changesTakenUp(from: taken.value, to: configuration.written)
        taken.value = configuration.written
        let known = Set(before.map(\.id))
        let added = after.count { !known.contains($0.id) }
        let text = terminal.localizer
        var changes = options
        if added > 0 || before.count != after.count {
            let facts: [String: MessageArgument] = [
                "n": .number(before.count), "after": .number(after.count), "added": .number(added),
                "removed": .number(before.count - after.count + added),
            ]
            changes.insert(text.text("config.selectionChanged", facts), at: 0)
        }
        if changes.isEmpty { changes = [text.text("config.nothingChanged")] }
        log.info("Configuration reloaded", metadata: ["changed": "\(changes.joined(separator: ", "))"])
    }

    private func logWaiting(in configuration: Configuration) {
        let waiting = ConfigurationSchema.changesNeedingRestart(from: startedWith.written, to: configuration.written)
        guard !waiting.isEmpty else { return }
        log.warning("Changes wait for the next start", metadata: ["options": "\(waiting.joined(separator: " "))"])
    }
}

extension Assembly {
    /// Applies all options that need no restart (`ConfigurationOption.needsRestart`).
    func apply(_ configuration: Configuration, at time: Date) async throws {
        try await selectFeeds(of: configuration, at: time)
        var limits = StorageLimits(configuration)
        // The admins are only read at the start.
        limits.operators = store.limits.operators
        store.limits = limits
        store.muting.queries = configuration.queries
        retention.value = Retention(configuration.retention)
        await refresher.apply(FetchOptions(configuration.fetch), queries: configuration.queries)
        var options = chat.router.services.options
        options.setLimits(of: configuration)
        await chat.router.apply(options)
        await chat.router.services.games?.apply(configuration.quiz)
        for network in networks {
            if let network = network as? IRCNetwork {
                await network.setRoomsPerInviter(configuration.quotas.roomsPerInviter)
                guard let settings = configuration.irc.first(where: { $0.name == network.name }) else { continue }
                await network.setChannels(settings.channels.map(IRCChannelName.init(configured:)))
            } else if let network = network as? MatrixNetwork {
                await network.setRoomsPerInviter(configuration.quotas.roomsPerInviter)
            }
        }
    }
}

extension CommandOptions {
    /// Sets the options that the operator may change while the bot runs.
    mutating func setLimits(of configuration: Configuration) {
        quotas = Quotas(configuration.quotas.person, saved: configuration.quotas.saved)
        roomQuotas = Quotas(configuration.quotas.room, saved: 0)
        createdQuotas = Quotas(configuration.quotas.created, saved: 0)
        rates = configuration.limits
        queries = configuration.queries
        search = configuration.search
        roomDefaults = RoomEtiquette(
            idleMinutes: configuration.rooms.idleMinutes,
            linesPerHour: configuration.rooms.linesPerHour
        )
    }
}
