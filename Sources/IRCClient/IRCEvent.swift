package import struct Foundation.Date

/// An event of the network.
package enum IRCEvent: Sendable, Equatable {
    /// Registered: lines can be sent. The name is the server's `NETWORK`, or its host name.
    case connected(network: String)
    case disconnected(IRCDisconnectReason)
    /// Connected, but not logged in to the configured services account.
    case loginFailed(reason: String)
    case joined(channel: String)
    case left(channel: String, IRCLeaveReason)
    case message(IRCIncomingMessage)
    /// A nil account means logged out. Rights that rest on the former account must end.
    case accountChanged(nick: String, account: String?)
    case nickChanged(from: String, to: String)
    /// Somebody else has joined `channel`; the account is the one they are known to be logged in to.
    case memberJoined(nick: String, channel: String, account: String?)
    /// Somebody invites us to a channel; the account is the one they are known to be logged in to.
    case invited(channel: String, by: String, account: String?)
    /// A watched nick is online now.
    case cameOnline(nick: String)
    /// A watched nick is no longer online.
    case wentOffline(nick: String)
    /// A nick is no longer watched, because the server's list is full.
    case unwatched(nick: String)
    /// Texts of several rows can be sent as one message from now on, within the limits; nil: no longer.
    case multilineChanged(IRCMultilineLimits?)
    /// The server's demand for TLS; must be stored for the next start.
    case securityPolicy(IRCSTSPolicy)
    /// The network allows less than our configured pace; must be stored for the next start.
    case paceLearnt(IRCPace)
    /// The list of members of a channel that we joined is complete.
    case membersNamed(channel: String)
    /// Another process with our account was here before us, so we have left and try again later.
    ///
    /// Reported once until we have stayed connected for a while.
    case gaveWay(server: String, account: String)
    /// Another process with our account has come after us and was told to leave.
    case duplicateTurnedAway(nick: String)
    /// Somebody has the nick that we want, and without an account nobody can tell whether it is a Crier.
    case nickTaken(nick: String)
    /// Somebody else has left `channel`, or has left the network when it is nil.
    case memberLeft(nick: String, channel: String?)
}

/// Why a connection ended.
///
/// The kind decides when to reconnect.
package struct IRCDisconnectReason: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        /// We were told to stop.
        case requested
        /// An ordinary failure: try again soon.
        case temporary
        /// Banned or throttled: an early attempt makes it worse.
        case waitLong
        /// Password or certificate refused: somebody has to change something.
        case permanent
        /// Another process is logged in to our account and stays.
        case gaveWay(account: String)
        /// The server accepts only TLS, on that port: try again there at once.
        case useTLS(port: Int)
    }

    package var kind: Kind
    package var text: String

    package init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }
}

/// Why we are not in a channel.
package enum IRCLeaveReason: Sendable, Equatable {
    case parted
    case kicked(by: String, reason: String)
    case banned(reason: String)
    /// Full, invite-only, wrong key …; `numeric` is the server's numeric.
    case joinRefused(numeric: String, reason: String)
}

/// A PRIVMSG or NOTICE of somebody else.
package struct IRCIncomingMessage: Sendable, Equatable {
    package var nick: String
    /// `user@host`, or empty.
    package var userHost: String
    /// The services account the sender is logged in to now; nil for none, or where it is unknown.
    package var account: String?
    /// The channel, or our own nick.
    package var target: String
    package var isChannel: Bool
    /// Sent only to members of the channel with a certain mode (`@#news`, ISUPPORT `STATUSMSG`).
    package var isStatusMessage: Bool
    package var text: String
    package var isNotice: Bool
    package var isAction: Bool
    package var messageID: String?
    /// The server's time of the message, where it gives one.
    package var time: Date?
    /// The sender's prefix modes in that channel, like `o` and `v`.
    package var senderModes: Set<Character>
    /// Whether the sender declares itself a bot.
    package var senderIsBot: Bool
    /// Whether we would notice if the sender left.
    package var senderIsInSight: Bool
    /// Our nick when the message came.
    package var ownNick: String
}

/// A member of a channel.
package struct IRCMember: Sendable, Equatable {
    package var nick: String
    package var userHost: String?
    package var account: String?
    package var modes: Set<Character>
    package var isBot: Bool
    /// Has declared to be away; false where the server does not report it.
    package var isAway: Bool
}
