package import Localization
package import Logging
package import NewsModel
package import Schedules
package import Storage

/// The daily quiz: the clock says when, the quiz rooms play, and the room or person hears the first question.
package struct ScheduledQuizzes: ScheduledQuizStarter {
    private let rooms: QuizRooms
    private let networks: [String: any ChatNetwork]
    private let catalogue: Catalogue
    private let log: Logger

    package init(rooms: QuizRooms, networks: [String: any ChatNetwork], catalogue: Catalogue, log: Logger) {
        self.rooms = rooms
        self.networks = networks
        self.catalogue = catalogue
        self.log = log
    }

    package func startScheduledQuiz(_ active: ActiveSchedule, slot: ScheduleSlot) async {
        let schedule = active.schedule
        // A round lives by its clock: mail has none, and nobody plays who is not there.
        guard let network = networks[schedule.address.network], network.kind != .mail,
            await network.canReach(schedule.address)
        else {
            log.info("Daily quiz left out: nobody can be reached", metadata: ["schedule.id": "\(schedule.id)"])
            return
        }
        do {
            let place = QuizPlace(recipientID: schedule.recipientID, address: schedule.address)
            let key = { (part: Int) in PartKey.scheduledQuiz(schedule.id, slot: slot.number, part: part) }
            switch try await rooms.start(in: place, count: schedule.request.count ?? 5) {
            case .started(let text):
                var message = OutgoingMessage(body: text)
                message.asks = await rooms.openQuestion(in: place.recipientID)
                guard await !say(message, key: key, on: network, to: schedule.address) else { return }
                log.notice("Daily quiz not heard, so ended", metadata: ["schedule.id": "\(schedule.id)"])
                _ = try await rooms.stop(in: place.recipientID)
            case .alreadyRunning: break
            case .tooFew:
                let text = catalogue.localizer(for: active.settings).richText("quiz.scheduledTooFew")
                await say(OutgoingMessage(body: text), key: key, on: network, to: schedule.address)
            }
        } catch {
            log.error("Daily quiz not started", metadata: ["schedule.id": "\(schedule.id)", "error": "\(error)"])
        }
    }

    /// Whether any of it may have been heard.
    @discardableResult
    private func say(
        _ message: OutgoingMessage,
        key: (_ part: Int) -> PartKey,
        on network: any ChatNetwork,
        to address: Address
    ) async -> Bool {
        var isHeard = false
        for (index, part) in network.parts(of: message, to: address).enumerated() {
            switch await network.send(part, key: key(index), to: address) {
            case .confirmed, .unknown, .unconfirmed: isHeard = true
            case .notSent, .refused: break
            }
        }
        return isHeard
    }
}
