/// The state of our login with the nickname service.
///
/// The password is sent only after a WHOIS has shown that the holder of the service's nick is an operator or service
/// of the network. On a network without services anybody could use that nick.
struct NickServDialogue: Sendable {
    enum State: Sendable, Equatable {
        case idle
        /// The WHOIS was sent.
        case asking
        case trusted
        case distrusted
    }

    var state = State.idle
    var isOperator = false
    var wantsLogin = false
    var wantsNick = false
    /// Tries REGAIN first, then the older GHOST.
    var nickAttempts = 0
    /// When to continue without an answer.
    var deadline: ContinuousClock.Instant?
}

extension IRCSession {
    private static let serviceTimeout: Duration = .seconds(15)

    /// Starts the login without SASL, and the recovery of our nick.
    mutating func startServices(_ now: Moment) {
        // If SASL has refused the password, the service would refuse it too.
        let wantsLogin = wantsLogin && !capabilities.has("sasl")
        let hasPassword = options.saslAccount != nil && options.saslPassword != nil
        guard let service = options.nickServ, hasPassword else {
            if wantsLogin { loginFailed("the server offers no SASL") }
            return
        }
        services.wantsLogin = wantsLogin
        services.wantsNick = !isSame(nick, wantedNick)
        guard services.wantsLogin || services.wantsNick, services.state == .idle else { return }
        services.state = .asking
        services.deadline = now.advanced(by: Self.serviceTimeout)
        writeSoon(IRCMessage("WHOIS", service))
    }

    /// Whether joins wait for the login (many channels admit only people with an account) or for the answer of another
    /// process.
    var isWaitingToJoin: Bool { (services.wantsLogin && services.deadline != nil) || duplicateLogins.isAsking }

    mutating func noteServiceWhois(_ numeric: Int, _ message: IRCMessage, _ now: Moment) {
        guard services.state == .asking, let service = options.nickServ, isSame(message[1], service) else { return }
        if numeric == 313 { services.isOperator = true }
        guard numeric == 318 else { return }
        services.state = services.isOperator ? .trusted : .distrusted
        guard services.state == .trusted else { return giveUpServices("\(service) is no service of this network", now) }
        if services.wantsLogin {
            tellService("IDENTIFY \(options.saslAccount ?? "") \(options.saslPassword ?? "")")
            services.deadline = now.advanced(by: Self.serviceTimeout)
        } else {
            recoverNick(now)
        }
    }

    /// The login has succeeded, by any method.
    mutating func servicesLoggedIn(_ now: Moment) {
        guard phase == .ready, services.wantsLogin else { return }
        services.wantsLogin = false
        services.deadline = nil
        askNickHolder(now)
        recoverNick(now)
        joinDue(now)
    }

    mutating func checkServices(_ now: Moment) {
        guard let deadline = services.deadline, deadline <= now else { return }
        services.deadline = nil
        if services.wantsLogin { return giveUpServices("\(options.nickServ ?? "") did not log us in", now) }
        recoverNick(now)
    }

    /// REGAIN gives us the nick at once (Atheme, Anope 2.1).
    ///
    /// GHOST disconnects its holder; NICK must follow. A holder that may be a living Crier is asked first.
    mutating func recoverNick(_ now: Moment) {
        services.deadline = nil
        guard !duplicateLogins.isAsking, services.wantsNick, services.state == .trusted, !isSame(nick, wantedNick)
        else { return }
        let password = options.saslPassword ?? ""
        switch services.nickAttempts {
        case 0: tellService("REGAIN \(wantedNick) \(password)")
        case 1: tellService("GHOST \(wantedNick) \(password)")
        default:
            writeSoon(IRCMessage("NICK", wantedNick))
            return
        }
        services.nickAttempts += 1
        services.deadline = now.advanced(by: .seconds(5))
    }

    private mutating func giveUpServices(_ reason: String, _ now: Moment) {
        let wantedLogin = services.wantsLogin
        services.wantsLogin = false
        services.deadline = nil
        if wantedLogin { loginFailed(reason) }
        joinDue(now)
    }

    private mutating func tellService(_ text: String) {
        if let service = options.nickServ { writeSoon(IRCMessage("PRIVMSG", service, text)) }
    }
}
