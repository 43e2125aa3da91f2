/// The IRCv3 batches that are open now.
struct BatchTable: Sendable {
    struct Batch: Sendable {
        var type: String
        /// The label of the line of ours that this batch answers.
        var label: String?
        /// Whether it, or one around it, repeats the past.
        var isHistory: Bool
    }

    /// An honest server has a handful open.
    private static let maximumOpen = 64
    private var open: [String: Batch] = [:]

    /// Takes a BATCH message; returns the batch that it closes.
    mutating func receive(_ message: IRCMessage) -> Batch? {
        let reference = String(message[0].dropFirst())
        if message[0].first == "-" { return open.removeValue(forKey: reference) }
        guard message[0].first == "+", open.count < Self.maximumOpen else { return nil }
        let outer = message.tags["batch"].flatMap { open[$0] }
        let type = message[1].lowercased()
        open[reference] = Batch(
            type: type,
            label: message.tags["label"] ?? outer?.label,
            isHistory: outer?.isHistory == true || type.contains("history") || type.contains("playback")
        )
        return nil
    }

    func batch(of message: IRCMessage) -> Batch? {
        message.tags["batch"].flatMap { open[$0] }
    }
}
