/// Who gets how much of what may be sent.
extension IRCSession {
    /// What a reader was sent and has asked counts half after so long as so many lines take.
    static let rememberedLines = 600.0
    /// A channel has many readers: what it is sent counts so much less.
    private static let channelShare = 4.0

    /// Who asks counts as so many lines: whoever asks without end waits behind those who do not, even while little of it
    /// is answered.
    private static let costOfAsking = 2.0

    /// Counts what somebody says to us alone.
    mutating func noteAsked(by nick: String, account: String?, _ now: Moment) {
        let reader = reader(at: nick, account: account.map(Self.folded(account:)))
        queue.noteUse(by: reader, lines: Self.costOfAsking, at: now)
    }

    /// Puts a line behind those for its target.
    mutating func enqueue(_ line: OutgoingLines.Line, lane: String) {
        guard let dropped = queue.append(line, lane: lane, limit: options.maximumQueuedLines) else { return }
        settle(dropped.sender, .notSent(reason: "too many lines are waiting"))
    }

    /// Asks the server about somebody when their turn comes; the question counts as a line to them.
    mutating func ask(_ question: IRCMessage, about nick: String, account: String? = nil) {
        enqueue(
            OutgoingLines.Line(
                target: nick,
                text: "",
                isNotice: false,
                confirmationID: "",
                reader: reader(at: nick, account: account),
                question: question
            ),
            lane: "? " + support.caseMapping.fold(nick)
        )
    }

    /// Whom a line is counted for: the account, else the host of whoever has the nick, so that a new nick is no new share.
    func reader(at target: String, account: String?) -> String {
        if let channel = support.channel(inTarget: target) { return support.caseMapping.fold(channel) }
        let user = users.user(target)
        if let account = account ?? user?.account.name.map(Self.folded(account:)) { return "account " + account }
        let nick = support.caseMapping.fold(target)
        let host = user?.userHost.flatMap { IRCSource("\(nick)!\($0)").host } ?? hosts[nick]
        return host.map { "host " + $0.lowercased() } ?? nick
    }

    /// Takes what a line costs out of the pace, and counts it for its reader.
    mutating func spend(_ cost: Double, on line: OutgoingLines.Line, _ now: Moment) {
        pacer.spend(cost)
        let share = support.channel(inTarget: line.target) == nil ? 1 : Self.channelShare
        queue.noteUse(by: line.reader, lines: cost / share, at: now)
    }
}
