internal import TimeArithmetic

/// Formats Unix seconds as RFC 3339 in UTC.
enum DateText {
    static func rfc3339(_ seconds: Int64) -> String {
        let days = CivilDate.dayNumber(ofSecond: Int(seconds))
        let rest = Int(seconds) - days * 86_400
        let time = [rest / 3_600, rest / 60 % 60, rest % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(CivilDate(dayNumber: days))T\(time.joined(separator: ":"))Z"
    }
}
