/// Open queries "which nick is logged in to this account?" and "is this nick online?".
///
/// Each tries its candidates by WHOIS.
struct NickQueries: Sendable {
    private struct Query: Sendable {
        var id: Int
        /// Folded; nil asks only whether the nick is online.
        var account: String?
        /// Candidates that are left; the first is being queried.
        var candidates: [String]
        var deadline: ContinuousClock.Instant
        /// As spelled by the server.
        var verifiedNick: String?
        /// Whether the answer named the account; then "identified for this nick" is ignored.
        var isNamed = false
    }

    /// The result of one query; `account` is the one that was asked for.
    struct Answer {
        var query: Int
        var nick: String?
        var account: String?
    }

    private static let timeout: Duration = .seconds(20)
    private var open: [Query] = []

    var canStart: Bool { open.count < 100 }
    var nextDeadline: ContinuousClock.Instant? { open.map(\.deadline).min() }

    /// `written`: the latest time at which the WHOIS is sent.
    mutating func start(_ id: Int, account: String?, candidates: [String], written: ContinuousClock.Instant) {
        open.append(
            Query(id: id, account: account, candidates: candidates, deadline: written.advanced(by: Self.timeout))
        )
    }

    /// Records the account that WHOIS reports for a nick; it is folded.
    mutating func noteAccount(_ account: String, of nick: String, fold: (String) -> String) {
        for index in open.indices where open[index].account != nil && isAsked(nick, index, fold) {
            open[index].isNamed = true
            open[index].verifiedNick = open[index].account == account ? nick : nil
        }
    }

    /// Records "identified for this nick", which old services report instead of an account.
    ///
    /// `account` is the folded nick.
    mutating func noteIdentified(_ account: String, of nick: String, fold: (String) -> String) {
        for index in open.indices where open[index].account == account && !open[index].isNamed {
            if isAsked(nick, index, fold) { open[index].verifiedNick = nick }
        }
    }

    private func isAsked(_ nick: String, _ index: Int, _ fold: (String) -> String) -> Bool {
        open[index].candidates.first.map(fold) == fold(nick)
    }

    /// Records that a nick is online.
    mutating func notePresence(of nick: String, fold: (String) -> String) {
        for index in open.indices where open[index].account == nil {
            if isAsked(nick, index, fold) { open[index].verifiedNick = nick }
        }
    }

    /// Records the end of one WHOIS; returns the answers it decides, oldest first, and the nicks to query next.
    mutating func end(
        _ nick: String,
        fold: (String) -> String,
        nextWritten: ContinuousClock.Instant
    ) -> (answers: [Answer], next: [String]) {
        var answers: [Answer] = []
        var next: [String] = []
        var rest: [Query] = []
        for var query in open {
            guard query.candidates.first.map(fold) == nick else {
                rest.append(query)
                continue
            }
            query.candidates.removeFirst()
            if query.verifiedNick == nil, let following = query.candidates.first {
                next.append(following)
                query.isNamed = false
                query.deadline = nextWritten.advanced(by: Self.timeout)
                rest.append(query)
            } else {
                answers.append(Answer(query: query.id, nick: query.verifiedNick, account: query.account))
            }
        }
        open = rest
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
