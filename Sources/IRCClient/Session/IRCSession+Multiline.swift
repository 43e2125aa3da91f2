extension IRCSession {
    /// The limits of `draft/multiline`; nil while it is not enabled (it needs batches and tags).
    var multiline: IRCMultilineLimits? {
        guard !isMultilineRefused, ["draft/multiline", "batch", "message-tags"].allSatisfy(capabilities.has) else {
            return nil
        }
        return capabilities.offered["draft/multiline"].map(IRCMultilineLimits.init(value:))
    }

    /// Reports when messages of several rows become possible or impossible.
    mutating func reportMultiline() {
        guard phase == .ready, multiline != reportedMultiline else { return }
        reportedMultiline = multiline
        emit(.multilineChanged(multiline))
    }

    /// The rows of a text for one multiline message; nil if it has one row or does not fit.
    func rowsForBatch(of line: OutgoingLines.Line) -> [[String]]? {
        guard let limits = multiline, line.isWhole, line.text.first != "\u{1}" else { return nil }
        let budget = maximumTextBytes(target: line.target)
        let rows = line.rows.map { LineSplitter.split($0, budgetBytes: budget) }.filter { !$0.isEmpty }
        let lines = rows.reduce(0) { $0 + $1.count }
        let bytes = rows.joined().reduce(0) { $0 + $1.utf8.count + 1 }
        return lines > 1 && lines <= limits.lines && bytes <= limits.bytes ? rows : nil
    }

    func sendsAsOneMessage(_ line: IRCOutgoingLine) -> Bool {
        rowsForBatch(
            of: OutgoingLines.Line(target: line.target, text: line.text, isNotice: line.isNotice, confirmationID: "")
        ) != nil
    }

    /// IRCv3 draft/multiline: the server accepts or refuses the whole batch, so it counts as one line in flight.
    mutating func writeBatch(
        _ rows: [[String]],
        of line: OutgoingLines.Line,
        _ lane: String,
        _ now: Moment
    ) -> Bool {
        groups += 1
        let reference = "m\(groups)"
        var opening = IRCMessage("BATCH", "+\(reference)", "draft/multiline", line.target)
        let label = nextLabel()
        if let label { opening.tags["label"] = label }
        writeNow(opening)
        for row in rows {
            for (index, piece) in row.enumerated() {
                // Continued pieces are joined without a space, so the space at the cut is sent.
                let text = index + 1 < row.count ? piece + " " : piece
                var message = IRCMessage(line.isNotice ? "NOTICE" : "PRIVMSG", line.target, text)
                message.tags["batch"] = reference
                if index > 0 { message.tags["draft/multiline-concat"] = "" }
                spend(SendPacer.cost(bytes: piece.utf8.count), on: line, now)
                writeNow(message)
            }
        }
        writeNow(IRCMessage("BATCH", "-\(reference)"))
        inFlight.append(LinesInFlight.Entry(line: line, lane: lane, label: label, isMultiline: true, writtenAt: now))
        return label == nil
    }

    /// Handles somebody else's multiline message row by row, with the tags of its batch.
    mutating func handleMultiline(_ batch: BatchTable.Batch, _ now: Moment) {
        guard !batch.isHistory, let first = batch.lines.first else { return }
        var rows: [IRCMessage] = []
        for line in batch.lines {
            if line.tags["draft/multiline-concat"] != nil, !rows.isEmpty {
                let text = rows[rows.count - 1].last + line.last
                rows[rows.count - 1].parameters = [line[0], text]
            } else {
                var row = line
                row.tags = batch.opening.tags
                row.source = row.source ?? batch.opening.source
                rows.append(row)
            }
        }
        if isMe(IRCSource(rows[0].source ?? "").nick) {
            // A multiline message of ours is one entry in flight, so its echo is handled as one too.
            noteEcho(
                IRCMessage(first.command, first[0], rows.map(\.last).joined(separator: "\n")),
                isNotice: first.command == "NOTICE"
            )
            return
        }
        for row in rows { handleSpeech(row, now) }
    }
}
