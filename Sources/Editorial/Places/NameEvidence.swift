internal import Gazetteer

/// Judges from the words around a name whether it means a place.
///
/// Scores add up; a name with more than 0 is a place.
struct NameEvidence {
    private static let institutions: WordKinds = [.organisation, .teamAfter, .facility]
    private static let buildings: WordKinds = [.organisation, .facility, .unit]

    let text: PlaceText
    /// The index of the feed's country; nil when it is not known.
    var feedCountry: Int?
    /// Whether the text's language writes all nouns with capitals.
    var nounsHaveCapitals = false

    func judge(_ mentions: inout [PlaceMention]) {
        for index in mentions.indices { judge(&mentions[index]) }
    }

    private func judge(_ mention: inout PlaceMention) {
        let first = mention.words.lowerBound
        let last = mention.words.upperBound - 1
        let style = text.styles[first]
        if text.words[first].isUnspaced || text.words[first].letterCase == .none {
            judgeUncased(&mention)
            return
        }
        // "LA" is not the word "la".
        let isAbbreviation = style != .capitals && mention.meanings.allSatisfy { $0.flags.contains(.capitals) }
        let own = text.kinds(of: mention.words).subtracting(isAbbreviation ? [.common, .small] : [])
        includeDirection(&mention)
        base(&mention, own, style)
        // A full stop may end a title: "Mr. Lancaster".
        let followsShortForm = text.words[first].gap == .stop && !text.beginsSentence(first)
        if text.isJoined(first) || text.words[first].gap == .apostrophe || followsShortForm {
            readBefore(&mention, style)
        }
        if text.isJoined(last + 1) { readAfter(&mention, own, style) }
        readInitials(&mention)
        readDateline(&mention)
        if text.gap(after: last) == .sign || text.words[first].gap == .sign { mention.add(-6, .partOfName) }
        if own.contains(.organisationName), !mention.evidence.contains(.preposition) {
            mention.add(-5, .organisation)
        }
    }

    /// "Western Kasai", "South West England": a direction with a capital belongs to the name.
    private func includeDirection(_ mention: inout PlaceMention) {
        var start = mention.words.lowerBound
        guard text.styles[start] == .sentence else { return }
        while start > 0, text.isJoined(start), text.isCapitalised(start - 1), !text.beginsSentence(start - 1),
            text.kinds(start - 1).contains(.direction), mention.words.lowerBound - start < 2
        {
            start -= 1
        }
        guard start < mention.words.lowerBound else { return }
        mention.words = start..<mention.words.upperBound
        mention.add(1, .direction)
    }

    private func base(_ mention: inout PlaceMention, _ own: WordKinds, _ style: PlaceLineStyle) {
        let first = mention.words.lowerBound
        if style == .lower { mention.add(1, .lowerCase) }
        if text.beginsSentence(first) {
            mention.score += 0.5
        } else if style == .sentence {
            mention.add(1.5, .midSentence)
        } else {
            mention.score += 0.8
        }
        if mention.words.count > 1 { mention.score += 1 }
        if mention.mayBeWide {
            mention.add(2, .known)
        } else if mention.largestPopulation >= 200_000 {
            mention.add(1, .known)
        } else if mention.largestPopulation < 100_000 {
            mention.score -= 0.8
        }
        if mention.meanings.allSatisfy({ $0.flags.contains(.other) }) { mention.score -= 0.5 }
        if own.contains(.calendar) { mention.add(-8, .calendar) }
        if own.contains(.common), style == .title { mention.score -= 1 }
        if own.contains(.common) || (own.contains(.small) && !mention.mayBeWide) { mention.add(-4, .commonWord) }
        if !own.isDisjoint(with: Self.buildings), !mention.mayBeWide { mention.add(-3, .commonWord) }
        // "US" and "OR" in a line of capitals are words.
        if style == .capitals, own.contains(.small) { mention.add(-3.9, .commonWord) }
        if own.contains(.title) { mention.add(-5, .commonWord) }
        if own.contains(.firstName), !mention.mayBeWide {
            mention.score -= mention.largestPopulation > 500_000 ? 0.5 : 1.5
        }
    }

    // MARK: Words before

    private func readBefore(_ mention: inout PlaceMention, _ style: PlaceLineStyle) {
        // "in the Philippines" reads like "in Kenya".
        let article = mention.words.lowerBound - 1
        let hasArticle = text.equals(article, "the") && text.isJoined(article)
        let first = hasArticle ? article : mention.words.lowerBound
        let before = text.kinds(first - 1)
        if hasArticle {
            if before.contains(.preposition) { mention.add(1.5, .preposition) }
            return
        }
        let isCapital = text.isCapitalised(first - 1)
        if before.contains(.preposition) {
            mention.add(2, .preposition)
            return
        }
        if text.equals(first - 1, "of") {
            readOf(&mention)
            return
        }
        if before.contains(.direction) {
            mention.add(2, .direction)
            return
        }
        if before.contains(.placeWord), !isCapital {
            mention.add(2.5, .placeWord)
            return
        }
        if before.contains(.sportsAct), !isCapital, !mention.mayBeWide { mention.add(-3, .team) }
        // In Spanish and Italian towns have no article, teams do: "el Valencia", "il Napoli".
        if text.equals(first - 1, "el") || text.equals(first - 1, "il"), !mention.mayBeWide { mention.add(-3, .team) }
        guard isCapital, text.words[first].gap != .apostrophe else { return }
        if before.contains(.title) {
            mention.add(mention.mayBeWide && mention.words.count > 1 ? -2 : -6, .person)
            return
        }
        let isName = style != .capitals && !before.contains(.small) && !before.contains(.calendar)
        // "Norwick Island" is not Iceland, as German calls it.
        if isName, !nounsHaveCapitals, mention.words.count == 1, text.kinds(of: mention.words).contains(.unit) {
            return mention.add(-8, .partOfName)
        }
        if before.contains(.firstName), isName {
            mention.add(mention.words.count > 1 ? -3 : -6, .person)
            return
        }
        if !before.isDisjoint(with: Self.institutions), !before.contains(.small) {
            mention.add(-4, .organisation)
            return
        }
        if style == .title, before.isEmpty, !mention.mayBeWide, mention.largestPopulation < 300_000 {
            mention.add(-1.5, .partOfName)
        }
        guard style == .sentence, isName else { return }
        if text.beginsSentence(first - 1), text.words[first - 1].letterCase != .capitals {
            if before.isEmpty, !mention.mayBeWide { mention.add(-2.5, .partOfName) }
            return
        }
        if text.words[first].gap == .hyphen { return mention.add(mention.mayBeWide ? -1 : -3.5, .partOfName) }
        mention.add(mention.mayBeWide ? -2 : -3.5, .partOfName)
    }

    // "Bank of America", "city of Turin", "Catherine of Aragon".
    private func readOf(_ mention: inout PlaceMention) {
        let head = mention.words.lowerBound - 2
        let kinds = text.kinds(head)
        let isCapital = text.isCapitalised(head)
        if kinds.contains(.placeWord) { return mention.add(3, .placeWord) }
        if kinds.contains(.organisationBefore), isCapital { return mention.add(-5, .organisation) }
        if isCapital, !text.beginsSentence(head), text.styles[head] == .sentence, !kinds.contains(.title) {
            return mention.add(-2, .partOfName)
        }
        mention.add(1, .preposition)
    }

    // MARK: Words after

    private func readAfter(_ mention: inout PlaceMention, _ own: WordKinds, _ style: PlaceLineStyle) {
        let next = mention.words.upperBound
        let after = text.kinds(next)
        let isCapital = text.isCapitalised(next)
        if after.contains(.thingAfter) { return mention.add(-9, .partOfName) }
        if !isCapital || style == .capitals || style == .lower {
            readLowerAfter(&mention, after, own)
            if !isCapital || style == .lower { return }
        }
        if after.contains(.unit), style != .capitals { return }
        if let distance = organisationDistance(from: next, style) {
            let isOfficial = after.contains(.official) && !after.contains(.organisation) && distance > 0
            if !isOfficial { return mention.add(distance == 0 ? -6 : -4.5, .organisation) }
        }
        if after.contains(.official) { return mention.add(0.4, .official) }
        if after.contains(.facility) { return mention.add(-4.5, .facility) }
        if after.contains(.teamAfter) { return mention.add(-5, .team) }
        if text.words[next].gap == .hyphen {
            if style == .sentence, !isCountry(mention) { mention.add(-3.5, .partOfName) }
            return
        }
        guard style == .sentence || own.contains(.firstName) else { return }
        if after.contains(.small) || after.contains(.calendar) || after.contains(.preposition) { return }
        if own.contains(.firstName) {
            let hasPlaceBefore = mention.evidence.contains(.preposition) && mention.mayBeWide
            return mention.add(hasPlaceBefore ? -2 : -6, .person)
        }
        // A short form with capitals ("US President Obama") stands before names more often than inside them.
        if mention.meanings.contains(where: { $0.flags.contains(.capitals) }) { return }
        if style != .title { mention.add(mention.evidence.contains(.preposition) ? -1 : -2.5, .partOfName) }
    }

    private func isCountry(_ mention: PlaceMention) -> Bool {
        mention.meanings.contains { $0.kind == .country || $0.kind == .continent }
    }

    private func readLowerAfter(_ mention: inout PlaceMention, _ after: WordKinds, _ own: WordKinds) {
        if after.contains(.placeWord) { mention.add(1.5, .placeWord) }
        // A British feed writes "Reading council" of the town.
        let isAuthority = !after.isDisjoint(with: [.organisation, .official, .placeWord])
        if own.contains(.common), isAuthority, isInFeedCountry(mention) { mention.add(4, .placeWord) }
        // "Jordan signs new deal with Bulls"
        if own.contains(.firstName), mention.mayBeWide, !mention.evidence.contains(.preposition),
            text.beginsSentence(mention.words.lowerBound), namesTeam(after: mention.words.upperBound)
        {
            mention.add(-7, .person)
        }
        if after.contains(.sportsAct), !mention.mayBeWide, !mention.evidence.contains(.preposition) {
            mention.add(-3, .team)
        }
        let mayBePerson = own.contains(.firstName) || !mention.mayBeWide
        if after.contains(.speech), mayBePerson, !mention.evidence.contains(.preposition) {
            mention.add(own.contains(.firstName) ? -5 : -1.5, .person)
        }
    }

    /// How many words lie between a name and the word that makes it an organisation; nil for none within five.
    private func organisationDistance(from next: Int, _ style: PlaceLineStyle) -> Int? {
        var distance = 0
        var index = next
        while distance < 5, text.isJoined(index) {
            let kinds = text.kinds(index)
            if text.isCapitalised(index) {
                if kinds.contains(.organisation), !kinds.contains(.small) || distance == 0 {
                    return style == .sentence || distance <= 1 ? distance : nil
                }
                if kinds.contains(.calendar) { return nil }
                if kinds.contains(.preposition), style != .sentence { return nil }
            } else {
                let isLink = text.equals(index, "and") || text.equals(index, "of") || text.equals(index, "for")
                guard isLink, distance > 0 else { return nil }
            }
            distance += 1
            index += 1
        }
        return nil
    }

    // "LONDON (Reuters) -", "PARIS — ".
    private func readDateline(_ mention: inout PlaceMention) {
        let first = mention.words.lowerBound
        guard text.words[first].gap == .sentenceEnd, text.gap(after: mention.words.upperBound - 1) == .other,
            text.styles[first] != .title,
            mention.mayBeWide || mention.largestPopulation >= 100_000 || text.words[first].letterCase == .capitals
        else { return }
        mention.add(1.5, .dateline)
    }

    /// Scripts without capitals: only the name itself and the words beside it speak.
    private func judgeUncased(_ mention: inout PlaceMention) {
        mention.add(1.5, .unspaced)
        if mention.mayBeWide || mention.largestPopulation >= 300_000 { mention.add(1, .known) }
        // "المدينة" is the city of whoever speaks.
        if text.kinds(of: mention.words).contains(.common) { mention.add(-4, .commonWord) }
        let before = text.kinds(mention.words.lowerBound - 1)
        if before.contains(.preposition) { mention.add(1.5, .preposition) }
        if before.contains(.placeWord) { mention.add(1.5, .placeWord) }
        guard text.words[mention.words.lowerBound].isUnspaced else {
            if before.contains(.firstName) || before.contains(.title) { mention.add(-3, .person) }
            return
        }
        if followsOrganisation(mention.words.upperBound) { mention.add(-4, .organisation) }
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
}
