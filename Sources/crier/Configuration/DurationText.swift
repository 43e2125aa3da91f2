/// Durations as people write them: `90s`, `30m`, `12h`, `7d`, `1.5s`.
enum DurationText {
    /// Seconds; nil when it is no duration.
    static func seconds(_ text: String) -> Double? {
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        guard let unit = text.last, let factor = units[unit], let count = Double(text.dropLast()),
            count.isFinite, count >= 0
        else { return nil }
        return count * factor
    }

    /// Seconds as they are written: `60s`, `0.05s`.
    static func text(_ seconds: Double) -> String { Int(exactly: seconds).map { "\($0)s" } ?? "\(seconds)s" }
}
