internal import NewsModel

/// The days and the time of a schedule, typed in any order: `daily`, `at 7`, `weekly at friday 9:00`.
struct ScheduleWords: Hashable {
    var days: Weekdays
    /// Minutes since midnight; nil if only days were named.
    var minute: Int?

    /// Removes the words about time.
    ///
    /// Nil if there is neither a time nor days.
    ///
    /// - Parameter countsStories: a bare number is a number of stories, unless it follows `at`.
    init?(taking arguments: inout Arguments, countsStories: Bool) {
        // `every 2h` is not supported: schedules have times of day.
        if arguments.namesInterval { return nil }
        var time = arguments.takeTime(behind: ["at", "@"])
        let isAt = arguments.words.contains { $0.keyword == "at" }
        let isEvery = arguments.words.contains { $0.keyword == "every" }
        while arguments.takeFlag("at", "every", "on") {}
        let isWeekly = arguments.takeFlag("weekly") || isEvery && arguments.takeFlag("week")
        let isDaily = isEvery && arguments.takeFlag("day")
        let named = arguments.takeAny { $0.isQuoted ? nil : ClockWords.days($0.value) }
        days = named ?? (isWeekly ? .monday : .daily)
        // `9:00` is a time in any position.
        if time == nil {
            time = arguments.takeAny { $0.isQuoted || $0.isBareNumber ? nil : ClockWords.minuteOfDay($0.value) }
        }
        if time == nil, isAt || !countsStories {
            time = arguments.takeAny { $0.isQuoted ? nil : ClockWords.minuteOfDay($0.value) }
        }
        minute = time
        guard time == nil else { return }
        // Days without a time are enough. A time that cannot be read is an error.
        let hasOther = arguments.words.contains {
            $0.text.first?.isNumber == true && !(countsStories && $0.isBareNumber)
        }
        guard isWeekly || isDaily || named != nil, !hasOther else { return nil }
    }
}

extension Arguments {
    /// What may follow `at` or `every` instead of a time or days.
    static let scheduleWords: Set<String> = ["off", "never", "stop", "weekly", "day", "week"]

    /// Whether the words ask for a schedule.
    var namesSchedule: Bool {
        guard let first else { return false }
        if ["at", "every"].contains(first.keyword) { return true }
        return zip(words, words.dropFirst()).contains { word, next in
            // A word that begins with a number was meant as a time, even if it cannot be read.
            ["at", "every"].contains(word.keyword) && !next.isQuoted
                && (next.text.first?.isNumber == true || ClockWords.minuteOfDay(next.value) != nil
                    || ClockWords.days(next.value) != nil
                    || Self.scheduleWords.contains(next.keyword))
        }
    }

    /// The words for a game with the time first: `start 3 tech at 20:00` is `at 20:00 start 3 tech`.
    ///
    /// What somebody reports of a game is a text of its own.
    var withGameTimeFirst: Arguments {
        guard let first, !["at", "also", "report"].contains(first.keyword), namesSchedule,
            let at = words.lastIndex(where: { $0.keyword == "at" })
        else { return self }
        return Arguments(Array(words[at...] + words[..<at]))
    }

    /// Whether they name an interval: `every 2h`, `every 30 minutes`.
    fileprivate var namesInterval: Bool {
        words.indices.dropFirst().contains { index in
            guard words[index - 1].keyword == "every" else { return false }
            let unit = index + 1 < words.count ? words[index + 1].keyword : ""
            let isApart = words[index].isBareNumber && ["hour", "minute", "min", "h"].contains { unit.hasPrefix($0) }
            return isApart || words[index].seconds != nil
        }
    }

    /// Whether they begin with a frequency such as `daily`.
    ///
    /// It may also be the name of a feed.
    var beginsWithFrequency: Bool {
        let often = ["daily", "weekly", "everyday", "weekdays", "workdays", "weekends"]
        return first.map { often.contains($0.keyword) } ?? false
    }

    /// Removes and returns the time after one of the keywords, with a separate `am` or `pm`.
    fileprivate mutating func takeTime(behind keywords: Set<String>) -> Int? {
        for (index, word) in words.enumerated() where keywords.contains(word.keyword) && index + 1 < words.count {
            let next = words[index + 1]
            let half = index + 2 < words.count ? words[index + 2].keyword : ""
            guard !next.isQuoted, let minute = ClockWords.minuteOfDay(next.value) else { continue }
            if ["am", "pm"].contains(half), let exact = ClockWords.minuteOfDay(next.value + half) {
                remove(index + 1...index + 2)
                return exact
            }
            remove(index + 1...index + 1)
            return minute
        }
        return nil
    }
}

extension CommandWord {
    fileprivate var isBareNumber: Bool { !isQuoted && Reference.number(text) != nil }
}
