import Foundation
import NewsModel

/// A message of a game that nobody has heard yet; it is stored with its round.
struct Unsaid: Hashable, Sendable, Codable {
    /// The slot of a schedule that begins a round, or says why it does not.
    struct Slot: Hashable, Sendable, Codable {
        var schedule: ScheduleID
        var number: Int
    }

    var steps: [PartKey.QuizStep] = []
    var slot: Slot?
    var text: RichText
    var format: TextFormat
    /// The time after which it is dropped.
    var until: Date

    /// The key of its parts, which stays the same after a restart.
    func key(of round: QuizRoundID?) -> @Sendable (_ part: Int) -> PartKey {
        if let slot { return { .scheduledQuiz(slot.schedule, slot: slot.number, part: $0) } }
        let (round, steps) = (round ?? QuizRoundID(rawValue: 0), steps)
        return { .quiz(round, steps, part: $0) }
    }

    /// The question that it asks, as `OutgoingMessage.asks`.
    func question(of round: QuizRoundID?) -> String? {
        guard let round, case .ask(let number)? = steps.last else { return nil }
        return Self.question(number, of: round)
    }

    static func question(_ number: Int, of round: QuizRoundID) -> String { "question-\(round)-\(number)" }

    func message(of round: QuizRoundID?) -> OutgoingMessage {
        var message = OutgoingMessage(body: text).inFormat(format)
        message.asks = question(of: round)
        return message
    }
}
