package import Localization
package import Logging
package import NewsModel
import NewsWording
package import Schedules
package import Storage

/// Starts the daily quiz, and invites to the daily puzzles.
///
/// Schedules decides when; `QuizRooms` plays it.
package struct ScheduledQuizzes: ScheduledQuizStarter {
    let rooms: QuizRooms
    private let networks: [String: any ChatNetwork]
    let catalogue: Catalogue
    private let log: Logger

    package init(rooms: QuizRooms, networks: [String: any ChatNetwork], catalogue: Catalogue, log: Logger) {
        self.rooms = rooms
        self.networks = networks
        self.catalogue = catalogue
        self.log = log
    }

    package func startScheduledQuiz(_ active: ActiveSchedule, slot: ScheduleSlot) async {
        let schedule = active.schedule
        // A slow network is no place for a round with a timer, and an address that cannot be reached has no players.
        guard let network = networks[schedule.address.network], !network.traits.isSlow,
            await network.canReach(schedule.address)
        else {
            log.info("Daily quiz left out: nobody can be reached", metadata: ["schedule.id": "\(schedule.id)"])
            return
        }
        do {
            let room = try await rooms.store.room(RoomID(rawValue: schedule.recipientID.rawValue))
            // The room forbids the game, or wants quiet.
            let calendar = catalogue.localizer(for: active.settings).calendar
            if let room,
                !room.etiquette.allows(schedule.kind.rawValue) || room.isQuiet(at: rooms.time.now, in: calendar)
            {
                return
            }
            guard schedule.kind == .quiz else { return try await invite(active, to: room, slot: slot) }
            let place = QuizPlace(recipientID: schedule.recipientID, address: schedule.address)
            let count = schedule.request.count ?? 5
            switch try await rooms.startScheduled(schedule.id, slot: slot, in: place, count: count) {
            case .started, .alreadyRunning, .quiet: break
            case .tooFew: try await say("scheduledTooFew", lines: ["sub": "sub"], of: active, slot, at: place)
            case .otherGame(let kind):
                let game = catalogue.localizer(for: active.settings).text("puzzle.kind.\(kind)")
                try await say("scheduledOtherGame", lines: ["quiz": "quiz"], game: game, of: active, slot, at: place)
            case .tooManyLines:
                try await say("scheduledTooManyLines", lines: ["quiz": "quiz"], of: active, slot, at: place)
            case .busy: try await say("scheduledBusy", lines: ["quiz": "quiz"], of: active, slot, at: place)
            }
        } catch {
            log.error("Daily quiz not started", metadata: ["schedule.id": "\(schedule.id)", "error": "\(error)"])
        }
    }

    /// Says why the round of a slot does not start.
    ///
    /// - Parameters:
    ///   - lines: what may be typed, by its placeholder.
    ///   - game: the name of another game that is played there.
    private func say(
        _ key: String,
        lines: [String: HintLine],
        game: String = "",
        of active: ActiveSchedule,
        _ slot: ScheduleSlot,
        at place: QuizPlace
    ) async throws {
        let hints = try await rooms.wording(of: place).hints
        var facts = lines.mapValues { MessageArgument.text(hints.typed($0)) }
        facts["game"] = .text(game)
        let text = catalogue.localizer(for: active.settings).richText("quiz.\(key)", facts)
        await rooms.announce(text, in: active.settings.format, of: active.schedule.id, slot: slot, at: place)
    }
}
