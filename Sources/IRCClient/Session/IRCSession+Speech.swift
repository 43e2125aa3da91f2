extension IRCSession {
    mutating func handleSpeech(_ message: IRCMessage, _ now: Moment) {
        let source = IRCSource(message.source ?? "")
        let isNotice = message.command == "NOTICE"
        if isMe(source.nick) {
            noteEcho(message, isNotice: isNotice)
            return
        }
        // Some servers identify people by nick alone.
        guard phase == .ready, !source.nick.isEmpty, !source.isServer, message.parameters.count >= 2 else { return }
        if let host = source.host { hosts.set(support.caseMapping.fold(source.nick), to: host) }
        var text = message.last
        var isAction = false
        if let (command, argument) = CTCPReplies.parse(text) {
            guard command == "ACTION" else {
                if command == DuplicateLogins.Signal.command {
                    hearSignal(argument, from: source.nick, in: message, now)
                } else if !isNotice {
                    answerCTCP(command, argument, to: source.nick, now)
                }
                return
            }
            text = argument
            isAction = true
        }
        let named = support.channel(inTarget: message[0])
        let channel = named.map(spelled)
        let account = account(ofSpeaker: source.nick, in: message)
        if account.isKnown, let name = account.name {
            speakers.note(source.nick, account: Self.folded(account: name))
        }
        if named == nil { noteAsked(by: source.nick, account: account.name, now) }
        let isBotTagged = ["bot", "draft/bot", "inspircd.org/bot"].contains { message.tags[$0] != nil }
        if isBotTagged { users.update(source.nick) { $0.isBot = true } }
        emit(
            .message(
                IRCIncomingMessage(
                    nick: source.nick,
                    userHost: source.userHost,
                    account: account.name,
                    target: channel ?? message[0],
                    isChannel: channel != nil,
                    isStatusMessage: named != nil && named != message[0],
                    text: text,
                    isNotice: isNotice,
                    isAction: isAction,
                    messageID: message.tags["msgid"],
                    time: message.tags["time"].flatMap(ServerTime.date),
                    senderModes: channel.map { users.modes(of: source.nick, in: $0) } ?? [],
                    senderIsBot: isBotTagged || users.user(source.nick)?.isBot == true,
                    senderIsInSight: isInSight(source.nick),
                    ownNick: nick
                )
            )
        )
    }

    private mutating func answerCTCP(_ command: String, _ argument: String, to name: String, _ now: Moment) {
        guard let text = ctcp.reply(to: command, argument, now: now) else { return }
        let reader = reader(at: name, account: nil)
        enqueue(
            OutgoingLines.Line(target: name, text: text, isNotice: true, confirmationID: "ctcp", reader: reader),
            lane: support.caseMapping.fold(name)
        )
    }
}
