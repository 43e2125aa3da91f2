/// Lines that were sent and are not confirmed yet, oldest first.
struct LinesInFlight: Sendable {
    struct Entry: Sendable, Equatable {
        var line: OutgoingLines.Line
        var lane: String
        var label: String?
        /// The number of a line that was sent to several people at once.
        var group: Int?
        /// Whether it was sent as one multiline message.
        var isMultiline = false
        var writtenAt: ContinuousClock.Instant
        var sequence = 0
    }

    /// Sending pauses while this many lines are unconfirmed.
    static let maximum = 64

    private(set) var entries: [Entry] = []
    /// PINGs that were sent; each PONG confirms the lines written before its PING.
    private var pings: [(token: String, sequence: Int)] = []
    private var sequence = 0
    /// The newest line that the server has confirmed or refused, and when it did.
    private var settledUpTo = 0
    private var settledAt: ContinuousClock.Instant?

    /// Sending pauses while the oldest unconfirmed line is older than this.
    private static let longestLag: Duration = .seconds(15)

    /// Whether sending must pause: too many lines are unconfirmed, or the server is too far behind.
    func isHeldUp(at now: ContinuousClock.Instant) -> Bool {
        if entries.count >= Self.maximum { return true }
        // Skip lines that later ones have overtaken: they do not show how far behind the server is.
        return entries.first { $0.sequence > settledUpTo }.map { $0.writtenAt.duration(to: now) > Self.longestLag }
            ?? false
    }

    /// Records that the server has confirmed or refused a line.
    mutating func noteSettled(_ entry: Entry, at time: ContinuousClock.Instant) {
        settledUpTo = max(settledUpTo, entry.sequence)
        settledAt = time
    }

    /// When the first line counts as lost if the server stays silent about it.
    func deadline(timeout: Duration) -> ContinuousClock.Instant? {
        entries.map { deadline(of: $0, timeout) }.min()
    }

    /// While the server settles lines one after another, however slowly, the later ones get more time.
    private func deadline(of entry: Entry, _ timeout: Duration) -> ContinuousClock.Instant {
        guard entry.sequence > settledUpTo, let settledAt else { return entry.writtenAt.advanced(by: timeout) }
        return max(entry.writtenAt, settledAt).advanced(by: timeout)
    }

    mutating func append(_ entry: Entry) {
        sequence += 1
        var entry = entry
        entry.sequence = sequence
        entries.append(entry)
    }

    mutating func notePing(_ token: String) {
        // Drop the oldest PING, so that a server that never answers cannot fill our memory.
        if pings.count >= Self.maximum { pings.removeFirst() }
        pings.append((token, sequence))
    }

    /// Takes the lines that a PONG confirms; empty when the token is not ours.
    mutating func takePong(_ token: String) -> [Entry] {
        guard let index = pings.firstIndex(where: { $0.token == token }) else { return [] }
        let limit = pings[index].sequence
        pings.removeSubrange(...index)
        return take { $0.label == nil && $0.sequence <= limit }
    }

    mutating func take(label: String) -> Entry? {
        entries.firstIndex { $0.label == label }.map { entries.remove(at: $0) }
    }

    /// Takes the line that an echo confirms: the one with the same text, else the oldest to that target.
    ///
    /// Servers may change a text (for example strip colours), but not the order.
    mutating func takeEcho(lane: String, text: String, isNotice: Bool) -> Entry? {
        func isCandidate(_ entry: Entry) -> Bool {
            entry.label == nil && entry.lane == lane && entry.line.isNotice == isNotice
        }
        let index =
            entries.firstIndex { isCandidate($0) && $0.line.text == text } ?? entries.firstIndex(where: isCandidate)
        return index.map { entries.remove(at: $0) }
    }

    /// Takes the oldest line to a target; an error numeric without a label refers to it.
    mutating func takeOldest(lane: String?) -> Entry? {
        entries.firstIndex { lane == nil || $0.lane == lane }.map { entries.remove(at: $0) }
    }

    /// Takes all entries of the oldest line to several people; nil when there is none.
    mutating func takeOldestGroup() -> [Entry]? {
        guard let group = entries.first(where: { $0.group != nil })?.group else { return nil }
        return take { $0.group == group }
    }

    /// Takes the oldest multiline message.
    mutating func takeOldestMultiline() -> Entry? {
        entries.firstIndex(where: \.isMultiline).map { entries.remove(at: $0) }
    }

    /// Whether a line to that target is unconfirmed.
    func contains(lane: String) -> Bool { entries.contains { $0.lane == lane } }

    /// The server no longer supports labels, so only a PONG can confirm these lines.
    mutating func dropLabels() {
        for index in entries.indices { entries[index].label = nil }
    }

    mutating func takeOverdue(_ now: ContinuousClock.Instant, timeout: Duration) -> [Entry] {
        let overdue = entries.filter { deadline(of: $0, timeout) <= now }
        guard !overdue.isEmpty else { return [] }
        let sequences = Set(overdue.map(\.sequence))
        entries.removeAll { sequences.contains($0.sequence) }
        return overdue
    }

    mutating func takeAll() -> [Entry] {
        pings = []
        return take { _ in true }
    }

    private mutating func take(where isTaken: (Entry) -> Bool) -> [Entry] {
        let taken = entries.filter(isTaken)
        entries.removeAll(where: isTaken)
        return taken
    }
}
