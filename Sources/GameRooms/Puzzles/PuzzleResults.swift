import Foundation
package import Localization
package import Logging
package import NewsModel
import ServiceLifecycle
package import Speaking
package import Storage

/// Tells rooms the results that a restart or a cut network has kept from them.
///
/// A result is told with the answer to the last move, and is noted when the network has confirmed it. What is not noted
/// within the hour before a start is told then, once, with the same key. Nothing is told of who has left the room.
package struct PuzzleResults: Service {
    private let store: Store
    private let networks: [String: any ChatNetwork]
    private let catalogue: Catalogue
    private let speaker: Speaker
    private let time: any TimeSource
    private let log: Logger

    /// What is older is told no more, in seconds.
    package static let freshness = 3_600.0
    /// How long a start waits for rooms, in seconds.
    private static let patience = 600.0
    /// After so many seconds the rooms that were not reached are looked for again.
    private static let pause = 5.0

    package init(
        store: Store,
        networks: [String: any ChatNetwork],
        catalogue: Catalogue,
        speaker: Speaker,
        time: any TimeSource,
        log: Logger
    ) {
        self.store = store
        self.networks = networks
        self.catalogue = catalogue
        self.speaker = speaker
        self.time = time
        self.log = log
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown { await tellPending() }
    }

    /// Tells what is pending, in each room when it is reached.
    package func tellPending() async {
        do {
            let end = time.now + Self.patience
            var pending = try await store.untoldResults(since: time.now - Self.freshness)
            while !pending.isEmpty, time.now < end {
                var later: [UntoldResult] = []
                for result in pending {
                    if try await !tell(result, until: end) { later.append(result) }
                }
                pending = later
                if !pending.isEmpty { try await time.sleep(until: time.now + Self.pause) }
            }
        } catch is CancellationError {
            return
        } catch {
            log.error("Results of puzzles not told", metadata: ["error": "\(error)"])
        }
    }

    /// Tells a result that the room may hear; false while the room cannot be reached.
    private func tell(_ result: UntoldResult, until end: Date) async throws -> Bool {
        guard let room = try await store.room(result.id.room), let network = networks[room.network] else { return true }
        let localizer = catalogue.localizer(for: room.settings)
        let wording = ResultWording(localizer: localizer, traits: network.traits)
        guard let text = wording.result(result.puzzle, result.score, of: result.name),
            room.etiquette.allows(result.puzzle.kind), !room.isQuiet(at: time.now, in: localizer.calendar)
        else { return true }
        let address = Address(network: room.network, kind: .room, target: room.name)
        // Before the bot is in the room, nobody knows who is.
        guard await network.canReach(address) else { return false }
        guard try await !room.isLeft(by: result.id.player, store, network) else { return true }
        let message = OutgoingMessage(
            body: text,
            asNotice: room.etiquette.usesNotice,
            withColour: room.etiquette.usesColour
        ).inFormat(room.settings.format)
        let speech = Speech(message, to: address, until: end) { .puzzleResult(result.id, part: $0) }
        if case .notSent = try await speaker.say(speech).outcome { return true }
        try await store.noteTold(result.id, at: time.now)
        return true
    }
}

extension Room {
    /// Whether a person is known to have left the room, or to have been removed: none of their accounts is there.
    ///
    /// False where the network cannot tell.
    package func isLeft(by profile: ProfileID, _ store: Store, _ network: any ChatNetwork) async throws -> Bool {
        guard let network = network as? any RoomNetwork else { return false }
        let accounts = try await store.identities(of: profile).filter { $0.network == self.network }
        for one in accounts where await !network.hasLeft(account: one.account, room: name) { return false }
        return !accounts.isEmpty
    }
}
