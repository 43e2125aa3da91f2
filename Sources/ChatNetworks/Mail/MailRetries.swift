package import Foundation
import NewsModel
internal import TimeArithmetic

/// How long an address with temporary failures is retried.
///
/// Each wait is as long as the failures have lasted so far. So the waits double, and only their beginning is stored.
package struct MailRetries: Sendable, Hashable {
    /// Seconds; greylisting lasts a few minutes.
    package var first: TimeInterval = 300
    package var longest: TimeInterval = 4 * 3600
    /// Seconds after which a mailbox counts as gone (RFC 5321, 4.5.4.1: at least four or five days).
    package var giveUpAfter: TimeInterval = 5 * 86400

    package init() {}

    /// The time of the next attempt; nil when the address has failed long enough.
    ///
    /// `jitter` is in 0..<1.
    package func next(failingSince start: Date, at now: Date, jitter: Double) -> Date? {
        let age = now.timeIntervalSince(start)
        guard age < giveUpAfter else { return nil }
        return now.addingTimeInterval(min(longest, max(first, age)) * (1 + 0.1 * jitter))
    }

    /// The beginning of the current failures.
    ///
    /// An old beginning that was never ended belongs to earlier failures.
    ///
    /// An old beginning counts only if the address was also tried lately. `lastHold` is the end of its last hold.
    package func beginning(_ known: Date?, lastHold: Date?, at now: Date) -> Date {
        guard let known, known <= now else { return now }
        guard now.timeIntervalSince(known) >= giveUpAfter else { return known }
        return lastHold.map { now.timeIntervalSince($0) < 2 * longest } ?? false ? known : now
    }
}

/// Addresses to which nothing is sent until a certain time, however many mails wait for them.
struct MailHolds: Sendable {
    private static let most = 10_000
    private var ends: [String: Date] = [:]

    /// The end of the hold; nil when the address is not held.
    func end(of address: String, at now: Date) -> Date? { ends[address].flatMap { $0 > now ? $0 : nil } }

    func lastEnd(of address: String) -> Date? { ends[address] }

    mutating func hold(_ address: String, until end: Date, at now: Date) {
        if ends.count >= Self.most { ends = ends.filter { $0.value > now } }
        // A forgotten address is only tried once more than needed.
        if ends.count >= Self.most { ends.removeAll() }
        ends[address] = end
    }

    mutating func release(_ address: String) { ends[address] = nil }
}

/// How often an unconfirmed mail is repeated.
///
/// After four attempts the server has the mail several times without confirming it, or will never accept it.
extension UnconfirmedMail {
    private static let mostAttempts = 4
    /// Five minutes, half an hour, three hours.
    private static let waits = BackOff(first: 300, longest: .infinity)

    /// Adds one attempt.
    init(after earlier: UnconfirmedMail?, at now: Date) {
        let count = min(earlier?.attempts ?? 0, Self.mostAttempts) + 1
        self.init(attempts: count, heldUntil: now)
        guard !isGivenUp else { return }
        heldUntil = now.addingTimeInterval(Self.waits.wait(after: count, factor: 6))
    }

    /// Whether the mail is not sent any more.
    var isGivenUp: Bool { attempts >= Self.mostAttempts }
}
