/// Remembers which nicks WHOIS has just shown to be logged in to which account.
///
/// Keys are folded. In no shared channel the server does not report a logout, so an entry is valid for five seconds.
struct VerifiedAccounts: Sendable {
    private static let lifetime: Duration = .seconds(5)
    private static let maximum = 1_000
    private var accounts: [String: (account: String, at: ContinuousClock.Instant)] = [:]

    mutating func note(_ nick: String, account: String, at now: ContinuousClock.Instant) {
        if accounts.count >= Self.maximum {
            accounts = accounts.filter { $0.value.at.duration(to: now) <= Self.lifetime }
            if accounts.count >= Self.maximum { accounts = [:] }
        }
        accounts[nick] = (account, now)
    }

    mutating func forget(_ nicks: [String]) {
        for nick in nicks { accounts[nick] = nil }
    }

    func isVerified(_ nick: String, account: String, at now: ContinuousClock.Instant) -> Bool {
        guard let known = accounts[nick] else { return false }
        return known.account == account && known.at.duration(to: now) <= Self.lifetime
    }
}
