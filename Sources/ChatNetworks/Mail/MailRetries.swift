package import Foundation

/// How long an address is tried that takes nothing for now.
///
/// The waits double because each is as long as the trouble has lasted: nothing but its beginning has to be kept.
package struct MailRetries: Sendable, Hashable {
    /// Seconds; greylisting wants some minutes.
    package var first: TimeInterval = 300
    package var longest: TimeInterval = 4 * 3600
    /// Seconds after which a mailbox counts as gone (RFC 5321, 4.5.4.1: at least four or five days).
    package var patience: TimeInterval = 5 * 86400

    package init() {}

    /// The next time to try; nil when it was tried long enough.
    ///
    /// `jitter` is in 0..<1.
    package func next(failingSince start: Date, at now: Date, jitter: Double) -> Date? {
        let age = now.timeIntervalSince(start)
        guard age < patience else { return nil }
        return now.addingTimeInterval(min(longest, max(first, age)) * (1 + 0.1 * jitter))
    }

    /// When the trouble that just showed itself began; an old beginning that nobody ended belongs to another one.
    ///
    /// Nobody is given up who was not tried lately, too: `lastHold` is until when they were last left in peace.
    package func beginning(_ known: Date?, lastHold: Date?, at now: Date) -> Date {
        guard let known, known <= now else { return now }
        guard now.timeIntervalSince(known) >= patience else { return known }
        return lastHold.map { now.timeIntervalSince($0) < 2 * longest } ?? false ? known : now
    }
}

/// Addresses that are left in peace until a time, however many mails wait for them.
struct MailHolds: Sendable {
    private static let most = 10_000
    private var ends: [String: Date] = [:]

    /// Nil when nothing is in the way.
    func end(of address: String, at now: Date) -> Date? { ends[address].flatMap { $0 > now ? $0 : nil } }

    func lastEnd(of address: String) -> Date? { ends[address] }

    mutating func hold(_ address: String, until end: Date, at now: Date) {
        if ends.count >= Self.most { ends = ends.filter { $0.value > now } }
        // Whoever is forgotten is tried once more than needed.
        if ends.count >= Self.most { ends.removeAll() }
        ends[address] = end
    }

    mutating func release(_ address: String) { ends[address] = nil }
}
