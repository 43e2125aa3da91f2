import TextAnalysis
import TimeArithmetic

/// Finds days, months, years and spans in searches, as the locales and the field `since:` write them.
struct SearchDays: Sendable {
    struct Match {
        var length: Int
        var day: SearchDay
    }

    private enum Part: Hashable, Sendable {
        case letter(String)
        case weekday
        case month
        case day
        case year
    }

    private struct Name: Sendable {
        var letters: [String]
        var number: Int
    }

    private struct Pattern: Sendable {
        var parts: [Part]
        var choice: SearchDay.Choice
    }

    private static let marks: [String: Part] = [
        "{weekday}": .weekday, "{month}": .month, "{day}": .day, "{year}": .year,
    ]
    private static let weekdayKeys = CivilDate.weekdayAbbreviations.map { $0.lowercased() }
    /// What may follow besides a blank and letters of scripts without blanks.
    private static let closing: Set<String> = [" ", ",", ".", ";", "!", "?", "，", "。", "；", "！", "？", "、"]
    /// The longest value of `since:`, in characters: "2026-11-20".
    private static let longestValue = 10

    /// Monday is 0.
    private var weekdays: [Name] = []
    private var months: [Name] = []
    /// What may stand behind the number of a day: "th", "日".
    private var ordinals: [Name] = []
    private var patterns: [Pattern] = []
    /// With which a day may begin, besides digits.
    private var firstLetters: Set<String> = []

    /// - Parameter phrases: the phrases of each meaning, as `locales/*/search.toml` names it.
    init(_ phrases: [String: [String]]) {
        func names(_ key: String, _ number: Int) -> [Name] {
            (phrases[key] ?? []).map { Name(letters: SearchPhraseBook.letters($0), number: number) }
        }
        weekdays = Self.weekdayKeys.enumerated().flatMap { names("weekday.\($0.element)", $0.offset) }
        months = (1...12).flatMap { names("monthname.\($0)", $0) }
        ordinals = names("ordinal", 0)
        let choices: [(key: String, choice: SearchDay.Choice)] = [
            ("date", .latest), ("lastdate", .past), ("lastweekdate", .lastWeek),
        ]
        patterns = choices.flatMap { key, choice in
            (phrases[key] ?? []).map { Pattern(parts: Self.parts(of: $0), choice: choice) }
        }
        firstLetters = Set(
            patterns.compactMap(\.parts.first).flatMap { part -> [String] in
                switch part {
                case .letter(let letter): [letter]
                case .weekday: weekdays.compactMap(\.letters.first)
                case .month: months.compactMap(\.letters.first)
                case .day, .year: []
                }
            }
        )
    }

    private static func parts(of text: String) -> [Part] {
        var parts: [Part] = []
        var rest = text[...]
        while let letter = rest.first {
            if let mark = marks.first(where: { rest.hasPrefix($0.key) }) {
                parts.append(mark.value)
                rest = rest.dropFirst(mark.key.count)
            } else {
                parts += SearchPhraseBook.letters(String(letter)).map { Part.letter($0) }
                rest = rest.dropFirst()
            }
        }
        return parts
    }

    /// Whether the name or date of a day may begin with a letter.
    func canBegin(with letter: String) -> Bool {
        firstLetters.contains(letter) || letter.first?.isNumber == true
    }

    /// The longest time that begins at `start`.
    ///
    /// - Parameter withSpans: whether it may be a span, such as `7d` or `week`.
    func match(at start: Int, in letters: [String], withSpans: Bool) -> Match? {
        var found = patterns.compactMap { match($0, at: start, in: letters) }
        if let value = value(at: start, in: letters, withSpans: withSpans) { found.append(value) }
        return found.max { $0.length < $1.length }
    }

    /// What `since:` reads; weekdays only by their names, because it reads "monkeys" as one.
    private func value(at start: Int, in letters: [String], withSpans: Bool) -> Match? {
        let rest = letters[start...].prefix(Self.longestValue + 1)
        let word = rest.prefix { !Self.closing.contains($0) && !Self.isUnspaced($0) }
        guard word.count <= Self.longestValue, let value = QuerySince(word.joined()) else { return nil }
        switch value {
        case .date(let year, let month, let day):
            return Match(length: word.count, day: .date(year: year, month: month, day: day, .latest))
        case .weekday: return nil
        case .hours, .days, .day, .lastDays:
            guard withSpans else { return nil }
            return DigestPeriod(value.canonical).map { Match(length: word.count, day: .span($0)) }
        }
    }

    private func match(_ pattern: Pattern, at start: Int, in letters: [String]) -> Match? {
        var index = start
        var weekday: Int?
        var (month, day, year): (Int?, Int?, Int?) = (nil, nil, nil)
        for part in pattern.parts {
            switch part {
            case .letter(let letter):
                guard index < letters.count, letters[index] == letter else { return nil }
                index += 1
            case .weekday:
                weekday = Self.take(weekdays, at: &index, in: letters)
                guard weekday != nil else { return nil }
            case .month:
                month = Self.take(months, at: &index, in: letters)
                guard month != nil else { return nil }
            case .day:
                guard let number = Self.number(atMost: 2, at: &index, in: letters), (1...31).contains(number)
                else { return nil }
                day = number
                _ = Self.take(ordinals, at: &index, in: letters)
            case .year:
                guard let number = Self.number(atMost: 4, at: &index, in: letters), (1_970...9_999).contains(number)
                else { return nil }
                year = number
            }
        }
        guard index > start, Self.isEnd(index, in: letters) else { return nil }
        if month != nil || year != nil {
            let date = SearchDay.date(year: year, month: month, day: day, pattern.choice)
            return Match(length: index - start, day: date)
        }
        return weekday.map { Match(length: index - start, day: .weekday($0, pattern.choice)) }
    }

    /// The number of the longest name that begins at `index`, which moves behind it.
    private static func take(_ names: [Name], at index: inout Int, in letters: [String]) -> Int? {
        let rest = letters[min(index, letters.count)...]
        let fitting = names.filter { !$0.letters.isEmpty && rest.starts(with: $0.letters) }
        guard let name = fitting.max(by: { $0.letters.count < $1.letters.count }) else { return nil }
        index += name.letters.count
        return name.number
    }

    private static func number(atMost count: Int, at index: inout Int, in letters: [String]) -> Int? {
        let rest = letters[min(index, letters.count)...]
        let digits = rest.prefix(count).prefix { $0.count == 1 && $0.first?.isNumber == true }
        guard let number = Int(digits.joined()) else { return nil }
        index += digits.count
        return number
    }

    private static func isEnd(_ index: Int, in letters: [String]) -> Bool {
        guard index < letters.count else { return true }
        return closing.contains(letters[index]) || isUnspaced(letters[index]) || isUnspaced(letters[index - 1])
    }

    private static func isUnspaced(_ letter: String) -> Bool {
        letter.unicodeScalars.first.map { WordTokenizer.isUnspaced($0) } ?? false
    }
}
