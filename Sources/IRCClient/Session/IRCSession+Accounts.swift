extension IRCSession {
    /// IRCv3 account-notify.
    mutating func handleAccount(_ message: IRCMessage, _ now: Moment) {
        let name = IRCSource(message.source ?? "").nick
        let account = message[0] == "*" || message[0].isEmpty ? nil : message[0]
        noteAccount(account, of: name)
        noteAppeared(name, account: account, now)
    }

    private mutating func noteAccount(_ account: String?, of name: String) {
        users.update(name) { $0.account = account.map { .named($0) } ?? .loggedOut }
        verifiedAccounts.forget([support.caseMapping.fold(name)])
        if !isMe(name) { emit(.accountChanged(nick: name, account: account)) }
    }

    /// IRCv3 away-notify: with a reason the user is away, without one they are back.
    mutating func handleAway(_ message: IRCMessage) {
        users.update(IRCSource(message.source ?? "").nick) { $0.isAway = !message[0].isEmpty }
    }

    /// The account of a message's sender.
    ///
    /// `isKnown` tells whether a nil name means "not logged in".
    mutating func account(ofSpeaker name: String, in message: IRCMessage) -> (name: String?, isKnown: Bool) {
        let known = users.user(name)?.account ?? .unknown
        if capabilities.has("account-tag") {
            let account = message.tags["account"].flatMap { $0.isEmpty ? nil : $0 }
            let isChange = known != .unknown && known.name != account
            if isChange { noteAccount(account, of: name) }
            if known == .unknown { users.update(name) { $0.account = account.map { .named($0) } ?? .loggedOut } }
            return (account, true)
        }
        // Without the tag, only account-notify keeps our knowledge of accounts up to date.
        guard capabilities.has("account-notify"), known != .unknown else { return (nil, false) }
        return (known.name, true)
    }

    /// Looks for a nick that is logged in to `account` now; the answer is an action.
    ///
    /// In a shared channel, account-notify proves it. Otherwise WHOIS is sent for up to three candidates: the nick that
    /// last spoke with the account, nicks that were seen with it, and the nick of the same name.
    mutating func findNick(account: String, query: Int, now: Moment) {
        let folded = Self.folded(account: account)
        let holders = users.users.values.filter { $0.account.name.map(Self.folded(account:)) == folded }
        // Several nicks may be logged in to it; prefer the one that spoke last.
        let speaker = speakers.nick(ofAccount: folded)
        func isSpeaker(_ nick: String) -> Bool { speaker.map { isSame($0, nick) } ?? false }
        if capabilities.has("account-notify"),
            let holder = holders.first(where: { isSpeaker($0.nick) }) ?? holders.min(by: { $0.nick < $1.nick })
        {
            actions.append(.answer(query: query, nick: holder.nick))
            return
        }
        var candidates = (speaker.map { [$0] } ?? []) + holders.map(\.nick).sorted().filter { !isSpeaker($0) }
        let isWord = Self.isNick(account)
        // MONITOR reports who comes online, so a nick that is known to be offline needs no WHOIS.
        let isOffline = watched.isOnline(support.caseMapping.fold(account)) == false
        if isWord, !isOffline, !candidates.contains(where: { isSame($0, account) }) { candidates.append(account) }
        guard phase == .ready, let first = candidates.first, queries.canStart else {
            actions.append(.answer(query: query, nick: nil))
            return
        }
        // Watch the nick with the account's name, so that we learn when it comes online.
        if isWord, users.user(account) == nil { watch(account) }
        queries.start(
            query,
            account: folded,
            candidates: Array(candidates.prefix(3)),
            written: moment(ofQuestionAt: now)
        )
        ask(IRCMessage("WHOIS", first), about: first, account: folded)
        pump(now)
    }

    /// Checks whether somebody else uses a nick now; the answer is an action, nil for nobody.
    mutating func findOnline(nick name: String, query: Int, now: Moment) {
        guard phase == .ready, Self.isNick(name), !isMe(name), queries.canStart else {
            actions.append(.answer(query: query, nick: nil))
            return
        }
        let key = support.caseMapping.fold(name)
        if users.user(name) != nil || watched.isOnline(key) == true {
            actions.append(.answer(query: query, nick: name))
            return
        }
        if let offline = watched.isOnline(key), !offline {
            actions.append(.answer(query: query, nick: nil))
            return
        }
        watch(name)
        queries.start(query, account: nil, candidates: [name], written: moment(ofQuestionAt: now))
        ask(IRCMessage("WHOIS", name), about: name)
        pump(now)
    }

    /// Whether we would notice if the nick left: it is in a channel of ours, or watched and online.
    func isInSight(_ name: String) -> Bool {
        users.user(name) != nil || watched.isOnline(support.caseMapping.fold(name)) == true
    }

    mutating func watch(nick name: String, now: Moment) {
        guard phase == .ready, Self.isNick(name), !isMe(name) else { return }
        watch(name)
        pump(now)
    }

    private mutating func watch(_ name: String) {
        guard let limit = support.monitorLimit else { return }
        let change = watched.watch(support.caseMapping.fold(name), limit: limit)
        guard change.isNew else { return }
        if let removed = change.removed {
            ask(IRCMessage("MONITOR", "-", removed), about: name)
            emit(.unwatched(nick: removed))
        }
        ask(IRCMessage("MONITOR", "+", name), about: name)
    }

    /// IRCv3 monitor: 730 lists watched nicks that are online, 731 those offline; 734 means that the list is full.
    mutating func handleMonitor(_ numeric: Int, _ message: IRCMessage) {
        let names = (numeric == 734 ? message[2] : message.last).split(separator: ",").map {
            IRCSource(String($0)).nick
        }
        for name in names {
            let key = support.caseMapping.fold(name)
            switch numeric {
            case 730:
                if watched.note(key, isOnline: true), users.user(name) == nil { emit(.cameOnline(nick: name)) }
            case 731:
                verifiedAccounts.forget([key])
                if watched.note(key, isOnline: false) { emit(.wentOffline(nick: name)) }
            default:
                watched.forget(key)
                emit(.unwatched(nick: name))
            }
        }
    }

    /// Parts of a WHOIS answer: 311 begins it, 330 names the account, 307 says "identified for this nick", 313 marks an
    /// operator or a service, 318 ends it.
    mutating func handleWhois(_ numeric: Int, _ message: IRCMessage, _ now: Moment) {
        let fold = support.caseMapping.fold
        noteServiceWhois(numeric, message, now)
        switch numeric {
        case 311: queries.notePresence(of: message[1], fold: fold)
        case 330: queries.noteAccount(Self.folded(account: message[2]), of: message[1], fold: fold)
        case 307: queries.noteIdentified(Self.folded(account: message[1]), of: message[1], fold: fold)
        case 318:
            let written = moment(ofQuestionAt: now)
            let (answers, next) = queries.end(fold(message[1]), fold: fold, nextWritten: written)
            for found in answers {
                if let nick = found.nick, let account = found.account {
                    verifiedAccounts.note(fold(nick), account: account, at: now)
                }
                answer(found.query, nick: found.nick, now)
            }
            for nick in next { ask(IRCMessage("WHOIS", nick), about: nick) }
        default: break
        }
    }
}

extension IRCSession {
    /// All members of a channel, sorted by nick.
    func members(of channel: String) -> [IRCMember] {
        let members = users.channel(channel)?.members ?? [:]
        return members.compactMap { key, modes in
            guard let user = users.users[key] else { return nil }
            return IRCMember(
                nick: user.nick,
                userHost: user.userHost,
                account: user.account.name,
                modes: modes,
                isBot: user.isBot,
                isAway: user.isAway
            )
        }.sorted { $0.nick < $1.nick }
    }
}
