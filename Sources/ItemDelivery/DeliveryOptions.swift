package import Foundation
package import NewsModel

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
