import ChatCommands
import ChatNetworks
import FeedRefresh
import Foundation
import IRCClient
import Localization
import Logging
import NewsModel
import ServiceLifecycle
import Storage
import UnixSignals

/// On SIGHUP, reads feeds, rooms, fetching, limits and locales again.
///
/// Connections are kept.
struct Reloading: Service {
    let path: String
    let locales: String
    let startedWith: Configuration
    let assembly: Assembly
    let time: any TimeSource
    let log: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in await UnixSignalsSequence(trapping: .sighup) {
                if Task.isCancelled { return }
                await reload()
            }
        }
    }

    /// A mistake in the file changes nothing: the bot continues with the old configuration.
    func reload() async {
        do {
            let (configuration, _) = try ConfigurationReader.read(path: path)
            try assembly.catalogue.reload(directory: locales)
            try await assembly.apply(configuration, at: time.now)
            log.info(
                "Configuration reloaded",
                metadata: ["feed.count": "\(configuration.feeds.count)"]
            )
            let waiting = ConfigurationSchema.changesNeedingRestart(
                from: startedWith.written,
                to: configuration.written
            )
            guard !waiting.isEmpty else { return }
            log.warning("Changes wait for the next start", metadata: ["options": "\(waiting.joined(separator: " "))"])
        } catch let error as ConfigurationError {
            for problem in error.problems {
                log.error(
                    "Configuration not reloaded",
                    metadata: ["line": "\(problem.line ?? 0)", "problem": "\(problem.message.key)"]
                )
            }
        } catch {
            log.error("Configuration not reloaded", metadata: ["error": "\(error)"])
        }
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
        roomDefaults = RoomEtiquette(
            idleMinutes: configuration.rooms.idleMinutes,
            linesPerHour: configuration.rooms.linesPerHour
        )
    }
}
