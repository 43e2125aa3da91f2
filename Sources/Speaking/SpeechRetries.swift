import Foundation
import NewsModel
internal import TimeArithmetic

/// Decides after each attempt whether a part of a message is sent again.
struct SpeechRetries {
    enum Step: Hashable {
        case done
        /// It may have arrived and must not be sent again.
        case leave
        case retry(at: Date)
        case giveUp(SpeechResult.Reason)
    }

    let options: SpeakerOptions
    /// The time after which nothing of the message is sent; nil means that only the waits are limited.
    let end: Date?
    /// Whether a part that may have arrived is sent again.
    let repeatsUnknown: Bool
    /// Attempts for the current part.
    private(set) var attempts = 0
    /// Whether the current part may have arrived.
    private(set) var mayHaveArrived = false
    /// Seconds that the message waits between attempts, the wait that begins now included.
    private(set) var waited: TimeInterval = 0

    init(_ options: SpeakerOptions, until end: Date?, repeatsUnknown: Bool) {
        self.options = options
        self.end = end
        self.repeatsUnknown = repeatsUnknown
    }

    /// Begins the next part of the same message.
    mutating func beginPart() {
        attempts = 0
        mayHaveArrived = false
    }

    func isTooLate(at now: Date) -> Bool { end.map { now > $0 } ?? false }

    mutating func step(after outcome: SendOutcome, at now: Date) -> Step {
        attempts += 1
        switch outcome {
        case .confirmed: return .done
        case .unconfirmed: return .leave
        case .refused(let reason): return .giveUp(.refused(reason))
        case .unknown:
            mayHaveArrived = true
            return repeatsUnknown ? retry(at: now.addingTimeInterval(wait), now) : .leave
        case .notSent(let retryAt): return retry(at: retryAt.map { max($0, now + 0.1) } ?? now + wait, now)
        }
    }

    private var wait: TimeInterval {
        BackOff(first: options.firstWait, longest: options.longestWait).wait(after: attempts)
    }

    private mutating func retry(at next: Date, _ now: Date) -> Step {
        guard attempts < options.mostAttempts else { return .giveUp(.tooManyAttempts) }
        let wait = next.timeIntervalSince(now)
        guard !isTooLate(at: next), end != nil || waited + wait <= options.longest else { return .giveUp(.tooLate) }
        waited += wait
        return .retry(at: next)
    }
}
