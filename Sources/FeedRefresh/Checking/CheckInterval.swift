package import Foundation

/// When a feed is asked again.
///
/// After news a feed is asked at its own rhythm, at most `interval` later; each check without news makes the wait a
/// quarter longer. What the publisher asks for (ttl, Cache-Control, Expires, Retry-After) is never undercut.
package struct CheckInterval: Hashable, Sendable {
    /// Seconds between checks while the rhythm is unknown.
    package var interval: Double
    package var floor: Double

    /// Seconds; nobody waits longer, but for failures and Retry-After.
    package static let ceiling: Double = 12 * 3_600
    package static let longestBackOff: Double = 24 * 3_600
    private static let growth = 1.25
    /// A quiet feed is still asked this often, in intervals: with a short interval a bot stays lively.
    private static let quietest: Double = 24

    package init(interval: Double, floor: Double) {
        self.floor = max(floor, 1)
        self.interval = max(interval, self.floor)
    }

    /// What one answer says about the time of the next request.
    package struct Wishes: Hashable, Sendable {
        /// Seconds, by the feed's own word.
        package var timeToLive: Double?
        /// Seconds of freshness by the HTTP headers.
        package var freshness: Double?
        package var retryAfter: Date?

        package init(timeToLive: Double? = nil, freshness: Double? = nil, retryAfter: Date? = nil) {
            self.timeToLive = timeToLive
            self.freshness = freshness
            self.retryAfter = retryAfter
        }
    }

    /// The next check after an answer.
    ///
    /// `published` are the dates of the newest document's entries, empty after "not modified". `previous` is the
    /// last wait in seconds. `jitter`, 0 up to 1, spreads feeds that would be asked in step.
    package func next(
        hasNews: Bool,
        published: [Date] = [],
        previous: Double? = nil,
        wishes: Wishes = Wishes(),
        jitter: Double,
        now: Date
    ) -> Date {
        var wait = adaptive(hasNews: hasNews, published: published, previous: previous)
        for wish in [wishes.timeToLive, wishes.freshness] {
            wait = max(wait, min(sane(wish), Self.ceiling))
        }
        wait = min(max(wait, floor), max(Self.ceiling, floor))
        wait += wait * 0.1 * min(max(jitter, 0), 1)
        return later(now.addingTimeInterval(wait), wishes.retryAfter, now)
    }

    /// The next check after `failures` failures in a row, at least 1.
    package func next(afterFailures failures: Int, retryAfter: Date? = nil, jitter: Double, now: Date) -> Date {
        let doublings = Double(min(max(failures, 1) - 1, 30))
        let wait = min(interval * pow(2, doublings), Self.longestBackOff / 1.25)
        let spread = wait * 0.25 * min(max(jitter, 0), 1)
        return later(now.addingTimeInterval(max(wait + spread, floor)), retryAfter, now)
    }

    private func adaptive(hasNews: Bool, published: [Date], previous: Double?) -> Double {
        let quiet = min(Self.ceiling, interval * Self.quietest)
        let rhythm = Self.typicalGap(of: published).map { min(max($0 / 2, floor), quiet) }
        guard !hasNews, let previous, previous > 0 else { return min(rhythm ?? interval, interval) }
        return min(max(previous, floor) * Self.growth, max(rhythm ?? quiet, interval))
    }

    /// The median of the gaps between the newest entries, in seconds; nil when there are too few to tell.
    static func typicalGap(of published: [Date]) -> Double? {
        let newest = Array(Set(published)).sorted(by: >).prefix(20)
        guard newest.count >= 3 else { return nil }
        let gaps = zip(newest, newest.dropFirst()).map { $0.timeIntervalSince($1) }.sorted()
        return gaps[gaps.count / 2]
    }

    private func sane(_ seconds: Double?) -> Double {
        guard let seconds, seconds.isFinite else { return 0 }
        return seconds
    }

    /// Whole seconds, rounded up: times are stored so, and early would be below the floor.
    private func later(_ time: Date, _ retryAfter: Date?, _ now: Date) -> Date {
        let latest = now.addingTimeInterval(Self.longestBackOff)
        let asked = min(retryAfter ?? time, latest)
        return Date(timeIntervalSince1970: max(time, asked).timeIntervalSince1970.rounded(.up))
    }
}
