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
/// within the hour before a start is told then, once, with the same key.
package struct PuzzleResults: Service {
    private let store: Store
    private let networks: [String: any ChatNetwork]
    private let catalogue: Catalogue
    private let speaker: Speaker
    private let time: any TimeSource
    private let log: Logger

    /// What is older is told no more, in seconds.
    package static let freshness = 3_600.0
    /// How long a start waits for a network, in seconds.
    private static let patience = 600.0

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

    /// Tells what is pending, room by room.
    package func tellPending() async {
        do {
            let pending = try await store.untoldResults(since: time.now - Self.freshness)
            for result in pending { try await tell(result) }
        } catch is CancellationError {
            return
        } catch {
            log.error("Results of puzzles not told", metadata: ["error": "\(error)"])
        }
    }

    private func tell(_ result: UntoldResult) async throws {
        guard let room = try await store.room(result.id.room), let network = networks[room.network] else { return }
        let localizer = catalogue.localizer(for: room.settings)
        let wording = ResultWording(localizer: localizer, traits: network.traits)
        guard let text = wording.result(result.puzzle, result.score, of: result.name),
            room.etiquette.allows(result.puzzle.kind), !room.isQuiet(at: time.now, in: localizer.calendar)
        else { return }
        let message = OutgoingMessage(
            body: text,
            asNotice: room.etiquette.usesNotice,
            withColour: room.etiquette.usesColour
        ).inFormat(room.settings.format)
        let address = Address(network: room.network, kind: .room, target: room.name)
        let speech = Speech(message, to: address, until: time.now + Self.patience) {
            .puzzleResult(result.id, part: $0)
        }
        if case .notSent = try await speaker.say(speech).outcome { return }
        try await store.noteTold(result.id, at: time.now)
    }
}
