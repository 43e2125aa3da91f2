// Times with a word that makes them a limit: "before yesterday", "昨天之前".
extension SearchPhraseBook {
    /// In letters, with what stands behind it.
    private static let longestTime = 30
    /// Digits of a year.
    private static let yearLength = 4

    private struct Time {
        var time: SearchTime
        var length: Int
        /// Whether it is only a number: "2026".
        var isBareYear = false
    }

    /// The times at `start` with a word before or behind them that makes them a limit.
    ///
    /// - Parameter all: all phrases that begin there.
    func limited(at start: Int, in letters: [String], _ all: [Match]) -> [Match] {
        let before = all.flatMap { word -> [Match] in
            guard case .limit(let side) = word.meaning else { return [] }
            let begin = Self.behindBlank(start + word.length, in: letters)
            guard begin < letters.count else { return [] }
            return times(at: begin, in: letters, matches(at: begin, in: letters)).compactMap { time -> Match? in
                Self.limit(side, time, length: begin + time.length - start)
            }
        }
        let near = letters[start...].prefix(Self.longestTime)
        guard near.contains(where: { limitStarts.contains($0) }) else { return before }
        let behind = times(at: start, in: letters, all).flatMap { time -> [Match] in
            let begin = Self.behindBlank(start + time.length, in: letters)
            guard begin < letters.count, limitStarts.contains(letters[begin]) else { return [] }
            return matches(at: begin, in: letters).compactMap { word -> Match? in
                guard case .limitEnd(let side) = word.meaning else { return nil }
                return Self.limit(side, time, length: begin + word.length - start)
            }
        }
        return before + behind
    }

    /// A number behind "after" is no year: "after 2000 votes".
    private static func limit(_ side: SearchTimeLimit.Side, _ time: Time, length: Int) -> Match? {
        guard side != .after || !time.isBareYear else { return nil }
        return Match(length: length, meaning: .limited(SearchTimeLimit(side: side, time: time.time)))
    }

    /// All times that begin at `start`, where all phrases that begin there are known; hours are none, because "after 24
    /// hours" counts from something else.
    private func times(at start: Int, in letters: [String], _ all: [Match]) -> [Time] {
        let periods = all.compactMap { match -> Time? in
            guard case .period(let period) = match.meaning else { return nil }
            if case .hours = period { return nil }
            return Time(time: .period(period), length: match.length)
        }
        guard days.canBegin(with: letters[start]),
            let day = days.match(at: start, in: letters, withSpans: false)
        else { return periods }
        let text = letters[start..<start + day.length].joined()
        guard !shortNames.contains(text) else { return periods }
        let isBareYear = text.count == Self.yearLength && text.allSatisfy(\.isNumber)
        return periods + [Time(time: .day(day.day), length: day.length, isBareYear: isBareYear)]
    }
}
