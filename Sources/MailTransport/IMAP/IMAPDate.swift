internal import Glibc
internal import TimeArithmetic

/// Dates and times in IMAP's format (RFC 3501, `date` and `date-time`).
enum IMAPDate {
    /// The day that many days before a Unix time, in UTC: `1-Feb-2026`.
    static func day(_ days: Int, before time: Int) -> String {
        let date = CivilDate(dayNumber: CivilDate.dayNumber(ofSecond: time) - min(max(0, days), 36_500))
        return "\(date.day)-\(CivilDate.monthAbbreviations[date.month - 1])-\(date.year)"
    }

    /// The Unix time of `17-Jul-1996`, `02:44:25` and `-0700`; case does not matter.
    static func time(_ day: String, _ clock: String, zone: String) -> Int? {
        let dayParts = day.split(separator: "-")
        let clockParts = clock.split(separator: ":").map { Int($0) ?? -1 }
        guard dayParts.count == 3, clockParts.count == 3, zone.utf8.count == 5,
            let date = Int(dayParts[0]), (1...31).contains(date),
            let month = CivilDate.monthAbbreviations.firstIndex(where: { $0.uppercased() == dayParts[1].uppercased() }),
            let year = Int(dayParts[2]), (1970...9999).contains(year),
            (0...23).contains(clockParts[0]), (0...59).contains(clockParts[1]), (0...60).contains(clockParts[2]),
            let offset = Int(zone.dropFirst()), (0...2359).contains(offset), let sign = zone.first, "+-".contains(sign)
        else { return nil }
        let days = CivilDate.dayNumber(year: year, month: month + 1, day: date)
        let seconds = CivilDate.second(
            ofDay: days,
            hour: clockParts[0],
            minute: clockParts[1],
            second: clockParts[2]
        )
        let ahead = CivilDate.minutes(ofOffset: offset) * 60
        return sign == "-" ? seconds + ahead : seconds - ahead
    }

    static var now: Int { Glibc.time(nil) }
}
