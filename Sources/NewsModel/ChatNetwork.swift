package import Foundation

/// What a network reports.
package enum NetworkEvent: Sendable {
    case message(IncomingMessage)
    case connected
    case disconnected
    case joined(room: String)
    case left(room: String)
    /// The room goes on under another name, with everything that belongs to it.
    case moved(room: String, to: String)
    /// A place has thrown the bot out.
    case expelled(Address, reason: String)
    /// A place that may have thrown the bot out wants it again.
    case readmitted(Address)
    /// A person can be reached now, as that account.
    case appeared(account: String)
    /// An invitation is not followed because the bot is in too many rooms.
    case invitationRefused(RefusedInvitation)
}

/// An invitation into a room that the bot has no place for.
package struct RefusedInvitation: Hashable, Sendable {
    /// The invitation as if it had been said to the bot, without text.
    package var message: IncomingMessage
    package var room: String
    /// How many rooms one account may bring the bot into, where that is the reason; nil where there is no place for anybody.
    package var limit: Int?

    package init(_ message: IncomingMessage, room: String, limit: Int?) {
        (self.message, self.room, self.limit) = (message, room, limit)
    }
}

/// The rooms that one account has brought the bot into, and how many these may be.
package struct BroughtRooms: Hashable, Sendable {
    package var count: Int
    package var limit: Int

    package init(count: Int, limit: Int) { (self.count, self.limit) = (count, limit) }
}

/// How one attempt to send a part ended.
package enum SendOutcome: Hashable, Sendable {
    /// The network vouches for it; "written to the socket" never counts.
    case confirmed
    /// It surely never left; try again, not before the time if there is one.
    case notSent(retryAt: Date?)
    /// It may have arrived: the same part with the same key may go again on this address, and nowhere else.
    case unknown
    /// It may have arrived or not, nobody will ever know, and it does not go again: whoever waits for it is told so.
    case unconfirmed(reason: String)
    /// The network refuses it for good.
    case refused(reason: String)
}

/// What became of going into a room that somebody named.
package enum RoomEntry: Hashable, Sendable {
    /// In it now, and they decide about it.
    case entered(room: String)
    /// They decide nothing there, so the bot is as little there as before.
    case noRight
    /// The room is closed, or they may not bring the bot anywhere: an invitation is needed.
    case refused
    /// Not now.
    case unavailable
    /// Rooms are not entered like that here.
    case unsupported
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
    /// The same key is the same part: where the network can, it shows a repeat of it once.
    func send(_ part: MessagePart, key: PartKey, to address: Address) async -> SendOutcome

    /// Whether a push to the address can leave now (connected, in the room, the person verified as that account).
    func canReach(_ address: Address) async -> Bool

    /// Whether people can have accounts here; where they cannot, everybody is a guest.
    var hasAccounts: Bool { get }

    /// The unbroken time in sight of somebody, where an account is believed no longer than that; nil where it lasts.
    func presence(of account: String) async -> String?

    /// When somebody but the bot last spoke in a room, talk to the bot itself left out; nil when not heard since the start.
    func lastConversation(in room: String) async -> Date?

    /// Whether the account has operator rights in the room now.
    func isOperator(account: String, in room: String) async -> Bool

    /// Whether the account is in the room now; false when that cannot be told.
    func isMember(account: String, in room: String) async -> Bool

    /// The network's own case rule for accounts and room names.
    func folded(_ name: String) -> String

    /// Whether a part sent again under the same key arrives once.
    var foldsRepeats: Bool { get }

    /// Whether a part whose attempt ended unknown long ago is there; nil when the network cannot tell.
    func hasArrived(_ part: MessagePart, key: PartKey, at address: Address) async -> Bool?

    /// A message has been dealt with, and its answer is out if there was one.
    func handled(_ message: IncomingMessage, wasAnswered: Bool) async

    /// What `moved` or `expelled` has told is stored: the network may forget it.
    func stored(_ event: NetworkEvent) async

    /// The bytes of a file that somebody sent, at most so many.
    func contents(of file: AttachedFile, limit: Int) async -> FileOutcome

    /// The file that a message is a reply to, if it is one.
    func repliedFile(of message: IncomingMessage) async -> AttachedFile?

    /// Goes into a room named by alias or link, where the person may bring the bot and decides about the room.
    func enterRoom(_ name: String, for account: String) async -> RoomEntry

    /// What an account has brought the bot into; nil where rooms are not counted.
    func roomsBrought(by account: String) async -> BroughtRooms?

    /// What people call a room.
    func shownName(ofRoom name: String) -> String

    /// Runs until cancelled.
    func run() async throws
}

extension ChatNetwork {
    package var hasAccounts: Bool { true }
    package func presence(of account: String) async -> String? { nil }
    package var foldsRepeats: Bool { false }
    package func hasArrived(_ part: MessagePart, key: PartKey, at address: Address) async -> Bool? { nil }
    package func handled(_ message: IncomingMessage, wasAnswered: Bool) async {}
    package func stored(_ event: NetworkEvent) async {}
    package func contents(of file: AttachedFile, limit: Int) async -> FileOutcome { .refused }
    package func enterRoom(_ name: String, for account: String) async -> RoomEntry { .unsupported }
    package func roomsBrought(by account: String) async -> BroughtRooms? { nil }
    package func repliedFile(of message: IncomingMessage) async -> AttachedFile? { nil }
    package func shownName(ofRoom name: String) -> String { name }
}

/// Where a network keeps its own small state (sync tokens, device ids, handled messages).
package protocol NetworkStateStore: Sendable {
    func networkState(_ network: String, key: String) async throws -> String?
    func setNetworkState(_ network: String, key: String, value: String?) async throws
    /// Records an inbound message as handled; false when it already was.
    func recordHandled(network: String, inboundID: String, at time: Date) async throws -> Bool
    /// Remembers what the network calls a part that it has, by the part's key.
    func recordPosted(network: String, eventID: String, key: PartKey) async throws
    /// What the network calls the part of a push with that key; nil when it is not remembered.
    func postedEvent(network: String, key: PartKey) async throws -> String?
    /// Whether that is a part of a push that is still remembered.
    func isPosted(network: String, eventID: String) async throws -> Bool
}
