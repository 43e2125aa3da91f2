import Foundation

/// Dates without meaning: from before feeds existed, or the same on every entry.
struct UselessDates: Sendable {
    /// The beginning of 1990, in Unix seconds.
    private static let earliest: Int64 = 631_152_000
    /// This many entries with one date more than a day old: the program that writes the feed uses a constant.
    private static let constantCount = 3

    private let isConstant: Bool

    /// - Parameter dates: those of all entries of a document, in Unix seconds.
    init(among dates: [Int64?], now: Int64) {
        let known = dates.compactMap(\.self)
        isConstant =
            known.count == dates.count && known.count >= Self.constantCount && Set(known).count == 1
            && known[0] < now - 86_400
    }

    func contains(_ date: Int64) -> Bool { isConstant || date < Self.earliest }

    /// The entries without such dates; the time of an undated entry is when it was first seen.
    static func removed(from entries: [NewArticle], now: Int64) -> [NewArticle] {
        let dates = entries.map { $0.publishedAt?.unixSeconds }
        let useless = UselessDates(among: dates, now: now)
        guard dates.contains(where: { $0.map(useless.contains) ?? false }) else { return entries }
        return zip(entries, dates).map { entry, date in
            guard let date, useless.contains(date) else { return entry }
            var undated = entry
            undated.publishedAt = nil
            return undated
        }
    }
}
