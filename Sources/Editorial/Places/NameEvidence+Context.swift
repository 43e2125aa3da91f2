internal import Gazetteer

/// What the feed and the rest of a sentence tell of a name.
extension NameEvidence {
    /// Whether the name is that of a larger town of the feed's country.
    func isInFeedCountry(_ mention: PlaceMention) -> Bool {
        guard let feedCountry else { return false }
        return mention.meanings.contains { $0.countryIndex == feedCountry && $0.population >= 100_000 }
    }

    /// Whether the rest of the sentence has a team's name, such as "Bulls", that is not the beginning of another one.
    func namesTeam(after start: Int) -> Bool {
        var index = start
        while index < text.words.count, index == start || !text.beginsSentence(index) {
            if text.isCapitalised(index), text.kinds(index).contains(.teamAfter),
                !(text.isJoined(index + 1) && text.isCapitalised(index + 1))
            {
                return true
            }
            index += 1
        }
        return false
    }

    // "J. Lancaster", "Jos. A. Bank".
    func readInitials(_ mention: inout PlaceMention) {
        let before = mention.words.lowerBound - 1
        let next = mention.words.upperBound
        guard !mention.mayBeWide else { return }
        let hasInitial =
            before >= 0 && text.words[before].letterCase == .initial && text.words[before + 1].gap == .stop
            && text.words[before].gap != .innerStop
        let isShortened =
            next < text.words.count && text.words[next].letterCase == .initial && text.words[next].gap == .stop
        if hasInitial || isShortened { mention.add(-4, .person) }
    }
}
