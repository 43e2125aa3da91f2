import Foundation

/// Makes wrong numbers that could be the right one.
struct NumberDistractors {
    /// The number as it is written.
    let text: String
    /// "%", "km"…; empty for a plain number.
    let unit: String
    let language: String
    /// What stands after it in the headline.
    var after = ""

    private struct Limit {
        /// Beginnings of the names of what is counted.
        var names: [String]
        /// The most of it that is likely.
        var most: Int
        /// One of these must follow; "" stands for any sentence.
        var only = [""]
    }

    private static let limits = [
        Limit(names: ["hour", "stunde", "heure", "hora", "ore ", "uur", "小时", "小時"], most: 24),
        Limit(names: ["minut", "second", "sekund", "segund", "分钟", "分鐘", "秒"], most: 60),
        Limit(names: ["month", "monat", "mois", "mes", "maand", "个月", "個月"], most: 12),
        Limit(
            names: ["day", "tag", "jour", "día", "giorn", "dia", "dag", "天"],
            most: 7,
            only: ["week", "woche", "semain", "seman", "settiman", "周", "週"]
        ),
        Limit(
            names: ["week", "woche", "semain", "seman", "settiman"],
            most: 52,
            only: ["year", "jahr", "année", "año", "anno", "jaar"]
        ),
        Limit(names: ["years old", "year-old", "year old", "jahre alt", "ans", "años", "anni", "岁", "歲"], most: 110),
    ]
    /// Three numbers like the text: the same decimals and separators, of a similar size, possible in the unit.
    ///
    /// None is equal to it, and in languages whose nouns change with the number all take the same form.
    func near(using generator: inout some RandomNumberGenerator) -> [String] {
        let digits = text.filter(\.isNumber)
        guard let value = Int(String(digits.prefix(12))), (1...9).contains(digits.count), digits.allSatisfy(\.isASCII),
            value > 1
        else { return [] }
        let step = Self.roundness(value)
        let span = max(4 * step, value / 2 / step * step)
        let one = Int(pow(10, Double(decimals)))
        let most = unit == "%" ? percent(of: digits, value) : likely(value, one)
        var found: [String] = []
        for _ in 0..<300 where found.count < 3 {
            let offset = Int.random(in: 1...max(1, span / step), using: &generator) * step
            // No wrong number is so near that a rounded report would make it true.
            guard offset * 20 >= value else { continue }
            let other = Bool.random(using: &generator) ? value + offset : value - offset
            guard other > 1, other != one, other <= most, form(other) == form(value) else { continue }
            let shown = Self.write(other, like: text)
            if shown != text, shown.filter(\.isNumber).count >= digits.count - 1, !found.contains(shown) {
                found.append(shown)
            }
        }
        return found.count == 3 ? found : []
    }

    /// The most that is possible of what is counted, in the written digits, unless the number itself is more.
    private func likely(_ value: Int, _ one: Int) -> Int {
        let words = after.lowercased().drop { " -".contains($0) }
        let limit = Self.limits.first { limit in
            limit.names.contains { words.hasPrefix($0) } && limit.only.contains { $0.isEmpty || words.contains($0) }
        }
        guard let limit, value <= limit.most * one else { return .max }
        return limit.most * one
    }

    private var decimals: Int {
        text.lastIndex { ".,".contains($0) }.map { text.distance(from: $0, to: text.endIndex) - 1 } ?? 0
    }

    /// A hundred percent in the written digits, unless the number itself is more.
    private func percent(of digits: String, _ value: Int) -> Int {
        let hundred = Int(pow(10, Double(decimals))) * 100
        return value <= hundred ? hundred - 1 : .max
    }

    /// The form of a noun after a number.
    private func form(_ value: Int) -> Int {
        guard ["ru", "uk", "pl", "cs", "ar", "hr", "sr"].contains(language) else { return 0 }
        let (last, tens) = (value % 10, value % 100)
        if language == "ar" { return value <= 10 ? value : 11 }
        if (11...14).contains(tens) { return 5 }
        return last == 1 ? 1 : (2...4).contains(last) ? 2 : 5
    }

    private static func roundness(_ value: Int) -> Int {
        var step = 1
        while value > 0, value % (step * 10) == 0, step * 10 < value { step *= 10 }
        return step
    }

    /// Writes a number in the style of a text: `12345` like `40,000` is `12,345`; `512` like `5.8` is `51.2`.
    private static func write(_ value: Int, like text: String) -> String {
        let digits = Array(String(value))
        guard let separator = text.last(where: { $0 == "," || $0 == "." }) else { return String(digits) }
        let tail = text.reversed().prefix { $0 != separator }.count
        let isGrouping = tail == 3 && text.filter(\.isNumber).count > 3
        if isGrouping {
            var result: [Character] = []
            for (index, digit) in digits.reversed().enumerated() {
                if index > 0 && index % 3 == 0 { result.append(separator) }
                result.append(digit)
            }
            return String(result.reversed())
        }
        let padded = Array(repeating: Character("0"), count: max(0, tail + 1 - digits.count)) + digits
        return String(padded.dropLast(tail)) + String(separator) + String(padded.suffix(tail))
    }
}
