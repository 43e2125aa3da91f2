/// The protocol state of one connection, as a pure state machine.
///
/// Lines, commands and the time go in; `takeActions` returns what to do. Nothing here waits or reads
/// a clock. After every call the driver performs the actions and sets its timer to `nextDeadline`.
struct IRCSession: Sendable {
    typealias Moment = ContinuousClock.Instant

    enum Action: Sendable, Equatable {
        case write(IRCMessage, maximumBytes: Int)
        case event(IRCEvent)
        /// The outcome of the line with that sender number.
        case settle(sender: Int, IRCSendOutcome)
        /// The answer to `findNick`.
        case answer(query: Int, nick: String?)
        /// Lines may be this long from now on (without tags).
        case expectLines(maximumBytes: Int)
        case disconnect
    }

    enum Phase: Sendable, Equatable {
        /// From connecting to numeric 001.
        case registering
        /// From 001 to the end of the message of the day; the 005 lines arrive in between.
        case welcomed(at: Moment)
        case ready
        /// Stopping: queued lines are sent, then QUIT.
        case leaving(deadline: Moment)
        case closed
    }

    let options: IRCClientOptions
    let server: IRCServer
    let makeNonce: @Sendable () -> String
    var actions: [Action] = []
    var phase = Phase.registering
    let startedAt: Moment

    var capabilities = CapabilityNegotiation()
    var sasl: SASLExchange?
    var isLoggedIn = false
    /// The account that the server has named at our login.
    var accountName: String?
    var isRegistrationEnding = false
    var support = ISupport()
    var batches = BatchTable()
    var reportedMultiline: IRCMultilineLimits?

    /// Our current nick, or the one we are requesting.
    var nick: String
    var nickAttempts = 0
    /// Whether the server has said that somebody has the configured nick.
    var isNickTaken = false
    var nextNickAttempt: Moment?
    /// Our `user@host` as others see it, once the server has shown it.
    var ownUserHost: String?

    var users = UserTable()
    var plan: ChannelPlan
    var queries = NickQueries()
    var watched = WatchedNicks()
    var speakers = RecentSpeakers()
    var verifiedAccounts = VerifiedAccounts()
    /// Lines whose recipient is being verified, by the number of the query.
    var unverified: [Int: (line: OutgoingLines.Line, lane: String)] = [:]
    var verifications = 0
    var services = NickServDialogue()
    var duplicateLogins: DuplicateLogins
    /// Signals of other Criers whose account is being verified, by the number of the query.
    var signalChecks: [Int: (nick: String, signal: DuplicateLogins.Signal)] = [:]

    var pacer: SendPacer
    /// Our own lines (JOIN, WHO, MODE …) that wait for the pacer; they are sent before all others.
    var controlLines: [IRCMessage] = []
    var queue: OutgoingLines
    /// The hosts of people who spoke to us lately, by folded nick.
    var hosts = RecentMap<String>(limit: 2_000)
    var inFlight = LinesInFlight()
    /// Whether sending is paused because the server is behind.
    ///
    /// Its next message continues sending.
    var isHeldUp = false
    var labels = 0
    /// Numbers the lines to several people and the multiline messages.
    var groups = 0
    /// Whether the server has refused a line to several people.
    var isFanOutRefused = false
    /// Whether the server has refused a multiline message.
    var isMultilineRefused = false
    /// Numbers the PINGs that confirm several lines.
    var checks = 0
    var ctcp: CTCPReplies

    var lastHeard: Moment
    var pingSentAt: Moment?
    /// Why the connection is ending, as far as known.
    var farewell: IRCDisconnectReason?
    private var isGivenUp = false

    init(
        _ options: IRCClientOptions,
        server: IRCServer,
        pace: Double = 1,
        now: Moment,
        makeNonce: @escaping @Sendable () -> String = IRCSession.randomNonce
    ) {
        self.options = options
        self.server = server
        self.makeNonce = makeNonce
        startedAt = now
        nick = options.nick
        plan = ChannelPlan(options.channels, now: now)
        pacer = SendPacer(
            burst: options.floodBurst,
            refillPerSecond: options.floodRefillPerSecond,
            share: pace,
            now: now
        )
        let remembered = Self.rememberedLines / max(0.01, options.floodRefillPerSecond)
        queue = OutgoingLines(halfLife: .seconds(remembered), now: now)
        duplicateLogins = DuplicateLogins(id: options.processID, now: now)
        ctcp = CTCPReplies(version: options.versionReply, source: options.sourceReply, now: now)
        lastHeard = now
    }

    mutating func takeActions() -> [Action] {
        defer { actions = [] }
        return actions
    }

    /// Handles one line from the server.
    mutating func receive(_ message: IRCMessage, now: Moment) {
        guard phase != .closed, !isGivenUp else { return }
        lastHeard = now
        pingSentAt = nil
        handle(message, now)
        guard !isGivenUp else { return }
        pump(now)
    }

    /// Performs everything that is due.
    mutating func advance(to now: Moment) {
        guard phase != .closed, !isGivenUp else { return }
        checkLiveness(now)
        checkRegistration(now)
        checkChannels(now)
        checkNick(now)
        checkServices(now)
        checkDuplicateLogins(now)
        guard !isGivenUp else { return }
        checkSending(now)
        for query in queries.takeOverdue(now) { answer(query, nick: nil, now) }
        pump(now)
    }

    /// The connection is gone; everything that waits gets its outcome.
    mutating func close(_ reason: IRCDisconnectReason) {
        guard phase != .closed else { return }
        phase = .closed
        if farewell == nil { farewell = reason }
        abandonLines("disconnected")
        // Forget all users: queries may still arrive before the driver has finished.
        users = UserTable()
        for query in queries.takeAll() where query > 0 { actions.append(.answer(query: query, nick: nil)) }
    }

    /// The latest time at which `advance` must be called next.
    var nextDeadline: Moment? {
        guard phase != .closed, !isGivenUp else { return nil }
        var moments: [Moment?] = [
            livenessDeadline, sendingDeadline, queries.nextDeadline, nextNickAttempt, services.deadline,
            duplicateLogins.nextDeadline,
        ]
        switch phase {
        case .registering: moments.append(startedAt.advanced(by: options.registrationTimeout))
        case .welcomed(let moment): moments.append(moment.advanced(by: Self.welcomeTimeout))
        case .ready: moments.append(isWaitingToJoin ? nil : plan.nextDue)
        case .leaving(let deadline): moments.append(deadline)
        case .closed: break
        }
        return moments.compactMap { $0 }.min()
    }

    /// The name of a channel as spelled when we joined it.
    func spelled(_ channel: String) -> String { users.channel(channel)?.name ?? channel }

    func isMe(_ other: String) -> Bool { support.caseMapping.fold(other) == support.caseMapping.fold(nick) }

    mutating func emit(_ event: IRCEvent) { actions.append(.event(event)) }

    /// Writes at once, without the pacer.
    mutating func writeNow(_ message: IRCMessage) {
        actions.append(.write(message, maximumBytes: support.lineLength))
    }

    /// Writes as soon as the pacer allows.
    mutating func writeSoon(_ message: IRCMessage) {
        guard controlLines.count < 200 else { return }
        controlLines.append(message)
    }

    mutating func settle(_ sender: Int?, _ outcome: IRCSendOutcome) {
        if let sender { actions.append(.settle(sender: sender, outcome)) }
    }

    /// The latest time at which a question queued now is sent; lines to readers who were sent less go before it.
    func moment(ofQuestionAt now: Moment) -> Moment {
        now.advanced(by: pacer.time(for: 4 * Double(controlLines.count + queue.count)))
    }

    /// Abandons this connection; nothing is handled until the driver has closed it.
    mutating func disconnect(_ reason: IRCDisconnectReason) {
        if farewell == nil { farewell = reason }
        isGivenUp = true
        actions.append(.disconnect)
    }

    /// Whether QUIT was sent: then the server closes the connection.
    var hasQuit: Bool {
        switch farewell?.kind {
        case .requested, .gaveWay: true
        default: false
        }
    }

    static let randomNonce: @Sendable () -> String = {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
        return String((0..<24).map { _ in letters[Int.random(in: letters.indices)] })
    }
}
