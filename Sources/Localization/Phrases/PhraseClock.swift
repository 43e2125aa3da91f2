/// Reads times of day as people say them, by the word lists of a phrase table.
struct PhraseClock: Sendable {
    /// Lists of the table, each phrase as words: `morning`, `evening`, `noon`, `midnight`, `hour`, `half`, `halfPast`,
    /// `quarter`, `quarterPast`, `quarterTo`.
    var lists: [String: [[String]]]
    var numbers: [[String]: String]

    static let listNames: Set<String> = [
        "morning", "evening", "noon", "midnight", "hour", "half", "halfPast", "quarter", "quarterPast", "quarterTo",
    ]

    /// The time as `07:30`; nil if the words are none.
    ///
    /// - Parameter inEvening: whether an hour that could be either is in the evening.
    func time(_ words: ArraySlice<String>, inEvening: Bool) -> String? {
        var words = words
        if lists["noon"]?.contains(Array(words)) == true { return "12:00" }
        if lists["midnight"]?.contains(Array(words)) == true { return "00:00" }
        var isEvening: Bool?
        if take("morning", &words) { isEvening = false } else if take("evening", &words) { isEvening = true }
        guard let (minute, isExact) = minuteOfDay(words, &isEvening) else { return nil }
        var total = minute
        if let isEvening {
            guard total < 13 * 60 || isExact else { return nil }
            if isEvening, total < 12 * 60 { total += 12 * 60 }
            if !isEvening, total >= 12 * 60, total < 13 * 60 { total -= 12 * 60 }
        } else if inEvening, !isExact, total < 12 * 60 {
            total += 12 * 60
        }
        let (hour, rest) = (total / 60 % 24, total % 60)
        return (hour < 10 ? "0" : "") + "\(hour):" + (rest < 10 ? "0" : "") + "\(rest)"
    }

    /// Removes a phrase of a list from the beginning or the end.
    private func take(_ list: String, _ words: inout ArraySlice<String>) -> Bool {
        for phrase in lists[list] ?? [] where phrase.count < words.count {
            if words.starts(with: phrase) {
                words = words.dropFirst(phrase.count)
                return true
            }
            if words.suffix(phrase.count).elementsEqual(phrase) {
                words = words.dropLast(phrase.count)
                return true
            }
        }
        return false
    }

    private func takeFirst(_ list: String, _ words: inout ArraySlice<String>) -> Bool {
        guard let phrase = lists[list]?.first(where: { $0.count < words.count && words.starts(with: $0) }) else {
            return false
        }
        words = words.dropFirst(phrase.count)
        return true
    }

    /// Minutes since midnight, and whether the hour is one of 24.
    private func minuteOfDay(
        _ words: ArraySlice<String>,
        _ isEvening: inout Bool?
    ) -> (minute: Int, isExact: Bool)? {
        var words = words
        let beginnings = [("halfPast", 30), ("quarterPast", 15), ("quarterTo", -15)]
        for (list, minutes) in beginnings where takeFirst(list, &words) {
            guard let hour = hour(words, &isEvening), hour.minute % 60 == 0, hour.minute + minutes >= 0 else {
                return nil
            }
            return (hour.minute + minutes, hour.isExact)
        }
        if let whole = hour(words, &isEvening) { return whole }
        // The hour, its word, and the minutes after it.
        for phrase in lists["hour"] ?? [] {
            for start in words.indices.dropFirst() where words[start...].starts(with: phrase) {
                guard let hour = hour(words[..<start], &isEvening), hour.minute % 60 == 0 else { continue }
                let rest = words[(start + phrase.count)...]
                if rest.isEmpty { return hour }
                if lists["half"]?.contains(Array(rest)) == true { return (hour.minute + 30, hour.isExact) }
                if lists["quarter"]?.contains(Array(rest)) == true { return (hour.minute + 15, hour.isExact) }
                guard let minutes = number(rest), minutes < 60 else { continue }
                return (hour.minute + minutes, hour.isExact)
            }
        }
        return nil
    }

    /// `8`, `08:30`, `7.30`, `8am`, `eight`, as minutes since midnight.
    private func hour(
        _ words: ArraySlice<String>,
        _ isEvening: inout Bool?
    ) -> (minute: Int, isExact: Bool)? {
        if let hour = number(words) { return hour < 24 ? (hour * 60, hour > 12 || hour == 0) : nil }
        guard words.count == 1, var word = words.first?[...] else { return nil }
        for (ending, evening) in [("am", false), ("pm", true), ("a.m", false), ("p.m", true)]
        where word.count > ending.count && word.hasSuffix(ending) {
            guard isEvening == nil || isEvening == evening else { return nil }
            isEvening = evening
            word = word.dropLast(ending.count)
        }
        let pieces = word.split(omittingEmptySubsequences: false) { ":.h".contains($0) }
        guard let first = pieces.first, let hour = Self.digits(first), hour < 24, pieces.count <= 2 else { return nil }
        guard pieces.count == 2, !pieces[1].isEmpty else { return (hour * 60, hour > 12 || hour == 0) }
        guard pieces[1].count == 2, let minutes = Self.digits(pieces[1]), minutes < 60 else { return nil }
        return (hour * 60 + minutes, hour > 12 || hour == 0 || first.count == 2 && hour < 10)
    }

    /// A number in digits or in words, at most 59.
    private func number(_ words: ArraySlice<String>) -> Int? {
        if words.count == 1, let word = words.first, let number = Self.digits(word[...]) { return number }
        return numbers[Array(words)].flatMap { Int($0) }
    }

    private static func digits(_ text: Substring) -> Int? {
        (1...2).contains(text.count) && text.allSatisfy { $0.isASCII && $0.isNumber } ? Int(text) : nil
    }
}
