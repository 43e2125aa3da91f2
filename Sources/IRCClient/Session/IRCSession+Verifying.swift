extension IRCSession {
    /// What we know of the person a line is for.
    enum Standing: Equatable {
        case verified
        /// Nobody tells us; the server has to be asked.
        case unsure
        /// Somebody else has that nick, or nobody's account it is.
        case stranger
    }

    /// Accounts are compared as the services write them, but for the case of letters: a server's `CASEMAPPING` may
    /// hold two of their accounts for one.
    static func folded(account: String) -> String { CaseMapping.ascii.fold(account) }

    func standing(ofReaderOf line: OutgoingLines.Line, _ now: Moment) -> Standing {
        guard let account = line.account, support.channel(inTarget: line.target) == nil else { return .verified }
        if capabilities.has("account-notify"), let user = users.user(line.target), user.account != .unknown {
            return user.account.name.map(Self.folded(account:)) == account ? .verified : .stranger
        }
        let nick = support.caseMapping.fold(line.target)
        return vouchers.vouches(for: nick, account: account, at: now) ? .verified : .unsure
    }

    /// Whether a line may be written now; otherwise it waits for a WHOIS, or is given back.
    ///
    /// A line may have waited long for its turn, and its nick may be a stranger's by now.
    mutating func isReaderVerified(of line: OutgoingLines.Line, _ lane: String, _ now: Moment) -> Bool {
        switch standing(ofReaderOf: line, now) {
        case .verified: return true
        case .stranger: giveBackUnverified(line, lane)
        case .unsure:
            guard queries.canStart, Self.isNick(line.target) else {
                giveBackUnverified(line, lane)
                return false
            }
            verifications += 1
            unverified[-verifications] = (line, lane)
            queries.start(-verifications, account: line.account, candidates: [line.target], written: now)
            spend(1, on: line, now)
            writeNow(IRCMessage("WHOIS", line.target))
        }
        return false
    }

    /// Takes what a query has found; our own are about lines that wait.
    mutating func answer(_ query: Int, nick: String?, _ now: Moment) {
        guard let (line, lane) = unverified.removeValue(forKey: query) else {
            if query > 0 { actions.append(.answer(query: query, nick: nick)) }
            return
        }
        guard nick != nil, standing(ofReaderOf: line, now) == .verified else { return giveBackUnverified(line, lane) }
        // It has had its turn; the pacer waits longer afterwards.
        if write(line, lane, now) { askForConfirmation(line.confirmationID) }
    }

    private mutating func giveBackUnverified(_ line: OutgoingLines.Line, _ lane: String) {
        queue.removeRest(of: line, lane: lane)
        settle(line.sender, line.isRest ? .unknown : .notSent(reason: "the account is not there under that nick now"))
    }
}
