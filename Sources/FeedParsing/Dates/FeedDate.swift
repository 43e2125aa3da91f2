internal import TimeArithmetic

/// Parses the dates in feeds: RFC 822, RFC 850, RFC 3339, ISO 8601, asctime and many variants.
enum FeedDate {
    private static let limit = 120
    /// Smaller numbers are years of an era or empty dates; nothing on the web is older.
    static let firstYear = 1_900

    /// Unix seconds; nil when the text is not a date.
    ///
    /// A time without a zone is UTC.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        let text = bytes.trimmed()
        guard !text.isEmpty else { return nil }
        if text.prefix(limit).contains(where: { $0 >= 0x80 }) {
            return PlainDate.of(text.prefix(limit)).withUnsafeBufferPointer { read($0.trimmed()) }
        }
        return read(text)
    }

    private static func read(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard !text.isEmpty else { return nil }
        if let exact = isoDate(text) { return exact }
        if let week = ISOWeek(text) { return week.seconds }
        var parser = DateTokens(UnsafeBufferPointer(rebasing: text.prefix(limit)))
        return parser.parse()
    }

    static func parse(_ text: String) -> Int64? {
        var text = text
        return text.withUTF8 { parse($0) }
    }

    /// Unix seconds of a civil date in UTC; nil for dates that do not exist.
    static func seconds(
        _ year: Int,
        _ month: Int,
        _ day: Int,
        hour: Int = 0,
        minute: Int = 0,
        second: Int = 0
    ) -> Int64? {
        guard let date = CivilDate(year: year, month: month, day: day), (0...24).contains(hour),
            (0...59).contains(minute), (0...60).contains(second),
            hour < 24 || (minute == 0 && second == 0)
        else { return nil }
        return Int64(CivilDate.second(ofDay: date.dayNumber, hour: hour, minute: minute, second: second))
    }

    /// A fast path for the most common form: `2026-11-21T03:51:19[.123](Z|±hh:mm)`.
    private static func isoDate(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard text.count >= 20, text[4] == 0x2d, text[7] == 0x2d, text[10] == 0x54, text[13] == 0x3a, text[16] == 0x3a,
            let year = number(text, 0, 4), year >= firstYear, let month = number(text, 5, 2),
            let day = number(text, 8, 2),
            let hour = number(text, 11, 2), let minute = number(text, 14, 2), let second = number(text, 17, 2),
            let local = seconds(year, month, day, hour: hour, minute: minute, second: second)
        else { return nil }
        var index = 19
        if text[index] == UInt8(ascii: ".") {
            index += 1
            while index < text.count, text[index].isASCIIDigit { index += 1 }
        }
        guard index < text.count else { return nil }
        if text[index] == UInt8(ascii: "Z"), index + 1 == text.count { return local }
        guard text.count == index + 6, text[index] == 0x2b || text[index] == 0x2d, text[index + 3] == 0x3a,
            let hours = number(text, index + 1, 2), let minutes = number(text, index + 4, 2), minutes < 60, hours < 24
        else { return nil }
        let offset = Int64(hours * 3_600 + minutes * 60)
        return text[index] == 0x2b ? local - offset : local + offset
    }

    static func number(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int) -> Int? {
        var value = 0
        for index in start..<(start + count) {
            guard text[index].isASCIIDigit else { return nil }
            value = value * 10 + Int(text[index] - 0x30)
        }
        return value
    }
}

/// Formats Unix seconds as RFC 3339 in UTC.
enum DateText {
    static func rfc3339(_ seconds: Int64) -> String {
        let day = CivilDate(dayNumber: CivilDate.dayNumber(ofSecond: Int(seconds)))
        return "\(day)T\(CivilDate.clock(ofSecond: Int(seconds)))Z"
    }
}

/// Replaces digits and signs of other scripts in dates by ASCII.
enum PlainDate {
    static func of(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
        var plain: [UInt8] = []
        plain.reserveCapacity(text.count)
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            // Full-width digits and the full-width signs between them.
            case 0xff10...0xff19: plain.append(UInt8(scalar.value - 0xff10) + 0x30)
            case 0xff0d, 0xff0e, 0xff0f, 0xff1a: plain.append(UInt8(scalar.value - 0xff0d) + 0x2d)
            // Minus and similar hyphens.
            case 0x2212, 0x2010, 0x2011: plain.append(UInt8(ascii: "-"))
            case 0xa0, 0x2007, 0x2009, 0x202f, 0x3000: plain.append(0x20)
            default: plain += String(scalar).utf8
            }
        }
        return plain
    }
}
