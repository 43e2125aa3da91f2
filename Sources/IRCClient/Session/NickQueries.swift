/// Open questions "which nick is logged in to this account?" and "is this nick here?", each trying its candidates by
/// WHOIS.
struct NickQueries: Sendable {
    private struct Query: Sendable {
        var id: Int
        /// Folded; nil asks only whether the nick is here.
        var account: String?
        /// The one being asked about first.
        var candidates: [String]
        var deadline: ContinuousClock.Instant
        /// In the server's spelling.
        var verifiedNick: String?
    }

    private static let timeout: Duration = .seconds(20)
    private var open: [Query] = []

    var canStart: Bool { open.count < 100 }
    var nextDeadline: ContinuousClock.Instant? { open.map(\.deadline).min() }

    mutating func start(_ id: Int, account: String?, candidates: [String], now: ContinuousClock.Instant) {
        open.append(
            Query(id: id, account: account, candidates: candidates, deadline: now.advanced(by: Self.timeout))
        )
    }

    /// Takes what WHOIS says of a nick; the account is folded.
    mutating func noteAccount(_ account: String, of nick: String, fold: (String) -> String) {
        for index in open.indices where open[index].account == account {
            if open[index].candidates.first.map(fold) == fold(nick) { open[index].verifiedNick = nick }
        }
    }

    /// Takes the proof that a nick is here.
    mutating func notePresence(of nick: String, fold: (String) -> String) {
        for index in open.indices where open[index].account == nil {
            if open[index].candidates.first.map(fold) == fold(nick) { open[index].verifiedNick = nick }
        }
    }

    /// Takes the end of one WHOIS; gives the answers it decides and the nicks to ask about next.
    mutating func end(
        _ nick: String,
        fold: (String) -> String
    ) -> (answers: [(query: Int, nick: String?)], next: [String]) {
        var answers: [(query: Int, nick: String?)] = []
        var next: [String] = []
        for index in open.indices.reversed() where open[index].candidates.first.map(fold) == nick {
            open[index].candidates.removeFirst()
            if let verified = open[index].verifiedNick {
                answers.append((open.remove(at: index).id, verified))
            } else if let following = open[index].candidates.first {
                next.append(following)
            } else {
                answers.append((open.remove(at: index).id, nil))
            }
        }
        return (answers, next)
    }

    mutating func takeOverdue(_ now: ContinuousClock.Instant) -> [Int] {
        let overdue = open.filter { $0.deadline <= now }.map(\.id)
        open.removeAll { $0.deadline <= now }
        return overdue
    }

    mutating func takeAll() -> [Int] {
        defer { open = [] }
        return open.map(\.id)
    }
}
