internal import NIOCore
internal import NIOPosix
internal import Synchronization
internal import TLSChannel

/// One TCP connection to a server.
struct IRCConnection: Sendable {
    fileprivate let channel: any Channel
    fileprivate let handler: NIOLoopBound<IRCSessionHandler>

    /// One thread for all connections, of which there are few; each thread costs 0.2 MB.
    private static let loops = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    /// How a connection ended.
    struct End: Sendable {
        var reason: IRCDisconnectReason
        /// Whether the server had accepted our registration.
        var wasConnected = false
        /// The server's demand for TLS on later connections.
        var demand: STSDemand?
    }

    /// Connects (NIO races IPv6 and IPv4); TLS and registration continue afterwards by themselves.
    ///
    /// Cancelling the task aborts the attempt.
    static func open(
        _ server: IRCServer,
        _ options: IRCClientOptions,
        pace: Double,
        report: @escaping @Sendable (IRCEvent) -> Void
    ) async throws -> IRCConnection {
        let attempts = ConnectionAttempts()
        var bootstrap = ClientBootstrap(group: Self.loops)
            .connectTimeout(.nanoseconds(TimeAmount(options.connectTimeout).nanoseconds))
            .channelOption(.socketOption(.so_keepalive), value: 1)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let proxy = options.proxy {
                        let timeout = TimeAmount(options.connectTimeout)
                        let handler = ProxyHandler(proxy, to: server, timeout: timeout)
                        try channel.pipeline.syncOperations.addHandler(handler)
                    }
                    if server.useTLS {
                        let tls = TLSClientOptions(
                            hostName: server.host,
                            caFile: options.caFile,
                            certificateFile: options.certificateFile,
                            keyFile: options.keyFile
                        )
                        try channel.pipeline.syncOperations.addHandler(TLSClientHandler(tls))
                    }
                    let session = IRCSession(options, server: server, pace: pace, now: .now)
                    let handler = IRCSessionHandler(session, report: report)
                    try channel.pipeline.syncOperations.addHandler(handler)
                    attempts.add(
                        IRCConnection(channel: channel, handler: NIOLoopBound(handler, eventLoop: channel.eventLoop))
                    )
                }
            }
        if let address = options.bindAddress {
            bootstrap = bootstrap.bind(to: try SocketAddress(ipAddress: address, port: 0))
        }
        return try await withTaskCancellationHandler { [bootstrap] in
            let door = options.proxy.map { ($0.host, $0.port) } ?? (server.host, server.port)
            let channel = try await bootstrap.connect(host: door.0, port: door.1).get()
            guard let connection = attempts.connection(of: channel) else { throw ChannelError.ioOnClosedChannel }
            return connection
        } onCancel: {
            attempts.closeAll()
        }
    }

    /// Waits until the connection ends.
    ///
    /// Cancelling the task sends the queued lines and QUIT first.
    func waitUntilClosed(quitDeadline: Duration) async -> End {
        await withTaskCancellationHandler {
            try? await channel.closeFuture.get()
        } onCancel: {
            channel.eventLoop.execute {
                handler.value.change { session in
                    session.leave(by: .now.advanced(by: quitDeadline), now: .now)
                }
            }
        }
        let end = try? await channel.eventLoop.submit { () -> End in
            let session = handler.value.session
            return End(
                reason: session.farewell ?? IRCDisconnectReason(.temporary, "connection lost"),
                wasConnected: handler.value.wasConnected,
                demand: session.securityDemand
            )
        }.get()
        return end ?? End(reason: IRCDisconnectReason(.temporary, "connection lost"))
    }

    func send(_ line: IRCOutgoingLine, confirmationID: String) async -> IRCSendOutcome {
        await withCheckedContinuation { continuation in
            channel.eventLoop.execute { handler.value.send(line, confirmationID: confirmationID, continuation) }
        }
    }

    func findNick(account: String) async -> String? {
        await withCheckedContinuation { continuation in
            channel.eventLoop.execute { handler.value.findNick(account: account, continuation) }
        }
    }

    func isOnline(nick: String) async -> Bool {
        await withCheckedContinuation { continuation in
            channel.eventLoop.execute { handler.value.findOnline(nick: nick, continuation) }
        } != nil
    }

    func watch(nick: String) async {
        try? await channel.eventLoop.submit { handler.value.change { $0.watch(nick: nick, now: .now) } }.get()
    }

    func setChannels(_ channels: [IRCChannelName]) async {
        try? await channel.eventLoop.submit { handler.value.change { $0.setChannels(channels, now: .now) } }.get()
    }

    /// Reads a value from the session; nil when the event loop has been shut down.
    func ask<Answer: Sendable>(_ question: @escaping @Sendable (IRCSession) -> Answer) async -> Answer? {
        try? await channel.eventLoop.submit { question(handler.value.session) }.get()
    }
}

/// The channels of one connection attempt (one for each address), so that the attempt can be aborted.
private final class ConnectionAttempts: Sendable {
    private let state = Mutex<(connections: [IRCConnection], isGivenUp: Bool)>(([], false))

    func add(_ connection: IRCConnection) {
        let isGivenUp = state.withLock { state in
            state.connections.append(connection)
            return state.isGivenUp
        }
        if isGivenUp { connection.channel.close(promise: nil) }
    }

    func connection(of channel: any Channel) -> IRCConnection? {
        state.withLock { $0.connections.first { $0.channel === channel } }
    }

    func closeAll() {
        let connections = state.withLock { state in
            state.isGivenUp = true
            return state.connections
        }
        for connection in connections { connection.channel.close(promise: nil) }
    }
}
