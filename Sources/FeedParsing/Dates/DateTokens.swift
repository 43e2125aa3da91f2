internal import TimeArithmetic

/// The general date parser, which accepts words and numbers in any order.
struct DateTokens {
    private struct Number {
        var value: Int
        var digits: Int
        var separator: UInt8
    }

    private let text: UnsafeBufferPointer<UInt8>
    private var index = 0
    private var numbers: [Number] = []
    private var year: Int?
    private var month: Int?
    private var day: Int?
    private var time: (hour: Int, minute: Int, second: Int)?
    private var zoneMinutes: Int?
    private var zoneSign = 0
    private var half = DateWords.Half.none
    /// The year before the first year of the named era.
    private var era: Int?

    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
    }

    mutating func parse() -> Int64? {
        while index < text.count {
            let byte = text[index]
            if byte.isASCIIDigit {
                guard readNumber() else { return nil }
            } else if byte.isASCIILetter || byte >= 0x80 {
                readWord()
            } else {
                if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"), time != nil || zoneMinutes != nil {
                    zoneSign = byte == UInt8(ascii: "+") ? 1 : -1
                } else if byte == UInt8(ascii: "(") && zoneMinutes != nil {
                    // A comment: `+0200 (CEST)`.
                    break
                } else if byte != 0x20 || zoneSign == 0 {
                    zoneSign = 0
                }
                index += 1
            }
        }
        return assembled()
    }

    // MARK: - Numbers

    private mutating func readNumber() -> Bool {
        let start = index
        var value = 0
        while index < text.count, text[index].isASCIIDigit {
            guard index - start < 15 else { return false }
            value = value * 10 + Int(text[index] - 0x30)
            index += 1
        }
        let digits = index - start
        let next = index < text.count ? text[index] : 0
        if zoneSign != 0, digits <= 4 {
            readOffset(value, digits, next)
        } else if digits <= 2, time == nil, isTimeMark(next) {
            readTime(hour: value)
        } else if time == nil, digits == 6 || digits == 4, afterT(start), year != nil || !numbers.isEmpty {
            time = digits == 6 ? (value / 10_000, value / 100 % 100, value % 100) : (value / 100, value % 100, 0)
            skipFraction()
        } else {
            return storeNumber(value, digits, start)
        }
        return true
    }

    private func isTimeMark(_ next: UInt8) -> Bool {
        guard index + 1 < text.count, text[index + 1].isASCIIDigit else { return false }
        return next == UInt8(ascii: ":") || next == UInt8(ascii: "h") || next == UInt8(ascii: "H")
            || (next == UInt8(ascii: ".") && month != nil && numbers.count >= 2)
    }

    private func afterT(_ start: Int) -> Bool { start > 0 && text[start - 1] | 0x20 == UInt8(ascii: "t") }

    /// After the hour: `:51`, `:51:19`, `:51:19.123`, `h30`.
    private mutating func readTime(hour: Int) {
        index += 1
        let minute = twoDigits() ?? 60
        var second = 0
        if index + 1 < text.count, text[index] == UInt8(ascii: ":") || text[index] == UInt8(ascii: "."),
            text[index + 1].isASCIIDigit
        {
            index += 1
            second = twoDigits() ?? 0
            skipFraction()
        }
        time = (hour, minute, second)
    }

    private mutating func twoDigits() -> Int? {
        var value = 0
        let start = index
        while index < text.count, index - start < 2, text[index].isASCIIDigit {
            value = value * 10 + Int(text[index] - 0x30)
            index += 1
        }
        return index > start ? value : nil
    }

    private mutating func skipFraction() {
        guard index + 1 < text.count,
            text[index] == UInt8(ascii: ".") || text[index] == UInt8(ascii: ",") || text[index] == UInt8(ascii: ":"),
            text[index + 1].isASCIIDigit
        else { return }
        index += 1
        while index < text.count, text[index].isASCIIDigit { index += 1 }
    }

    /// `+0200`, `+02:00`, `+2`, `+530`.
    private mutating func readOffset(_ value: Int, _ digits: Int, _ next: UInt8) {
        var minutes = digits <= 2 ? value * 60 : CivilDate.minutes(ofOffset: value)
        if digits <= 2, next == UInt8(ascii: ":"), index + 1 < text.count, text[index + 1].isASCIIDigit {
            index += 1
            minutes += twoDigits() ?? 0
        }
        if minutes <= 18 * 60 { zoneMinutes = zoneSign * minutes }
        zoneSign = 0
    }

    private mutating func storeNumber(_ value: Int, _ digits: Int, _ start: Int) -> Bool {
        switch digits {
        case 8 where numbers.isEmpty && value > 10_000_000:
            (year, month, day) = (value / 10_000, value / 100 % 100, value % 100)
        case 14 where numbers.isEmpty:
            let date = value / 1_000_000
            (year, month, day) = (date / 10_000, date / 100 % 100, date % 100)
            time = (value / 10_000 % 100, value / 100 % 100, value % 100)
        case 9...10, 12...13:
            // Unix time. The text contains nothing else.
            guard digits == text.count, digits == 10 || digits == 13 else { return false }
            numbers = [Number(value: value, digits: digits, separator: 0)]
        case 1...4:
            guard numbers.count < 6 else { return false }
            numbers.append(Number(value: value, digits: digits, separator: start > 0 ? text[start - 1] : 0))
        default: return false
        }
        return true
    }

    // MARK: - Words

    private mutating func readWord() {
        let start = index
        while index < text.count, text[index].isASCIILetter || text[index] >= 0x80 { index += 1 }
        let word = UnsafeBufferPointer(rebasing: text[start..<index])
        if word.count == 1, readDottedHalf(word[0] | 0x20) { return }
        switch DateWords.meaning(of: word) {
        case .month(let number): month = month ?? number
        case .half(let which): half = which
        case .zone(let minutes) where time != nil: zoneMinutes = zoneMinutes ?? minutes
        case .era(let before): era = before
        case .firstYear(let before): year = before + 1
        case .year: if let number = numbers.popLast() { year = markedYear(number) }
        // Without a number before it, it is a day of the week: `(月)`, `(日)`.
        case .monthNumber: month = numbers.popLast()?.value ?? month
        case .day: day = numbers.popLast()?.value ?? day
        case .hour: if let hour = numbers.popLast() { time = (hour.value, 0, 0) }
        case .minute: if let minute = numbers.popLast(), let hour = time?.hour { time = (hour, minute.value, 0) }
        case .second:
            if let second = numbers.popLast(), let before = time { time = (before.hour, before.minute, second.value) }
        case .zone, .other: break
        }
    }

    /// In `6年` after an era it is a year of the era; a bare `24年` is 2024.
    private func markedYear(_ number: Number) -> Int {
        if let era, number.digits <= 3 { return era + number.value }
        return number.digits == 2 ? Self.century(number.value) : number.value
    }

    /// Reads morning or afternoon with dots, as in `p.m.` or `a. m.`.
    private mutating func readDottedHalf(_ letter: UInt8) -> Bool {
        guard time != nil, letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p") else { return false }
        var next = index
        guard next < text.count, text[next] == UInt8(ascii: ".") else { return false }
        next += 1
        if next < text.count, text[next] == 0x20 { next += 1 }
        guard next < text.count, text[next] | 0x20 == UInt8(ascii: "m") else { return false }
        next += 1
        if next < text.count, text[next].isASCIILetter || text[next] >= 0x80 { return false }
        half = letter == UInt8(ascii: "a") ? .morning : .afternoon
        index = next
        return true
    }

    // MARK: - Together

    private mutating func assembled() -> Int64? {
        if let only = numbers.first, numbers.count == 1, only.digits >= 10 {
            return Int64(only.digits == 13 ? only.value / 1_000 : only.value)
        }
        guard placeNumbers(), let year, year >= FeedDate.firstYear else { return nil }
        var clock = time ?? (0, 0, 0)
        if half == .afternoon, clock.hour < 12 { clock.hour += 12 }
        if half == .morning, clock.hour == 12 { clock.hour = 0 }
        if clock.hour > 24 || clock.minute > 59 || clock.second > 61 { clock = (0, 0, 0) }
        clock.second = min(clock.second, 59)
        guard
            let local = FeedDate.seconds(
                year,
                month ?? 1,
                day ?? 1,
                hour: clock.hour,
                minute: clock.minute,
                second: clock.second
            )
        else { return nil }
        return local - Int64((zoneMinutes ?? 0) * 60)
    }

    /// Decides which numbers are the year, the month and the day.
    private mutating func placeNumbers() -> Bool {
        if year == nil, let index = numbers.firstIndex(where: { $0.digits >= 3 }), numbers[index].digits == 4 {
            let found = numbers.remove(at: index)
            year = found.value
            // A year alone is a date only if the text contains nothing else.
            if numbers.isEmpty, month == nil, text.count != 4 { return false }
            if month == nil { return placeNumeric(yearFirst: index == 0) }
        }
        if month != nil {
            if day == nil, !numbers.isEmpty { day = numbers.removeFirst().value }
            if year == nil, !numbers.isEmpty { year = Self.century(numbers.removeFirst().value) }
            // `'98 Jan 31`: a "day" above 31 must be the year.
            if let first = day, first > 31, let second = year { (day, year) = (second % 100, Self.century(first)) }
            return year != nil
        }
        if year == nil, numbers.count >= 3 {
            year = Self.century(numbers[2].value)
            numbers.remove(at: 2)
            return placeNumeric(yearFirst: false)
        }
        return year != nil
    }

    private mutating func placeNumeric(yearFirst: Bool) -> Bool {
        // `2003-335`: the day of the year.
        if numbers.count == 1, numbers[0].digits == 3, let year { return placeOrdinal(numbers[0].value, in: year) }
        guard let first = numbers.first?.value else { return true }
        guard numbers.count > 1 else {
            month = first
            return true
        }
        let second = numbers[1].value
        // With slashes the month is first, as in America, unless that is impossible. Otherwise the day is first.
        let dayFirst = !yearFirst && (first > 12 || (second <= 12 && numbers[1].separator != UInt8(ascii: "/")))
        (month, day) = dayFirst ? (second, first) : (first, second)
        return true
    }

    private mutating func placeOrdinal(_ ordinal: Int, in year: Int) -> Bool {
        var left = ordinal
        for candidate in 1...12 {
            let length = CivilDate.days(inMonth: candidate, of: year)
            if left >= 1, left <= length {
                (month, day) = (candidate, left)
                return true
            }
            left -= length
        }
        return false
    }

    private static func century(_ value: Int) -> Int {
        value >= 100 ? value : value < 70 ? value + 2_000 : value + 1_900
    }
}
