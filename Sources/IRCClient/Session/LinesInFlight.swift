/// Lines on the wire that the server has not confirmed yet, oldest first.
struct LinesInFlight: Sendable {
    struct Entry: Sendable, Equatable {
        var line: OutgoingLines.Line
        var lane: String
        var label: String?
        /// The number of the line that went to several people at once.
        var group: Int?
        var writtenAt: ContinuousClock.Instant
        var sequence = 0
    }

    /// So many may be unconfirmed before sending pauses.
    static let maximum = 64

    private(set) var entries: [Entry] = []
    /// PINGs on the wire, each vouching for the lines written before it.
    private var pings: [(token: String, sequence: Int)] = []
    private var sequence = 0

    var isFull: Bool { entries.count >= Self.maximum }
    var oldest: ContinuousClock.Instant? { entries.first?.writtenAt }

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

    mutating func takeOlder(than limit: ContinuousClock.Instant) -> [Entry] {
        take { $0.writtenAt <= limit }
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
