import Foundation

/// Dates without meaning: from before feeds existed, or the same on every entry.
enum UselessDates {
    /// The beginning of 1990, in Unix seconds.
    private static let earliest: Int64 = 631_152_000
    /// This many entries with one date more than a day old: the program that writes the feed uses a constant.
    private static let constantCount = 3

    /// The entries without such dates; the time of an undated entry is when it was first seen.
    static func removed(from entries: [NewArticle], now: Int64) -> [NewArticle] {
        let dates = entries.compactMap { $0.publishedAt?.unixSeconds }
        let isConstant =
            dates.count == entries.count && dates.count >= constantCount && Set(dates).count == 1
            && dates[0] < now - 86_400
        guard isConstant || dates.contains(where: { $0 < earliest }) else { return entries }
        return entries.map { entry in
            guard let date = entry.publishedAt?.unixSeconds, isConstant || date < earliest else { return entry }
            var undated = entry
            undated.publishedAt = nil
            return undated
        }
    }
}
