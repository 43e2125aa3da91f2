extension IRCSession {
    /// Passes each message to the part of the session that handles it.
    mutating func handle(_ message: IRCMessage, _ now: Moment) {
        noteOwnSource(message)
        if batches.collect(message) { return }
        // Replayed messages are ignored, because what they say of people and channels is outdated.
        if message.command != "BATCH", batches.batch(of: message)?.isHistory == true { return }
        if settleLabelled(message) { return }
        if let numeric = message.numeric {
            handleNumeric(numeric, message, now)
            return
        }
        switch message.command {
        case "PING": writeNow(IRCMessage("PONG", message.parameters.isEmpty ? [] : [message.last]))
        case "PONG": handlePong(message)
        case "PRIVMSG", "NOTICE": handleSpeech(message, now)
        case "CAP": handleCapability(message)
        case "AUTHENTICATE": handleAuthenticate(message)
        case "BATCH": handleBatch(message, now)
        case "JOIN": handleJoin(message, now)
        case "PART": handlePart(message, now)
        case "KICK": handleKick(message, now)
        case "QUIT": handleQuit(message, now)
        case "NICK": handleNick(message, now)
        case "MODE": handleMode(message)
        case "INVITE": handleInvite(message, now)
        case "AWAY": handleAway(message)
        case "ACCOUNT": handleAccount(message, now)
        case "CHGHOST": handleChangedHost(message)
        case "ERROR": handleError(message)
        case "KILL" where isMe(message[0]):
            farewell = farewell ?? IRCDisconnectReason(.temporary, "killed: \(message.last)")
        case "FAIL": handleStandardFailure(message)
        default: break
        }
    }

    private mutating func handleNumeric(_ numeric: Int, _ message: IRCMessage, _ now: Moment) {
        switch numeric {
        case 1: handleWelcome(message, now)
        case 5: handleSupport(message)
        case 376, 422: becomeReady(now)
        case 302: handleUserHost(message)
        case 396: handleDisplayedHost(message)
        case 353: handleNames(message)
        case 366:
            users.noteNamed(message[1])
            if isJoined(message[1]) { emit(.membersNamed(channel: spelled(message[1]))) }
        case 354: handleWHOX(message, now)
        case 401 where duplicateLogins.isAsking(support.caseMapping.fold(message[1])): noteGone(message[1], now)
        case 330, 307, 311, 313, 318: handleWhois(numeric, message, now)
        case 730, 731, 734: handleMonitor(numeric, message)
        case 432, 433, 436: handleNickRefused(numeric)
        case 437 where phase == .registering:
            handleNickRefused(numeric)
        case 464, 465, 466, 463: handleBanned(numeric, message)
        case 900...908: handleSASL(numeric, message, now)
        default: handleRefusal(numeric, message, now)
        }
    }

    private mutating func handleBatch(_ message: IRCMessage, _ now: Moment) {
        guard let closed = batches.receive(message) else { return }
        if let label = closed.label {
            // A labelled answer without an error means that the server accepted the line.
            if let entry = inFlight.take(label: label) { confirm(entry) }
        } else if closed.isMultiline {
            handleMultiline(closed, now)
        }
    }
}
