package import Foundation
package import Localization
package import Logging
package import NewsModel
import ServiceLifecycle
package import Speaking
package import Storage
import Waking

/// Sends all due deliveries, in order at each address, and retries until the networks confirm.
package struct DeliveryWorker: Service {
    private let store: Store
    private let networks: [String: any ChatNetwork]
    private let catalogue: Catalogue
    private let options: DeliveryOptions
    private let time: any TimeSource
    private let log: Logger
    private let book = LaneStates()
    private let ownerHint: OwnerHint
    private let changes: AsyncStream<Void>
    private let change: AsyncStream<Void>.Continuation

    /// Seconds for which ended deliveries are kept.
    private static let retention: TimeInterval = 14 * 86400

    package init(
        store: Store,
        networks: [String: any ChatNetwork],
        catalogue: Catalogue,
        options: DeliveryOptions,
        speaker: Speaker,
        time: any TimeSource,
        log: Logger
    ) {
        self.store = store
        self.networks = networks
        self.catalogue = catalogue
        self.options = options
        self.time = time
        self.log = log
        ownerHint = OwnerHint(store: store, catalogue: catalogue, options: options, speaker: speaker)
        (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Checks a network's waiting lanes again: it connected, joined a room, or a user appeared.
    package func networkChanged(_ name: String) {
        book.wake(network: name)
        change.yield()
    }

    var isStopping: Bool { book.isStopping }

    package func run() async throws {
        await withGracefulShutdownHandler {
            await runUntilStopped()
        } onGracefulShutdown: {
            // The part in flight is still confirmed, so that a graceful stop causes no duplicates.
            book.stop()
            change.yield()
        }
    }

    private func runUntilStopped() async {
        await withDiscardingTaskGroup { group in
            var prunedAt = Date.distantPast
            let signals = [changes, store.deliveriesChanged()]
            await WakeLoop(time: time, signals: signals, isStopping: { book.isStopping }).run {
                if time.now.timeIntervalSince(prunedAt) >= 86400 {
                    prunedAt = time.now
                    await prune()
                }
                for lane in await startLanes() {
                    group.addTask {
                        await work(lane)
                        change.yield()
                    }
                }
                return await nextTime()
            }
        }
    }

    /// Sends all that can be sent now.
    ///
    /// Returns when to run again; nil when nothing waits.
    package func deliverDue() async -> Date? {
        while case let lanes = await startLanes(), !lanes.isEmpty {
            await withDiscardingTaskGroup { group in
                for lane in lanes { group.addTask { await work(lane) } }
            }
        }
        return await nextTime()
    }
}

extension DeliveryWorker {
    private func startLanes() async -> [Lane] {
        do {
            let now = time.now
            let lanes = try await store.lanes(at: now).filter { networks[$0.address.network] != nil }
            return book.start(lanes, at: now, most: options.mostLanes)
        } catch {
            report(error, "Lanes cannot be read")
            return []
        }
    }

    private func work(_ lane: Lane) async {
        guard let network = networks[lane.address.network] else { return }
        let sender = MessageSender(
            store: store,
            networks: networks,
            retries: options.retries,
            book: book,
            fallback: FallbackAddress(store: store, networks: networks, options: options),
            time: time,
            log: log
        )
        let runner = LaneRunner(
            store: store,
            network: network,
            lane: lane,
            catalogue: catalogue,
            options: options,
            book: book,
            sender: sender,
            ownerHint: ownerHint,
            time: time,
            log: log
        )
        do {
            book.finish(lane.address, try await runner.run())
        } catch {
            report(error, "Lane stopped")
            let again = time.now.addingTimeInterval(options.reachabilityCheck)
            book.finish(lane.address, LaneResult(lookAgainAt: again, dueCount: nil, openCount: lane.openCount))
        }
    }

    private func nextTime() async -> Date? {
        let now = time.now
        do {
            let due = try await store.nextDeliveryTime(after: now)
            return [due, book.nextRestEnd(after: now)].compactMap { $0 }.min()
        } catch {
            report(error, "Next delivery cannot be read")
            return now.addingTimeInterval(options.reachabilityCheck)
        }
    }

    private func prune() async {
        do {
            try await store.pruneSent(before: time.now.addingTimeInterval(-Self.retention))
        } catch {
            report(error, "Sent work cannot be pruned")
        }
    }

    private func report(_ error: any Error, _ what: Logger.Message) {
        guard !(error is CancellationError) else { return }
        log.error(what, metadata: ["error": "\(error)"])
    }
}
