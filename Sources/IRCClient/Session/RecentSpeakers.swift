/// The nick under which each services account last spoke to us; answers are sent there.
///
/// Only a hint: the nick must be verified before use.
struct RecentSpeakers: Sendable {
    private static let maximum = 1_000
    private var nicks: [String: String] = [:]
    /// Accounts; the one silent longest comes first.
    private var order: [String] = []

    func nick(ofAccount account: String) -> String? { nicks[account] }

    /// The account is folded.
    mutating func note(_ nick: String, account: String) {
        defer { nicks[account] = nick }
        if nicks[account] != nil {
            guard order.last != account else { return }
            order.removeAll { $0 == account }
        } else if order.count >= Self.maximum {
            nicks[order.removeFirst()] = nil
        }
        order.append(account)
    }

    mutating func rename(_ old: String, to new: String, isSame: (String, String) -> Bool) {
        for (account, nick) in nicks where isSame(nick, old) { nicks[account] = new }
    }
}
