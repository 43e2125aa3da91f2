import NewsModel

/// Feeds whose icons wait to be fetched: one line for each address that asked, served in turn.
///
/// An address has one fetch at a time, so that many feeds, or slow ones, delay only who asked for them.
struct IconQueue: Sendable {
    struct Turn: Hashable, Sendable {
        var feed: FeedID
        var asker: Address
    }

    private struct Line: Sendable {
        var asker: Address
        var feeds: [FeedID] = []
    }

    /// The most addresses that wait; others are heard when they ask again.
    static let mostAskers = 500
    /// The most feeds that wait for one address.
    static let mostFeeds = 100

    /// Never empty ones; the first has waited longest for its turn.
    private var lines: [Line] = []
    private var turns: [Turn] = []

    /// Whether `next` has a turn.
    var hasNext: Bool { nextPlace != nil }

    private var nextPlace: Int? {
        lines.firstIndex { line in !turns.contains { $0.asker == line.asker } }
    }

    /// Adds feeds that do not wait for the address yet and are not being fetched.
    mutating func add(_ feeds: [FeedID], for asker: Address) {
        let place = lines.firstIndex { $0.asker == asker }
        guard place != nil || lines.count < Self.mostAskers else { return }
        var line = place.map { lines[$0] } ?? Line(asker: asker)
        for feed in feeds where line.feeds.count < Self.mostFeeds && !line.feeds.contains(feed) {
            if !turns.contains(where: { $0.feed == feed }) { line.feeds.append(feed) }
        }
        if let place {
            lines[place] = line
        } else if !line.feeds.isEmpty {
            lines.append(line)
        }
    }

    /// The next feed, which then waits in no line any more; `end` must follow.
    mutating func next() -> Turn? {
        guard let place = nextPlace else { return nil }
        let line = lines.remove(at: place)
        let turn = Turn(feed: line.feeds[0], asker: line.asker)
        lines.append(line)
        for place in lines.indices { lines[place].feeds.removeAll { $0 == turn.feed } }
        lines.removeAll(where: \.feeds.isEmpty)
        turns.append(turn)
        return turn
    }

    mutating func end(_ turn: Turn) { turns.removeAll { $0 == turn } }
}
