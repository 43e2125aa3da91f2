/// A channel to be in, with its key where it has one.
package struct IRCChannelName: Sendable, Hashable {
    package var name: String
    package var key: String?

    package init(name: String, key: String? = nil) {
        self.name = name
        self.key = key
    }
}

/// Everything an `IRCNetworkClient` needs to know about one network.
package struct IRCClientOptions: Sendable, Equatable {
    /// Tried in turn until one lets us in; at least one.
    package var servers: [IRCServer]
    /// Demands for TLS from earlier connections.
    package var policies: [IRCSTSPolicy] = []
    /// The local address to connect from; nil leaves it to the system.
    package var bindAddress: String?
    /// Where all servers are reached through; it resolves their names.
    package var proxy: IRCProxy?
    /// A PEM file of trusted authorities; nil means the system's store.
    package var caFile: String?
    package var nick: String
    package var userName: String
    package var realName: String
    package var channels: [IRCChannelName]
    package var serverPassword: String?
    /// The services account; with a password SASL PLAIN or SCRAM-SHA-256 is tried, with a certificate EXTERNAL.
    package var saslAccount: String?
    package var saslPassword: String?
    package var certificateFile: String?
    package var keyFile: String?
    /// Whom to log in with where there is no SASL, and who gets our nick back; nil is nobody.
    ///
    /// Spoken to only when a WHOIS shows a network service, because the line carries the password.
    package var nickServ: String? = "NickServ"
    /// Whether to leave again when the login fails, instead of staying without an account.
    package var requiresLogin = false
    /// Lines that may go at once after a pause.
    package var floodBurst: Double = 4
    package var floodRefillPerSecond: Double = 1
    /// Lines that may wait to be sent; of more, the newest of whoever has the most waiting is given back as not sent.
    package var maximumQueuedLines = 1_000
    package var connectTimeout: Duration = .seconds(30)
    package var registrationTimeout: Duration = .seconds(60)
    /// Silence after which the server is asked whether it is there.
    package var pingInterval: Duration = .seconds(90)
    package var pingTimeout: Duration = .seconds(60)
    /// How long a line on the wire may stay unconfirmed before its outcome is unknown.
    package var confirmationTimeout: Duration = .seconds(60)
    /// How long queued lines may still go out when the client is told to stop.
    package var quitDeadline: Duration = .seconds(5)
    package var quitMessage = "back soon"
    /// The first wait before another attempt; it doubles up to `reconnectMaximum`.
    package var reconnectMinimum: Duration = .seconds(2)
    package var reconnectMaximum: Duration = .seconds(300)
    /// The wait after a ban, a throttle or a refused password; it doubles up to six times itself.
    package var longWait: Duration = .seconds(600)
    /// The answer to CTCP VERSION.
    package var versionReply: String
    /// The answer to CTCP SOURCE; empty means no answer.
    package var sourceReply = ""

    package init(
        host: String,
        port: Int,
        useTLS: Bool,
        nick: String,
        userName: String? = nil,
        realName: String? = nil,
        channels: [IRCChannelName] = [],
        versionReply: String = "crier"
    ) {
        servers = [IRCServer(host: host, port: port, useTLS: useTLS)]
        self.nick = nick
        self.userName = userName ?? nick
        self.realName = realName ?? nick
        self.channels = channels
        self.versionReply = versionReply
    }
}
