internal import Foundation
internal import NewsModel

/// Commands a minute, per person and per room.
struct RateLimits {
    private let person: TokenBucket.Rate
    private let room: TokenBucket.Rate
    private var buckets: [String: TokenBucket] = [:]
    /// Beyond it, full buckets are forgotten: names that were never seen again.
    private static let maximumBuckets = 5_000

    init(person: TokenBucket.Rate, room: TokenBucket.Rate) {
        self.person = person
        self.room = room
    }

    /// Counts one command of a person, and of a room when it was said in one.
    mutating func take(person personKey: String, room roomKey: String?, at time: Date) -> TokenBucket.Verdict {
        if buckets.count >= Self.maximumBuckets { forgetIdle(at: time) }
        let verdict = take("p " + personKey, person, at: time)
        guard verdict == .pass, let roomKey else { return verdict }
        return take("r " + roomKey, room, at: time)
    }

    private mutating func take(_ key: String, _ rate: TokenBucket.Rate, at time: Date) -> TokenBucket.Verdict {
        var bucket = buckets[key] ?? TokenBucket(rate, at: time)
        let verdict = bucket.take(rate, at: time)
        buckets[key] = bucket
        return verdict
    }

    private mutating func forgetIdle(at time: Date) {
        buckets = buckets.filter { !$0.value.isFull($0.key.hasPrefix("p ") ? person : room, at: time) }
        // So many busy strangers at once are an attack: start afresh rather than grow.
        if buckets.count >= Self.maximumBuckets { buckets.removeAll(keepingCapacity: true) }
    }
}
