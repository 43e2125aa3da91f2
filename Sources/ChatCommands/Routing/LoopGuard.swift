internal import Foundation
internal import NewsModel

/// Notices two bots talking to each other: every answer of ours is answered at once, again and again.
///
/// The bot tag and NOTICE stop honest bots, the rate limit those that are fast; this stops the patient ones.
struct LoopGuard {
    /// Nobody reads an answer and types the next line within so many seconds, so many times in a row.
    static let promptSeconds: TimeInterval = 5
    static let mostExchanges = 20
    /// Lines that are always the same prove more.
    static let mostRepeats = 12
    static let silence: TimeInterval = 300

    private struct Exchange {
        /// From the first to the last line of our newest answer.
        var answer: ClosedRange<Date>
        var lastLine: String
        var hasReacted = false
        var exchanges = 0
        var repeats = 0
        var silentUntil: Date?
    }

    private var speakers = BoundedMap<String, Exchange>(limit: 2_000)

    enum Verdict: Hashable {
        case listen
        /// It has just become clear that this is a loop.
        case loopFound
        case ignore
    }

    /// Takes a line of a speaker, who is named with the place.
    mutating func hear(_ line: String, from speaker: String, at time: Date) -> Verdict {
        guard var exchange = speakers[speaker] else { return .listen }
        if let until = exchange.silentUntil {
            if time < until { return .ignore }
            speakers[speaker] = nil
            return .listen
        }
        // What was said before our answer is no reaction to it; its first line may have one already.
        guard time >= exchange.answer.lowerBound else { return .listen }
        guard time <= exchange.answer.upperBound.addingTimeInterval(Self.promptSeconds) else {
            speakers[speaker] = nil
            return .listen
        }
        // One reaction to each answer counts: people chat on meanwhile.
        guard !exchange.hasReacted else { return .listen }
        exchange.hasReacted = true
        exchange.exchanges += 1
        exchange.repeats = line == exchange.lastLine ? exchange.repeats + 1 : 0
        exchange.lastLine = line
        let isLoop = exchange.exchanges >= Self.mostExchanges || exchange.repeats >= Self.mostRepeats
        if isLoop { exchange.silentUntil = time.addingTimeInterval(Self.silence) }
        speakers[speaker] = exchange
        return isLoop ? .loopFound : .listen
    }

    /// Takes when an answer to the speaker's line began to go out and when all of it was out.
    mutating func answered(_ line: String, from speaker: String, _ answer: ClosedRange<Date>) {
        var exchange = speakers[speaker] ?? Exchange(answer: answer, lastLine: line)
        exchange.answer = answer
        exchange.hasReacted = false
        speakers[speaker] = exchange
    }
}
