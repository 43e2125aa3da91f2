/// Lines waiting to be sent: in order for one target, by turns between targets.
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
    /// The folded targets that have lines, the next one first.
    private var turns: [String] = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ line: Line, lane: String) {
        if lanes[lane] == nil { turns.append(lane) }
        lanes[lane, default: []].append(line)
        count += 1
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
        let lane = turns.removeFirst()
        guard var lines = lanes[lane], !lines.isEmpty else { return nil }
        let line = lines.removeFirst()
        count -= 1
        lanes[lane] = lines.isEmpty ? nil : lines
        if !lines.isEmpty { turns.append(lane) }
        return (line, lane)
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
            guard lanes[lane]?.isEmpty == true else { continue }
            lanes[lane] = nil
        }
        if !twins.isEmpty { turns.removeAll { lanes[$0] == nil } }
        return twins
    }

    /// Takes out the unsent pieces of a line of which one has been written.
    mutating func removeRest(of line: Line, lane: String) {
        guard let sender = line.sender, let lines = lanes[lane] else { return }
        let rest = lines.filter { $0.sender != sender }
        count -= lines.count - rest.count
        lanes[lane] = rest.isEmpty ? nil : rest
        if rest.isEmpty { turns.removeAll { $0 == lane } }
    }

    mutating func removeAll() -> [Line] {
        defer { self = OutgoingLines() }
        return turns.flatMap { lanes[$0] ?? [] }
    }
}
