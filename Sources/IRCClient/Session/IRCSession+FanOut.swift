extension IRCSession {
    /// How many people one line of ours may go to (ISUPPORT `TARGMAX`, `MAXTARGETS`).
    private func maximumTargets(isNotice: Bool) -> Int {
        isFanOutRefused ? 1 : support.maximumTargets[isNotice ? "NOTICE" : "PRIVMSG"] ?? 1
    }

    /// Takes the same words to other people out of the queue, as many as one line can carry.
    ///
    /// Only whole lines to people: a channel's line must not share another's refusal.
    mutating func takeTwins(of line: OutgoingLines.Line, _ now: Moment) -> [(line: OutgoingLines.Line, lane: String)] {
        let limit = maximumTargets(isNotice: line.isNotice) - 1
        guard limit > 0, support.channel(inTarget: line.target) == nil, line.isWhole, line.text.first != "\u{1}" else {
            return []
        }
        var room = maximumTextBytes(target: line.target) - line.text.utf8.count
        let session = self
        return queue.takeTwins(of: line, limit: limit) { twin in
            let bytes = twin.target.utf8.count + 1
            guard session.support.channel(inTarget: twin.target) == nil, bytes <= room,
                session.standing(ofReaderOf: twin, now) == .verified
            else { return false }
            room -= bytes
            return true
        }
    }

    /// One line to several people; a PING vouches for it, and a numeric takes back the person it names.
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

    /// Takes numeric 407, too many recipients, although the server had offered so many.
    ///
    /// Nobody got the line; people are told one by one from now on.
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
