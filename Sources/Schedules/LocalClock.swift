package import Foundation
internal import TimeArithmetic

/// Converts between instants and the local days and minutes of a time zone.
package enum LocalClock {
    /// The local day, counted from 1970-01-01, and the minutes since local midnight.
    package static func reading(of time: Date, in zone: TimeZone) -> (day: Int, minute: Int) {
        let seconds = utcSeconds(time) + zone.secondsFromGMT(for: time)
        let day = CivilDate.dayNumber(ofSecond: seconds)
        return (day, (seconds - day * 86400) / 60)
    }

    /// The first instant of a local minute; if summer time skips that minute, the first instant after the gap.
    package static func instant(day: Int, minute: Int, in zone: TimeZone) -> Date {
        let local = day * 86400 + minute * 60
        let before = zone.secondsFromGMT(for: date(local - 86400))
        let after = zone.secondsFromGMT(for: date(local + 86400))
        let candidates = [local - max(before, after), local - min(before, after)]
        for candidate in candidates where candidate + zone.secondsFromGMT(for: date(candidate)) == local {
            return date(candidate)
        }
        // The minute is skipped: find the second of the jump.
        var low = candidates[0]
        var high = candidates[1]
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if middle + zone.secondsFromGMT(for: date(middle)) < local { low = middle } else { high = middle }
        }
        return date(high)
    }

    /// For example `2026-11-21T07:30`.
    static func name(day: Int, minute: Int) -> String {
        "\(CivilDate(dayNumber: day))T\(two(minute / 60)):\(two(minute % 60))"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }

    private static func utcSeconds(_ time: Date) -> Int {
        Int(min(max(time.timeIntervalSince1970, -1e11), 1e11).rounded(.down))
    }
}
