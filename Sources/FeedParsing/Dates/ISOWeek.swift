internal import TimeArithmetic

/// A date with a week number (ISO 8601): `2024-W06-1`, `2024W061`, `2024-W06`.
struct ISOWeek {
    /// Unix seconds; nil when the year does not have this week or day.
    let seconds: Int64?

    /// Nil when the text does not have this form.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        guard text.count >= 7, text.count <= 10, let year = FeedDate.number(text, 0, 4) else { return nil }
        let hyphen = UInt8(ascii: "-")
        var index = text[4] == hyphen ? 5 : 4
        guard text[index] == UInt8(ascii: "W"), index + 3 <= text.count, let week = FeedDate.number(text, index + 1, 2)
        else { return nil }
        index += 3
        var day = 1
        if index < text.count {
            if text[index] == hyphen { index += 1 }
            guard index + 1 == text.count, let found = FeedDate.number(text, index, 1) else { return nil }
            day = found
        }
        // The fourth of January is always in the first week.
        guard year >= FeedDate.firstYear, (1...53).contains(week), (1...7).contains(day),
            let fourth = CivilDate(year: year, month: 1, day: 4)?.dayNumber
        else {
            seconds = nil
            return
        }
        let monday = fourth - CivilDate.weekday(ofDay: fourth)
        seconds = Int64(CivilDate.second(ofDay: monday + (week - 1) * 7 + day - 1))
    }
}
