/// The open IRCv3 batches.
struct BatchTable: Sendable {
    struct Batch: Sendable {
        var type: String
        /// The label of our line that this batch answers.
        var label: String?
        /// Whether this batch, or one around it, replays old messages.
        var isHistory: Bool
        /// The BATCH message that opened it; it carries the tags of a multiline message.
        var opening: IRCMessage
        /// The lines received so far of a multiline message (IRCv3 draft/multiline).
        var lines: [IRCMessage] = []
        fileprivate var bytes = 0

        var isMultiline: Bool { type == "draft/multiline" || type == "multiline" }
    }

    /// A well-behaved server has only a few open.
    private static let maximumOpen = 64
    /// Limits of one multiline message; servers allow about 24 lines.
    private static let maximumLines = 100
    private static let maximumBytes = 65_536
    private var open: [String: Batch] = [:]

    /// Handles a BATCH message; returns the batch that it closes.
    mutating func receive(_ message: IRCMessage) -> Batch? {
        let reference = String(message[0].dropFirst())
        if message[0].first == "-" { return open.removeValue(forKey: reference) }
        guard message[0].first == "+", open.count < Self.maximumOpen else { return nil }
        let outer = message.tags["batch"].flatMap { open[$0] }
        let type = message[1].lowercased()
        open[reference] = Batch(
            type: type,
            label: message.tags["label"] ?? outer?.label,
            isHistory: outer?.isHistory == true || type.contains("history") || type.contains("playback"),
            opening: message
        )
        return nil
    }

    /// Stores a line of a multiline message until its batch is closed; false for any other line.
    mutating func collect(_ message: IRCMessage) -> Bool {
        guard message.command == "PRIVMSG" || message.command == "NOTICE", let reference = message.tags["batch"],
            let batch = open[reference], batch.isMultiline
        else { return false }
        let bytes = message.parameters.reduce(batch.bytes) { $0 + $1.utf8.count }
        guard batch.lines.count < Self.maximumLines, bytes <= Self.maximumBytes else { return true }
        // Tags that are the same on every line are dropped.
        let kept = message.tags.filter { $0.key == "draft/multiline-concat" }
        open[reference]?.lines.append(
            IRCMessage(message.command, message.parameters, tags: kept, source: message.source)
        )
        open[reference]?.bytes = bytes
        return true
    }

    func batch(of message: IRCMessage) -> Batch? {
        message.tags["batch"].flatMap { open[$0] }
    }
}
