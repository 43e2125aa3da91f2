internal import Foundation
internal import NewsModel

/// Commands a minute, per person and per room, and strangers' sites a person may have asked.
struct RateLimits {
    private let person: TokenBucket.Rate
    private let room: TokenBucket.Rate
    private let fetches: TokenBucket.Rate
    /// Codes of other people's that somebody may try.
    private static let guesses = TokenBucket.Rate(burst: 5, perMinute: 0.5)
    /// Lines of mails, which come ten at a time.
    private static let mailed = TokenBucket.Rate(burst: 60, perMinute: 10)
    private var buckets: [String: TokenBucket] = [:]
    /// Beyond it, full buckets are forgotten: names that were never seen again.
    private static let maximumBuckets = 5_000

    init(
        person: TokenBucket.Rate,
        room: TokenBucket.Rate,
        fetches: TokenBucket.Rate = TokenBucket.Rate(burst: 20, perMinute: 6)
    ) {
        self.person = person
        self.room = room
        self.fetches = fetches
    }

    /// Counts one command of a person, and of a room when it was said in one.
    mutating func take(person personKey: String, room roomKey: String?, at time: Date) -> TokenBucket.Verdict {
        if buckets.count >= Self.maximumBuckets { forgetIdle(at: time) }
        let verdict = take("p " + personKey, person, at: time)
        guard verdict == .pass, let roomKey else { return verdict }
        return take("r " + roomKey, room, at: time)
    }

    /// Counts one line of a person's mail.
    mutating func takeMailed(person personKey: String, at time: Date) -> TokenBucket.Verdict {
        if buckets.count >= Self.maximumBuckets { forgetIdle(at: time) }
        return take("m " + personKey, Self.mailed, at: time)
    }

    /// Counts the sites one command asks; false when that is too many, and then none is counted.
    mutating func takeFetches(_ count: Int, of personKey: String, at time: Date) -> Bool {
        if buckets.count >= Self.maximumBuckets { forgetIdle(at: time) }
        let key = "f " + personKey
        var bucket = buckets[key] ?? TokenBucket(fetches, at: time)
        for _ in 0..<count {
            guard bucket.take(fetches, at: time) == .pass else { return false }
        }
        buckets[key] = bucket
        return true
    }

    /// Counts a code that somebody typed; false when it is not to be looked at.
    mutating func takeGuess(of personKey: String, at time: Date) -> Bool {
        if buckets.count >= Self.maximumBuckets { forgetIdle(at: time) }
        return take("g " + personKey, Self.guesses, at: time) == .pass
    }

    private mutating func take(_ key: String, _ rate: TokenBucket.Rate, at time: Date) -> TokenBucket.Verdict {
        var bucket = buckets[key] ?? TokenBucket(rate, at: time)
        let verdict = bucket.take(rate, at: time)
        buckets[key] = bucket
        return verdict
    }

    private mutating func forgetIdle(at time: Date) {
        buckets = buckets.filter { key, bucket in
            let rate =
                switch key.first {
                case "p": person
                case "f": fetches
                case "g": Self.guesses
                case "m": Self.mailed
                default: room
                }
            return !bucket.isFull(rate, at: time)
        }
        // So many busy strangers at once are an attack: start afresh rather than grow.
        if buckets.count >= Self.maximumBuckets { buckets.removeAll(keepingCapacity: true) }
    }
}
