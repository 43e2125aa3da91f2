/// Times of day without a time zone, as the formats of dates count them.
extension CivilDate {
    /// The days of the week as mail writes them (RFC 5322), Monday first.
    package static let weekdayAbbreviations = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    /// The seconds since 1970 of a time on a day.
    package static func second(ofDay dayNumber: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) -> Int {
        dayNumber * 86_400 + hour * 3_600 + minute * 60 + second
    }

    /// The minutes of a zone's offset that is written as hours and minutes: 530 is 330 minutes.
    package static func minutes(ofOffset hoursAndMinutes: Int) -> Int {
        hoursAndMinutes / 100 * 60 + hoursAndMinutes % 100
    }

    /// The time of day of a second since 1970: `07:05:09`.
    package static func clock(ofSecond second: Int) -> String {
        let rest = second - dayNumber(ofSecond: second) * 86_400
        return [rest / 3_600, rest / 60 % 60, rest % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
