internal import Gazetteer
internal import Geography

/// Chooses between the meanings of names: by what is named beside them, by the countries of the text, by the feed's own
/// country, and by size.
struct PlaceChoice {
    let text: PlaceText
    /// The index of the feed's country; nil when it is not known.
    let feedCountry: Int?

    private struct Votes {
        /// How much of the text is about a country, by the country's index.
        var countries: [Int: Double] = [:]
        /// How often regions and other wide places are named, by their index.
        var wide: [Int: Double] = [:]
        /// How many cities and regions of a region or country are named, by its index.
        var inside: [Int: Double] = [:]
        /// Which place a name has been proved to mean, by the name's hash.
        var proved: [UInt32: Int] = [:]
    }

    func choose(_ mentions: inout [PlaceMention]) {
        var votes = Votes()
        for index in mentions.indices { choose(index, &mentions, votes) }
        votes = count(mentions)
        for index in mentions.indices { choose(index, &mentions, votes) }
        votes = count(mentions)
        for index in mentions.indices { choose(index, &mentions, votes) }
        placeUnknown(&mentions, votes)
    }

    private func count(_ mentions: [PlaceMention]) -> Votes {
        var votes = Votes()
        var named: Set<Int> = []
        for mention in mentions where mention.score > 0 {
            guard let best = mention.best else { continue }
            if mention.evidence.contains(.insideNamed), mention.certainty > 0.6 {
                votes.proved[mention.nameHash] = best.placeIndex
            }
            guard named.insert(best.placeIndex).inserted else { continue }
            votes.countries[best.countryIndex, default: 0] += Self.weight(best, mention.certainty)
            if best.kind != .city { votes.wide[best.placeIndex, default: 0] += 1 }
            if best.kind == .city {
                votes.wide[best.parentIndex, default: 0] += 0.4
                votes.inside[best.parentIndex, default: 0] += mention.certainty
            }
            if best.kind == .region || (best.kind == .city && best.parentIndex != best.countryIndex) {
                votes.inside[best.countryIndex, default: 0] += mention.certainty
            }
        }
        return votes
    }

    private func choose(_ index: Int, _ mentions: inout [PlaceMention], _ votes: Votes) {
        guard !mentions[index].meanings.isEmpty else { return }
        let after = neighbour(index, 1, mentions)
        let before = neighbour(index, -1, mentions)
        var best = (position: 0, points: -Double.infinity)
        var bestEvidence: PlaceEvidence = []
        var all: [Double] = []
        for (position, meaning) in mentions[index].meanings.enumerated() {
            var evidence: PlaceEvidence = []
            var points = prior(meaning, mentions[index])
            points += beside(index, meaning, after, before, mentions, &evidence)
            points += around(meaning, mentions[index], votes, &evidence)
            let isProved = votes.proved[mentions[index].nameHash] == meaning.placeIndex
            if isProved, !mentions[index].evidence.contains(.insideNamed) { points += 6 }
            all.append(points)
            if points > best.points {
                best = (position, points)
                bestEvidence = evidence
            }
        }
        mentions[index].choice = best.position
        mentions[index].certainty = certainty(mentions[index].meanings, all, best.position)
        mentions[index].evidence.subtract([.textOfCountry, .feedCountry])
        mentions[index].evidence.formUnion(bestEvidence)
    }

    /// How far the chosen meaning is ahead of those that lie elsewhere; a region and its main city are no choice.
    private func certainty(_ meanings: [NameMeaning], _ points: [Double], _ best: Int) -> Double {
        var margin = 4.0
        for position in meanings.indices where position != best && points[best] - points[position] < margin {
            let isElsewhere = meanings[position].position.distance(to: meanings[best].position) > 100
            let isAround =
                PlaceContainment.holds(meanings[position], meanings[best])
                || PlaceContainment.holds(meanings[best], meanings[position])
            if isElsewhere, !isAround { margin = points[best] - points[position] }
        }
        return min(1, 0.5 + margin / 8)
    }

    /// The mention directly beside, with a comma or one small word between.
    private func neighbour(_ index: Int, _ step: Int, _ mentions: [PlaceMention]) -> Int? {
        let other = index + step
        guard mentions.indices.contains(other) else { return nil }
        let (left, right) = step > 0 ? (index, other) : (other, index)
        let start = mentions[left].words.upperBound
        let end = mentions[right].words.lowerBound
        switch end - start {
        case 0:
            switch text.words[end].gap {
            case .comma, .space, .other, .nothing, .apostrophe: return other
            default: return nil
            }
        case 1:
            let isLink = text.equals(start, "in") || text.equals(start, "of") || text.equals(start, "s")
            return isLink ? other : nil
        default:
            return nil
        }
    }

    private func prior(_ meaning: NameMeaning, _ mention: PlaceMention) -> Double {
        var points = Self.logarithm(meaning.population)
        switch meaning.kind {
        case .country: points += 3.5
        case .continent: points += 9
        case .territory: points += 7
        case .area: points += 6.5
        case .county: points += 6
        case .region: points += 0.2
        case .city: break
        }
        if meaning.isCapital { points += 1.6 }
        if meaning.flags.contains(.other), !meaning.flags.contains(.historic) { points -= 1.2 }
        if meaning.flags.contains(.historic) { points -= 0.3 }
        guard meaning.kind == .region else { return points }
        if mention.evidence.contains(.placeWord), isUnitNamed(mention) { return points + 3 }
        // A region of its main city's name is rarely meant alone.
        let hasCity = mention.meanings.contains { $0.kind == .city && $0.parentIndex == meaning.placeIndex }
        return hasCity ? points - 1.5 : points
    }

    /// Whether "state", "province" or the like stands beside a name, which is then a region's and not its capital's.
    private func isUnitNamed(_ mention: PlaceMention) -> Bool {
        let words: [StaticString] = ["state", "province", "region", "oblast", "prefecture"]
        let next = mention.words.upperBound
        return words.contains { text.equals(next, $0) || text.equals(next - 1, $0) }
            || (text.equals(mention.words.lowerBound - 1, "of")
                && words.contains { text.equals(mention.words.lowerBound - 2, $0) })
    }

    private func beside(
        _ index: Int,
        _ meaning: NameMeaning,
        _ after: Int?,
        _ before: Int?,
        _ mentions: [PlaceMention],
        _ evidence: inout PlaceEvidence
    ) -> Double {
        var points = 0.0
        if let after, mentions[after].score > -3 || mentions[after].evidence.contains(.insideNamed) {
            if let outer = mentions[after].meanings.prefix(8).first(where: { PlaceContainment.holds($0, meaning) }) {
                // "Florida, Cuba" may be a list, "Lebanon, Pennsylvania" is none.
                points += outer.kind == .country && mentions[index].mayBeWide ? 4 : 9
                evidence.insert(.insideNamed)
            }
        }
        if let before {
            if let inner = mentions[before].meanings.first(where: { PlaceContainment.holds(meaning, $0) }) {
                points += 1 + Self.logarithm(inner.population) / 2
            } else if let other = mentions[before].best, other.kind == meaning.kind, other.kind != .city {
                points += 0.5 + (other.countryIndex == meaning.countryIndex ? 1 : 0)
            }
            // "Britain's Cambridge", "Texas town Paris".
            if mentions[before].meanings.contains(where: { PlaceContainment.holds($0, meaning) }) { points += 2 }
        }
        if let after, let other = mentions[after].best, other.kind == meaning.kind, other.kind == .region {
            points += 0.5 + (other.countryIndex == meaning.countryIndex ? 1 : 0)
        }
        return points
    }

    private func around(
        _ meaning: NameMeaning,
        _ mention: PlaceMention,
        _ votes: Votes,
        _ evidence: inout PlaceEvidence
    ) -> Double {
        // A place does not vote for itself.
        let own = mention.best?.placeIndex == meaning.placeIndex && mention.score > 0
        var points = 0.0
        if meaning.kind != .country, let country = votes.countries[meaning.countryIndex] {
            let others = country - (own ? Self.weight(meaning, mention.certainty) : 0)
            points += min(3, max(0, others))
            if others > 0.3 { evidence.insert(.textOfCountry) }
        }
        if meaning.kind == .city, let region = votes.wide[meaning.parentIndex] {
            points += min(2, max(0, region - (own ? 0.4 : 0)) * 1.5)
        }
        if meaning.kind == .region || meaning.kind == .country, let inside = votes.inside[meaning.placeIndex] {
            points += min(2.5, inside * (meaning.kind == .region ? 2 : 1))
        }
        if feedCountry == meaning.countryIndex {
            points += 1
            evidence.insert(.feedCountry)
        }
        return points
    }

    /// How much a named place speaks for its country.
    private static func weight(_ meaning: NameMeaning, _ certainty: Double) -> Double {
        switch meaning.kind {
        case .country: 2.5
        case .region: 1
        default: certainty * 0.8
        }
    }

    /// Unknown names lie in the place named beside them, else in the place that the text names just before.
    private func placeUnknown(_ mentions: inout [PlaceMention], _ votes: Votes) {
        var known: [UInt32: NameMeaning] = [:]
        for index in mentions.indices where mentions[index].meanings.isEmpty {
            guard mentions[index].container != nil, mentions.indices.contains(index + 1) else { continue }
            if let best = mentions[index + 1].best {
                mentions[index].container = best
                known[mentions[index].nameHash] = best
            }
        }
        var last: NameMeaning?
        let first = mentions.first { $0.score > 0 && !$0.isDemonym && $0.best != nil }?.best
        for index in mentions.indices {
            if let best = mentions[index].best, mentions[index].score > 0 { last = best }
            guard mentions[index].meanings.isEmpty else { continue }
            mentions[index].container = known[mentions[index].nameHash] ?? mentions[index].container ?? last ?? first
            mentions[index].certainty = 0.4
        }
    }

    /// About the decimal logarithm of a population, from 3 for a thousand.
    private static func logarithm(_ population: Int) -> Double {
        let value = UInt64(max(population, 1000))
        let bits = 63 - value.leadingZeroBitCount
        let fraction = Double(value) / Double(UInt64(1) << UInt64(bits)) - 1
        return (Double(bits) + fraction) * 0.30103
    }
}

/// Which places lie in which, for choosing between meanings.
enum PlaceContainment {
    static func holds(_ outer: NameMeaning, _ inner: NameMeaning) -> Bool {
        guard outer.kind != .city, outer.placeIndex != inner.placeIndex else { return false }
        if inner.parentIndex == outer.placeIndex || inner.countryIndex == outer.placeIndex { return true }
        let hasExtent = outer.kind == .county || outer.kind == .area || outer.kind == .territory
        guard hasExtent, inner.kind != .country else { return false }
        return outer.radius > inner.radius && outer.position.distance(to: inner.position) <= Double(outer.radius) * 1.2
    }

    static func holds(_ outers: [NameMeaning], any inners: [NameMeaning]) -> Bool {
        outers.prefix(6).contains { outer in inners.contains { holds(outer, $0) } }
    }
}
