/// Who has just been shown by WHOIS to be logged in to which account.
///
/// Keys are folded. Where no channel is shared nobody tells of a logout, so a voucher is good for seconds.
struct AccountVouchers: Sendable {
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

    func vouches(for nick: String, account: String, at now: ContinuousClock.Instant) -> Bool {
        guard let known = accounts[nick] else { return false }
        return known.account == account && known.at.duration(to: now) <= Self.lifetime
    }
}
