package import Foundation

/// Whether the server that takes our mail is asked at all: not while it is in trouble, and then by one mail first.
package struct MailServerWatch: Sendable, Hashable {
    /// Seconds that a mail waits while another one tries the server.
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

    /// The server answered for a mail, whatever it said of it.
    package mutating func answered() {
        backOff.succeeded()
        pauseEnd = nil
        isProbed = false
    }

    /// Nothing was learned of the server.
    package mutating func ended() { isProbed = false }

    /// Nobody could send anything.
    ///
    /// Returns the end of the pause; `jitter` is in 0..<1.
    package mutating func failed(at now: Date, jitter: Double) -> Date {
        isProbed = false
        // Several mails that were on their way together fail once.
        if let pauseEnd, pauseEnd > now { return pauseEnd }
        let end = now.addingTimeInterval(backOff.next(jitter: jitter))
        pauseEnd = end
        return end
    }
}
