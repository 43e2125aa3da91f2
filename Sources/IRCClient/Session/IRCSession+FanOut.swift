extension IRCSession {
    /// The most recipients of one line (ISUPPORT `TARGMAX`, `MAXTARGETS`).
    private func maximumTargets(isNotice: Bool) -> Int {
        isFanOutRefused ? 1 : support.maximumTargets[isNotice ? "NOTICE" : "PRIVMSG"] ?? 1
    }

    /// Takes lines with the same text to other people out of the queue, as many as one line can address.
    ///
    /// Only unsplit lines to people: a channel's line must not be refused because of another recipient.
    mutating func takeCopies(of line: OutgoingLines.Line, _ now: Moment) -> [(line: OutgoingLines.Line, lane: String)] {
        let limit = maximumTargets(isNotice: line.isNotice) - 1
        guard limit > 0, support.channel(inTarget: line.target) == nil, line.isWhole, line.text.first != "\u{1}" else {
            return []
        }
        var room = maximumTextBytes(target: line.target) - line.text.utf8.count
        let session = self
        return queue.takeCopies(of: line, limit: limit) { copy in
            let bytes = copy.target.utf8.count + 1
            guard session.support.channel(inTarget: copy.target) == nil, bytes <= room,
                session.standing(ofReaderOf: copy, now) == .verified
            else { return false }
            room -= bytes
            return true
        }
    }

    /// Sends one line to several people.
    ///
    /// A PING confirms it; an error numeric refuses it for the person it names.
    mutating func writeTogether(_ lines: [(line: OutgoingLines.Line, lane: String)], _ now: Moment) -> Bool {
        guard let first = lines.first?.line else { return false }
        groups += 1
        for (number, (line, lane)) in lines.enumerated() {
            spend(number == 0 ? SendPacer.cost(bytes: first.text.utf8.count) : 0.25, on: line, now)
            inFlight.append(LinesInFlight.Entry(line: line, lane: lane, group: groups, writtenAt: now))
        }
        let targets = lines.map(\.line.target).joined(separator: ",")
        writeNow(IRCMessage(first.isNotice ? "NOTICE" : "PRIVMSG", targets, first.text))
        return true
    }

    /// Handles numeric 407, too many recipients, although the server had announced a higher limit.
    ///
    /// Nobody got the line. From now on each person is sent a separate line.
    mutating func handleTooManyTargets(_ message: IRCMessage) -> Bool {
        guard let entries = inFlight.takeOldestGroup() else { return false }
        isFanOutRefused = true
        for entry in entries {
            inFlight.noteSettled(entry, at: lastHeard)
            settle(
                entry.line.sender,
                .refused(IRCRefusal(numeric: "407", reason: message.last, isPermanent: false))
            )
        }
        return true
    }
}
