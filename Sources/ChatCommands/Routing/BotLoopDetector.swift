internal import Foundation
internal import NewsModel

/// Detects two bots that answer each other without end.
///
/// Bot tags and NOTICE stop well-behaved bots, and the rate limit stops fast ones. This stops slow loops.
///
/// A person who is taken for a bot is told so once, and how to be heard again. Pages of a list are no exchange: they
/// end.
struct BotLoopDetector {
    /// A person does not react to an answer within so many seconds, so many times in a row.
    static let promptSeconds: TimeInterval = 2
    static let mostExchanges = 20
    /// If the lines are always the same, fewer are enough.
    static let mostRepeats = 12
    static let silence: TimeInterval = 300
    /// After somebody has ended the silence with a word, the next one is not ended like that for so long.
    static let excusePause: TimeInterval = 600

    private struct Exchange {
        /// From the first to the last line of the bot's newest answer.
        var answer: ClosedRange<Date>
        var lastLine: String
        var hasReacted = false
        var exchanges = 0
        var repeats = 0
        var silentUntil: Date?
        var excusedAt: Date?

        func begunAnew(excusedAt: Date?) -> Exchange {
            Exchange(answer: answer, lastLine: "", hasReacted: true, excusedAt: excusedAt)
        }

        func isExcused(at time: Date) -> Bool {
            excusedAt.map { time.timeIntervalSince($0) < BotLoopDetector.excusePause } ?? false
        }
    }

    private var speakers = BoundedMap<String, Exchange>(limit: 2_000)

    enum Verdict: Hashable {
        case listen
        /// A loop was detected with this line: its speaker is told, and whether a word may end the silence.
        case loopFound(mayBeEnded: Bool)
        case ignore
    }

    /// Handles a line of a speaker.
    ///
    /// The speaker's key includes the room.
    mutating func hear(_ line: String, from speaker: String, at time: Date) -> Verdict {
        guard var exchange = speakers[speaker] else { return .listen }
        if let until = exchange.silentUntil {
            if time < until { return .ignore }
            begin(speaker, anew: exchange, at: time)
            return .listen
        }
        // A line before our answer began is not a reaction to it.
        guard time >= exchange.answer.lowerBound else { return .listen }
        guard time <= exchange.answer.upperBound.addingTimeInterval(Self.promptSeconds) else {
            begin(speaker, anew: exchange, at: time)
            return .listen
        }
        // Only one reaction to each answer counts, because people go on chatting.
        guard !exchange.hasReacted else { return .listen }
        exchange.hasReacted = true
        exchange.exchanges += 1
        exchange.repeats = line == exchange.lastLine ? exchange.repeats + 1 : 0
        exchange.lastLine = line
        let isLoop = exchange.exchanges >= Self.mostExchanges || exchange.repeats >= Self.mostRepeats
        if isLoop { exchange.silentUntil = time.addingTimeInterval(Self.silence) }
        speakers[speaker] = exchange
        return isLoop ? .loopFound(mayBeEnded: !exchange.isExcused(at: time)) : .listen
    }

    /// Begins the count anew; only a recent excuse is remembered.
    private mutating func begin(_ speaker: String, anew exchange: Exchange, at time: Date) {
        guard exchange.isExcused(at: time) else { return speakers[speaker] = nil }
        speakers[speaker] = exchange.begunAnew(excusedAt: exchange.excusedAt)
    }

    /// Ends the silence of a speaker who says the word for it; false if they have done so already.
    mutating func excuse(_ speaker: String, at time: Date) -> Bool {
        guard let exchange = speakers[speaker], !exchange.isExcused(at: time) else { return false }
        speakers[speaker] = exchange.begunAnew(excusedAt: time)
        return true
    }

    /// Records when an answer to the speaker's line was sent, from its first to its last part.
    mutating func answered(_ line: String, from speaker: String, _ answer: ClosedRange<Date>) {
        var exchange = speakers[speaker] ?? Exchange(answer: answer, lastLine: line)
        exchange.answer = answer
        exchange.hasReacted = false
        speakers[speaker] = exchange
    }
}
