import Foundation
import NewsModel
import Speaking
import TestSupport
import Testing

@testable import GameRooms

@Suite(.timed) struct QueuedLinesTests {
    private let now = Date.sampleNow
    private let round = QuizRoundID(rawValue: 4)

    private func line(_ step: PartKey.QuizStep, for seconds: Double, round: QuizRoundID? = nil) -> QueuedLines.Line {
        QueuedLines.Line(
            kind: .step(round ?? self.round, step),
            text: RichText([.paragraph([.text("\(step)")])]),
            until: now + seconds,
            question: { if case .ask(let number) = step { "quiz-4-\(number)" } else { nil } }()
        )
    }

    private func key(_ batch: QueuedLines.Batch?) -> String? { batch?.key(0).text }

    @Test func `what waits together is one message with a key of its own`() {
        var queued = QueuedLines()
        queued.append([line(.reveal(0), for: 60)])
        queued.append([line(.ask(1), for: 30)])
        let batch = queued.next(at: now)
        #expect(key(batch) == "quiz-4-reveal0-ask1-0")
        #expect(batch?.until == now + 30)
        #expect(batch?.message.asks == "quiz-4-1")
        #expect(batch?.message.body.blocks.count == 2)
        #expect(queued.next(at: now) == nil)
    }

    @Test func `rounds are not mixed`() {
        var queued = QueuedLines()
        let next = QuizRoundID(rawValue: 5)
        queued.append([line(.finish, for: 600), line(.ask(0), for: 30, round: next)])
        #expect(key(queued.next(at: now)) == "quiz-4-finish-0")
        #expect(key(queued.next(at: now)) == "quiz-5-ask0-0")
    }

    @Test func `what is late is dropped, and the answer to a question nobody saw`() {
        var queued = QueuedLines()
        queued.append([line(.reveal(0), for: 60), line(.ask(1), for: 30)])
        queued.append([line(.reveal(1), for: 90), line(.ask(2), for: 70)])
        #expect(key(queued.next(at: now + 31)) == "quiz-4-reveal0-ask2-0")
    }

    @Test func `what was not sent in time leaves the rest, under another key`() {
        var queued = QueuedLines()
        queued.append([line(.reveal(0), for: 60), line(.ask(1), for: 30)])
        guard let batch = queued.next(at: now) else { return #expect(Bool(false), "nothing to say") }
        queued.append([line(.reveal(1), for: 90), line(.finish, for: 600)])
        // Given up a little before its time: the line that would be late is gone all the same.
        queued.giveUp(batch, .tooLate)
        #expect(key(queued.next(at: now + 28)) == "quiz-4-reveal0-finish-0")
    }

    @Test(arguments: [SpeechReason.refused, .attempts]) func `what is refused is not tried in other words`(
        reason: SpeechReason
    ) {
        var queued = QueuedLines()
        queued.append([line(.reveal(0), for: 60), line(.finish, for: 600)])
        guard let batch = queued.next(at: now) else { return #expect(Bool(false), "nothing to say") }
        queued.giveUp(batch, reason == .refused ? .refused("banned") : .tooManyAttempts)
        #expect(queued.next(at: now) == nil)
    }

    enum SpeechReason { case refused, attempts }

    @Test func `a move closes the question before it`() {
        var queued = QueuedLines()
        queued.append([line(.reveal(0), for: 60), line(.ask(1), for: 30)])
        queued.closeQuestions()
        queued.append([line(.reveal(1), for: 60), line(.finish, for: 600)])
        #expect(key(queued.next(at: now)) == "quiz-4-reveal0-finish-0")
    }

    @Test func `an opening is said alone, under its slot`() {
        var queued = QueuedLines()
        let kind = QueuedLines.Kind.opening(ScheduleID(rawValue: 3), slot: 202_611_182_000, round: round)
        queued.append([.init(kind: kind, text: .plain("Quiz"), until: now + 30, question: "quiz-4-0")])
        queued.append([line(.reveal(0), for: 60)])
        #expect(key(queued.next(at: now)) == "quiz-s3-202611182000-0")
        #expect(key(queued.next(at: now)) == "quiz-4-reveal0-0")
    }
}
