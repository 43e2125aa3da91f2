package import Foundation
internal import TimeArithmetic

/// Decides whether our mail server may be used.
///
/// After failures it pauses, and then tries a single mail first.
package struct MailServerWatch: Sendable, Hashable {
    /// Seconds that other mails wait while one mail tries the server.
    private static let probeWait: TimeInterval = 30

    private var backOff = BackOff(first: 30, longest: 300)
    private var pauseEnd: Date?
    private var isProbed = false

    package init() {}

    package enum Turn: Hashable, Sendable {
        case go
        case wait(until: Date)
    }

    package mutating func turn(at now: Date) -> Turn {
        if let pauseEnd, pauseEnd > now { return .wait(until: pauseEnd) }
        guard backOff.count > 0 else { return .go }
        guard !isProbed else { return .wait(until: now.addingTimeInterval(Self.probeWait)) }
        isProbed = true
        return .go
    }

    /// Whether a mail would be tried now.
    package func isOpen(at now: Date) -> Bool { pauseEnd.map { $0 <= now } ?? true }

    /// The server answered a mail, whatever the answer was.
    package mutating func answered() {
        backOff.succeeded()
        pauseEnd = nil
        isProbed = false
    }

    /// An attempt ended without telling anything about the server.
    package mutating func ended() { isProbed = false }

    /// The server failed.
    ///
    /// Returns the end of the pause; `jitter` is in 0..<1.
    package mutating func failed(at now: Date, jitter: Double) -> Date {
        isProbed = false
        // Mails that fail at the same time count as one failure.
        if let pauseEnd, pauseEnd > now { return pauseEnd }
        let end = now.addingTimeInterval(backOff.next(jitter: jitter))
        pauseEnd = end
        return end
    }
}
