extension IRCSession {
    /// How often we try to get the configured nick.
    static let regainInterval: Duration = .seconds(120)
    private static let maximumNickAttempts = 12

    /// The longest nick of RFC 1459, 1.2.
    private static let shortNick = 9

    /// The configured nick, cut to the server's limit.
    var wantedNick: String { support.nickLength.map { String(options.nick.prefix($0)) } ?? options.nick }

    func isSame(_ left: String, _ right: String) -> Bool {
        support.caseMapping.fold(left) == support.caseMapping.fold(right)
    }

    /// The nick is in use or not allowed: try similar ones.
    mutating func handleNickRefused(_ numeric: Int) {
        guard phase == .registering else { return }
        if numeric == 433 { isNickTaken = true }
        nickAttempts += 1
        guard nickAttempts <= Self.maximumNickAttempts else {
            disconnect(IRCDisconnectReason(.temporary, "no nick like \(options.nick) is free"))
            return
        }
        // Old servers refuse long nicks; every server accepts nine characters.
        let isTooLong = numeric == 432 && options.nick.utf8.count > Self.shortNick
        nick =
            isTooLong && nickAttempts == 1
            ? String(options.nick.prefix(Self.shortNick))
            : Self.alternative(
                to: options.nick,
                attempt: nickAttempts,
                maximumLength: isTooLong || nick.count <= Self.shortNick ? Self.shortNick : support.nickLength ?? 30
            )
        writeNow(IRCMessage("NICK", nick))
    }

    /// `crier_`, `crier__`, then `crier1` … `crier9`.
    static func alternative(to nick: String, attempt: Int, maximumLength: Int) -> String {
        let suffix = attempt <= 2 ? String(repeating: "_", count: max(1, attempt)) : String(attempt - 2)
        return nick.prefix(max(1, maximumLength - suffix.count)) + suffix
    }

    mutating func checkNick(_ now: Moment) {
        guard let moment = nextNickAttempt, moment <= now else { return }
        if phase == .ready, !isSame(nick, wantedNick) {
            writeSoon(IRCMessage("NICK", wantedNick))
            nextNickAttempt = now.advanced(by: Self.regainInterval)
        } else {
            nextNickAttempt = isSame(nick, wantedNick) ? nil : now.advanced(by: Self.regainInterval)
        }
    }

    /// The nick that we want has become free.
    mutating func noteFreed(_ freed: String, _ now: Moment) {
        guard nextNickAttempt != nil, isSame(freed, wantedNick), phase == .ready else { return }
        nextNickAttempt = now
    }

    mutating func handleNick(_ message: IRCMessage, _ now: Moment) {
        let old = IRCSource(message.source ?? "").nick
        let new = message[0]
        guard !new.isEmpty else { return }
        if isMe(old) {
            nick = new
            users.rename(old, to: new)
            nextNickAttempt = isSame(nick, wantedNick) ? nil : now.advanced(by: Self.regainInterval)
            return
        }
        users.rename(old, to: new)
        verifiedAccounts.forget([old, new].map(support.caseMapping.fold))
        let mapping = support.caseMapping
        speakers.rename(old, to: new) { mapping.fold($0) == mapping.fold($1) }
        emit(.nickChanged(from: old, to: new))
        noteGone(old, now)
        noteFreed(old, now)
    }

    // MARK: Our own user and host

    /// The source of our own lines, sent back by the server, shows our `user@host`.
    mutating func noteOwnSource(_ message: IRCMessage) {
        guard let text = message.source, text.contains("@") else { return }
        let source = IRCSource(text)
        guard isMe(source.nick), source.user != nil, source.host != nil else { return }
        ownUserHost = source.userHost
    }

    /// Numeric 396: others see this `host` or `user@host` from now on.
    mutating func handleDisplayedHost(_ message: IRCMessage) {
        guard isMe(message[0]), !message[1].isEmpty else { return }
        if message[1].contains("@") {
            ownUserHost = message[1]
        } else if let user = ownUserHost?.split(separator: "@").first {
            ownUserHost = "\(user)@\(message[1])"
        }
    }

    /// Numeric 302: `nick*=+user@host`.
    mutating func handleUserHost(_ message: IRCMessage) {
        for reply in message.last.split(separator: " ") {
            guard let equals = reply.firstIndex(of: "=") else { continue }
            let name = reply[..<equals].filter { $0 != "*" }
            guard isMe(String(name)) else { continue }
            ownUserHost = String(reply[reply.index(after: equals)...].drop { $0 == "+" || $0 == "-" })
        }
    }

    mutating func handleChangedHost(_ message: IRCMessage) {
        let source = IRCSource(message.source ?? "")
        let userHost = "\(message[0])@\(message[1])"
        if isMe(source.nick) { ownUserHost = userHost }
        users.update(source.nick) { $0.userHost = userHost }
    }

    /// A limit for the announced host length, so that enough bytes remain for text.
    private static let longestHost = 128

    /// The bytes of text that fit on one line to `target` without being cut for any recipient.
    func maximumTextBytes(target: String) -> Int {
        // Our nick may change back to the wanted one while the line is in transit.
        let nickBytes = max(nick.utf8.count, wantedNick.utf8.count)
        let userHostBytes =
            ownUserHost?.utf8.count
            ?? min(options.userName.utf8.count + 1, support.userLength.map { $0 + 1 } ?? 12) + 1
            + min(support.hostLength ?? 64, Self.longestHost)
        // ":nick!user@host PRIVMSG target :text\r\n"
        let overhead = 1 + nickBytes + 1 + userHostBytes + " PRIVMSG ".utf8.count + target.utf8.count + 2 + 2
        return max(32, support.lineLength - overhead)
    }
}
