package import Foundation
package import Storage

/// Decides what a lane does next with its open messages.
package struct LanePlan: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        case send(FrozenMessage)
        case wait(until: Date)
        /// No open message blocks the lane: queued deliveries may be frozen.
        case freezeQueued
    }

    /// Seconds that a lane waits for its oldest message before it sends later ones.
    package var stuckLimit: TimeInterval
    /// With this many stuck messages the lane sends no new ones.
    package var mostStuck: Int

    package init(stuckLimit: TimeInterval = 15 * 60, mostStuck: Int = 10) {
        self.stuckLimit = stuckLimit
        self.mostStuck = mostStuck
    }

    /// `open` is sorted oldest first.
    package func next(_ open: [FrozenMessage], at now: Date) -> Step {
        var earliest: Date?
        for message in open {
            if message.nextAttemptAt <= now { return .send(message) }
            let stuckAt = message.createdAt.addingTimeInterval(stuckLimit)
            earliest = min(earliest ?? .distantFuture, message.nextAttemptAt)
            if now < stuckAt { return .wait(until: min(earliest ?? stuckAt, stuckAt)) }
        }
        guard open.count >= mostStuck, let earliest else { return .freezeQueued }
        return .wait(until: earliest)
    }
}
