package import Foundation
package import Storage
internal import TimeArithmetic

/// Computes when a feed is checked next.
///
/// After news the next check follows the feed's own rhythm, at most `interval` later. Each check without news makes
/// the wait a quarter longer. The wait is never shorter than the publisher's hints (ttl, Cache-Control, Expires),
/// each up to `ceiling`, and never shorter than Retry-After, up to `longestBackOff`. An interval set by the operator
/// overrides the hints but not Retry-After; what followers ask for overrides none, and is at least `askedFloor`.
package struct CheckInterval: Hashable, Sendable {
    /// Seconds between checks while the rhythm is unknown.
    package var interval: Double
    package var floor: Double
    /// Seconds; what followers ask for is never shorter.
    package var askedFloor: Double

    /// Seconds; the longest wait, except after failures, for Retry-After, or for a longer interval that was asked for.
    package static let ceiling: Double = 12 * 3_600
    package static let longestBackOff: Double = 24 * 3_600
    private static let growth = 1.25
    /// The wait for a quiet feed grows to this many intervals at most.
    private static let quietIntervals: Double = 24

    package init(interval: Double, floor: Double, askedFloor: Double = 0) {
        self.floor = max(floor, 1)
        self.askedFloor = askedFloor
        self.interval = max(interval, self.floor)
    }

    /// What one answer and the settings say about the time of the next request.
    package struct Hints: Hashable, Sendable {
        /// Seconds, as the feed's document asks.
        package var timeToLive: Double?
        /// Seconds of freshness by the HTTP headers.
        package var freshness: Double?
        package var retryAfter: Date?
        /// The interval that the operator or the followers have chosen.
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
        hints: Hints = Hints(),
        jitter: Double,
        now: Date
    ) -> Date {
        let own = adaptive(hasNews: hasNews, published: published, previous: previous)
        var wait = own
        if let asked = hints.asked {
            let seconds = asked.isOperators ? asked.seconds : max(asked.seconds, askedFloor)
            wait = asked.allowsSooner ? min(seconds, own) : seconds
        }
        // The operator's interval overrides the publisher's hints. A follower's interval does not.
        if hints.asked?.isOperators != true {
            for hint in [hints.timeToLive, hints.freshness] {
                wait = max(wait, min(finiteOrZero(hint), Self.ceiling))
            }
        }
        wait = min(max(wait, floor), max(Self.ceiling, floor, hints.asked?.seconds ?? 0))
        wait += wait * 0.1 * min(max(jitter, 0), 1)
        let earliest = now.addingTimeInterval(wait)
        let time = hints.asked?.isOperators == true ? earliest : hints.nextAllowedTime(from: earliest)
        return later(time, hints.retryAfter, now)
    }

    /// The next check after `failures` failures in a row, at least 1.
    package func next(afterFailures failures: Int, retryAfter: Date? = nil, jitter: Double, now: Date) -> Date {
        let wait = BackOff(first: interval, longest: Self.longestBackOff / 1.25).wait(after: failures)
        let spread = wait * 0.25 * min(max(jitter, 0), 1)
        return later(now.addingTimeInterval(max(wait + spread, floor)), retryAfter, now)
    }

    private func adaptive(hasNews: Bool, published: [Date], previous: Double?) -> Double {
        let quiet = min(Self.ceiling, interval * Self.quietIntervals)
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

    private func finiteOrZero(_ seconds: Double?) -> Double {
        guard let seconds, seconds.isFinite else { return 0 }
        return seconds
    }

    /// Rounds up to whole seconds, as times are stored; rounding down would undercut the floor.
    private func later(_ time: Date, _ retryAfter: Date?, _ now: Date) -> Date {
        let latest = now.addingTimeInterval(Self.longestBackOff)
        let asked = min(retryAfter ?? time, latest)
        return Date(timeIntervalSince1970: max(time, asked).timeIntervalSince1970.rounded(.up))
    }
}

extension CheckInterval.Hints {
    /// The first moment from `time` on outside the hours and days the feed skips (RSS 2.0, skipHours and skipDays).
    func nextAllowedTime(from time: Date) -> Date {
        guard !skipHours.isEmpty || !skipDays.isEmpty, skipHours.count < 24, skipDays.count < 7 else { return time }
        var seconds = time.timeIntervalSince1970
        // A week has 168 hours, and not all of them are skipped.
        for _ in 0..<168 {
            let hour = Int((seconds / 3_600).rounded(.down))
            let day = CivilDate.dayNumber(ofSecond: Int(seconds))
            // RSS counts from Sunday.
            let weekday = (CivilDate.weekday(ofDay: day) + 1) % 7
            let isSkipped = skipHours.contains(((hour % 24) + 24) % 24) || skipDays.contains(weekday)
            guard isSkipped else { break }
            seconds = Double(hour + 1) * 3_600
        }
        return Date(timeIntervalSince1970: seconds)
    }
}
