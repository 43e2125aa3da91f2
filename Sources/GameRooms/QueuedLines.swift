import Foundation
import NewsModel
import Speaking

/// The queue of messages that the timer of a quiz has to send to one chat.
///
/// A line is dropped when its time has passed. The answer to a question that was never sent is dropped too.
struct QueuedLines {
    enum Kind: Hashable {
        case step(QuizRoundID, PartKey.QuizStep)
        /// A scheduled quiz starts, or the line says why it does not. If it cannot be sent, `round` is ended.
        case opening(ScheduleID, slot: Int, round: QuizRoundID?)
    }

    struct Line {
        var kind: Kind
        var text: RichText
        var format: TextFormat = .rich
        /// The time after which the line is dropped.
        var until: Date
        /// As `OutgoingMessage.asks`.
        var question: String?
    }

    /// Lines that are sent as one message.
    struct Batch {
        var lines: [Line]

        var message: OutgoingMessage {
            var message = OutgoingMessage(body: lines.reduce(RichText()) { $0 + $1.text })
                .inFormat(lines.last?.format ?? .rich)
            message.asks = lines.last?.question
            return message
        }

        /// The earliest limit of its lines.
        var until: Date { lines.map(\.until).min() ?? .distantPast }

        var key: @Sendable (_ part: Int) -> PartKey {
            let steps = lines.map(\.kind).compactMap { kind in
                if case .step(_, let step) = kind { step } else { nil }
            }
            switch lines.first?.kind {
            case .opening(let schedule, let slot, _): return { .scheduledQuiz(schedule, slot: slot, part: $0) }
            case .step(let round, _): return { .quiz(round, steps, part: $0) }
            case nil: return { .quiz(QuizRoundID(rawValue: 0), [], part: $0) }
            }
        }
    }

    private var waiting: [Line] = []
    private var dropped: Set<Kind> = []

    var isEmpty: Bool { waiting.isEmpty }

    mutating func append(_ lines: [Line]) { waiting += lines }

    /// Drops the queued questions, because they are closed.
    mutating func closeQuestions() {
        drop { line in if case .step(_, .ask) = line.kind { true } else { false } }
    }

    /// The next message; nil if nothing is queued.
    mutating func next(at now: Date) -> Batch? {
        drop { $0.until < now }
        dropAnswersOfUnsentQuestions()
        guard let first = waiting.first else { return nil }
        guard case .step(let round, _) = first.kind else {
            waiting.removeFirst()
            return Batch(lines: [first])
        }
        let lines = waiting.prefix { if case .step(round, _) = $0.kind { true } else { false } }
        waiting.removeFirst(lines.count)
        return Batch(lines: Array(lines))
    }

    /// Handles a message that was not sent.
    ///
    /// If it was too late, its lines with a later limit are queued again. Otherwise all its lines are dropped.
    mutating func giveUp(_ batch: Batch, _ reason: SpeechResult.Reason) {
        let until = reason == .tooLate ? batch.until : .distantFuture
        waiting = batch.lines + waiting
        drop { $0.until <= until && batch.lines.map(\.kind).contains($0.kind) }
    }

    private mutating func drop(_ isDropped: (Line) -> Bool) {
        dropped.formUnion(waiting.filter(isDropped).map(\.kind))
        waiting.removeAll(where: isDropped)
    }

    private mutating func dropAnswersOfUnsentQuestions() {
        let dropped = dropped
        waiting.removeAll { line in
            if case .step(let round, .reveal(let number)) = line.kind {
                dropped.contains(.step(round, .ask(number)))
            } else {
                false
            }
        }
    }
}
