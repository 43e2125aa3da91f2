package import Foundation
package import NewsModel
internal import TimeArithmetic

/// The settings of delivery; some come from the operator's configuration.
package struct DeliveryOptions: Sendable {
    /// The commands that hints in messages name.
    package var vocabulary: CommandVocabulary
    /// The bot's current name on a network, for hints.
    package var botName: @Sendable (_ network: String) -> String
    /// More news than this at once is folded into one message.
    package var burstThreshold: Int
    /// The most lines of a folded message in a room and for a person; mail lists everything.
    package var roomLines: Int
    package var personLines: Int
    package var lanes: LanePlan
    package var retries: RetryPlan
    /// Seconds after which an unreachable address is checked again without a signal from its network.
    package var reachabilityCheck: TimeInterval
    /// Seconds after which deliveries for an unreachable person are moved to another of their accounts.
    package var fallbackAfter: TimeInterval
    /// The same for urgent deliveries; longer than a network's short interruptions.
    package var urgentFallbackAfter: TimeInterval
    /// The most lanes that send at the same time; one network gets at most half of them.
    package var mostLanes: Int
    /// Seconds after it was last seen in which an account is assumed to have the same owner, by network.
    ///
    /// No entry: for ever.
    package var identityLifetimes: [String: TimeInterval]

    package init(
        vocabulary: CommandVocabulary,
        botName: @escaping @Sendable (String) -> String = { _ in "crier" },
        burstThreshold: Int = 3,
        roomLines: Int = 5,
        personLines: Int = 10,
        lanes: LanePlan = LanePlan(),
        retries: RetryPlan = RetryPlan(),
        reachabilityCheck: TimeInterval = 60,
        fallbackAfter: TimeInterval = 12 * 3600,
        urgentFallbackAfter: TimeInterval = 180,
        mostLanes: Int = 200,
        identityLifetimes: [String: TimeInterval] = [:]
    ) {
        self.vocabulary = vocabulary
        self.botName = botName
        self.burstThreshold = burstThreshold
        self.roomLines = roomLines
        self.personLines = personLines
        self.lanes = lanes
        self.retries = retries
        self.reachabilityCheck = reachabilityCheck
        self.fallbackAfter = fallbackAfter
        self.urgentFallbackAfter = urgentFallbackAfter
        self.mostLanes = mostLanes
        self.identityLifetimes = identityLifetimes
    }
}

/// Computes the next attempt after one that did not succeed.
package struct RetryPlan: Hashable, Sendable {
    /// The wait in seconds after the first failure.
    package var first: TimeInterval
    /// The longest wait in seconds.
    package var longest: TimeInterval

    package init(first: TimeInterval = 5, longest: TimeInterval = 300) {
        self.first = first
        self.longest = longest
    }

    /// The wait doubles with every attempt; `jitter` in 0..<1 spreads lanes that failed together over half of the wait.
    ///
    /// A time that the server asked for is used instead, at most a day from now.
    package func nextAttempt(after attempts: Int, at now: Date, retryAt: Date? = nil, jitter: Double) -> Date {
        let wait = BackOff(first: first, longest: longest).wait(after: attempts)
        let own = now.addingTimeInterval(max(1, wait * BackOff.spread(jitter)))
        guard let retryAt else { return own }
        return min(max(retryAt, now.addingTimeInterval(1)), now.addingTimeInterval(86400))
    }
}
