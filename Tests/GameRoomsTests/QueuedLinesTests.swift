import Foundation
import NewsModel
import TestSupport
import Testing

@testable import GameRooms

@Suite(.timed) struct QueuedLinesTests {
    private let now = Date.sampleNow
    private let round = QuizRoundID(rawValue: 4)

    private func unsaid(_ steps: PartKey.QuizStep..., for seconds: Double) -> Unsaid {
        Unsaid(steps: steps, text: .plain("\(steps)"), format: .rich, until: now + seconds)
    }

    private func key(_ line: QueuedLines.Line?) -> String? { line.map { $0.unsaid.key(of: $0.round)(0).text } }

    @Test func `nothing is sent before it is stored, and one message at a time`() {
        var queued = QueuedLines()
        queued.add(unsaid(.reveal(0), for: 60), of: round)
        let stored = queued.lastID
        queued.add(unsaid(.ask(1), for: 30), of: round)
        #expect(queued.next(at: now) == nil && !queued.isWaiting)
        queued.release(upTo: stored)
        #expect(queued.isWaiting)
        let first = queued.next(at: now)
        #expect(key(first) == "quiz-4-reveal0-0" && !queued.isWaiting)
        #expect(queued.next(at: now) == nil)
        queued.release(upTo: queued.lastID)
        queued.finish(first?.id ?? 0)
        let second = queued.next(at: now)
        #expect(key(second) == "quiz-4-ask1-0")
        #expect(second?.question == "question-4-1")
        #expect(queued.unsaid(of: round).count == 1, "it is stored until it was heard")
        queued.finish(second?.id ?? 0)
        #expect(queued.isEmpty)
    }

    @Test func `what is late is dropped, and a move closes the question before it`() {
        var queued = QueuedLines()
        queued.add(unsaid(.reveal(0), for: 60), of: round)
        queued.add(unsaid(.ask(1), for: 90), of: round)
        queued.closeQuestions()
        queued.add(unsaid(.reveal(1), .finish, for: 600), of: round)
        queued.release(upTo: queued.lastID)
        #expect(key(queued.next(at: now + 61)) == "quiz-4-reveal1-finish-0")
    }

    @Test func `what an answer says is sent only if the answer could not be`() {
        var queued = QueuedLines()
        queued.add(unsaid(.reveal(0), .ask(1), for: 60), of: round, inReply: true)
        queued.release(upTo: queued.lastID)
        #expect(queued.next(at: now) == nil && !queued.isWaiting)
        let said = SaidSteps(round: round, steps: [.reveal(0), .ask(1)])
        #expect(queued.hasReply(said) && queued.hasReply(asking: "question-4-1"))
        var sent = queued
        sent.finish(said, wasSent: true)
        #expect(sent.isEmpty)
        queued.finish(said, wasSent: false)
        #expect(key(queued.next(at: now)) == said.key(0).text)
    }

    @Test func `an opening is said under its slot`() {
        var queued = QueuedLines()
        var opening = unsaid(.ask(0), for: 30)
        opening.slot = Unsaid.Slot(schedule: ScheduleID(rawValue: 3), number: 202_611_182_000)
        queued.add(opening, of: round)
        queued.release(upTo: queued.lastID)
        let line = queued.next(at: now)
        #expect(key(line) == "quiz-s3-202611182000-0")
        #expect(line?.question == "question-4-0")
    }

    @Test func `names of who is erased are not said`() {
        var queued = QueuedLines()
        queued.add(unsaid(.reveal(0), for: 60), of: round)
        queued.add(unsaid(.ask(1), for: 60), of: round)
        queued.dropNames(of: round)
        #expect(queued.unsaid(of: round).map(\.steps) == [[.ask(1)]])
    }
}
