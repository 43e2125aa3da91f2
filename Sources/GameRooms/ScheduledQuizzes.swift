import Foundation
import Games
package import Localization
package import Logging
package import NewsModel
import NewsWording
package import Schedules
package import Storage

/// Starts the daily quiz, and invites to the daily puzzles.
///
/// Schedules decides when; `GameTables` plays it.
package struct ScheduledQuizzes: ScheduledQuizStarter {
    let tables: GameTables
    private let networks: [String: any ChatNetwork]
    let catalogue: Catalogue
    private let log: Logger

    package init(tables: GameTables, networks: [String: any ChatNetwork], catalogue: Catalogue, log: Logger) {
        self.tables = tables
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
            let room = try await tables.store.room(RoomID(rawValue: schedule.recipientID.rawValue))
            // The room forbids the game, or wants quiet.
            let calendar = catalogue.localizer(for: active.settings).calendar
            if let room,
                !room.etiquette.allows(schedule.kind.rawValue) || room.isQuiet(at: tables.time.now, in: calendar)
            {
                return
            }
            guard schedule.kind == .quiz else { return try await invite(active, to: room, slot: slot) }
            let place = QuizPlace(recipientID: schedule.recipientID, address: schedule.address)
            guard let asked = try await round(of: schedule) else { return }
            switch try await tables.startScheduled(schedule.id, slot: slot, in: place, asked) {
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

    /// The round that a schedule asks for; nil while its smart feed is off or gone.
    private func round(of schedule: Schedule) async throws -> QuizRequest? {
        let request = schedule.request
        var asked = QuizRequest()
        asked.count = request.count ?? asked.count
        var query: String?
        if let id = request.smart {
            let feeds = try await tables.store.smartFeeds(of: schedule.recipientID)
            guard let smart = feeds.first(where: { $0.id == id && $0.isOn }) else { return nil }
            query = smart.query
        }
        guard query != nil || request.category != nil else { return asked }
        var category = request.category
        if let named = category {
            // While it is hidden, the round is about the next category that is shown.
            category = try await tables.store.categoryInstead(of: named, for: schedule.recipientID) ?? named
        }
        asked.topic = ArticleSelection(
            feeds: query == nil ? .own : .watched,
            category: category,
            query: query,
            from: .distantPast,
            to: .distantFuture,
            leavesOutHidden: query == nil
        )
        return asked
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
        let hints = try await tables.wording(of: place).hints
        var facts = lines.mapValues { MessageArgument.text(hints.typed($0)) }
        facts["game"] = .text(game)
        let text = catalogue.localizer(for: active.settings).richText("quiz.\(key)", facts)
        await tables.announce(text, in: active.settings.format, of: active.schedule.id, slot: slot, at: place)
    }
}

extension GameTables {
    /// Starts the round of a scheduled slot and queues its first message.
    func startScheduled(
        _ schedule: ScheduleID,
        slot: ScheduleSlot,
        in place: QuizPlace,
        _ asked: QuizRequest
    ) async throws -> QuizStart {
        // What is left of an older sheet would keep the new one away.
        if playing[place.recipientID]?.round.isSheet == true { _ = try await stop(in: place.recipientID) }
        return try await start(in: place, asked, slot: Unsaid.Slot(schedule: schedule, number: slot.number))
    }
}
