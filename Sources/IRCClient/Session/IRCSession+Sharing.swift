/// How the sending capacity is shared between readers.
extension IRCSession {
    /// The half-life of a reader's use, in lines at the full sending rate.
    static let rememberedLines = 600.0
    /// A channel has many readers, so a line to it counts less by this factor.
    private static let channelShare = 4.0

    /// A request counts as this many lines, even if it is hardly answered: people who ask constantly have to wait
    /// behind those who do not.
    private static let costOfAsking = 2.0

    /// Counts a private message of a person.
    mutating func noteAsked(by nick: String, account: String?, _ now: Moment) {
        let reader = reader(at: nick, account: account.map(Self.folded(account:)))
        queue.noteUse(by: reader, lines: Self.costOfAsking, at: now)
    }

    /// Appends a line to the queue of its target.
    mutating func enqueue(_ line: OutgoingLines.Line, lane: String) {
        guard let dropped = queue.append(line, lane: lane, limit: options.maximumQueuedLines) else { return }
        settle(dropped.sender, .notSent(reason: "too many lines are waiting"))
    }

    /// Queues a question to the server about a nick; it counts as a line to that nick.
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

    /// The reader that a line is counted for: the account, else the host of the nick.
    ///
    /// A new nick gains no share.
    func reader(at target: String, account: String?) -> String {
        if let channel = support.channel(inTarget: target) { return support.caseMapping.fold(channel) }
        let user = users.user(target)
        if let account = account ?? user?.account.name.map(Self.folded(account:)) { return "account " + account }
        let nick = support.caseMapping.fold(target)
        let host = user?.userHost.flatMap { IRCSource("\(nick)!\($0)").host } ?? hosts[nick]
        return host.map { "host " + $0.lowercased() } ?? nick
    }

    /// Charges a line to the pacer and to its reader.
    mutating func spend(_ cost: Double, on line: OutgoingLines.Line, _ now: Moment) {
        pacer.spend(cost)
        let share = support.channel(inTarget: line.target) == nil ? 1 : Self.channelShare
        queue.noteUse(by: line.reader, lines: cost / share, at: now)
    }
}
