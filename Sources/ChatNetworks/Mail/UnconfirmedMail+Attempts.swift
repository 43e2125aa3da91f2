import Foundation
import NewsModel

/// How often a mail goes that nobody confirms.
///
/// A server that takes mail and never says so has it several times by then, or never will.
extension UnconfirmedMail {
    private static let mostAttempts = 4
    /// Seconds after the first of them; each wait is so many times the one before.
    private static let firstWait: TimeInterval = 300
    private static let growth = 6

    /// Counts one more attempt.
    init(after earlier: UnconfirmedMail?, at now: Date) {
        let count = min(earlier?.attempts ?? 0, Self.mostAttempts) + 1
        self.init(attempts: count, heldUntil: now)
        guard !isGivenUp else { return }
        var wait = Self.firstWait
        for _ in 1..<count { wait *= Double(Self.growth) }
        heldUntil = now.addingTimeInterval(wait)
    }

    /// It goes to nobody any more.
    var isGivenUp: Bool { attempts >= Self.mostAttempts }
}
