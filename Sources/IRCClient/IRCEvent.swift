package import struct Foundation.Date

/// Something that happened on the network.
package enum IRCEvent: Sendable, Equatable {
    /// Registered: lines can be sent. The name is the server's `NETWORK`, or its host name.
    case connected(network: String)
    case disconnected(IRCDisconnectReason)
    /// Connected, but without the services account that was asked for.
    case loginFailed(reason: String)
    case joined(channel: String)
    case left(channel: String, IRCLeaveReason)
    case message(IRCIncomingMessage)
    /// A nil account means logged out. Whoever acted by that account must not be trusted any more.
    case accountChanged(nick: String, account: String?)
    case nickChanged(from: String, to: String)
    /// Somebody else has come into `channel`; the account is the one they are known to be logged in to.
    case memberJoined(nick: String, channel: String, account: String?)
    /// Somebody asks us into a channel; the account is the one they are known to be logged in to.
    case invited(channel: String, by: String, account: String?)
    /// A watched nick is online now.
    case cameOnline(nick: String)
    /// A watched nick is no longer online.
    case wentOffline(nick: String)
    /// A nick is no longer watched: others took its place.
    case unwatched(nick: String)
    /// Texts of several rows go as one message from now on, within the limits; nil: no longer.
    case multilineChanged(IRCMultilineLimits?)
    /// The server's demand for TLS, to be kept for the next start.
    case securityPolicy(IRCSTSPolicy)
    /// The network bears less than we said at once; to be kept for the next start.
    case paceLearnt(IRCPace)
    /// Everybody in a channel that we joined has been named.
    case membersNamed(channel: String)
    /// Somebody else is gone from `channel`, or from the network when it is nil.
    case memberLeft(nick: String, channel: String?)
}

/// Why a connection ended, and how soon another may be tried.
package struct IRCDisconnectReason: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        /// We were told to stop.
        case requested
        /// Nothing is wrong with us: try again soon.
        case temporary
        /// Banned or throttled: trying again soon makes it worse.
        case waitLong
        /// Password or certificate refused: somebody has to repair something.
        case permanent
        /// The server speaks TLS alone, on that port: try again there at once.
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
    /// Full, invite-only, wrong key …, with the numeric that said so.
    case joinRefused(numeric: String, reason: String)
}

/// A PRIVMSG or NOTICE of somebody else.
package struct IRCIncomingMessage: Sendable, Equatable {
    package var nick: String
    /// `user@host`, or empty.
    package var userHost: String
    /// The services account the sender is logged in to now.
    package var account: String?
    /// Whether a nil `account` means "not logged in" rather than "the server does not say".
    package var isServicesAccountKnown: Bool
    /// The channel, or our own nick.
    package var target: String
    package var isChannel: Bool
    /// Said to those of the channel alone who hold a mode (`@#news`, ISUPPORT `STATUSMSG`).
    package var isForSome: Bool
    package var text: String
    package var isNotice: Bool
    package var isAction: Bool
    package var messageID: String?
    /// The server's time of the message, where it gives one.
    package var time: Date?
    /// The sender's prefix modes in that channel, like `o` and `v`.
    package var senderModes: Set<Character>
    /// Whether the sender says of itself that it is a bot.
    package var senderIsBot: Bool
}

/// Somebody in a channel.
package struct IRCMember: Sendable, Equatable {
    package var nick: String
    package var userHost: String?
    package var account: String?
    package var isAccountKnown: Bool
    package var modes: Set<Character>
    package var isBot: Bool
    /// Says of itself that nobody is at the keyboard; false where the server does not tell.
    package var isAway: Bool
}
