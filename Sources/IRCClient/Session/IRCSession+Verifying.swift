extension IRCSession {
    /// What we know about the recipient of a line.
    enum Standing: Equatable {
        case verified
        /// Unknown; the server must be asked.
        case unsure
        /// Another person has that nick, or they are not logged in.
        case stranger
    }

    /// Folds an account for comparison: ASCII letters to lower case.
    ///
    /// A server's `CASEMAPPING` could make two accounts of the services equal.
    static func folded(account: String) -> String { CaseMapping.ascii.fold(account) }

    func standing(ofReaderOf line: OutgoingLines.Line, _ now: Moment) -> Standing {
        guard let account = line.account, support.channel(inTarget: line.target) == nil else { return .verified }
        if capabilities.has("account-notify"), let user = users.user(line.target), user.account != .unknown {
            return user.account.name.map(Self.folded(account:)) == account ? .verified : .stranger
        }
        let nick = support.caseMapping.fold(line.target)
        return verifiedAccounts.isVerified(nick, account: account, at: now) ? .verified : .unsure
    }

    /// Whether a line may be written now; otherwise it waits for a WHOIS or is returned as not sent.
    ///
    /// The line may have waited long, and somebody else may have its nick by now.
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

    /// Handles the result of a query.
    ///
    /// Our own queries (negative numbers) are about lines that wait, and about words of other Criers.
    mutating func answer(_ query: Int, nick: String?, _ now: Moment) {
        if answerSignalCheck(query, isVerified: nick != nil, now) { return }
        guard let (line, lane) = unverified.removeValue(forKey: query) else {
            if query > 0 { actions.append(.answer(query: query, nick: nick)) }
            return
        }
        guard nick != nil, standing(ofReaderOf: line, now) == .verified else { return giveBackUnverified(line, lane) }
        // The line has already waited for its turn, so it is written at once; the pacer then waits longer.
        if write(line, lane, now) { askForConfirmation(line.confirmationID) }
    }

    private mutating func giveBackUnverified(_ line: OutgoingLines.Line, _ lane: String) {
        queue.removeRest(of: line, lane: lane)
        settle(line.sender, line.isRest ? .unknown : .notSent(reason: "the account is not there under that nick now"))
    }
}
