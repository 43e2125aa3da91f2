internal import Foundation

/// The queue of lines: in order for one target; between targets, the reader with the least recent use comes first.
struct OutgoingLines: Sendable {
    struct Line: Sendable, Equatable {
        /// The caller that waits for the outcome; nil when nobody does.
        var sender: Int?
        var target: String
        var text: String
        var isNotice: Bool
        var confirmationID: String
        /// The folded account that the recipient must be logged in to; nil for no condition.
        var account: String?
        /// The reader that the line is counted for, independent of the nick.
        var reader = ""
        /// A query that is sent to the server instead of a text to the target.
        var question: IRCMessage?
        /// True for the last piece of a split line: its confirmation is the outcome of the whole line.
        var isLastPiece = true
        /// Whether earlier pieces of the same line have been written.
        var isRest = false

        /// Whether it is unsplit and nothing of it has been written.
        var isWhole: Bool { isLastPiece && !isRest }

        /// Its text, split at line breaks.
        var rows: [String] { text.split(separator: "\n").map(String.init) }
    }

    private var lanes: [String: [Line]] = [:]
    /// The lanes that have lines; first the one that has waited longest since its last line.
    private var turns: [String] = []
    private var use: RecentUse
    private var taken = 0
    private(set) var count = 0

    /// Every fourth line goes to the lane that has waited longest, so that nobody waits for ever.
    private static let turnOfTheLongestWaiting = 4

    init(halfLife: Duration, now: ContinuousClock.Instant) { use = RecentUse(halfLife: halfLife, now: now) }

    var isEmpty: Bool { count == 0 }

    /// Returns the line to drop when more than `limit` lines wait: the newest of the reader with the most.
    mutating func append(_ line: Line, lane: String, limit: Int) -> Line? {
        if lanes[lane] == nil { turns.append(lane) }
        lanes[lane, default: []].append(line)
        count += 1
        return count > limit ? removeNewestOfMost() : nil
    }

    /// Puts back the rest of a line whose first piece has just been taken.
    mutating func putBack(_ rest: [Line], lane: String) {
        guard !rest.isEmpty else { return }
        if lanes[lane] == nil { turns.append(lane) }
        lanes[lane, default: []].insert(contentsOf: rest, at: 0)
        count += rest.count
    }

    mutating func next() -> (line: Line, lane: String)? {
        guard !turns.isEmpty else { return nil }
        taken += 1
        let lane = turns.remove(at: taken.isMultiple(of: Self.turnOfTheLongestWaiting) ? 0 : turnOfTheLeastUse)
        guard var lines = lanes[lane], !lines.isEmpty else { return nil }
        let line = lines.removeFirst()
        count -= 1
        lanes[lane] = lines.isEmpty ? nil : lines
        if !lines.isEmpty { turns.append(lane) }
        return (line, lane)
    }

    /// Records what a reader was sent or has asked.
    mutating func noteUse(by reader: String, lines: Double, at now: ContinuousClock.Instant) {
        use.note(reader, lines: lines, at: now)
    }

    /// Between readers of equal use, a line comes before a question; then the lane that has waited longer.
    private var turnOfTheLeastUse: Int {
        var least = (level: Double.infinity, isQuestion: 1, turn: 0)
        for (turn, lane) in turns.enumerated() {
            guard let head = lanes[lane]?.first else { continue }
            let candidate = (level: use.level(of: head.reader), isQuestion: head.question == nil ? 0 : 1, turn: turn)
            if candidate < least { least = candidate }
        }
        return least.turn
    }

    /// Between readers with equally many lines: the one with more recent use, then the later lane.
    ///
    /// Lines of which a piece was sent are not dropped.
    private mutating func removeNewestOfMost() -> Line? {
        var waiting: [String: Int] = [:]
        for line in lanes.values.joined() where line.isWhole { waiting[line.reader, default: 0] += 1 }
        var most: (lane: String, weight: (Int, Double))?
        for lane in turns {
            guard let line = lanes[lane]?.last, line.isWhole else { continue }
            let weight = (waiting[line.reader] ?? 0, use.level(of: line.reader))
            if most.map({ $0.weight <= weight }) ?? true { most = (lane, weight) }
        }
        guard let lane = most?.lane, let line = lanes[lane]?.popLast() else { return nil }
        count -= 1
        closeEmptyLanes([lane])
        return line
    }

    /// Takes lines with the same text from the heads of other lanes.
    mutating func takeCopies(
        of line: Line,
        limit: Int,
        where isWanted: (Line) -> Bool
    ) -> [(line: Line, lane: String)] {
        var copies: [(line: Line, lane: String)] = []
        for lane in turns where copies.count < limit {
            guard let head = lanes[lane]?.first, head.text == line.text, head.isNotice == line.isNotice, head.isWhole,
                isWanted(head)
            else { continue }
            copies.append((head, lane))
        }
        for (_, lane) in copies {
            lanes[lane]?.removeFirst()
            count -= 1
        }
        closeEmptyLanes(copies.map(\.lane))
        return copies
    }

    /// Removes the unsent pieces of a line of which a piece has been written.
    mutating func removeRest(of line: Line, lane: String) {
        guard let sender = line.sender, let lines = lanes[lane] else { return }
        let rest = lines.filter { $0.sender != sender }
        count -= lines.count - rest.count
        lanes[lane] = rest
        closeEmptyLanes([lane])
    }

    mutating func removeAll() -> [Line] {
        defer { (lanes, turns, count) = ([:], [], 0) }
        return turns.flatMap { lanes[$0] ?? [] }
    }

    private mutating func closeEmptyLanes(_ candidates: [String]) {
        let empty = candidates.filter { lanes[$0]?.isEmpty == true }
        guard !empty.isEmpty else { return }
        for lane in empty { lanes[lane] = nil }
        turns.removeAll { lanes[$0] == nil }
    }
}

/// How many lines each reader was sent or has asked for lately.
///
/// The count decays with a half-life.
struct RecentUse: Sendable {
    /// By reader: log2 of the count, plus the half-lives from `begun` to the time of that count.
    ///
    /// In this form two values can be compared at any time without applying the decay.
    private var levels = RecentMap<Double>(limit: 2_000)
    private let begun: ContinuousClock.Instant
    private let halfLife: Duration

    init(halfLife: Duration, now: ContinuousClock.Instant) {
        self.halfLife = halfLife
        begun = now
    }

    /// Higher for more use; only comparisons are meaningful.
    func level(of reader: String) -> Double { levels[reader] ?? -.infinity }

    /// `lines` is above 0.
    mutating func note(_ reader: String, lines: Double, at now: ContinuousClock.Instant) {
        let age = begun.duration(to: now) / halfLife
        levels.set(reader, to: age + log2(exp2(level(of: reader) - age) + lines))
    }
}
