/// Under which nick each services account has last spoken to us: there its answers belong.
///
/// A hint only; whoever uses it has to check the nick.
struct RecentSpeakers: Sendable {
    private static let maximum = 1_000
    private var nicks: [String: String] = [:]
    /// Accounts, the longest silent first.
    private var order: [String] = []

    func nick(ofAccount account: String) -> String? { nicks[account] }

    /// The account is folded, as everywhere here.
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
