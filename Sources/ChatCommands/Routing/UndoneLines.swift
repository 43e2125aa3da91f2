internal import Foundation
internal import NewsModel
internal import NewsWording
internal import Synchronization

/// Lines that were not done because they came too fast, until their senders are told: once for each burst of lines.
///
/// Only counts and a few words are kept, for a limited number of people.
final class UndoneLines: Sendable {
    struct Burst: Sendable {
        /// The newest of them; the notice goes to its chat.
        var message: IncomingMessage
        var person: String
        var count = 0
        var first: String
        /// The person's last line that was done.
        var lastDone: String?
        /// Whether an answer has named the first of them.
        var isFirstNamed: Bool
        var beganAt: Date
        var refusedAt: Date
        /// The end of the pause after which the sender is told.
        var dueAt: Date

        /// Whether there is more to tell than an answer has told.
        var isWorthTelling: Bool { count > 1 || !isFirstNamed }
    }

    /// So long after the last refused line further lines are refused too, so that what is done is a beginning.
    static let hold: TimeInterval = 3
    /// After so long a pause the burst is over.
    static let pause: TimeInterval = 5
    /// A burst that does not end is told of after so long.
    static let longest: TimeInterval = 60

    private struct State {
        var bursts = BoundedMap<String, Burst>(limit: 2_000)
        var done = BoundedMap<String, String>(limit: 2_000)
    }

    private let state = Mutex(State())
    /// Yields when there is something to tell; for one reader.
    let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    init() { (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Counts a line of a person that is not done.
    func add(_ message: IncomingMessage, of person: String, isNamed: Bool = false, at time: Date) {
        var kept = message
        kept.text = Self.shown(message.text)
        state.withLock { state in
            var burst =
                state.bursts[person]
                ?? Burst(
                    message: kept,
                    person: person,
                    first: kept.text,
                    isFirstNamed: isNamed,
                    beganAt: time,
                    refusedAt: time,
                    dueAt: time
                )
            burst.message = kept
            burst.count += 1
            burst.refusedAt = time
            burst.dueAt = Self.due(burst, after: time)
            state.bursts[person] = burst
        }
        arrival.yield()
    }

    /// Records the last line of a person that was done.
    func didLine(_ line: String, of person: String) {
        state.withLock { $0.done[person] = Self.shown(line) }
    }

    /// A line of the person was answered, so their burst is not over yet.
    func touch(_ person: String, at time: Date) {
        state.withLock { state in
            guard var burst = state.bursts[person] else { return }
            burst.dueAt = Self.due(burst, after: time)
            state.bursts[person] = burst
        }
    }

    /// Whether a line of the person is refused because one was refused just before.
    func isHeld(_ person: String, at time: Date) -> Bool {
        state.withLock { state in
            guard let burst = state.bursts[person] else { return false }
            return abs(time.timeIntervalSince(burst.refusedAt)) < Self.hold
        }
    }

    /// When the next burst is over.
    var nextDue: Date? {
        state.withLock { state in state.bursts.keys.compactMap { state.bursts[$0]?.dueAt }.min() }
    }

    /// Removes and returns the bursts that are over.
    func takeDue(at time: Date) -> [Burst] {
        state.withLock { state in
            var due: [Burst] = []
            for person in Array(state.bursts.keys) {
                guard var burst = state.bursts[person], burst.dueAt <= time else { continue }
                burst.lastDone = state.done[person]
                state.bursts[person] = nil
                due.append(burst)
            }
            return due.sorted { $0.beganAt < $1.beganAt }
        }
    }

    /// Puts back a burst that may not be told of yet.
    func putBack(_ burst: Burst, until time: Date) {
        state.withLock { state in
            var burst = burst
            burst.count += state.bursts[burst.person]?.count ?? 0
            burst.dueAt = time
            state.bursts[burst.person] = burst
        }
    }

    private static func due(_ burst: Burst, after time: Date) -> Date {
        max(time, min(time.addingTimeInterval(pause), burst.beganAt.addingTimeInterval(longest)))
    }

    private static func shown(_ line: String) -> String {
        BoundedText.shortened(PlainInput.cleaned(String(line.prefix(400))), to: 80)
    }
}
