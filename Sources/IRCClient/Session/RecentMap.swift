/// A map that keeps the newest `limit` entries, and at most twice as many.
struct RecentMap<Value: Sendable>: Sendable {
    private var newer: [String: Value] = [:]
    private var older: [String: Value] = [:]
    private let limit: Int

    init(limit: Int) { self.limit = max(1, limit) }

    var count: Int { newer.count + older.count }

    subscript(key: String) -> Value? { newer[key] ?? older[key] }

    mutating func set(_ key: String, to value: Value) {
        if newer[key] == nil, newer.count >= limit {
            older = newer
            newer = [:]
        }
        newer[key] = value
        older[key] = nil
    }
}

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
