import ChatNetworks
import FeedRefresh
import Foundation
import IRCClient
import Localization
import Logging
import NewsModel
import ServiceLifecycle
import UnixSignals

/// SIGHUP: feeds, rooms, fetching and locales are read again; connections stay.
struct Reloading: Service {
    let path: String
    let locales: String
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

    /// A mistake in the file changes nothing: the bot goes on with what it had.
    private func reload() async {
        do {
            let (configuration, _) = try ConfigurationReader.read(path: path)
            try assembly.catalogue.reload(directory: locales)
            try await assembly.selectFeeds(of: configuration, at: time.now)
            await assembly.refresher.apply(FetchOptions(configuration.fetch))
            for network in assembly.networks {
                guard let network = network as? IRCNetwork,
                    let settings = configuration.irc.first(where: { $0.name == network.name })
                else { continue }
                await network.setChannels(settings.channels.map(IRCChannelName.init(configured:)))
            }
            log.info(
                "Configuration reloaded",
                metadata: ["feed.count": "\(configuration.feeds.count)"]
            )
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
