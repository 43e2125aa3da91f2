import struct Foundation.Date

/// One network: stays connected until cancelled, tells what happens, says what it is told to.
package actor IRCNetworkClient {
    /// Everything that happens, oldest first, until `run` ends; for one reader.
    ///
    /// At most 65,536 events wait to be read (the largest netsplit is smaller); later ones are lost then.
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

    /// Demands for TLS from earlier runs; counts before `run`.
    package func setPolicies(_ policies: [IRCSTSPolicy]) { options.policies = policies }

    /// What earlier runs have learnt of the network's patience; counts before `run`.
    package func setPace(_ pace: IRCPace) { self.pace = pace }

    /// Connects, and again whenever the connection is lost, until the task is cancelled.
    ///
    /// Cancelling sends what is queued (for at most `quitDeadline`), says QUIT and returns. Runs once.
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
            do { try await Task.sleep(for: wait) } catch { return }
        }
    }

    /// IRCv3 sts: a policy runs from the end of the connection that gave it.
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

    // MARK: Saying

    /// Says a line and waits until the server has taken or refused it, or the connection is gone.
    ///
    /// Lines to one target go out in the order of the calls; of different targets, whoever was sent, and has asked,
    /// the least lately comes first. While not connected the answer is `.notSent` at once. `confirmationID` should be unique.
    package func send(_ line: IRCOutgoingLine, confirmationID: String) async -> IRCSendOutcome {
        guard let connection else { return .notSent(reason: "not connected") }
        return await connection.send(line, confirmationID: confirmationID)
    }

    /// Joins what is new in the list and parts from what is no longer in it.
    package func setChannels(_ channels: [IRCChannelName]) async {
        options.channels = channels
        await connection?.setChannels(channels)
    }

    // MARK: Asking

    /// Whether the rows of a text would go as one message now, which the server takes as a whole or not at all.
    package func saysTogether(_ line: IRCOutgoingLine) async -> Bool {
        await connection?.ask { $0.saysTogether(line) } ?? false
    }

    /// The nick we have now, or want while not connected.
    package var currentNick: String {
        get async { await connection?.ask { $0.nick } ?? options.nick }
    }

    package func isJoined(_ channel: String) async -> Bool {
        await connection?.ask { $0.isJoined(channel) } ?? false
    }

    /// Whether somebody else has that nick now: seen in a channel of ours, else asked of the server.
    ///
    /// A nick asked about is watched from then on where the server can (MONITOR): `cameOnline` tells of it.
    package func isOnline(nick: String) async -> Bool {
        await connection?.isOnline(nick: nick) ?? false
    }

    /// Whether a nick cannot have left unseen: it is in a channel of ours, or watched and online.
    package func isInSight(nick: String) async -> Bool {
        await connection?.ask { $0.isInSight(nick) } ?? false
    }

    /// From now on `cameOnline` and `wentOffline` tell of a nick, where the server can (MONITOR).
    package func watch(nick: String) async { await connection?.watch(nick: nick) }

    /// Everybody in a channel of ours, ourselves included, by nick.
    package func members(of channel: String) async -> [IRCMember] {
        await connection?.ask { $0.members(of: channel) } ?? []
    }

    /// Whether somebody runs a channel: halfop or anything above it.
    package func isOperatorOrHalfop(nick: String, channel: String) async -> Bool {
        await connection?.ask { session in
            !session.users.modes(of: nick, in: channel).isDisjoint(with: session.support.operatorModes)
        } ?? false
    }

    /// A nick that is logged in to the services account now, checked with the server; nil when there is none.
    package func nick(forAccount account: String) async -> String? {
        await connection?.findNick(account: account)
    }

    /// How many bytes of UTF-8 fit on one line to `target` without being cut for anybody.
    package func maximumTextBytes(target: String) async -> Int {
        await connection?.ask { $0.maximumTextBytes(target: target) } ?? 350
    }
}
