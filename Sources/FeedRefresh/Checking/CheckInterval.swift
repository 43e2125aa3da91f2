package import Foundation
package import Storage

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
        /// What people want instead of the feed's own rhythm.
        package var asked: AskedInterval?
        /// Hours of the UTC day (0–23), and days of the week (0 is Sunday), in which nothing appears.
        package var skipHours: Set<Int> = []
        package var skipDays: Set<Int> = []

        package init(
            timeToLive: Double? = nil,
            freshness: Double? = nil,
            retryAfter: Date? = nil,
            asked: AskedInterval? = nil
        ) {
            self.timeToLive = timeToLive
            self.freshness = freshness
            self.retryAfter = retryAfter
            self.asked = asked
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
        let own = adaptive(hasNews: hasNews, published: published, previous: previous)
        var wait = wishes.asked.map { $0.allowsSooner ? min($0.seconds, own) : $0.seconds } ?? own
        // The operator answers for an interval of their own; anybody else's wish is below the publisher's.
        if wishes.asked?.isOperators != true {
            for wish in [wishes.timeToLive, wishes.freshness] {
                wait = max(wait, min(sane(wish), Self.ceiling))
            }
        }
        wait = min(max(wait, floor), max(Self.ceiling, floor, wishes.asked?.seconds ?? 0))
        wait += wait * 0.1 * min(max(jitter, 0), 1)
        let time = wishes.asked == nil ? wishes.awake(now.addingTimeInterval(wait)) : now.addingTimeInterval(wait)
        return later(time, wishes.retryAfter, now)
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

extension CheckInterval.Wishes {
    /// The first moment from `time` on that is in no hour or day the feed skips (RSS 2.0, skipHours and skipDays).
    func awake(_ time: Date) -> Date {
        guard !skipHours.isEmpty || !skipDays.isEmpty, skipHours.count < 24, skipDays.count < 7 else { return time }
        var seconds = time.timeIntervalSince1970
        // A week has 168 hours, and not all of them are skipped.
        for _ in 0..<168 {
            let hour = Int((seconds / 3_600).rounded(.down))
            let day = Int((seconds / 86_400).rounded(.down))
            // The first day of 1970 was a Thursday.
            let isSkipped = skipHours.contains(((hour % 24) + 24) % 24) || skipDays.contains((((day + 4) % 7) + 7) % 7)
            guard isSkipped else { break }
            seconds = Double(hour + 1) * 3_600
        }
        return Date(timeIntervalSince1970: seconds)
    }
}
