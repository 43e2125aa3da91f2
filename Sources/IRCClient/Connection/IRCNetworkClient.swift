import struct Foundation.Date

/// Keeps a connection to one network until cancelled, reports events and sends lines.
package actor IRCNetworkClient {
    /// All events, oldest first, until `run` ends; for one reader.
    ///
    /// At most 65,536 events are queued (more than the largest netsplit causes); later ones are lost.
    package nonisolated let events: AsyncStream<IRCEvent>

    private let continuation: AsyncStream<IRCEvent>.Continuation
    private var options: IRCClientOptions
    private(set) var connection: IRCConnection?
    private var pace = IRCPace.full
    private var hasRun = false

    package init(_ options: IRCClientOptions) {
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(65_536))
        self.options = options
    }

    /// Sets the stored demands for TLS; must be called before `run`.
    package func setPolicies(_ policies: [IRCSTSPolicy]) { options.policies = policies }

    /// Sets the stored pace that the network allows; must be called before `run`.
    package func setPace(_ pace: IRCPace) { self.pace = pace }

    /// Connects, and reconnects when the connection is lost, until the task is cancelled.
    ///
    /// Cancelling sends the queued lines (for at most `quitDeadline`), then QUIT, and returns. May be called once.
    package func run() async throws {
        guard !hasRun else { throw IRCClientError.runningAlready }
        hasRun = true
        defer { continuation.finish() }
        var plan = ReconnectPlan(options)
        var rotation = ServerRotation(options.servers, policies: options.policies)
        while !Task.isCancelled {
            guard let server = rotation.server(at: Date()) else { return }
            let start = ContinuousClock.now
            let end = await connectOnce(server, pace: pace.share(at: Date()))
            connection = nil
            continuation.yield(.disconnected(end.reason))
            if let demand = end.demand { note(demand, of: server, in: &rotation) }
            if ServerVerdict.isFlood(end.reason.text) {
                pace.noteFlood(at: Date())
                continuation.yield(.paceLearnt(pace))
            }
            if Task.isCancelled { return }
            let connectedFor = end.wasConnected ? start.duration(to: .now) : nil
            if case .useTLS(let port) = end.reason.kind {
                rotation.noteUpgrade(of: server.host, port: port)
            } else {
                rotation.note(connectedFor: connectedFor)
            }
            let wait = plan.wait(
                after: end.reason,
                connectedFor: connectedFor,
                hasUntriedServer: rotation.hasUntried,
                jitter: .random(in: 0...1)
            )
            if case .gaveWay(let account) = end.reason.kind, plan.timesGaveWay == 1 {
                continuation.yield(.gaveWay(server: server.host, account: account))
            }
            do { try await Task.sleep(for: wait) } catch { return }
        }
    }

    /// IRCv3 sts: a policy's duration begins when the connection ends.
    private func note(_ demand: STSDemand, of server: IRCServer, in rotation: inout ServerRotation) {
        guard server.useTLS, let policy = demand.policy(of: server, at: Date()) else { return }
        rotation.note(policy)
        continuation.yield(.securityPolicy(policy))
    }

    private func connectOnce(_ server: IRCServer, pace: Double) async -> IRCConnection.End {
        do {
            let continuation = continuation
            let connection = try await IRCConnection.open(server, options, pace: pace) { continuation.yield($0) }
            self.connection = connection
            await connection.setChannels(options.channels)
            return await connection.waitUntilClosed(quitDeadline: options.quitDeadline)
        } catch {
            let isPermanent = IRCClientError.isPermanent(error)
            let text = options.proxy == nil ? "\(error)" : "no connection to the proxy: \(error)"
            return IRCConnection.End(reason: IRCDisconnectReason(isPermanent ? .permanent : .temporary, text))
        }
    }

    // MARK: Sending

    /// Sends a line and waits until the server accepts or refuses it or the connection is lost.
    ///
    /// Lines to one target are sent in the order of the calls. Between targets, the reader who was sent the least
    /// lately comes first. While not connected the outcome is `.notSent` at once. `confirmationID` should be unique.
    package func send(_ line: IRCOutgoingLine, confirmationID: String) async -> IRCSendOutcome {
        guard let connection else { return .notSent(reason: "not connected") }
        return await connection.send(line, confirmationID: confirmationID)
    }

    /// Joins channels that are new in the list and leaves channels that are no longer in it.
    package func setChannels(_ channels: [IRCChannelName]) async {
        options.channels = channels
        await connection?.setChannels(channels)
    }

    // MARK: Queries

    /// Whether the rows of a text would be sent as one message, which the server accepts or refuses as a whole.
    package func sendsAsOneMessage(_ line: IRCOutgoingLine) async -> Bool {
        await connection?.ask { $0.sendsAsOneMessage(line) } ?? false
    }

    /// Our current nick; the configured one while not connected.
    package var currentNick: String {
        get async { await connection?.ask { $0.nick } ?? options.nick }
    }

    /// Whether the server has accepted our registration.
    package var isRegistered: Bool {
        get async { await connection?.ask { $0.phase == .ready } ?? false }
    }

    package func isJoined(_ channel: String) async -> Bool {
        await connection?.ask { $0.isJoined(channel) } ?? false
    }

    /// Whether somebody else uses that nick now: it is in a channel of ours, or the server confirms it.
    ///
    /// The nick is watched from then on where the server can (MONITOR), so `cameOnline` reports it.
    package func isOnline(nick: String) async -> Bool {
        await connection?.isOnline(nick: nick) ?? false
    }

    /// Whether we would notice if the nick left: it is in a channel of ours, or watched and online.
    package func isInSight(nick: String) async -> Bool {
        await connection?.ask { $0.isInSight(nick) } ?? false
    }

    /// Reports `cameOnline` and `wentOffline` for a nick from now on, where the server can (MONITOR).
    package func watch(nick: String) async { await connection?.watch(nick: nick) }

    /// All members of a channel of ours, including us, sorted by nick.
    package func members(of channel: String) async -> [IRCMember] {
        await connection?.ask { $0.members(of: channel) } ?? []
    }

    /// Whether the server has named all members of a channel of ours.
    package func knowsMembers(of channel: String) async -> Bool {
        await connection?.ask { $0.users.channel(channel)?.isNamed ?? false } ?? false
    }

    /// Whether a nick is an operator of a channel: halfop or above.
    package func isOperatorOrHalfop(nick: String, channel: String) async -> Bool {
        await connection?.ask { session in
            !session.users.modes(of: nick, in: channel).isDisjoint(with: session.support.operatorModes)
        } ?? false
    }

    /// A nick that is now logged in to the services account, verified with the server; nil when there is none.
    package func nick(forAccount account: String) async -> String? {
        await connection?.findNick(account: account)
    }

    /// The bytes of UTF-8 that fit on one line to `target` without being cut for any recipient.
    package func maximumTextBytes(target: String) async -> Int {
        await connection?.ask { $0.maximumTextBytes(target: target) } ?? 350
    }
}
