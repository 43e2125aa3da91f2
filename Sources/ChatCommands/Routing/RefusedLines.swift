internal import Foundation
internal import NewsModel
internal import Synchronization

/// Lines that were not done because they came too fast, until their senders are told: once for each burst of lines.
///
/// Only counts and a few words are kept, for a limited number of people.
final class RefusedLines: Sendable {
    /// Who wrote lines, and where: what was said in one place is told in no other.
    struct Origin: Hashable, Sendable {
        var person: String
        /// Nil in private.
        var room: String?
        /// A name that is free to take is another person's when it comes from elsewhere.
        var presence: String?
        var host: String?

        init(_ message: IncomingMessage, of person: String) {
            self.person = person
            room = message.room
            presence = message.sender.presence
            host = message.sender.account == nil ? message.sender.origin : nil
        }
    }

    struct Burst: Sendable {
        /// The newest of them; the notice goes to its chat.
        var message: IncomingMessage
        var origin: Origin
        var count = 0
        var first: String
        /// The person's last line that was done.
        var lastDone: String?
        /// Whether an answer has named the first of them.
        var isFirstNamed: Bool
        var beganAt: Date
        /// The end of the pause after which the sender is told.
        var dueAt: Date

        var wasPutBack = false

        /// Whether there is more to tell than an answer has told.
        var isWorthTelling: Bool { count > 1 || !isFirstNamed }
    }

    /// So long after the last refused line further lines are refused too, so that what is done is a beginning.
    static let hold: TimeInterval = 3
    /// After so long a pause the burst is over.
    static let pause: TimeInterval = 5
    /// Seconds after which a burst that goes on is reported.
    static let longest: TimeInterval = 60

    /// A line that was done longer before a burst is not named with it.
    static let doneLifetime: TimeInterval = 60

    private struct State {
        var bursts = BoundedMap<Origin, Burst>(limit: 2_000)
        var done = BoundedMap<Origin, (line: String, at: Date)>(limit: 2_000)
        /// When a line of a person was last refused, in whatever place.
        var refused = BoundedMap<String, Date>(limit: 2_000)
    }

    private let state = Mutex(State())
    /// Yields when there is something to tell; for one reader.
    let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    init() { (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Counts lines of a person that are not done; the text of the first is told as it is.
    func add(_ message: IncomingMessage, of person: String, isNamed: Bool = false, count: Int = 1, at time: Date) {
        let origin = Origin(message, of: person)
        state.withLock { state in
            var burst =
                state.bursts[origin]
                ?? Burst(
                    message: message,
                    origin: origin,
                    first: message.text,
                    isFirstNamed: isNamed,
                    beganAt: time,
                    dueAt: time
                )
            burst.message = message
            burst.count += count
            if !burst.wasPutBack { burst.dueAt = Self.due(burst, after: time) }
            state.bursts[origin] = burst
            state.refused[person] = time
        }
        arrival.yield()
    }

    /// Records the last line of a person that was done, with the text that may be told.
    func ran(_ message: IncomingMessage, of person: String, at time: Date) {
        state.withLock { $0.done[Origin(message, of: person)] = (message.text, time) }
    }

    /// A line of the person was answered, so their bursts are not over yet.
    func touch(_ person: String, at time: Date) {
        state.withLock { state in
            // A burst that began longer ago is over.
            guard let refusedAt = state.refused[person], time.timeIntervalSince(refusedAt) <= Self.longest else {
                return
            }
            for origin in Array(state.bursts.keys) where origin.person == person {
                guard var burst = state.bursts[origin], !burst.wasPutBack else { continue }
                burst.dueAt = Self.due(burst, after: time)
                state.bursts[origin] = burst
            }
        }
    }

    /// Whether a line of the person is refused because one was refused just before.
    func isHeld(_ person: String, at time: Date) -> Bool {
        state.withLock { state in
            guard let refusedAt = state.refused[person] else { return false }
            return abs(time.timeIntervalSince(refusedAt)) < Self.hold
        }
    }

    /// Forgets the lines of a person.
    func forget(_ person: String) {
        state.withLock { state in
            for origin in Array(state.bursts.keys) where origin.person == person { state.bursts[origin] = nil }
            for origin in Array(state.done.keys) where origin.person == person { state.done[origin] = nil }
            state.refused[person] = nil
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
            for origin in Array(state.bursts.keys) {
                guard var burst = state.bursts[origin], burst.dueAt <= time else { continue }
                if let done = state.done[origin], burst.beganAt.timeIntervalSince(done.at) < Self.doneLifetime {
                    burst.lastDone = done.line
                }
                state.bursts[origin] = nil
                due.append(burst)
            }
            return due.sorted { $0.beganAt < $1.beganAt }
        }
    }

    /// Queues the report of a burst again once; the second time it is dropped.
    func putBack(_ burst: Burst, until time: Date) {
        guard !burst.wasPutBack else { return }
        state.withLock { state in
            var burst = burst
            burst.count += state.bursts[burst.origin]?.count ?? 0
            burst.dueAt = time
            burst.wasPutBack = true
            state.bursts[burst.origin] = burst
        }
    }

    private static func due(_ burst: Burst, after time: Date) -> Date {
        max(time, min(time.addingTimeInterval(pause), burst.beganAt.addingTimeInterval(longest)))
    }
}
