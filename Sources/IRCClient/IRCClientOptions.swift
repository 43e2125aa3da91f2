/// A channel to join, with its key if it has one.
package struct IRCChannelName: Sendable, Hashable {
    package var name: String
    package var key: String?

    package init(name: String, key: String? = nil) {
        self.name = name
        self.key = key
    }
}

/// All settings of an `IRCNetworkClient` for one network.
package struct IRCClientOptions: Sendable, Equatable {
    /// Tried in turn until one accepts us; at least one.
    package var servers: [IRCServer]
    /// Stored demands for TLS from earlier connections.
    package var policies: [IRCSTSPolicy] = []
    /// The local address to connect from; nil lets the system choose.
    package var bindAddress: String?
    /// The proxy through which all servers are reached; it resolves their names.
    package var proxy: IRCProxy?
    /// A PEM file of trusted authorities; nil means the system's store.
    package var caFile: String?
    package var nick: String
    package var userName: String
    package var realName: String
    package var channels: [IRCChannelName]
    package var serverPassword: String?
    /// The services account.
    ///
    /// A password enables SASL PLAIN and SCRAM-SHA-256, a certificate enables EXTERNAL.
    package var saslAccount: String?
    package var saslPassword: String?
    package var certificateFile: String?
    package var keyFile: String?
    /// The nickname service.
    ///
    /// It logs us in where there is no SASL and gets our nick back; nil means none.
    ///
    /// Lines to it carry the password, so they are sent only when WHOIS shows that it is a network service.
    package var nickServ: String? = "NickServ"
    /// Whether to disconnect when the login fails, instead of continuing without an account.
    package var requiresLogin = false
    /// How many lines may be sent at once after a pause.
    package var floodBurst: Double = 4
    package var floodRefillPerSecond: Double = 1
    /// The longest queue.
    ///
    /// When it is full, the newest line of the reader with the most queued lines is not sent.
    package var maximumQueuedLines = 1_000
    package var connectTimeout: Duration = .seconds(30)
    package var registrationTimeout: Duration = .seconds(60)
    /// After this silence the server is sent a PING.
    package var pingInterval: Duration = .seconds(90)
    package var pingTimeout: Duration = .seconds(60)
    /// How long a sent line may be unconfirmed before its outcome is `unknown`.
    package var confirmationTimeout: Duration = .seconds(60)
    /// How long queued lines are still sent when the client is told to stop.
    package var quitDeadline: Duration = .seconds(5)
    package var quitMessage = "back soon"
    /// The first wait before reconnecting; it doubles up to `reconnectMaximum`.
    package var reconnectMinimum: Duration = .seconds(2)
    package var reconnectMaximum: Duration = .seconds(300)
    /// The wait after a ban, a throttle or a refused password; it doubles up to six times this value.
    package var longWait: Duration = .seconds(600)
    /// The wait after another process with our account has turned us away; it doubles up to sixteen times this value.
    package var gaveWayWait: Duration = .seconds(60)
    /// Tells this process from another with the same account; random, lower-case letters and digits.
    package var processID = IRCClientOptions.ownProcessID
    /// The answer to CTCP VERSION.
    package var versionReply: String
    /// The answer to CTCP SOURCE; empty means no answer.
    package var sourceReply = ""

    private static let ownProcessID = String(UInt64.random(in: .min ... .max), radix: 36)

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

/// One of a network's servers.
package struct IRCServer: Sendable, Hashable {
    package var host: String
    package var port: Int
    package var useTLS: Bool

    package init(host: String, port: Int, useTLS: Bool) {
        self.host = host
        self.port = port
        self.useTLS = useTLS
    }
}
