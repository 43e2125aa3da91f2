/// Reads and writes durations: `90s`, `30m`, `12h`, `7d`, `1.5s`.
enum DurationText {
    /// The duration in seconds; nil if the text is not a duration.
    static func seconds(_ text: String) -> Double? {
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        guard let unit = text.last, let factor = units[unit], let count = Double(text.dropLast()),
            count.isFinite, count >= 0
        else { return nil }
        return count * factor
    }

    /// The text of a duration in seconds: `60s`, `0.05s`.
    static func text(_ seconds: Double) -> String { Int(exactly: seconds).map { "\($0)s" } ?? "\(seconds)s" }
}

/// Reads sizes: `500KB`, `200MB`, `10GB`, `1.5GB`.
///
/// One KB is 1000 bytes.
enum SizeText {
    /// The size in bytes; nil if the text is not a size or far too large.
    static func bytes(_ text: String) -> Int? {
        let units = [("KB", 1e3), ("MB", 1e6), ("GB", 1e9), ("TB", 1e12), ("", 1)]
        let written = text.uppercased().filter { $0 != " " }
        guard let (unit, factor) = units.first(where: { written.hasSuffix($0.0) }),
            let count = Double(written.dropLast(unit.count)), count.isFinite, count >= 0, count * factor < 1e18,
            !unit.isEmpty || count == 0
        else { return nil }
        return Int(count * factor)
    }
}
