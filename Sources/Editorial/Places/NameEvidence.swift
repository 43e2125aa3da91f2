internal import Gazetteer

/// Judges from the words around a name whether it means a place. Scores add up; above 0 is a place.
struct NameEvidence {
    private static let institutions: WordKinds = [.organisation, .teamAfter, .facility]
    private static let buildings: WordKinds = [.organisation, .facility, .unit]

    let text: PlaceText

    func judge(_ mentions: inout [Mention]) {
        for index in mentions.indices { judge(&mentions[index]) }
        judgeLists(&mentions)
        judgeRepetitions(&mentions)
    }

    private func judge(_ mention: inout Mention) {
        let first = mention.words.lowerBound
        let last = mention.words.upperBound - 1
        let style = text.styles[first]
        if text.words[first].isUnspaced || text.words[first].letterCase == .none {
            judgeUncased(&mention)
            return
        }
        let own = text.kinds(of: mention.words)
        includeDirection(&mention)
        base(&mention, own, style)
        // A full stop may end a title: "Mr. Lancaster".
        let followsShortForm = text.words[first].gap == .stop && !text.beginsSentence(first)
        if text.isJoined(first) || text.words[first].gap == .apostrophe || followsShortForm { readBefore(&mention, style) }
        if text.isJoined(last + 1) { readAfter(&mention, own, style) }
        readDateline(&mention)
        if text.gap(after: last) == .sign || text.words[first].gap == .sign { add(-6, .partOfName, &mention) }
        if own.contains(.organisationName), !mention.evidence.contains(.preposition) { add(-5, .organisation, &mention) }
    }

    private func add(_ points: Double, _ evidence: Evidence, _ mention: inout Mention) {
        mention.score += points
        mention.evidence.insert(evidence)
    }

    /// "Western Kasai", "South West England": a direction with a capital belongs to the name.
    private func includeDirection(_ mention: inout Mention) {
        var start = mention.words.lowerBound
        guard text.styles[start] == .sentence else { return }
        while start > 0, text.isJoined(start), text.isCapitalised(start - 1), !text.beginsSentence(start - 1),
            text.kinds(start - 1).contains(.direction), mention.words.lowerBound - start < 2
        {
            start -= 1
        }
        guard start < mention.words.lowerBound else { return }
        mention.words = start..<mention.words.upperBound
        add(1, .direction, &mention)
    }

    private func base(_ mention: inout Mention, _ own: WordKinds, _ style: LineStyle) {
        let first = mention.words.lowerBound
        if style == .lower { add(1, .lowerCase, &mention) }
        if text.beginsSentence(first) {
            mention.score += 0.5
        } else if style == .sentence {
            add(1.5, .midSentence, &mention)
        } else {
            mention.score += 0.8
        }
        if mention.words.count > 1 { mention.score += 1 }
        if mention.mayBeWide {
            add(2, .known, &mention)
        } else if mention.largestPopulation >= 200_000 {
            add(1, .known, &mention)
        } else if mention.largestPopulation < 100_000 {
            mention.score -= 0.8
        }
        if mention.meanings.allSatisfy({ $0.flags.contains(.other) }) { mention.score -= 0.5 }
        if own.contains(.calendar) { add(-8, .calendar, &mention) }
        if own.contains(.common) || (own.contains(.small) && !mention.mayBeWide) { add(-4, .commonWord, &mention) }
        if !own.isDisjoint(with: Self.buildings) && !mention.mayBeWide { add(-3, .commonWord, &mention) }
        // "US" and "OR" in a line of capitals are words.
        if style == .capitals, own.contains(.small) { add(-3.9, .commonWord, &mention) }
        if own.contains(.title) { add(-5, .commonWord, &mention) }
        if own.contains(.firstName), !mention.mayBeWide { mention.score -= mention.largestPopulation > 500_000 ? 0.5 : 1.5 }
    }

    // MARK: Words before

    private func readBefore(_ mention: inout Mention, _ style: LineStyle) {
        // "in the Philippines" reads like "in Kenya".
        let hasArticle = text.equals(mention.words.lowerBound - 1, "the") && text.isJoined(mention.words.lowerBound - 1)
        let first = mention.words.lowerBound - (hasArticle ? 1 : 0)
        let before = text.kinds(first - 1)
        if hasArticle {
            if before.contains(.preposition) { add(1.5, .preposition, &mention) }
            return
        }
        let isCapital = text.isCapitalised(first - 1)
        if before.contains(.preposition) {
            add(2, .preposition, &mention)
            return
        }
        if text.equals(first - 1, "of") {
            readOf(&mention)
            return
        }
        if before.contains(.direction) {
            add(2, .direction, &mention)
            return
        }
        if before.contains(.placeWord), !isCapital {
            add(2.5, .placeWord, &mention)
            return
        }
        if before.contains(.sportsAct), !isCapital, !mention.mayBeWide { add(-3, .team, &mention) }
        guard isCapital, text.words[first].gap != .apostrophe else { return }
        if before.contains(.title), !mention.mayBeWide || !text.equals(first - 1, "prince") {
            add(mention.mayBeWide && mention.words.count > 1 ? -2 : -6, .person, &mention)
            return
        }
        let isName = style != .capitals && !before.contains(.small) && !before.contains(.calendar)
        if before.contains(.firstName), isName {
            add(mention.words.count > 1 ? -3 : -6, .person, &mention)
            return
        }
        if !before.isDisjoint(with: Self.institutions), !before.contains(.small) {
            add(-4, .organisation, &mention)
            return
        }
        guard style == .sentence, isName else { return }
        if text.beginsSentence(first - 1), text.words[first - 1].letterCase != .capitals {
            if before.isEmpty, !mention.mayBeWide { add(-2.5, .partOfName, &mention) }
            return
        }
        if text.words[first].gap == .hyphen { return add(mention.mayBeWide ? -1 : -3.5, .partOfName, &mention) }
        add(mention.mayBeWide ? -2 : -3.5, .partOfName, &mention)
    }

    // "Bank of America", "city of Turin", "Catherine of Aragon".
    private func readOf(_ mention: inout Mention) {
        let head = mention.words.lowerBound - 2
        let kinds = text.kinds(head)
        let isCapital = text.isCapitalised(head)
        if kinds.contains(.placeWord) { return add(3, .placeWord, &mention) }
        if kinds.contains(.organisationBefore), isCapital { return add(-5, .organisation, &mention) }
        if isCapital, !text.beginsSentence(head), text.styles[head] == .sentence, !kinds.contains(.title) {
            return add(-2, .partOfName, &mention)
        }
        add(1, .preposition, &mention)
    }

    // MARK: Words after

    private func readAfter(_ mention: inout Mention, _ own: WordKinds, _ style: LineStyle) {
        let next = mention.words.upperBound
        let after = text.kinds(next)
        let isCapital = text.isCapitalised(next)
        if after.contains(.thingAfter) { return add(-9, .partOfName, &mention) }
        if !isCapital || style == .capitals || style == .lower {
            readLowerAfter(&mention, after, own)
            if !isCapital || style == .lower { return }
        }
        if after.contains(.unit), style != .capitals { return }
        if let distance = organisationDistance(from: next, style) {
            let isOfficial = after.contains(.official) && !after.contains(.organisation) && distance > 0
            if !isOfficial { return add(distance == 0 ? -6 : -4.5, .organisation, &mention) }
        }
        if after.contains(.official) { return add(0.4, .official, &mention) }
        if after.contains(.facility) { return add(-4.5, .facility, &mention) }
        if after.contains(.teamAfter) { return add(-5, .team, &mention) }
        if text.words[next].gap == .hyphen {
            if style == .sentence, !isCountry(mention) { add(-3.5, .partOfName, &mention) }
            return
        }
        guard style == .sentence || own.contains(.firstName) else { return }
        if after.contains(.small) || after.contains(.calendar) || after.contains(.preposition) { return }
        if own.contains(.firstName) {
            let hasPlaceBefore = mention.evidence.contains(.preposition) && mention.mayBeWide
            return add(hasPlaceBefore ? -2 : -6, .person, &mention)
        }
        // A short form with capitals ("US President Obama") stands before names more often than inside them.
        let isAbbreviation = mention.best?.flags.contains(.capitals) ?? mention.meanings.contains { $0.flags.contains(.capitals) }
        if isAbbreviation { return }
        let isKnownPlace = style == .title
        if !isKnownPlace { add(mention.evidence.contains(.preposition) ? -1 : -2.5, .partOfName, &mention) }
    }

    private func isCountry(_ mention: Mention) -> Bool {
        mention.meanings.contains { $0.kind == .country || $0.kind == .continent }
    }

    private func readLowerAfter(_ mention: inout Mention, _ after: WordKinds, _ own: WordKinds) {
        if after.contains(.placeWord) { add(1.5, .placeWord, &mention) }
        if after.contains(.sportsAct), !mention.mayBeWide, !mention.evidence.contains(.preposition) {
            add(-3, .team, &mention)
        }
        if after.contains(.speech), own.contains(.firstName) || !mention.mayBeWide, !mention.evidence.contains(.preposition) {
            add(own.contains(.firstName) ? -5 : -1.5, .person, &mention)
        }
    }

    /// How many capitalised words lie between a name and the word that makes it an organisation; nil for none within five.
    private func organisationDistance(from next: Int, _ style: LineStyle) -> Int? {
        var distance = 0
        var index = next
        while distance < 5, text.isJoined(index) {
            let kinds = text.kinds(index)
            if text.isCapitalised(index) {
                if kinds.contains(.organisation), !kinds.contains(.small) || distance == 0 {
                    return style == .sentence || distance <= 1 ? distance : nil
                }
                if kinds.contains(.calendar) || kinds.contains(.preposition) && style != .sentence { return nil }
            } else if !(text.equals(index, "and") || text.equals(index, "of") || text.equals(index, "for")) || distance == 0 {
                return nil
            }
            distance += 1
            index += 1
        }
        return nil
    }

    // "LONDON (Reuters) -", "PARIS — ".
    private func readDateline(_ mention: inout Mention) {
        let first = mention.words.lowerBound
        guard text.words[first].gap == .sentenceEnd, text.gap(after: mention.words.upperBound - 1) == .other,
            text.styles[first] != .title
        else { return }
        add(1.5, .dateline, &mention)
    }

    /// Scripts without capitals: only the name itself and the words beside it speak.
    private func judgeUncased(_ mention: inout Mention) {
        add(1.5, .unspaced, &mention)
        if mention.mayBeWide || mention.largestPopulation >= 300_000 { add(1, .known, &mention) }
        let before = text.kinds(mention.words.lowerBound - 1)
        if before.contains(.preposition) { add(1.5, .preposition, &mention) }
        if before.contains(.placeWord) { add(1.5, .placeWord, &mention) }
        guard text.words[mention.words.lowerBound].isUnspaced else {
            if before.contains(.firstName) || before.contains(.title) { add(-3, .person, &mention) }
            return
        }
        if followsOrganisation(mention.words.upperBound) { add(-4, .organisation, &mention) }
    }

    /// Whether the two to four letters after a name in a script without spaces are an organisation's ending ("北京大学").
    private func followsOrganisation(_ start: Int) -> Bool {
        let words = text.words
        var end = start
        while end < words.count, end < start + 6, words[end].isUnspaced, words[end].gap == .nothing {
            end += 1
            for first in max(start, end - 3)..<end {
                let range = words[first].bytes.lowerBound..<words[end - 1].bytes.upperBound
                let kinds = text.folded.bytes.withUnsafeBufferPointer {
                    text.gazetteer.wordKinds(of: UnsafeBufferPointer(rebasing: $0[range]))
                }
                if kinds.contains(.organisation) { return true }
            }
        }
        return false
    }

    // MARK: Names beside and elsewhere

    /// "Hammond, Indiana": a name and the place that contains it confirm each other.
    private func judgeLists(_ mentions: inout [Mention]) {
        for index in mentions.indices.dropLast() {
            let next = index + 1
            guard mentions[next].words.lowerBound == mentions[index].words.upperBound,
                text.words[mentions[next].words.lowerBound].gap == .comma
            else { continue }
            if Containment.holds(mentions[next].meanings, any: mentions[index].meanings) {
                for position in [index, next] where mentions[position].score > -5.5 || position == index {
                    let isPerson = mentions[position].evidence.contains(.person)
                    add(isPerson ? 2 : 5, .insideNamed, &mentions[position])
                }
            } else if mentions[index].score > 1, mentions[next].score > 1 {
                add(0.5, .listed, &mentions[index])
                add(0.5, .listed, &mentions[next])
            }
        }
    }

    /// A name that is a person's somewhere is one everywhere, unless a place is named around it; and the other way round.
    private func judgeRepetitions(_ mentions: inout [Mention]) {
        var persons: Set<UInt32> = []
        var places: Set<UInt32> = []
        for mention in mentions {
            if mention.evidence.contains(.person), mention.score <= 0, !mention.mayBeWide { persons.insert(mention.nameHash) }
            if mention.score >= 3, !mention.evidence.contains(.person) { places.insert(mention.nameHash) }
        }
        for index in mentions.indices {
            let hash = mentions[index].nameHash
            if persons.contains(hash), !mentions[index].evidence.contains(.insideNamed) {
                let isWeak = mentions[index].evidence.isDisjoint(with: [.preposition, .placeWord])
                add(isWeak ? -4 : -1, .person, &mentions[index])
            } else if places.contains(hash) {
                let isExcluded = !mentions[index].evidence.isDisjoint(with: [.organisation, .facility, .team, .person])
                if !isExcluded { add(1.5, .repeated, &mentions[index]) }
            }
        }
    }
}

/// Which places lie in which, for choosing between meanings.
enum Containment {
    static func holds(_ outer: NameMeaning, _ inner: NameMeaning) -> Bool {
        guard outer.kind != .city, outer.placeIndex != inner.placeIndex else { return false }
        if inner.parentIndex == outer.placeIndex || inner.countryIndex == outer.placeIndex { return true }
        guard outer.kind == .county || outer.kind == .area || outer.kind == .territory, inner.kind != .country else { return false }
        return outer.radius > inner.radius && outer.position.distance(to: inner.position) <= Double(outer.radius) * 1.2
    }

    static func holds(_ outers: [NameMeaning], any inners: [NameMeaning]) -> Bool {
        outers.prefix(6).contains { outer in inners.contains { holds(outer, $0) } }
    }
}
