/// Lines on the wire that the server has not confirmed yet, oldest first.
struct LinesInFlight: Sendable {
    struct Entry: Sendable, Equatable {
        var line: OutgoingLines.Line
        var lane: String
        var label: String?
        /// The number of the line that went to several people at once.
        var group: Int?
        /// Whether it went as one message of several rows.
        var isMultiline = false
        var writtenAt: ContinuousClock.Instant
        var sequence = 0
    }

    /// So many may be unconfirmed before sending pauses.
    static let maximum = 64

    private(set) var entries: [Entry] = []
    /// PINGs on the wire, each vouching for the lines written before it.
    private var pings: [(token: String, sequence: Int)] = []
    private var sequence = 0
    /// The newest line that the server has said something about, and when.
    private var settledUpTo = 0
    private var settledAt: ContinuousClock.Instant?

    /// A server so far behind gets nothing more before it has caught up.
    private static let longestLag: Duration = .seconds(15)

    /// Whether sending has to pause: too much is unconfirmed, or the server is too far behind.
    func isHeldUp(at now: ContinuousClock.Instant) -> Bool {
        if entries.count >= Self.maximum { return true }
        // A line that later ones have overtaken says nothing of the server's pace.
        return entries.first { $0.sequence > settledUpTo }.map { $0.writtenAt.duration(to: now) > Self.longestLag }
            ?? false
    }

    /// Takes that the server has confirmed or refused a line.
    mutating func noteSettled(_ entry: Entry, at time: ContinuousClock.Instant) {
        settledUpTo = max(settledUpTo, entry.sequence)
        settledAt = time
    }

    /// When the first line counts as lost if nothing is heard of it.
    func deadline(timeout: Duration) -> ContinuousClock.Instant? {
        entries.map { deadline(of: $0, timeout) }.min()
    }

    /// A server that takes line after line, however slowly, will come to the others too.
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
        // A server that answers no PING must not fill our memory.
        if pings.count >= Self.maximum { pings.removeFirst() }
        pings.append((token, sequence))
    }

    /// The lines that a PONG confirms; empty when the token is not ours.
    mutating func takePong(_ token: String) -> [Entry] {
        guard let index = pings.firstIndex(where: { $0.token == token }) else { return [] }
        let limit = pings[index].sequence
        pings.removeSubrange(...index)
        return take { $0.label == nil && $0.sequence <= limit }
    }

    mutating func take(label: String) -> Entry? {
        entries.firstIndex { $0.label == label }.map { entries.remove(at: $0) }
    }

    /// The line that our own words coming back confirm: the same text, else the oldest to that target.
    ///
    /// Servers may change a text on its way (colours stripped), but not the order.
    mutating func takeEcho(lane: String, text: String, isNotice: Bool) -> Entry? {
        func isCandidate(_ entry: Entry) -> Bool {
            entry.label == nil && entry.lane == lane && entry.line.isNotice == isNotice
        }
        let index =
            entries.firstIndex { isCandidate($0) && $0.line.text == text } ?? entries.firstIndex(where: isCandidate)
        return index.map { entries.remove(at: $0) }
    }

    /// The oldest line to a target, which an error numeric without a label is about.
    mutating func takeOldest(lane: String?) -> Entry? {
        entries.firstIndex { lane == nil || $0.lane == lane }.map { entries.remove(at: $0) }
    }

    /// Everybody the oldest line to several people went to; nil when there is none.
    mutating func takeOldestGroup() -> [Entry]? {
        guard let group = entries.first(where: { $0.group != nil })?.group else { return nil }
        return take { $0.group == group }
    }

    /// The oldest message of several rows.
    mutating func takeOldestMultiline() -> Entry? {
        entries.firstIndex(where: \.isMultiline).map { entries.remove(at: $0) }
    }

    /// Whether a line to that target is on the wire.
    func contains(lane: String) -> Bool { entries.contains { $0.lane == lane } }

    /// From now on only a PONG confirms; the server does not do labels any more.
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
