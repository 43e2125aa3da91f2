package import Foundation

/// How delivery behaves; the operator's part of it comes from the configuration.
package struct DeliveryOptions: Sendable {
    package var commandPrefix: String
    /// The bot's own name on a network at this moment, for hints.
    package var botName: @Sendable (_ network: String) -> String
    /// More pushes at once than this become one message.
    package var burstThreshold: Int
    /// Lines of a folded message in a room and for a person; mail lists everything.
    package var roomLines: Int
    package var personLines: Int
    package var lanes: LanePlan
    package var retries: RetryPlan
    /// Seconds after which an address that cannot be reached is looked at again without being nudged.
    package var reachabilityCheck: TimeInterval
    /// Seconds after which work for somebody who cannot be reached takes another account of theirs.
    package var fallbackAfter: TimeInterval
    /// The same for what is urgent; longer than a network's short pauses.
    package var urgentFallbackAfter: TimeInterval
    /// Lanes that send at the same time; one network gets half of them.
    package var mostLanes: Int
    /// Seconds an identity is believed after it was last seen, by network; elsewhere for ever.
    package var identityLifetimes: [String: TimeInterval]

    package init(
        commandPrefix: String = "!",
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
        self.commandPrefix = commandPrefix
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
