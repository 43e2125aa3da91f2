internal import Editorial

/// The days whose scores are added up.
enum ScorePeriod: String, Hashable {
    case day
    case week
    case month
    /// The quarter of the year that today is in.
    case season
    /// The quarter before.
    case lastSeason = "lastseason"
    case all

    /// Takes the words for it, if there are any: `today`, `this week`, `30d`, `last season`.
    init?(takenFrom arguments: inout Arguments) {
        let words = arguments.words
        for index in words.indices {
            for count in [3, 2, 1] where index + count <= words.count {
                let typed = words[index..<index + count]
                guard typed.allSatisfy({ !$0.isQuoted }),
                    let period = ScorePeriod(typed: typed.map(\.keyword).joined(separator: " "))
                else { continue }
                arguments.remove(index...index + count - 1)
                self = period
                return
            }
        }
        return nil
    }

    /// What digests have no word for; the titles of scores say some of it.
    private static let words: [String: ScorePeriod] = [
        "7 days": .week, "last 7 days": .week, "30 days": .month, "last 30 days": .month, "all time": .all,
        "season": .season, "this season": .season, "quarter": .season, "this quarter": .season,
        "lastseason": .lastSeason, "last season": .lastSeason, "last quarter": .lastSeason,
    ]

    private init?(typed: String) {
        if let period = Self.words[typed] {
            self = period
            return
        }
        switch DigestPeriod(typed) {
        case .today, .hours(24): self = .day
        case .week, .days(7): self = .week
        case .month, .days(30): self = .month
        case .all: self = .all
        default: return nil
        }
    }

    /// The numbers of the puzzles up to a day.
    ///
    /// Where the sun rises earlier, tomorrow's is solved already; only `day` is one puzzle.
    func numbers(upTo number: Int, startOfSeason: Int, startOfLast: Int) -> ClosedRange<Int> {
        switch self {
        case .day: number...number
        case .week: (number - 6)...(number + 1)
        case .month: (number - 29)...(number + 1)
        case .season: min(startOfSeason, number)...(number + 1)
        case .lastSeason: startOfLast...(startOfSeason - 1)
        case .all: 1...max(1, number + 1)
        }
    }
}
