import Foundation
import MatrixClient
import NewsModel
internal import TimeArithmetic

/// Decides when a direct room may be created: one at a time for each person, and with a wait after a failure.
///
/// A server that did not answer may have created the room, and each room is an invitation that the person sees.
struct DirectRoomCreation {
    private struct Wait {
        var backOff: BackOff
        var next: Date
    }

    private var busy: Set<String> = []
    private var waits = BoundedMap<String, Wait>(limit: 10_000)
    /// The end of the server's rate limit; it applies to all persons.
    private var pauseEnd = Date.distantPast
    /// Created rooms that are not checked for encryption yet, by person.
    var unchecked: [String: String] = [:]

    /// Nil when the creation may begin now; else when to ask again.
    mutating func begin(for user: String, at now: Date) -> Date? {
        let next = max(pauseEnd, waits[user]?.next ?? .distantPast)
        guard next <= now else { return next }
        return busy.insert(user).inserted ? nil : now.addingTimeInterval(2)
    }

    mutating func end(for user: String) { busy.remove(user) }

    /// Records a failure; returns the time of the next attempt.
    mutating func failed<Value>(for user: String, _ outcome: MatrixOutcome<Value>, at now: Date) -> Date {
        if case .limited(let seconds) = outcome {
            // The ledger stores whole seconds.
            pauseEnd = max(pauseEnd, now.addingTimeInterval(seconds.rounded(.up)))
            return pauseEnd
        }
        var wait = waits[user] ?? Wait(backOff: BackOff(first: 30, longest: 3_600), next: now)
        wait.next = now.addingTimeInterval(wait.backOff.next(jitter: Double.random(in: 0..<1)).rounded(.up))
        waits[user] = wait
        return wait.next
    }

    mutating func succeeded(for user: String) {
        waits[user] = nil
        unchecked[user] = nil
    }
}
