import Foundation

/// When to try again to go into rooms that could not be entered.
///
/// Each attempt may take the server minutes in which we hear nothing, and anybody can invite us into rooms that are not there.
struct JoinRetries {
    private struct Retry {
        var backOff = BackOff(first: 1, longest: 900)
        var next: Date
    }

    private static let most = 1_000
    /// Attempts, which take some three hours.
    private static let mostTries = 20
    private var retries: [String: Retry] = [:]

    func isDue(_ room: String, at now: Date) -> Bool { retries[room].map { $0.next <= now } ?? true }

    mutating func failed(_ room: String, at now: Date) {
        if retries.count >= Self.most { retries.removeAll() }
        var retry = retries[room] ?? Retry(next: now)
        retry.next = now.addingTimeInterval(retry.backOff.next(jitter: 0.5))
        retries[room] = retry
    }

    func isHopeless(_ room: String) -> Bool { retries[room].map { $0.backOff.count >= Self.mostTries } ?? false }

    mutating func forget(_ room: String) { retries[room] = nil }
}
