import Foundation
import NewsModel

/// The messages of games that a chat is still to hear, in order.
///
/// A message is dropped when its time has passed. None is sent before it is stored.
struct QueuedLines {
    fileprivate enum State {
        /// It is not stored yet.
        case held
        case waiting
        case sending
        /// The answer to a command says it.
        case inReply
    }

    struct Line {
        let id: Int
        /// Nil for what belongs to no round.
        var round: QuizRoundID?
        var unsaid: Unsaid
        fileprivate var state: State

        var question: String? { unsaid.question(of: round) }
    }

    private var lines: [Line] = []
    private(set) var lastID = 0

    var isEmpty: Bool { lines.isEmpty }
    /// Whether something can be sent now.
    var isWaiting: Bool { lines.first { $0.state != .inReply }?.state == .waiting }

    /// Adds a message, which waits for `release` unless an answer says it.
    mutating func add(_ unsaid: Unsaid, of round: QuizRoundID?, inReply: Bool = false) {
        lastID += 1
        lines.append(Line(id: lastID, round: round, unsaid: unsaid, state: inReply ? .inReply : .held))
    }

    /// The messages up to an id are stored.
    mutating func release(upTo id: Int) {
        for index in lines.indices where lines[index].id <= id && lines[index].state == .held {
            lines[index].state = .waiting
        }
    }

    /// What a round has still to say.
    func unsaid(of round: QuizRoundID) -> [Unsaid] { lines.filter { $0.round == round }.map(\.unsaid) }

    /// Drops the questions that nobody has begun to send, because they are closed.
    mutating func closeQuestions() { lines.removeAll { $0.question != nil && $0.state != .sending } }

    /// Drops what names players of a round.
    mutating func dropNames(of round: QuizRoundID) {
        lines.removeAll { line in
            line.round == round
                && line.unsaid.steps.contains { if case .ask = $0 { false } else { true } }
        }
    }

    /// The next message, which counts as being sent now; nil if nothing can be sent.
    mutating func next(at now: Date) -> Line? {
        lines.removeAll { $0.unsaid.until < now && $0.state != .sending }
        guard let index = lines.firstIndex(where: { $0.state != .inReply }), lines[index].state == .waiting else {
            return nil
        }
        lines[index].state = .sending
        return lines[index]
    }

    /// A message was sent or given up.
    mutating func finish(_ id: Int) { lines.removeAll { $0.id == id } }

    func hasReply(_ said: SaidSteps) -> Bool { place(of: said) != nil }

    func hasReply(asking question: String) -> Bool {
        lines.contains { $0.state == .inReply && $0.question == question }
    }

    private func place(of said: SaidSteps) -> Int? {
        lines.firstIndex { $0.round == said.round && $0.unsaid.steps == said.steps && $0.state == .inReply }
    }

    /// An answer was sent or not: what it said is done, or must be sent.
    mutating func finish(_ said: SaidSteps, wasSent: Bool) {
        guard let index = place(of: said) else { return }
        if wasSent { lines.remove(at: index) } else { lines[index].state = .waiting }
    }

    /// An answer has asked a question.
    mutating func finish(question: String) {
        lines.removeAll { $0.state == .inReply && $0.question == question }
    }
}
