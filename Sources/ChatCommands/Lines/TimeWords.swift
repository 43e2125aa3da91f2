internal import Localization

/// Numbers, spans and times of day in languages other than English, and the English for them.
///
/// Texts are in lower case.
struct TimeWords {
    let words: TypedWords

    /// The list number of `三` or `第3条`; nil if it is none, or English.
    func number(_ text: String) -> Int? {
        if let digits = words.numbers[text] { return Int(digits) }
        var rest = text[...]
        if let first = rest.first, words.ordinals.contains(String(first)) { rest.removeFirst() }
        if let last = rest.last, words.counters.contains(String(last)) { rest.removeLast() }
        guard !rest.isEmpty, rest.count < text.count else { return nil }
        return words.numbers[String(rest)].flatMap { Int($0) } ?? NumberWord.number(String(rest))
    }

    /// `7d` for `7天`, `3d` for `三天`, `w` for `周`; nil for anything else.
    func span(_ text: String) -> String? {
        if let unit = words.units[text] { return unit }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        if !digits.isEmpty { return words.units[String(text.dropFirst(digits.count))].map { "\(digits)\($0)" } }
        // The word for twelve may begin with the one for ten.
        for length in stride(from: min(words.longestNumber, text.count - 1), to: 0, by: -1) {
            guard let number = words.numbers[String(text.prefix(length))] else { continue }
            if let unit = words.units[String(text.dropFirst(length))] { return number + unit }
        }
        return nil
    }

    /// The English for a span, a time of day or days of the week; nil for anything else.
    ///
    /// - Parameter span: what `span` finds in the text. A unit alone means nothing.
    func english(_ text: String, span: String?) -> String? {
        if let span, span.first?.isNumber == true { return span }
        return clock(text) ?? days(text)
    }

    /// `8:30` for `8点30分`; nil for anything else.
    private func clock(_ text: String) -> String? {
        guard let first = text.first, Self.isDigit(first), text.contains(where: words.hourSigns.contains) else {
            return nil
        }
        var clock = ""
        for letter in text {
            if words.hourSigns.contains(letter) {
                clock.append(":")
            } else if Self.isDigit(letter) || Self.besideHours.contains(letter) {
                clock.append(letter)
            } else if !words.minuteSigns.contains(letter) {
                return nil
            }
        }
        return clock
    }

    /// `mon-fri` for `周一-周五`; nil for anything else.
    private func days(_ text: String) -> String? {
        func isDivider(_ letter: Character) -> Bool { letter == "-" || ClockWords.dividers.contains(letter) }
        guard text.utf8.count <= Self.longestDays, text.contains(where: isDivider) else { return nil }
        var (english, name) = ("", "")
        for letter in text {
            if isDivider(letter) {
                english += (words.keywords[name] ?? name) + String(letter)
                name = ""
            } else {
                name.append(letter)
            }
        }
        english += words.keywords[name] ?? name
        return english != text && ClockWords.days(english) != nil ? english : nil
    }

    /// UTF-8 bytes.
    private static let longestDays = 100
    /// What else may stand in hours: `22点-7点`, `8点pm`.
    private static let besideHours: Set<Character> = [":", "-", "–", "—", "~", "a", "p", "m"]

    private static func isDigit(_ letter: Character) -> Bool { letter.isASCII && letter.isNumber }
}
