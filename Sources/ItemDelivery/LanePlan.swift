package import Foundation
package import Storage

/// What one address's lane does next with the messages that are not confirmed yet.
package struct LanePlan: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        case send(FrozenMessage)
        case wait(until: Date)
        /// Nothing is in the way: queued work may be frozen.
        case takeQueue
    }

    /// Seconds that a lane waits for its oldest message before it goes on without it.
    package var stuckLimit: TimeInterval
    /// With this many stuck messages the lane goes no further.
    package var mostOvertaken: Int

    package init(stuckLimit: TimeInterval = 15 * 60, mostOvertaken: Int = 10) {
        self.stuckLimit = stuckLimit
        self.mostOvertaken = mostOvertaken
    }

    /// `open` is oldest first.
    package func next(_ open: [FrozenMessage], at now: Date) -> Step {
        var earliest: Date?
        for message in open {
            if message.nextAttemptAt <= now { return .send(message) }
            let overtakenAt = message.createdAt.addingTimeInterval(stuckLimit)
            earliest = min(earliest ?? .distantFuture, message.nextAttemptAt)
            if now < overtakenAt { return .wait(until: min(earliest ?? overtakenAt, overtakenAt)) }
        }
        guard open.count >= mostOvertaken, let earliest else { return .takeQueue }
        return .wait(until: earliest)
    }
}
