internal import Gazetteer

/// Judges names by each other: the place named beside a name, and the same name elsewhere in the text.
struct NamesTogether {
    private static let otherThings: PlaceEvidence = [.organisation, .facility, .team, .person]

    let text: PlaceText

    func judge(_ mentions: inout [PlaceMention]) {
        judgeLists(&mentions)
        judgeRepetitions(&mentions)
    }

    /// "Hammond, Indiana": a name and the place that contains it confirm each other.
    private func judgeLists(_ mentions: inout [PlaceMention]) {
        for index in mentions.indices.dropLast() {
            let next = index + 1
            guard mentions[next].words.lowerBound == mentions[index].words.upperBound,
                text.words[mentions[next].words.lowerBound].gap == .comma
            else { continue }
            if PlaceContainment.holds(mentions[next].meanings, any: mentions[index].meanings) {
                for position in [index, next] where mentions[position].score > -5.5 || position == index {
                    let isPerson = mentions[position].evidence.contains(.person)
                    mentions[position].add(isPerson ? 2 : 5, .insideNamed)
                }
            } else if mentions[index].score > 1, mentions[next].score > 1 {
                mentions[index].add(0.5, .listed)
                mentions[next].add(0.5, .listed)
            }
        }
    }

    /// A name that is a person's somewhere is one everywhere, unless a place is named around it; and the other way
    /// round.
    private func judgeRepetitions(_ mentions: inout [PlaceMention]) {
        var persons: Set<UInt32> = []
        var places: Set<UInt32> = []
        for mention in mentions {
            let isPerson = mention.evidence.contains(.person)
            if isPerson, mention.score <= 0, !mention.mayBeWide { persons.insert(mention.nameHash) }
            if !isPerson, mention.score >= 3 { places.insert(mention.nameHash) }
        }
        for index in mentions.indices {
            let hash = mentions[index].nameHash
            if persons.contains(hash), !mentions[index].evidence.contains(.insideNamed) {
                let isWeak = mentions[index].evidence.isDisjoint(with: [.preposition, .placeWord])
                mentions[index].add(isWeak ? -4 : -1, .person)
            } else if places.contains(hash) {
                let isPlace = mentions[index].evidence.isDisjoint(with: Self.otherThings)
                if isPlace { mentions[index].add(1.5, .repeated) }
            }
        }
    }
}
