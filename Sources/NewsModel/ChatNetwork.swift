package import Foundation

/// An event that a network reports.
package enum NetworkEvent: Sendable {
    case message(IncomingMessage)
    case connected
    case disconnected
    case joined(room: String)
    case left(room: String)
    /// The room has a new name. Its subscriptions, alerts and schedules move to the new name.
    case moved(room: String, to: String)
    /// The bot was removed from a room, or a person's address no longer accepts messages.
    case expelled(Address, reason: String)
    /// The bot was invited again to an address that may have expelled it.
    case readmitted(Address)
    /// The person with this account can be reached now.
    case appeared(account: String)
    /// An invitation was declined.
    case invitationRefused(RefusedInvitation)
}

/// An invitation that was declined, because the bot is in too many rooms or the inviter may not invite it.
package struct RefusedInvitation: Hashable, Sendable {
    /// The invitation as a message to the bot, without text.
    package var message: IncomingMessage
    package var room: String
    /// The most rooms that one account may bring the bot into, if that limit was reached; nil if the limit for all
    /// accounts was reached.
    package var limit: Int?
    /// False if the operator does not let this person invite the bot.
    package var isWelcome: Bool

    package init(_ message: IncomingMessage, room: String, limit: Int?, isWelcome: Bool = true) {
        (self.message, self.room, self.limit, self.isWelcome) = (message, room, limit, isWelcome)
    }
}

/// How many rooms one account has brought the bot into, and the limit.
package struct BroughtRooms: Hashable, Sendable {
    package var count: Int
    package var limit: Int

    package init(count: Int, limit: Int) { (self.count, self.limit) = (count, limit) }
}

/// The result of one attempt to send a message part.
package enum SendOutcome: Hashable, Sendable {
    /// The network has acknowledged it. "Written to the socket" is not enough.
    case confirmed
    /// It was certainly not sent. Retry, but not before `retryAt` if that is set.
    case notSent(retryAt: Date?)
    /// It may have arrived. Only a retry of the same part with the same key to the same address is safe.
    case unknown
    /// Sent, never acknowledged. It is not retried, and the person who waits for it is informed.
    case unconfirmed(reason: String)
    /// The network rejects it permanently.
    case refused(reason: String)
}

/// The result of an attempt to enter a room that somebody named.
package enum RoomEntry: Hashable, Sendable {
    /// The bot is in the room, and the person has rights there.
    case entered(room: String)
    /// The person has no rights in the room, so the bot did not stay.
    case noRight
    /// The room is closed, or the person may not invite the bot. An invitation is needed.
    case refused
    /// Temporarily impossible.
    case unavailable
}

/// Something that sends messages to addresses of a network.
package protocol MessageSending: Sendable {
    /// The network's name in the configuration.
    var name: String { get }
    var traits: NetworkTraits { get }

    /// Renders a message for an address and splits it into parts. The parts are frozen before the first one is sent.
    func parts(of message: OutgoingMessage, to address: Address) -> [MessagePart]

    /// Sends one part and waits for the network's acknowledgement.
    ///
    /// The same key always means the same part. If the network can, it shows a repeated key only once.
    func send(_ part: MessagePart, key: PartKey, to address: Address) async -> SendOutcome
}

/// One chat network.
///
/// Optional abilities are the protocols below.
package protocol ChatNetwork: MessageSending {
    /// The network's events; one consumer; the buffer is bounded.
    var events: AsyncStream<NetworkEvent> { get }

    /// Whether a push to the address can be sent now: connected, in the room, the person verified as that account.
    func canReach(_ address: Address) async -> Bool

    /// The name normalized by the network's own case rule for accounts and rooms.
    func folded(_ name: String) -> String

    /// Runs until cancelled.
    func run() async throws
}

/// A network that can find out later whether a part has arrived.
package protocol ArrivalLookup: ChatNetwork {
    /// Whether a part has arrived whose last attempt ended as `unknown`; nil if that cannot be determined now.
    func hasArrived(_ part: MessagePart, key: PartKey, at address: Address) async -> Bool?
}

/// A network that knows whether it is connected.
package protocol ConnectionReporting: ChatNetwork {
    var isConnected: Bool { get async }
}

/// A network with rooms.
package protocol RoomNetwork: ChatNetwork {
    /// When a person last talked in the room, except to the bot; nil if nobody has since the start.
    func lastConversation(in room: String) async -> Date?

    /// Whether the account has operator rights in the room now.
    func isOperator(account: String, in room: String) async -> Bool

    /// Whether the account is in the room now; false if unknown.
    func isMember(account: String, in room: String) async -> Bool

    /// Whether the account is known not to be in the room: it left, or was removed; false if unknown.
    func hasLeft(account: String, room: String) async -> Bool
}

/// A network whose rooms have a display name besides their address.
package protocol RoomNaming: RoomNetwork {
    /// The display name of a room.
    func shownName(ofRoom name: String) -> String
}

/// A network whose rooms the bot can enter on request.
package protocol RoomEntering: RoomNetwork {
    /// Enters a room by alias or link, if the person may invite the bot and has rights in the room.
    func enterRoom(_ name: String, for account: String) async -> RoomEntry
}

/// A network that counts how many rooms each account has brought the bot into.
package protocol InvitationCounting: RoomNetwork {
    /// The account's count and limit; nil if the network does not count this account.
    func roomsBrought(by account: String) async -> BroughtRooms?
}

/// A network on which some accounts are verified only as long as they stay visible.
package protocol PresenceWatching: ChatNetwork {
    /// A name for the uninterrupted time since the account became visible; nil if the account is verified permanently.
    func presence(of account: String) async -> String?
}

/// A network that acts when a message has been handled, for example sends a receipt.
package protocol MessageAcknowledging: ChatNetwork {
    /// The message has been handled, and its answer has been sent if there was one.
    func handled(_ message: IncomingMessage, wasAnswered: Bool) async
}

/// A network that remembers reported events until they are stored.
package protocol EventAcknowledging: ChatNetwork {
    /// The event (`moved` or `expelled`) is stored, so the network may forget it.
    func stored(_ event: NetworkEvent) async
}

/// A network that can transfer files.
package protocol FileFetching: ChatNetwork {
    /// The bytes of a file that somebody sent, up to `limit`.
    func contents(of file: AttachedFile, limit: Int) async -> FileOutcome
}

/// A network on which a person can reply to a file.
package protocol FileReplies: FileFetching {
    /// The file that the message replies to, if any.
    func repliedFile(of message: IncomingMessage) async -> AttachedFile?
}

/// Stores a network's own state: sync tokens, device ids, handled messages.
package protocol NetworkStateStore: Sendable {
    func networkState(_ network: String, key: String) async throws -> String?
    func setNetworkState(_ network: String, key: String, value: String?) async throws
    /// Records an incoming message as handled; false if it was recorded before.
    func recordHandled(network: String, inboundID: String, at time: Date) async throws -> Bool
    /// Stores the network's id of a sent part under the part's key.
    func recordPosted(network: String, eventID: String, key: PartKey) async throws
    /// The network's id of a sent part; nil if it is not stored.
    func postedEvent(network: String, key: PartKey) async throws -> String?
    /// Whether the id belongs to a stored sent part.
    func isPosted(network: String, eventID: String) async throws -> Bool
}

/// Stores what the Matrix network remembers over restarts.
package protocol MatrixKeeping: NetworkStateStore, UploadKeeping {
    /// Forgets that a post in a room began the thread of a feed, because the homeserver accepts nothing below it.
    func forgetThread(network: String, room: String, root: String) async throws
}
