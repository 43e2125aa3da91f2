extension IRCSession {
    private static let whoxToken = "152"

    /// Joins new channels and leaves those no longer listed.
    mutating func setChannels(_ channels: [IRCChannelName], now: Moment) {
        for name in plan.replace(channels, now: now) where users.channel(name) != nil {
            writeSoon(IRCMessage("PART", name))
        }
        joinDue(now)
        pump(now)
    }

    func isJoined(_ channel: String) -> Bool { users.channel(channel) != nil }

    mutating func checkChannels(_ now: Moment) {
        if phase == .ready { joinDue(now) }
    }

    /// A channel with a key gets a JOIN of its own; others share one, ten at a time or up to the server's limit.
    mutating func joinDue(_ now: Moment) {
        guard phase == .ready, !isWaitingToJoin else { return }
        var plain: [String] = []
        func flush(_ session: inout IRCSession) {
            if !plain.isEmpty { session.writeSoon(IRCMessage("JOIN", plain.joined(separator: ","))) }
            plain = []
        }
        for channel in plan.takeDue(now) {
            // A comma or space inside a name would join another channel.
            guard Self.isName(channel.name) else { continue }
            if let key = channel.key {
                writeSoon(IRCMessage("JOIN", channel.name, key))
                continue
            }
            if plain.count == support.maximumTargets["JOIN"] ?? 10
                || plain.joined().utf8.count + channel.name.utf8.count > 350
            {
                flush(&self)
            }
            plain.append(channel.name)
        }
        flush(&self)
    }

    mutating func handleJoin(_ message: IRCMessage, _ now: Moment) {
        let source = IRCSource(message.source ?? "")
        let channel = message[0]
        guard !source.nick.isEmpty, !channel.isEmpty else { return }
        if isMe(source.nick) {
            users.open(channel)
            plan.noteJoined(channel)
            emit(.joined(channel: channel))
            askWho(channel)
            if !plan.wants(channel), phase == .ready { writeSoon(IRCMessage("PART", channel)) }
        }
        users.add(source.nick, to: channel, modes: [])
        // IRCv3 extended-join: channel, account or *, real name.
        let account: UserTable.Account? =
            capabilities.has("extended-join") && message.parameters.count > 1
            ? (message[1] == "*" ? .loggedOut : .named(message[1])) : nil
        users.update(source.nick) { user in
            user.userHost = source.userHost
            if let account { user.account = account }
        }
        if !isMe(source.nick), let user = users.user(source.nick) {
            emit(.memberJoined(nick: source.nick, channel: spelled(channel), account: user.account.name))
            noteAppeared(source.nick, account: account?.name, now)
        }
    }

    /// Requests the accounts of a channel's members, where the server supports it (WHOX).
    mutating func askWho(_ channel: String) {
        if support.hasWHOX { writeSoon(IRCMessage("WHO", channel, "%tcuhnfa,\(Self.whoxToken)")) }
    }

    /// IRCv3 invite-notify also reports invitations of others; only our own count.
    mutating func handleInvite(_ message: IRCMessage, _ now: Moment) {
        let name = IRCSource(message.source ?? "").nick
        guard isMe(message[0]), !name.isEmpty, support.channel(inTarget: message[1]) == message[1] else { return }
        plan.noteInvited(message[1], now: now)
        joinDue(now)
        emit(.invited(channel: message[1], by: name, account: account(ofSpeaker: name, in: message).name))
    }

    mutating func handlePart(_ message: IRCMessage, _ now: Moment) {
        let name = IRCSource(message.source ?? "").nick
        let channel = spelled(message[0])
        if isMe(name) {
            users.close(channel)
            plan.noteParted(channel, now: now)
            emit(.left(channel: channel, .parted))
        } else {
            users.remove(name, from: channel)
            emit(.memberLeft(nick: name, channel: channel))
        }
    }

    mutating func handleKick(_ message: IRCMessage, _ now: Moment) {
        let channel = spelled(message[0])
        if isMe(message[1]) {
            guard isJoined(channel) else { return }
            users.close(channel)
            plan.noteKicked(channel, now: now)
            let by = IRCSource(message.source ?? "").nick
            emit(.left(channel: channel, .kicked(by: by, reason: message.parameters.count > 2 ? message.last : "")))
        } else {
            users.remove(message[1], from: channel)
            emit(.memberLeft(nick: message[1], channel: channel))
        }
    }

    mutating func handleQuit(_ message: IRCMessage, _ now: Moment) {
        let name = IRCSource(message.source ?? "").nick
        guard !isMe(name) else { return }
        users.removeEverywhere(name)
        verifiedAccounts.forget([support.caseMapping.fold(name)])
        emit(.memberLeft(nick: name, channel: nil))
        noteGone(name, now)
        noteFreed(name, now)
    }

    /// Numeric 353, members of a channel: `me = #channel :@+nick!user@host …`.
    mutating func handleNames(_ message: IRCMessage) {
        let channel = message.parameters.count > 3 ? message[2] : message[1]
        let signs = Dictionary(support.prefixes.map { ($0.sign, $0.mode) }, uniquingKeysWith: { first, _ in first })
        for entry in message.last.split(separator: " ") {
            let name = entry.drop { signs[$0] != nil }
            let modes = Set(entry[..<name.startIndex].compactMap { signs[$0] })
            let source = IRCSource(String(name))
            users.add(source.nick, to: channel, modes: modes)
            if source.host != nil { users.update(source.nick) { $0.userHost = source.userHost } }
        }
    }

    /// Numeric 354 for `%tcuhnfa`: our nick, token, channel, user, host, nick, flags, account or 0.
    mutating func handleWHOX(_ message: IRCMessage, _ now: Moment) {
        guard message[1] == Self.whoxToken, message.parameters.count >= 8 else { return }
        let tellsAway = capabilities.has("away-notify")
        users.update(message[5]) { user in
            if tellsAway { user.isAway = message[6].first == "G" }
            user.userHost = "\(message[3])@\(message[4])"
            user.account = message[7] == "0" ? .loggedOut : .named(message[7])
            // Flags begin with H (here) or G (gone). The letters after the signs are defined by the server.
            if let bot = support.botMode { user.isBot = message[6].dropFirst().contains(bot) }
        }
        noteFound(message[5], account: message[7] == "0" ? nil : message[7], now)
    }

    mutating func handleMode(_ message: IRCMessage) {
        guard support.channel(inTarget: message[0]) != nil else { return }
        var isSet = true
        var parameters = message.parameters.dropFirst(2)
        for letter in message[1] {
            switch letter {
            case "+": isSet = true
            case "-": isSet = false
            default:
                guard support.takesParameter(letter, isSet: isSet) else { continue }
                let parameter = parameters.popFirst() ?? ""
                if support.prefixes.contains(where: { $0.mode == letter }) {
                    users.setMode(letter, isSet: isSet, nick: parameter, channel: message[0])
                }
            }
        }
    }

    /// Handles a numeric that refuses a JOIN; true when it was one.
    mutating func handleJoinRefusal(_ numeric: Int, _ message: IRCMessage, _ now: Moment) -> Bool {
        let channel = message[1]
        guard ServerVerdict.joinRefusals.contains(numeric), plan.wants(channel), !isJoined(channel) else {
            return false
        }
        plan.noteRefused(channel, now: now)
        let reason: IRCLeaveReason =
            numeric == 474
            ? .banned(reason: message.last) : .joinRefused(numeric: message.command, reason: message.last)
        emit(.left(channel: channel, reason))
        return true
    }
}
