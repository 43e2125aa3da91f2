internal import Foundation

/// Rate limits of each person, host and room, and of everybody together.
struct RateLimits {
    /// What is counted.
    ///
    /// The raw value is the prefix of a bucket's key.
    private enum Kind: String, CaseIterable {
        case person = "p"
        case host = "h"
        case room = "r"
        /// Lines of mails. A mail may hold many.
        case mailed = "m"
        case fetches = "f"
        case hostFetches = "i"
        case allFetches = "a"
        /// Attempts to redeem a link code.
        case guesses = "g"
        /// Notices of dropped messages, for one person and for everybody.
        case notices = "n"
        case allNotices = "o"
        /// Notices of declined invitations, for one person and for everybody.
        case invitations = "v"
        case allInvitations = "w"
    }

    /// Whether a fetch is allowed.
    enum FetchVerdict: Hashable {
        case pass
        /// The person's own limit is reached.
        case tooMany
        /// The limit of everybody together is reached, for so many minutes.
        case busy(minutes: Int)
    }

    private var rates: [Kind: TokenBucket.Rate]
    private var buckets: [String: TokenBucket] = [:]
    /// When the last search found no bucket to drop.
    ///
    /// The search is repeated after a second, not for each message.
    private var crowdedAt: Date?

    static let maximumBuckets = 5_000
    /// When all buckets are in use, newcomers share one bucket, which is so many times as large.
    private static let strangersShare = 10.0

    init(_ options: CommandOptions.Rates) { rates = Self.rates(options) }

    /// Applies new rates.
    ///
    /// Buckets keep their level, up to the new burst.
    mutating func apply(_ options: CommandOptions.Rates) { rates = Self.rates(options) }

    private static func rates(_ options: CommandOptions.Rates) -> [Kind: TokenBucket.Rate] {
        let guests = options.guestsPerHost
        return [
            .person: .init(options.personBurst, options.personPerMinute),
            .host: .init(options.personBurst, options.personPerMinute, times: guests),
            .room: .init(options.roomBurst, options.roomPerMinute),
            .mailed: .init(60, 10),
            .fetches: .init(options.fetchBurst, options.fetchesPerMinute),
            .hostFetches: .init(options.fetchBurst, options.fetchesPerMinute, times: guests),
            .allFetches: .init(options.allFetchesBurst, options.allFetchesPerMinute),
            .guesses: .init(burst: 5, perMinute: 0.5),
            .notices: .init(1, 1),
            .allNotices: .init(20, 30),
            // Once a day. All together are few, because strangers are told who did not write to the bot.
            .invitations: .init(burst: 1, perMinute: 1 / 1_440),
            .allInvitations: .init(burst: 10, perMinute: 0.5),
        ]
    }

    // MARK: - Commands

    /// Counts one command for a person, for their host, and for the room if there is one.
    mutating func take(_ counted: Counted, room: String? = nil, at time: Date) -> TokenBucket.Verdict {
        let keys: [(Kind, String?)] = [(.person, counted.person), (.host, counted.host), (.room, room)]
        for (kind, key) in keys {
            guard let key else { continue }
            let verdict = take(kind, key, at: time)
            guard verdict == .pass else { return verdict }
        }
        return .pass
    }

    /// Counts a long line as so many more commands, as far as the limits allow.
    mutating func spend(_ count: Int, _ counted: Counted, room: String?, byMail: Bool, at time: Date) {
        let keys: [(Kind, String?)] =
            byMail
            ? [(.mailed, counted.person)] : [(.person, counted.person), (.host, counted.host), (.room, room)]
        for (kind, name) in keys {
            guard let name else { continue }
            spend(Double(count), kind, name, at: time)
        }
    }

    /// Whether the next command would be refused without a notice.
    func isSilent(_ counted: Counted, at time: Date) -> Bool {
        let keys: [(Kind, String?)] = [(.person, counted.person), (.host, counted.host)]
        return keys.contains { kind, key in
            guard let key, let bucket = buckets[kind.rawValue + key] else { return false }
            return bucket.hasSentNotice && bucket.level(rate(kind), at: time) < 1
        }
    }

    /// Counts one line of a person's mail.
    mutating func takeMailed(_ counted: Counted, at time: Date) -> TokenBucket.Verdict {
        take(.mailed, counted.person, at: time)
    }

    /// Counts an attempt to redeem a code; false if it is refused.
    mutating func takeGuess(_ counted: Counted, at time: Date) -> Bool {
        take(.guesses, counted.lasting, at: time) == .pass
    }

    /// Counts a notice of a dropped message; false if it must not be sent.
    mutating func takeNotice(_ counted: Counted, at time: Date) -> Bool {
        take(.notices, counted.lasting, at: time) == .pass && take(.allNotices, "", at: time) == .pass
    }

    /// Counts a notice of a declined invitation; false if it must not be sent.
    mutating func takeInvitationNotice(_ counted: Counted, at time: Date) -> Bool {
        take(.invitations, counted.lasting, at: time) == .pass && take(.allInvitations, "", at: time) == .pass
    }

    // MARK: - Fetches

    /// Counts the fetches of one command.
    ///
    /// If it does not pass, nothing is counted.
    mutating func takeFetches(_ count: Int, _ counted: Counted, at time: Date) -> FetchVerdict {
        let wanted = Double(count)
        let own: [(Kind, String?)] = [(.fetches, counted.person), (.hostFetches, counted.host)]
        for (kind, key) in own {
            guard let key else { continue }
            guard level(kind, key, at: time) >= min(wanted, rate(kind).burst) else { return .tooMany }
        }
        let all = rate(.allFetches)
        let isModest = level(.fetches, counted.person, at: time) >= rate(.fetches).burst / 2
        let kept = isModest ? 0 : all.burst / 2
        let missing = min(wanted + kept, all.burst) - level(.allFetches, "", at: time)
        guard missing <= 0 else {
            return .busy(minutes: max(1, Int((missing / all.perMinute).rounded(.up))))
        }
        for (kind, key) in own + [(Kind.allFetches, "")] {
            guard let key else { continue }
            spend(wanted, kind, key, at: time)
        }
        return .pass
    }

    // MARK: - Buckets

    private func rate(_ kind: Kind) -> TokenBucket.Rate { rates[kind] ?? .init(1, 1) }

    private func rate(_ kind: Kind, of key: String) -> TokenBucket.Rate {
        var rate = rate(kind)
        // The limit on guesses is not raised for the shared bucket.
        guard key == Self.strangers(kind), kind != .guesses else { return rate }
        rate.burst *= Self.strangersShare
        rate.perMinute *= Self.strangersShare
        return rate
    }

    /// The key of the shared bucket.
    ///
    /// No person, host or room has this name.
    private static func strangers(_ kind: Kind) -> String { kind.rawValue + "\n" }

    private mutating func level(_ kind: Kind, _ name: String, at time: Date) -> Double {
        let key = key(kind, name, at: time)
        let rate = rate(kind, of: key)
        return buckets[key]?.level(rate, at: time) ?? rate.burst
    }

    private mutating func take(_ kind: Kind, _ name: String, at time: Date) -> TokenBucket.Verdict {
        let key = key(kind, name, at: time)
        let rate = rate(kind, of: key)
        var bucket = buckets[key] ?? TokenBucket(rate, at: time)
        let verdict = bucket.take(rate, at: time)
        buckets[key] = bucket
        return verdict
    }

    private mutating func spend(_ count: Double, _ kind: Kind, _ name: String, at time: Date) {
        let key = key(kind, name, at: time)
        let rate = rate(kind, of: key)
        var bucket = buckets[key] ?? TokenBucket(rate, at: time)
        bucket.spend(count, rate, at: time)
        buckets[key] = bucket
    }

    /// The key of the bucket that counts a name: its own one if there is space, otherwise the shared one.
    private mutating func key(_ kind: Kind, _ name: String, at time: Date) -> String {
        let key = kind.rawValue + name
        if buckets[key] != nil || name.isEmpty || buckets.count < Self.maximumBuckets { return key }
        if crowdedAt.map({ abs(time.timeIntervalSince($0)) >= 1 }) ?? true { forgetFullest(at: time) }
        return buckets.count < Self.maximumBuckets ? key : Self.strangers(kind)
    }

    /// Drops the buckets whose loss gives away least: all full ones, then some that are at least half full.
    private mutating func forgetFullest(at time: Date) {
        var fills: [(key: String, fill: Double)] = []
        for (key, bucket) in buckets {
            guard let kind = Kind(rawValue: String(key.prefix(1))) else { continue }
            let rate = rate(kind, of: key)
            let fill = bucket.level(rate, at: time) / rate.burst
            if fill >= 0.5 { fills.append((key, fill)) }
        }
        fills.sort { $0.fill > $1.fill }
        for (index, entry) in fills.enumerated() {
            guard entry.fill >= 1 || index < Self.maximumBuckets / 10 else { break }
            buckets[entry.key] = nil
        }
        crowdedAt = fills.isEmpty ? time : nil
    }
}
