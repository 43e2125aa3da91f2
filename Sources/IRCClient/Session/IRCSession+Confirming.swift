extension IRCSession {
    mutating func confirm(_ entry: LinesInFlight.Entry) {
        inFlight.noteSettled(entry, at: lastHeard)
        if entry.line.isLastPiece { settle(entry.line.sender, .confirmed) }
    }

    /// A refused piece refuses the whole line: the sender decides whether to send it again.
    mutating func refuse(_ entry: LinesInFlight.Entry, _ refusal: IRCRefusal) {
        inFlight.noteSettled(entry, at: lastHeard)
        queue.removeRest(of: entry.line, lane: entry.lane)
        settle(entry.line.sender, .refused(refusal))
    }

    /// Sends a PING; its PONG confirms all lines written before.
    ///
    /// A PING costs half a line.
    mutating func askForConfirmation(_ token: String) {
        inFlight.notePing(token)
        pacer.spend(0.5)
        writeNow(IRCMessage("PING", token))
    }

    /// Settles the line whose label a message carries, directly or by its batch; true when the message is handled.
    mutating func settleLabelled(_ message: IRCMessage) -> Bool {
        guard message.command != "BATCH",
            let label = message.tags["label"] ?? batches.batch(of: message)?.label,
            let entry = inFlight.take(label: label)
        else { return false }
        if message.command == "FAIL" {
            refuse(entry, Self.refusal(standard: message))
            noteMultilineFailure(message)
        } else if let refusal = ServerVerdict.refusal(message) ?? Self.unknownRefusal(message) {
            refuse(entry, refusal)
            noteNotInChannel(message, lastHeard)
        } else {
            confirm(entry)
        }
        return true
    }

    /// Handles our own message sent back by echo-message.
    mutating func noteEcho(_ message: IRCMessage, isNotice: Bool) {
        guard capabilities.has("echo-message") else { return }
        let lane = support.caseMapping.fold(message[0])
        if let entry = inFlight.takeEcho(lane: lane, text: message.last, isNotice: isNotice) { confirm(entry) }
    }

    mutating func handlePong(_ message: IRCMessage) {
        for entry in inFlight.takePong(message.last) { confirm(entry) }
    }

    /// An error numeric without a label: it concerns a JOIN, or the oldest line to the target that it names.
    mutating func handleRefusal(_ numeric: Int, _ message: IRCMessage, _ now: Moment) {
        if handleJoinRefusal(numeric, message, now) { return }
        if numeric == 407, handleTooManyTargets(message) { return }
        guard let refusal = ServerVerdict.refusal(message) else { return }
        let isNameless = [263, 411, 412, 417, 461].contains(numeric)
        let lane = isNameless ? nil : support.caseMapping.fold(message[1])
        if isNameless, numeric == 461 || numeric == 263, !["PRIVMSG", "NOTICE"].contains(message[1].uppercased()) {
            return
        }
        if let entry = inFlight.takeOldest(lane: lane) { refuse(entry, refusal) }
        noteNotInChannel(message, now)
    }

    /// Numeric 442 for a channel that we thought we were in: we left it without noticing.
    private mutating func noteNotInChannel(_ message: IRCMessage, _ now: Moment) {
        guard message.numeric == 442, isJoined(message[1]) else { return }
        let channel = spelled(message[1])
        users.close(channel)
        plan.noteKicked(channel, now: now)
        emit(.left(channel: channel, .parted))
    }

    /// IRCv3 standard-replies: `FAIL PRIVMSG CODE [context…] :text`.
    mutating func handleStandardFailure(_ message: IRCMessage) {
        let command = message[0].uppercased()
        guard ["PRIVMSG", "NOTICE", "BATCH"].contains(command) else { return }
        noteMultilineFailure(message)
        // The parameters between code and text depend on the code; one of them may be the target.
        let lane = message.parameters.dropFirst(2).dropLast().map(support.caseMapping.fold)
            .first(where: inFlight.contains(lane:))
        let entry = command == "BATCH" ? inFlight.takeOldestMultiline() : inFlight.takeOldest(lane: lane)
        if let entry { refuse(entry, Self.refusal(standard: message)) }
    }

    /// After a refused multiline message, lines are sent one by one for the rest of this connection.
    private mutating func noteMultilineFailure(_ message: IRCMessage) {
        guard message[0].uppercased() == "BATCH" else { return }
        isMultilineRefused = true
        reportMultiline()
    }

    private static func refusal(standard message: IRCMessage) -> IRCRefusal {
        let isPassing =
            message[0].uppercased() == "BATCH"
            || ["RATE_LIMITED", "TEMPORARILY_UNAVAILABLE", "TRY_AGAIN"].contains(message[1].uppercased())
        return IRCRefusal(numeric: message[1], reason: message.last, isPermanent: !isPassing)
    }

    /// An error that carries our label concerns our line even if its numeric is not in the list.
    private static func unknownRefusal(_ message: IRCMessage) -> IRCRefusal? {
        guard let numeric = message.numeric, (400..<600).contains(numeric) else { return nil }
        return IRCRefusal(numeric: message.command, reason: message.last, isPermanent: false)
    }

    /// Settles all lines that are not confirmed or sent yet, because the connection is ending.
    mutating func abandonLines(_ reason: String) {
        for entry in inFlight.takeAll() { settle(entry.line.sender, .unknown) }
        for (line, _) in unverified.values { settle(line.sender, line.isRest ? .unknown : .notSent(reason: reason)) }
        unverified = [:]
        for line in queue.removeAll() { settle(line.sender, line.isRest ? .unknown : .notSent(reason: reason)) }
    }

    // MARK: Deadlines

    var sendingDeadline: Moment? {
        let confirmation = inFlight.deadline(timeout: options.confirmationTimeout)
        let isWaiting = !controlLines.isEmpty || (!queue.isEmpty && !isHeldUp && !isQueueHeld)
        let next = isWaiting && (phase == .ready || isLeaving) ? pacer.nextSend : nil
        return [confirmation, next].compactMap { $0 }.min()
    }

    mutating func checkSending(_ now: Moment) {
        for entry in inFlight.takeOverdue(now, timeout: options.confirmationTimeout) {
            queue.removeRest(of: entry.line, lane: entry.lane)
            settle(entry.line.sender, .unknown)
        }
        if case .leaving(let deadline) = phase, deadline <= now {
            abandonLines("stopping")
        }
    }

    var livenessDeadline: Moment? {
        if let pingSentAt { return pingSentAt.advanced(by: options.pingTimeout) }
        return phase == .ready ? lastHeard.advanced(by: options.pingInterval) : nil
    }

    /// After silence it sends a PING; after more silence it disconnects.
    mutating func checkLiveness(_ now: Moment) {
        if let sent = pingSentAt {
            guard sent.advanced(by: options.pingTimeout) <= now else { return }
            disconnect(IRCDisconnectReason(.temporary, "the server has gone silent"))
        } else if phase == .ready, lastHeard.advanced(by: options.pingInterval) <= now {
            pingSentAt = now
            writeNow(IRCMessage("PING", "alive"))
        }
    }
}
