extension IRCSession {
    /// Queues a line; its outcome comes as an action with the same `sender`.
    mutating func send(_ line: IRCOutgoingLine, confirmationID: String, sender: Int, now: Moment) {
        guard phase == .ready else {
            settle(sender, .notSent(reason: "not connected"))
            return
        }
        let isTarget = Self.isName(line.target)
        let hasText = line.text.contains { !$0.isWhitespace && $0 != "\0" }
        guard isTarget, hasText else {
            let reason = isTarget ? "nothing to say" : "not a nick or channel"
            settle(sender, .refused(IRCRefusal(numeric: isTarget ? "412" : "411", reason: reason, isPermanent: true)))
            return
        }
        let account = line.account.map(Self.folded(account:))
        enqueue(
            OutgoingLines.Line(
                sender: sender,
                target: line.target,
                text: line.text,
                isNotice: line.isNotice,
                confirmationID: Self.token(confirmationID),
                account: account,
                reader: reader(at: line.target, account: account)
            ),
            lane: support.caseMapping.fold(line.target)
        )
        pump(now)
    }

    /// Whether a text names exactly one nick or channel on the wire.
    ///
    /// Compares bytes: `Character` would not recognise a separator that is followed by a combining mark.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.first != .colon
            && text.utf8.allSatisfy { $0 > .space && $0 != UInt8(ascii: ",") && $0 != 0x7F }
    }

    /// Whether a text could be a nick, rather than a mask or an address.
    static func isNick(_ text: String) -> Bool {
        isName(text) && !text.utf8.contains { "*?!@:".utf8.contains($0) }
    }

    /// A confirmation id as a PING token.
    ///
    /// Servers cut or change long and unusual tokens.
    ///
    /// The end is kept, because the ids of one answer's lines differ at the end.
    private static func token(_ confirmationID: String) -> String {
        let token = confirmationID.filter { $0.isASCII && !$0.isWhitespace && $0 >= "!" && $0 != ":" }.suffix(64)
        return token.isEmpty ? "line" : String(token)
    }

    /// Sends the queued lines, then QUIT; accepts no new lines.
    mutating func leave(by deadline: Moment, now: Moment) {
        switch phase {
        case .closed, .leaving: return
        case .ready: phase = .leaving(deadline: deadline)
        case .registering, .welcomed: phase = .leaving(deadline: now)
        }
        farewell = IRCDisconnectReason(.requested, "stopped")
        advance(to: now)
    }

    /// Writes as many lines as the pacer allows.
    mutating func pump(_ now: Moment) {
        guard phase == .ready || isLeaving else { return }
        while !controlLines.isEmpty, pacer.canSend(at: now) {
            let line = controlLines.removeFirst()
            pacer.spend(SendPacer.cost(bytes: line.last.utf8.count))
            writeNow(line)
        }
        var lastToken: String?
        while controlLines.isEmpty, !queue.isEmpty, !isQueueHeld, !inFlight.isHeldUp(at: now), pacer.canSend(at: now) {
            guard let (line, lane) = queue.next() else { break }
            if let question = line.question {
                spend(1, on: line, now)
                writeNow(question)
            } else if write(line, lane, now) {
                lastToken = line.confirmationID
            }
        }
        if let lastToken { askForConfirmation(lastToken) }
        isHeldUp = inFlight.isHeldUp(at: now)
        if isLeaving, queue.isEmpty, inFlight.entries.isEmpty, unverified.isEmpty { quit() }
    }

    /// While another process of our account may answer, nothing is said that it may say too.
    var isQueueHeld: Bool { phase == .ready && duplicateLogins.isAsking }

    var isLeaving: Bool {
        if case .leaving = phase { true } else { false }
    }

    private mutating func quit() {
        writeNow(IRCMessage("QUIT", options.quitMessage))
        actions.append(.disconnect)
        close(IRCDisconnectReason(.requested, "stopped"))
    }

    /// Returns whether a PING must follow to confirm the line.
    mutating func write(_ line: OutgoingLines.Line, _ lane: String, _ now: Moment) -> Bool {
        guard isReaderVerified(of: line, lane, now) else { return false }
        if let channel = support.channel(inTarget: line.target), !isJoined(channel) {
            queue.removeRest(of: line, lane: lane)
            settle(
                line.sender,
                .refused(IRCRefusal(numeric: "442", reason: "not in the channel now", isPermanent: false))
            )
            return false
        }
        if let rows = rowsForBatch(of: line) { return writeBatch(rows, of: line, lane, now) }
        let line = firstPiece(of: line, lane)
        guard !line.text.isEmpty else {
            settle(line.sender, .refused(IRCRefusal(numeric: "412", reason: "nothing to say", isPermanent: true)))
            return false
        }
        let copies = takeCopies(of: line, now)
        if !copies.isEmpty { return writeTogether([(line, lane)] + copies, now) }
        var message = IRCMessage(line.isNotice ? "NOTICE" : "PRIVMSG", line.target, line.text)
        let label = nextLabel()
        if let label { message.tags["label"] = label }
        spend(SendPacer.cost(bytes: line.text.utf8.count), on: line, now)
        inFlight.append(LinesInFlight.Entry(line: line, lane: lane, label: label, writtenAt: now))
        writeNow(message)
        return label == nil && !capabilities.has("echo-message")
    }

    mutating func nextLabel() -> String? {
        guard capabilities.has("labeled-response") else { return nil }
        labels += 1
        return String(labels, radix: 36)
    }

    /// Splits off the first piece of a line that is too long; the rest returns to the head of its lane.
    private mutating func firstPiece(of line: OutgoingLines.Line, _ lane: String) -> OutgoingLines.Line {
        let budget = maximumTextBytes(target: line.target)
        let isCTCP = line.text.first == "\u{1}"
        guard line.text.utf8.count > budget || line.text.utf8.contains(.lineFeed), !isCTCP else { return line }
        var pieces = line.rows.flatMap { LineSplitter.split($0, budgetBytes: budget) }.map { text in
            var piece = line
            piece.text = text
            piece.isLastPiece = false
            piece.isRest = true
            return piece
        }
        guard !pieces.isEmpty else { return line }
        pieces[pieces.count - 1].isLastPiece = line.isLastPiece
        queue.putBack(Array(pieces.dropFirst()), lane: lane)
        return pieces[0]
    }
}
