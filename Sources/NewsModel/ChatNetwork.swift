package import Foundation

/// What a network reports.
package enum NetworkEvent: Sendable {
    case message(IncomingMessage)
    case connected
    case disconnected
    case joined(room: String)
    case left(room: String)
    /// A person can be reached now, as that account.
    case appeared(account: String)
}

/// How one attempt to send a part ended.
package enum SendOutcome: Hashable, Sendable {
    /// The network vouches for it; "written to the socket" never counts.
    case confirmed
    /// It surely never left; try again, not before the time if there is one.
    case notSent(retryAt: Date?)
    /// It may have arrived: the same part with the same key may go again on this address, and nowhere else.
    case unknown
    /// The network refuses it for good.
    case refused(reason: String)
}

/// One chat network: console, IRC, Matrix or e-mail, all alike from outside.
package protocol ChatNetwork: Sendable {
    /// Its name in the configuration.
    var name: String { get }
    var kind: NetworkKind { get }

    /// What happens there, for one reader; bounded.
    var events: AsyncStream<NetworkEvent> { get }

    /// Renders and cuts a message for an address. The parts are frozen before the first one is sent.
    func parts(of message: OutgoingMessage, to address: Address) -> [MessagePart]

    /// Sends one part and waits until the network has confirmed it.
    ///
    /// `key` is the part's idempotency key, from the message's number and the part's; the same key is the same part.
    func send(_ part: MessagePart, key: String, to address: Address) async -> SendOutcome

    /// Whether a push to the address can leave now (connected, in the room, the person verified as that account).
    func canReach(_ address: Address) async -> Bool

    /// When somebody but the bot last spoke in a room, talk to the bot itself left out; nil when not heard since the start.
    func lastConversation(in room: String) async -> Date?

    /// Whether the account has operator rights in the room now.
    func isOperator(account: String, in room: String) async -> Bool

    /// The network's own case rule for accounts and room names.
    func folded(_ name: String) -> String

    /// Runs until cancelled.
    func run() async throws
}

/// Where a network keeps its own small state (sync tokens, device ids, handled messages).
package protocol NetworkStateStore: Sendable {
    func networkState(_ network: String, key: String) async throws -> String?
    func setNetworkState(_ network: String, key: String, value: String?) async throws
    /// Records an inbound message as handled; false when it already was.
    func recordHandled(network: String, inboundID: String, at time: Date) async throws -> Bool
}
