import Foundation
import MatrixClient
import NewsModel

/// When direct rooms may be made: one at a time for a person, and not at once again after a failure.
///
/// A server that is slow to answer has perhaps made the room, and each one is an invitation that the person sees.
struct DirectRoomMaking {
    private struct Wait {
        var backOff: BackOff
        var next: Date
    }

    private var busy: Set<String> = []
    private var waits = BoundedMap<String, Wait>(limit: 10_000)
    /// The server wants fewer of them, whoever they are for.
    private var pauseEnd = Date.distantPast
    /// Made rooms of which it is not known whether they are encrypted, by person.
    var unchecked: [String: String] = [:]

    /// Nil when one may begin; else when to ask again.
    mutating func begin(for user: String, at now: Date) -> Date? {
        let next = max(pauseEnd, waits[user]?.next ?? .distantPast)
        guard next <= now else { return next }
        return busy.insert(user).inserted ? nil : now.addingTimeInterval(2)
    }

    mutating func end(for user: String) { busy.remove(user) }

    /// When to try again.
    mutating func failed<Value>(for user: String, _ outcome: MatrixOutcome<Value>, at now: Date) -> Date {
        if case .limited(let seconds) = outcome {
            // Whole seconds are what the ledger keeps.
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
