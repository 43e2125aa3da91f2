internal import struct Foundation.Date
internal import TimeArithmetic

/// The `time` tag of IRCv3 server-time: `2026-11-21T07:30:00.123Z`.
enum ServerTime {
    static func date(_ text: String) -> Date? {
        let numbers = text.utf8.split { !(0x30...0x39).contains($0) }.map { digits in
            digits.prefix(9).reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
        guard numbers.count >= 6, text.utf8.last == UInt8(ascii: "Z") else { return nil }
        let (year, month, day) = (numbers[0], numbers[1], numbers[2])
        guard (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
            numbers[3] < 24, numbers[4] < 60, numbers[5] <= 60
        else { return nil }
        let days = CivilDate.dayNumber(year: year, month: month, day: day)
        let seconds = CivilDate.second(ofDay: days, hour: numbers[3], minute: numbers[4], second: numbers[5])
        let milliseconds = numbers.count > 6 ? Double(numbers[6] % 1_000) / 1_000 : 0
        return Date(timeIntervalSince1970: Double(seconds) + milliseconds)
    }
}
