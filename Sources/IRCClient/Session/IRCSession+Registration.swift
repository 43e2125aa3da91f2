extension IRCSession {
    /// How long to wait for the message of the day after 001; a server may send none.
    static let welcomeTimeout: Duration = .seconds(5)

    /// Starts the registration; called once, when the connection is established.
    mutating func start() {
        if let password = options.serverPassword { writeNow(IRCMessage("PASS", password)) }
        writeNow(IRCMessage("CAP", "LS", "302"))
        writeNow(IRCMessage("NICK", nick))
        writeNow(IRCMessage("USER", options.userName, "0", "*", options.realName))
    }

    var wantsLogin: Bool {
        !isLoggedIn && (options.certificateFile != nil || (options.saslAccount != nil && options.saslPassword != nil))
    }

    /// The server's `sts` demand (IRCv3 sts).
    ///
    /// It does not apply to a server that is given by address.
    var securityDemand: STSDemand? {
        let isName = server.host.contains { $0.isLetter } && !server.host.contains(":")
        return isName ? capabilities.offered["sts"].map(STSDemand.init(value:)) : nil
    }

    mutating func handleCapability(_ message: IRCMessage) {
        let before = capabilities
        let lines = capabilities.receive(message, wantsSASL: wantsLogin)
        if let port = securityDemand?.port, !server.useTLS {
            // Send nothing more in plain text, above all no login.
            disconnect(IRCDisconnectReason(.useTLS(port: port), "the server asks for TLS on port \(port)"))
            return
        }
        for line in lines {
            if phase == .registering { writeNow(line) } else { writeSoon(line) }
        }
        reportMultiline()
        if capabilities.has("sasl") != before.has("sasl") {
            // When sasl disappears, the services are down and will not answer the pending login.
            if before.has("sasl") { sasl = nil } else { beginLogin() }
        }
        if capabilities.has("account-notify") != before.has("account-notify"), phase != .registering {
            // Changes of accounts were not reported before, or will not be reported any more.
            users.forgetAccounts()
            if capabilities.has("account-notify") { for channel in users.channels.values { askWho(channel.name) } }
        }
        if ["labeled-response", "echo-message"].contains(where: { before.has($0) && !capabilities.has($0) }) {
            confirmByPing()
        }
        endNegotiationIfDone()
    }

    /// Labels or echoes are no longer offered: a PING confirms the lines that waited for them.
    private mutating func confirmByPing() {
        guard !inFlight.entries.isEmpty else { return }
        if !capabilities.has("labeled-response") { inFlight.dropLabels() }
        checks += 1
        askForConfirmation("check\(checks)")
    }

    private mutating func beginLogin() {
        guard wantsLogin, sasl == nil else { return }
        sasl = SASLExchange(options, offered: capabilities.saslMechanisms ?? [], makeNonce: makeNonce)
        if let first = sasl?.next() {
            writeNow(first)
        } else {
            loginFailed("the server offers none of our SASL mechanisms")
        }
    }

    mutating func handleAuthenticate(_ message: IRCMessage) {
        guard var exchange = sasl else { return }
        let lines = exchange.receive(message[0])
        sasl = exchange
        for line in lines { writeNow(line) }
    }

    /// Numerics 900 to 908 (IRCv3 sasl-3.1).
    mutating func handleSASL(_ numeric: Int, _ message: IRCMessage, _ now: Moment) {
        switch numeric {
        case 900:
            isLoggedIn = true
            accountName = message[2].isEmpty ? nil : message[2]
            servicesLoggedIn(now)
        case 901:
            isLoggedIn = false
            accountName = nil
        case 903, 907:
            isLoggedIn = true
            sasl = nil
        case 908: sasl?.restrict(to: message[1].split(separator: ",").map { $0.uppercased() })
        case 902, 904, 905, 906:
            guard sasl != nil else { break }
            if let next = sasl?.next() {
                writeNow(next)
            } else {
                sasl = nil
                loginFailed(message.last)
            }
        default: break
        }
        endNegotiationIfDone()
    }

    mutating func loginFailed(_ reason: String) {
        sasl = nil
        emit(.loginFailed(reason: reason))
        if options.requiresLogin { disconnect(IRCDisconnectReason(.permanent, "login failed: \(reason)")) }
    }

    private mutating func endNegotiationIfDone() {
        guard phase == .registering, !isRegistrationEnding, capabilities.isSettled, sasl == nil else { return }
        if wantsLogin, options.requiresLogin, farewell == nil {
            // Services may be down temporarily, so another attempt is useful.
            disconnect(IRCDisconnectReason(.temporary, "the server offers no login"))
            return
        }
        isRegistrationEnding = true
        writeNow(IRCMessage("CAP", "END"))
    }

    mutating func handleWelcome(_ message: IRCMessage, _ now: Moment) {
        guard phase == .registering else { return }
        if !message[0].isEmpty { nick = message[0] }
        if let word = message.last.split(separator: " ").last, word.contains("!"), word.contains("@") {
            noteOwnSource(IRCMessage("001", [], source: String(word)))
        }
        phase = .welcomed(at: now)
        if !isSame(nick, wantedNick) { nextNickAttempt = now.advanced(by: Self.regainInterval) }
    }

    mutating func handleSupport(_ message: IRCMessage) {
        support.receive(message.parameters.dropFirst().dropLast())
        users.caseMapping = support.caseMapping
        plan.use(support.caseMapping)
        if support.lineLength > 512 { actions.append(.expectLines(maximumBytes: support.lineLength)) }
    }

    mutating func becomeReady(_ now: Moment) {
        guard case .welcomed = phase else { return }
        phase = .ready
        emit(.connected(network: support.network ?? server.host))
        reportMultiline()
        if isSame(nick, wantedNick) { nextNickAttempt = nil }
        // Without a JOIN of ours, only USERHOST shows what others see as our host.
        if options.channels.isEmpty { writeSoon(IRCMessage("USERHOST", nick)) }
        if let bot = support.botMode { writeSoon(IRCMessage("MODE", nick, "+\(bot)")) }
        startServices(now)
        beginDuplicateLogins(now)
        joinDue(now)
    }

    mutating func checkRegistration(_ now: Moment) {
        switch phase {
        case .registering where startedAt.advanced(by: options.registrationTimeout) <= now:
            disconnect(IRCDisconnectReason(.temporary, "the server did not let us in within the time"))
        case .welcomed(let moment) where moment.advanced(by: Self.welcomeTimeout) <= now:
            becomeReady(now)
        default: break
        }
    }

    /// ERROR closes the connection.
    ///
    /// An earlier numeric decides the kind; ERROR often adds the reason.
    mutating func handleError(_ message: IRCMessage) {
        guard let known = farewell else {
            farewell = ServerVerdict.disconnect(errorText: message.last)
            return
        }
        guard known.kind == .waitLong || known.kind == .permanent, !message.last.isEmpty else { return }
        farewell?.text = "\(known.text) (\(message.last.prefix(300)))"
    }

    mutating func handleBanned(_ numeric: Int, _ message: IRCMessage) {
        let kind: IRCDisconnectReason.Kind = numeric == 464 ? .permanent : .waitLong
        farewell = IRCDisconnectReason(kind, message.last)
    }
}
