import GameRooms
import ItemDelivery
import Localization
import Logging
import NewsModel

/// The daily quiz: the clock says when, the quiz rooms play, and the room hears the first question.
struct ScheduledQuizzes: ScheduledQuizStarter {
    let rooms: QuizRooms
    let networks: [String: any ChatNetwork]
    let catalogue: Catalogue
    let log: Logger

    func startScheduledQuiz(room: Room, schedule: Schedule) async {
        do {
            let place = QuizPlace(recipientID: room.id.recipient, address: schedule.address)
            let count = schedule.request.count ?? 5
            switch try await rooms.start(in: place, count: count) {
            case .started(let text): await say(text, schedule)
            case .alreadyRunning: break
            case .tooFew:
                await say(catalogue.localizer(for: room.settings).richText("quiz.scheduledTooFew"), schedule)
            }
        } catch {
            log.error("Daily quiz not started", metadata: ["schedule.id": "\(schedule.id)", "error": "\(error)"])
        }
    }

    private func say(_ text: RichText, _ schedule: Schedule) async {
        guard let network = networks[schedule.address.network] else { return }
        for (index, part) in network.parts(of: OutgoingMessage(body: text), to: schedule.address).enumerated() {
            _ = await network.send(part, key: "quiz-s\(schedule.id)-\(index)", to: schedule.address)
        }
    }
}
