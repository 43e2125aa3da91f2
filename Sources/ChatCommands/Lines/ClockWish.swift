internal import NewsModel

/// When something is wanted by the clock, in whatever order it was typed: `daily`, `at 7`, `weekly at friday 9:00`.
struct ClockWish: Hashable {
    var days: Weekdays
    /// Minutes since midnight; nil where days were named and no time.
    var minute: Int?

    /// Takes the words about time; nil when there is no time, and no days that would be enough.
    ///
    /// - Parameter countsStories: a bare number says how many are wanted, unless it stands behind `at`.
    init?(taking arguments: inout Arguments, countsStories: Bool) {
        // News comes at times of day, and `2h` behind `every` is none.
        if arguments.nameSpan { return nil }
        var time = arguments.takeTime(behind: ["at", "@"])
        let isAt = arguments.words.contains { $0.keyword == "at" }
        let isEvery = arguments.words.contains { $0.keyword == "every" }
        while arguments.takeFlag("at", "every", "on") {}
        let isWeekly = arguments.takeFlag("weekly", "每周", "每週") || isEvery && arguments.takeFlag("week")
        let isDaily = isEvery && arguments.takeFlag("day")
        let named = arguments.takeAny { $0.isQuoted ? nil : ClockWords.days($0.text) }
        days = named ?? (isWeekly ? .monday : .daily)
        // `9:00` is a time wherever it stands.
        if time == nil {
            time = arguments.takeAny { $0.isQuoted || $0.isBareNumber ? nil : ClockWords.minuteOfDay($0.text) }
        }
        if time == nil, isAt || !countsStories {
            time = arguments.takeAny { $0.isQuoted ? nil : ClockWords.minuteOfDay($0.text) }
        }
        minute = time
        guard time == nil else { return }
        // Days alone are enough; a time that cannot be read is not.
        let hasOther = arguments.words.contains {
            $0.text.first?.isNumber == true && !(countsStories && $0.isBareNumber)
        }
        guard isWeekly || isDaily || named != nil, !hasOther else { return nil }
    }
}

extension Arguments {
    /// Whether they say when something is to come again and again.
    var nameClock: Bool {
        guard let first else { return false }
        if ["at", "every"].contains(first.keyword) { return true }
        return zip(words, words.dropFirst()).contains { word, next in
            // What begins with a number was meant for a time, even if it cannot be read.
            ["at", "every"].contains(word.keyword) && !next.isQuoted
                && (next.text.first?.isNumber == true || ClockWords.minuteOfDay(next.text) != nil
                    || ClockWords.days(next.text) != nil
                    || ["day", "week", "weekly", "off", "never", "stop"].contains(next.keyword))
        }
    }

    /// `every 2h`, `every 30 minutes`.
    fileprivate var nameSpan: Bool {
        words.indices.dropFirst().contains { index in
            guard words[index - 1].keyword == "every" else { return false }
            let unit = index + 1 < words.count ? words[index + 1].keyword : ""
            let isApart = words[index].isBareNumber && ["hour", "minute", "min", "h"].contains { unit.hasPrefix($0) }
            return isApart || ClockWords.seconds(words[index].text) != nil
        }
    }

    /// Whether they begin with how often something is to come: alone it may be a feed's name, too.
    var isRegular: Bool {
        let often = ["daily", "weekly", "everyday", "weekdays", "workdays", "weekends", "每天", "每日", "每周", "每週", "工作日"]
        return first.map { often.contains($0.keyword) } ?? false
    }

    /// The time behind one of the keywords, with an `am` or `pm` that stands alone.
    fileprivate mutating func takeTime(behind keywords: Set<String>) -> Int? {
        for (index, word) in words.enumerated() where keywords.contains(word.keyword) && index + 1 < words.count {
            let next = words[index + 1]
            let half = index + 2 < words.count ? words[index + 2].keyword : ""
            guard !next.isQuoted, let minute = ClockWords.minuteOfDay(next.text) else { continue }
            if ["am", "pm"].contains(half), let exact = ClockWords.minuteOfDay(next.text + half) {
                remove(index + 1...index + 2)
                return exact
            }
            remove(index + 1...index + 1)
            return minute
        }
        return nil
    }
}

extension Word {
    fileprivate var isBareNumber: Bool { !isQuoted && Reference.number(text) != nil }
}
