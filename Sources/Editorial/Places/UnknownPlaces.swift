internal import Gazetteer

/// Finds places that the gazetteer does not know, where the words around them say what they are: "Malakoff, Texas",
/// "the village of Kampungu", "Crawford County", and the same names elsewhere in the text.
struct UnknownPlaces {
    private static let longestName = 4
    private static let mostNames = 100
    private static let otherWords: WordKinds = [
        .small, .calendar, .title, .organisation, .facility, .teamAfter, .preposition, .official, .common,
    ]
    private static let beforePlaces: WordKinds = [.preposition, .placeWord, .direction]

    let text: PlaceText

    func extend(_ mentions: inout [PlaceMention]) {
        addUnits(&mentions)
        mentions.removeAll { $0.words.isEmpty }
        var taken = [Bool](repeating: false, count: text.words.count)
        for mention in mentions { for word in mention.words { taken[word] = true } }
        var found: [PlaceMention] = []
        var names: [UInt32: Range<Int>] = [:]
        for mention in mentions where mention.score > 0 && mention.mayBeWide {
            if let range = nameBeforeComma(mention.words.lowerBound, taken) {
                let container = mention.meanings.first { $0.kind != .city }
                add(range, container, &found, &names, &taken)
            }
        }
        for index in text.words.indices where !taken[index] && isNamePart(index) {
            guard let range = nameWithPlaceWord(index, taken) ?? nameAfterNear(index, taken) else { continue }
            add(range, nil, &found, &names, &taken)
            var last = range
            while let next = nameInList(after: last, taken), found.count < Self.mostNames {
                add(next, nil, &found, &names, &taken)
                last = next
            }
        }
        guard !names.isEmpty else { return }
        for index in text.words.indices where !taken[index] && isNamePart(index) {
            guard let range = repetition(index, names, taken) else { continue }
            add(range, nil, &found, &names, &taken)
        }
        mentions = (mentions + found).sorted { $0.words.lowerBound < $1.words.lowerBound }
    }

    private func add(
        _ range: Range<Int>,
        _ container: NameMeaning?,
        _ found: inout [PlaceMention],
        _ names: inout [UInt32: Range<Int>],
        _ taken: inout [Bool]
    ) {
        let hash = self.hash(range)
        var mention = PlaceMention(words: range, meanings: [], nameHash: hash)
        mention.score = 1.5
        mention.evidence = [.unknownName]
        mention.container = container
        found.append(mention)
        names[hash] = range
        for word in range { taken[word] = true }
    }

    private func hash(_ range: Range<Int>) -> UInt32 {
        let bytes = text.words[range.lowerBound].bytes.lowerBound..<text.words[range.upperBound - 1].bytes.upperBound
        return text.folded.bytes[bytes].reduce(into: UInt32(0x811C_9DC5)) { $0 = ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }

    /// "Dallas County", "Nyanza Province": the unit belongs to the name.
    private func addUnits(_ mentions: inout [PlaceMention]) {
        for index in mentions.indices {
            let next = mentions[index].words.upperBound
            guard text.isJoined(next), text.isCapitalised(next), text.kinds(next).contains(.unit),
                text.styles[next] == .sentence, text.words[mentions[index].words.lowerBound].letterCase == .capitalised
            else { continue }
            if mentions.indices.contains(index + 1), mentions[index + 1].words.lowerBound == next {
                // A longer name begins with the unit, or the unit alone was taken for a name.
                guard mentions[index + 1].words.count == 1 else { continue }
                mentions[index + 1].score = -10
                mentions[index + 1].words = next + 1..<next + 1
            }
            mentions[index].words = mentions[index].words.lowerBound..<next + 1
            mentions[index].evidence.remove(.partOfName)
            mentions[index].score = max(mentions[index].score, 1.5)
            mentions[index].evidence.insert(.placeWord)
        }
    }

    private func isNamePart(_ index: Int) -> Bool {
        let word = text.words[index]
        guard word.letterCase == .capitalised, word.bytes.count >= 3, text.styles[index] == .sentence else {
            return false
        }
        let kinds = text.kinds(index)
        let isUsable = kinds.isDisjoint(with: Self.otherWords)
        // A first name may name a county, but no other place.
        let isCounty =
            text.isJoined(index + 1) && text.isCapitalised(index + 1) && text.kinds(index + 1).contains(.unit)
        return isUsable && (!kinds.contains(.firstName) || isCounty) || kinds.contains(.unitBefore)
    }

    /// The name that ends before a comma and a wider place ("in Malakoff, Texas").
    private func nameBeforeComma(_ wide: Int, _ taken: [Bool]) -> Range<Int>? {
        guard text.words[wide].gap == .comma, wide > 0, text.gap(after: wide) != .apostrophe else { return nil }
        var start = wide
        while start > 0, wide - start < Self.longestName, !taken[start - 1], isNamePart(start - 1) {
            start -= 1
            if start == wide - 1 { continue }
            guard text.isJoined(start + 1) else {
                start += 1
                break
            }
        }
        guard start < wide, wide - start < Self.longestName else { return nil }
        let before = text.kinds(start - 1)
        let isAfterOf = text.equals(start - 1, "of") && !text.kinds(start - 2).contains(.organisationBefore)
        let isPlaced = text.isJoined(start) && (isAfterOf || !before.isDisjoint(with: Self.beforePlaces))
        let gap = text.words[start].gap
        return isPlaced || gap == .sentenceEnd || gap == .other ? start..<wide : nil
    }

    /// "the Artibonite region", "village of Kogelo", "Crawford County".
    private func nameWithPlaceWord(_ start: Int, _ taken: [Bool]) -> Range<Int>? {
        let continuesName = text.isJoined(start) && text.isCapitalised(start - 1)
        guard !continuesName || text.kinds(start - 1).contains(.small) else { return nil }
        var end = start + 1
        while end < text.words.count, end - start < Self.longestName, !taken[end], text.isJoined(end), isNamePart(end) {
            end += 1
            if text.kinds(end - 1).contains(.unit) { break }
        }
        if end - start > 1, text.kinds(end - 1).contains(.unit) {
            return isFollowedByName(end) ? nil : start..<end
        }
        if end - start > 1, text.equals(start, "lake") || text.equals(start, "mount") {
            return isFollowedByName(end) ? nil : start..<end
        }
        guard !isFollowedByName(end) else { return nil }
        let isBefore = text.isJoined(end) && text.kinds(end).contains(.placeWord) && !text.isCapitalised(end)
        let isAfterArticle = text.equals(start - 1, "the") || text.kinds(start - 1).contains(.preposition)
        let head = start - 2
        let isAfter = text.equals(start - 1, "of") && text.kinds(head).contains(.placeWord) && !text.isCapitalised(head)
        return (isBefore && isAfterArticle && text.isJoined(start)) || isAfter ? start..<end : nil
    }

    /// "near Orneta".
    private func nameAfterNear(_ start: Int, _ taken: [Bool]) -> Range<Int>? {
        let isNear = text.equals(start - 1, "near") || (text.equals(start - 1, "to") && text.equals(start - 2, "near"))
        guard isNear, text.isJoined(start), !isFollowedByName(start + 1), text.kinds(start).isEmpty else { return nil }
        return start..<start + 1
    }

    /// "the villages of Ceamurlia, Maliuc and Caraorman".
    private func nameInList(after range: Range<Int>, _ taken: [Bool]) -> Range<Int>? {
        let isPlural =
            text.kinds(range.lowerBound - 2).contains(.placeWord) || text.words[range.lowerBound].gap == .comma
        var start = range.upperBound
        guard isPlural, start < text.words.count else { return nil }
        if text.equals(start, "and") { start += 1 } else if text.words[start].gap != .comma { return nil }
        guard start < text.words.count, !taken[start], isNamePart(start) else { return nil }
        return isFollowedByName(start + 1) ? nil : start..<start + 1
    }

    private func isFollowedByName(_ end: Int) -> Bool {
        text.isJoined(end) && text.isCapitalised(end)
    }

    private func repetition(_ start: Int, _ names: [UInt32: Range<Int>], _ taken: [Bool]) -> Range<Int>? {
        guard !(text.isJoined(start) && text.isCapitalised(start - 1)) else { return nil }
        var end = start
        while end < text.words.count, end - start < Self.longestName, !taken[end], end == start || text.isJoined(end),
            isNamePart(end)
        {
            end += 1
        }
        guard end > start, names[hash(start..<end)] != nil, !isFollowedByName(end) else { return nil }
        return start..<end
    }
}
