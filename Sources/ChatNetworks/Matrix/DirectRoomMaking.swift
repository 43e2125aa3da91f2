import Foundation
import MatrixClient

/// When direct rooms may be made: one at a time for a person, and not at once again after a failure.
///
/// A server that is slow to answer has perhaps made the room, and each one is an invitation that the person sees.
struct DirectRoomMaking {
    private static let most = 10_000

    private var busy: Set<String> = []
    private var waits: [String: (backOff: BackOff, next: Date)] = [:]
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
        if waits.count > Self.most { waits.removeAll() }
        var wait = waits[user] ?? (BackOff(first: 30, longest: 3_600), now)
        wait.next = now.addingTimeInterval(wait.backOff.next(jitter: Double.random(in: 0..<1)).rounded(.up))
        waits[user] = wait
        return wait.next
    }

    mutating func succeeded(for user: String) {
        waits[user] = nil
        unchecked[user] = nil
    }
}
