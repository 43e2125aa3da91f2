/// Lines waiting to be sent: in order for one target, and first for whoever was sent, and has asked, the least lately.
struct OutgoingLines: Sendable {
    struct Line: Sendable, Equatable {
        /// Who waits for the outcome; nil when nobody does.
        var sender: Int?
        var target: String
        var text: String
        var isNotice: Bool
        var confirmationID: String
        /// Folded: the account its reader must be logged in to; nil where nobody has to be anybody.
        var account: String?
        /// Whom it is counted for, under whatever nick.
        var reader = ""
        /// Goes to the server instead of a text to the target.
        var question: IRCMessage?
        /// Whether its confirmation is the sender's: true for the last piece of a split line.
        var isLastPiece = true
        /// Whether pieces of the same line have been written before it.
        var isRest = false

        /// Whether nothing of it has been written yet.
        var isWhole: Bool { isLastPiece && !isRest }

        /// Its text at the line breaks.
        var rows: [String] { text.split(separator: "\n").map(String.init) }
    }

    private var lanes: [String: [Line]] = [:]
    /// The folded targets that have lines, first the one that has waited the longest since its last line.
    private var turns: [String] = []
    private var use: RecentUse
    private var taken = 0
    private(set) var count = 0

    /// Every so many lines it is the turn of whoever has waited the longest: nobody waits for ever.
    private static let turnOfTheLongestWaiting = 4

    init(halfLife: Duration, now: ContinuousClock.Instant) { use = RecentUse(halfLife: halfLife, now: now) }

    var isEmpty: Bool { count == 0 }

    /// Returns what has to go where more than `limit` lines would wait: the newest of whoever has the most.
    mutating func append(_ line: Line, lane: String, limit: Int) -> Line? {
        if lanes[lane] == nil { turns.append(lane) }
        lanes[lane, default: []].append(line)
        count += 1
        return count > limit ? removeNewestOfMost() : nil
    }

    /// Gives back the rest of a line whose first piece has just been taken.
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

    /// Counts what a reader was sent, or has asked.
    mutating func noteUse(by reader: String, lines: Double, at now: ContinuousClock.Instant) {
        use.note(reader, lines: lines, at: now)
    }

    /// Of equals a line before a question, then the one that has waited longer.
    private var turnOfTheLeastUse: Int {
        var least = (level: Double.infinity, isQuestion: 1, turn: 0)
        for (turn, lane) in turns.enumerated() {
            guard let head = lanes[lane]?.first else { continue }
            let candidate = (level: use.level(of: head.reader), isQuestion: head.question == nil ? 0 : 1, turn: turn)
            if candidate < least { least = candidate }
        }
        return least.turn
    }

    /// Of equals whoever took more lately, then whoever came later; a line that has begun is not taken out.
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

    /// Takes lines with the same words out of the heads of other lanes.
    mutating func takeTwins(
        of line: Line,
        limit: Int,
        where isWanted: (Line) -> Bool
    ) -> [(line: Line, lane: String)] {
        var twins: [(line: Line, lane: String)] = []
        for lane in turns where twins.count < limit {
            guard let head = lanes[lane]?.first, head.text == line.text, head.isNotice == line.isNotice, head.isWhole,
                isWanted(head)
            else { continue }
            twins.append((head, lane))
        }
        for (_, lane) in twins {
            lanes[lane]?.removeFirst()
            count -= 1
        }
        closeEmptyLanes(twins.map(\.lane))
        return twins
    }

    /// Takes out the unsent pieces of a line of which one has been written.
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
