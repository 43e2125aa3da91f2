/// How a session meets another process that is logged in to its account.
extension IRCSession {
    /// As long as a WHOIS may take.
    private static let checkTime: Duration = .seconds(20)

    /// The services account that we are logged in to, folded; nil for none.
    var ownAccount: String? {
        guard isLoggedIn else { return nil }
        return (accountName ?? options.saslAccount).map(Self.folded(account:))
    }

    /// The network has let us in.
    mutating func beginDuplicateLogins(_ now: Moment) {
        duplicateLogins.begin(at: now)
        askNickHolder(now)
        if ownAccount == nil, !services.wantsLogin, isNickTaken { emit(.nickTaken(nick: wantedNick)) }
    }

    /// Asks the holder of our nick whether it is a living Crier, before the nick is taken from it.
    mutating func askNickHolder(_ now: Moment) {
        guard phase == .ready, ownAccount != nil, !isSame(nick, wantedNick) else { return }
        let key = support.caseMapping.fold(wantedNick)
        meet(now) { $0.ask(key, at: now) }
    }

    /// Somebody was in a channel of ours before us, with this account.
    mutating func noteFound(_ name: String, account: String?, _ now: Moment) {
        guard let key = duplicateKey(name, account) else { return }
        meet(now) { $0.ask(key, at: now) }
    }

    /// Somebody has come into a channel of ours, or has logged in there, with this account.
    mutating func noteAppeared(_ name: String, account: String?, _ now: Moment) {
        guard let key = duplicateKey(name, account) else { return }
        meet(now) { $0.noteAppeared(key, at: now) }
    }

    /// The folded nick, if it is another connection with our account.
    private func duplicateKey(_ name: String, _ account: String?) -> String? {
        guard let account, let own = ownAccount, phase == .ready, !isMe(name), Self.folded(account: account) == own
        else { return nil }
        return support.caseMapping.fold(name)
    }

    /// Handles a signal of another Crier; nobody else is answered.
    mutating func hearSignal(_ argument: String, from name: String, in message: IRCMessage, _ now: Moment) {
        guard let own = ownAccount, isMe(message[0]), Self.isNick(name),
            let signal = DuplicateLogins.Signal(argument: argument, isNotice: message.command == "NOTICE")
        else { return }
        let key = support.caseMapping.fold(name)
        let account = account(ofSpeaker: name, in: message)
        if account.isKnown {
            guard account.name.map(Self.folded(account:)) == own else { return }
            meet(now) { $0.hear(signal, from: key, at: now) }
        } else if !signalChecks.values.contains(where: { $0.nick == key }), queries.canStart,
            duplicateLogins.mayCheck(key, isNamesake: isNamesake(key), for: Self.checkTime, at: now)
        {
            verifications += 1
            signalChecks[-verifications] = (key, signal)
            queries.start(-verifications, account: own, candidates: [name], written: now)
            writeSoon(IRCMessage("WHOIS", name))
        }
    }

    /// Whether a folded nick begins like ours, as that of a process whose nick was taken.
    private func isNamesake(_ key: String) -> Bool {
        let wanted = support.caseMapping.fold(wantedNick)
        return key.hasPrefix(wanted) || wanted.hasPrefix(key)
    }

    /// Handles the result of a query about a nick that has sent a signal; true when it was one.
    mutating func answerSignalCheck(_ query: Int, isVerified: Bool, _ now: Moment) -> Bool {
        guard let (key, signal) = signalChecks.removeValue(forKey: query) else { return false }
        meet(now) { duplicateLogins in
            if isVerified { return duplicateLogins.hear(signal, from: key, at: now) }
            duplicateLogins.noteStranger(key)
            return []
        }
        return true
    }

    /// A nick is not there any more.
    mutating func noteGone(_ name: String, _ now: Moment) {
        let key = support.caseMapping.fold(name)
        meet(now) { duplicateLogins in
            duplicateLogins.forget(key)
            return []
        }
    }

    mutating func checkDuplicateLogins(_ now: Moment) {
        meet(now) { duplicateLogins in
            duplicateLogins.advance(to: now)
            return []
        }
    }

    /// Changes the guard, does what it says, and goes on with what has waited for an answer.
    private mutating func meet(_ now: Moment, _ change: (inout DuplicateLogins) -> [DuplicateLogins.Action]) {
        let wasAsking = duplicateLogins.isAsking
        for action in change(&duplicateLogins) {
            switch action {
            case .ask(let nick): writeSoon(signal("PRIVMSG", to: nick))
            case .claim(let nick): writeSoon(signal("NOTICE", to: nick))
            case .warn(let nick): emit(.duplicateTurnedAway(nick: nick))
            case .leave(let nick, let isIntroduced):
                if !isIntroduced { writeNow(signal("PRIVMSG", to: nick)) }
                giveWay()
                return
            }
        }
        guard wasAsking, !duplicateLogins.isAsking, phase == .ready else { return }
        // A deadline means that the service is being asked already.
        if services.deadline == nil { recoverNick(now) }
        joinDue(now)
    }

    private func signal(_ command: String, to nick: String) -> IRCMessage {
        IRCMessage(command, nick, CTCPReplies.text(DuplicateLogins.Signal.command, duplicateLogins.id))
    }

    private mutating func giveWay() {
        let account = accountName ?? options.saslAccount ?? nick
        writeNow(IRCMessage("QUIT", options.quitMessage))
        disconnect(
            IRCDisconnectReason(
                .gaveWay(account: account),
                "another Crier is logged in to \(server.host) as \(account)"
            )
        )
    }
}
