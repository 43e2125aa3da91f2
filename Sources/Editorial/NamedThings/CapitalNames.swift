internal import TextAnalysis

/// Names in scripts with spaces: words with capitals, and what stands in and beside them.
struct CapitalNames {
    let text: SegmentedText
    let rules: LanguageVocabulary
    /// By the word where they begin and where they end.
    private let starting: [Int: [PhraseTable.Match]]
    private let ending: [Int: [PhraseTable.Match]]

    init(text: SegmentedText, rules: LanguageVocabulary, matches: [PhraseTable.Match]) {
        self.text = text
        self.rules = rules
        starting = Dictionary(grouping: matches) { $0.words.lowerBound }
        ending = Dictionary(grouping: matches) { $0.words.upperBound }
    }

    func names(known: NameKinds) -> [FoundName] {
        // In titles in capitals, verbs and other words that describe nothing end a name.
        let ends = text.isTitleCase ? rules.noNamesInTitles : rules.noNames
        var names: [FoundName] = []
        for run in text.nameRuns(stopWords: ends) {
            names += classified(run.range, isCertain: run.isCertain, known)
        }
        return names
    }

    // MARK: - One row of words with capitals

    private func classified(_ range: Range<Int>, isCertain: Bool, _ known: NameKinds) -> [FoundName] {
        let (range, title) = withoutTitles(range)
        guard !range.isEmpty else { return [] }
        if title == nil, let middle = connectorAfterPerson(range) {
            return classified(range.lowerBound..<middle, isCertain: isCertain, known)
                + classified((middle + 1)..<range.upperBound, isCertain: isCertain, known)
        }
        let parts = title == nil ? nounsWithoutSmallWords(range) : [range]
        if parts.count > 1 { return parts.flatMap { classified($0, isCertain: isCertain, known) } }
        if let kind = known[TextFolding.folded(text.spelling(of: range))] {
            return [text.name(range, kind, 0.9, .known)]
        }
        var found = listed(range, known)
        if let title, isPersonShape(range) {
            found.append(text.name(range, title, 0.9, .title))
            return found
        }
        if let inner = byItsWords(range) { found.append(inner) }
        if !found.isEmpty { return found }
        if let outer = byItsSurroundings(range, isCertain) { return [outer] }
        if range.allSatisfy({ rules.nothing.contains(text.words[$0].key) }) { return [] }
        let hasDigits = range.contains { text.words[$0].folded.utf8.contains { (0x30...0x39).contains($0) } }
        let isAbbreviation =
            !hasDigits && range.count == 1 && text.marks[range.lowerBound].contains(.allCapitals) && !text.isShouting
        if isAbbreviation && (3...5).contains(text.words[range.lowerBound].utf8Range.count) {
            return [text.name(range, .organisation, 0.4, .abbreviation)]
        }
        return isCertain && isProper(range) ? [text.name(range, .unknown, 0.3, .capitals)] : []
    }

    /// "Kosten der Konzerne" is no name in German, but "Ursula von der Leyen" and "Institut für …" are.
    private func nounsWithoutSmallWords(_ range: Range<Int>) -> [Range<Int>] {
        guard rules.nounsHaveCapitals, !hasFirstName(range.lowerBound) else { return [range] }
        let isHead = (starting[range.lowerBound] ?? []).contains { rules.rules[$0.value].position == .start }
        guard !isHead else { return [range] }
        return range.split { !text.marks[$0].contains(.capital) && text.words[$0].kind == .word }
            .compactMap { part in part.first.map { $0..<($0 + part.count) } }
    }

    /// The small word after a person, as in "Hannah Spencer of the Green Party".
    private func connectorAfterPerson(_ range: Range<Int>) -> Int? {
        guard range.count >= 4, hasFirstName(range.lowerBound) else { return nil }
        let middle = range.first { text.words[$0].folded == "of" && !text.marks[$0].contains(.capital) }
        guard let middle, middle - range.lowerBound >= 2 else { return nil }
        return text.words[middle + 1].folded == "the" && middle + 2 < range.upperBound ? middle : nil
    }

    private func hasFirstName(_ word: Int) -> Bool {
        (starting[word] ?? []).contains {
            rules.rules[$0.value].position == .first && rules.rules[$0.value].subject == .person
        }
    }

    /// In languages where every noun has a capital, one word with a capital is no name by itself.
    private func isProper(_ range: Range<Int>) -> Bool {
        range.count > 1 || (!rules.nounsHaveCapitals && text.words[range.lowerBound].utf8Range.count > 1)
    }

    /// "Justice Department": what looks like a title is part of the name of an office.
    private func isOffice(_ range: Range<Int>) -> Bool {
        range.count == 1 && (ending[range.upperBound] ?? []).contains { rules.rules[$0.value].position == .last }
    }

    /// The row without "President" at its front or just before it, and what the title shows.
    private func withoutTitles(_ range: Range<Int>) -> (Range<Int>, NamedThing.Kind?) {
        var (start, kind) = (range.lowerBound, NamedThing.Kind?.none)
        while start < range.upperBound {
            let titles = (starting[start] ?? []).filter {
                rules.rules[$0.value].position == .before && $0.words.upperBound < range.upperBound
                    && text.marks[$0.words.upperBound].contains(.capital)
            }
            guard let longest = titles.max(by: { $0.words.upperBound < $1.words.upperBound }) else { break }
            guard !isOffice(longest.words.upperBound..<range.upperBound) else { break }
            (start, kind) = (longest.words.upperBound, rules.rules[longest.value].subject.kind)
        }
        if kind == nil, let inner = titleInside(range) { return (inner.words.upperBound..<range.upperBound, .person) }
        if kind == nil, start == range.lowerBound, text.marks[start].contains(.joined) {
            let before = (ending[start] ?? []).first { rules.rules[$0.value].position == .before }
            kind = before.flatMap { rules.rules[$0.value].subject.kind }
            if kind != .person { kind = nil }
        }
        return (start..<range.upperBound, kind)
    }

    /// "Animal Husbandry Minister Anees Ahmed": the title after which two words of the row are left.
    private func titleInside(_ range: Range<Int>) -> PhraseTable.Match? {
        guard range.count >= 4, !hasFirstName(range.lowerBound) else { return nil }
        for start in range.dropFirst().dropLast(2) {
            let title = (starting[start] ?? []).first {
                rules.rules[$0.value].position == .before && rules.rules[$0.value].subject == .person
                    && range.upperBound - $0.words.upperBound == 2
            }
            guard let title, text.marks[title.words.upperBound].contains(.capital) else { continue }
            if !isOffice((range.upperBound - 1)..<range.upperBound) { return title }
        }
        return nil
    }

    /// Whole names of the vocabulary, and names that are known, inside the row.
    private func listed(_ range: Range<Int>, _ known: NameKinds) -> [FoundName] {
        var found: [FoundName] = []
        for start in range {
            let whole = (starting[start] ?? []).filter {
                rules.rules[$0.value].position == .whole && $0.words.upperBound <= range.upperBound
            }
            if let longest = whole.max(by: { $0.words.upperBound < $1.words.upperBound }),
                let kind = rules.rules[longest.value].subject.kind
            {
                found.append(text.name(longest.words, kind, longest.words == range ? 0.95 : 0.85, .listed))
            }
            guard !known.isEmpty else { continue }
            for length in (1...4).reversed() where start + length <= range.upperBound && length < range.count {
                let part = start..<(start + length)
                guard let kind = known[TextFolding.folded(text.spelling(of: part))] else { continue }
                found.append(text.name(part, kind, 0.8, .known))
                break
            }
        }
        return found
    }

    /// By the first or last word of the row.
    private func byItsWords(_ range: Range<Int>) -> FoundName? {
        // "University of Leipzig Hospital": the longest beginning counts.
        for start in range {
            let heads = (starting[start] ?? []).filter {
                rules.rules[$0.value].position == .start && $0.words.upperBound < range.upperBound
            }
            if let head = heads.max(by: { $0.words.count < $1.words.count }),
                let kind = rules.rules[head.value].subject.kind
            {
                return text.name(start..<range.upperBound, kind, 0.87, .firstWords)
            }
        }
        let last = (ending[range.upperBound] ?? []).filter {
            rules.rules[$0.value].position == .last && $0.words.lowerBound >= range.lowerBound
        }
        if let match = last.max(by: { $0.words.count < $1.words.count }),
            let kind = rules.rules[match.value].subject.kind
        {
            let whole = withoutOpening(range)
            if match.words.lowerBound > whole.lowerBound { return text.name(whole, kind, 0.87, .lastWord) }
        }
        for start in range.dropLast() {
            if hasFirstName(start) {
                let person = start..<min(range.upperBound, start + (text.isTitleCase ? 2 : 4))
                if isPersonShape(person) { return text.name(person, .person, 0.8, .firstName) }
            }
        }
        guard range.count > 1 else { return nil }
        let product = (starting[range.lowerBound] ?? []).lazy
            .filter { rules.rules[$0.value].position == .first }
            .compactMap { rules.rules[$0.value].subject.kind }.first { $0 != .person }
        return product.map { text.name(range, $0, 0.9, .firstWords) }
    }

    /// Without "Fans of" where they begin the sentence.
    private func withoutOpening(_ range: Range<Int>) -> Range<Int> {
        guard text.marks[range.lowerBound].contains(.sentenceStart), range.count > 2 else { return range }
        guard !text.marks[range.lowerBound + 1].contains(.capital) else { return range }
        let next = range.dropFirst().first { text.marks[$0].contains(.capital) }
        return (next ?? range.lowerBound)..<range.upperBound
    }

    /// By the words before and after the row.
    private func byItsSurroundings(_ range: Range<Int>, _ isCertain: Bool) -> FoundName? {
        guard !text.isTitleCase, range.count <= 4 else { return nil }
        let next = range.upperBound
        if next < text.words.count, text.marks[next].contains(.joined), isPersonShape(range), range.count >= 2 {
            let verb = (starting[next] ?? []).first { rules.rules[$0.value].position == .after }
            if let verb, let kind = rules.rules[verb.value].subject.kind { return text.name(range, kind, 0.6, .verb) }
        }
        let isJoined = text.marks[range.lowerBound].contains(.joined)
        guard isCertain, isJoined, range.count <= 3, isPersonShape(range), isProper(range) else { return nil }
        let before = (ending[range.lowerBound] ?? []).first {
            let rule = rules.rules[$0.value]
            return rule.position == .before && rule.subject == .place
        }
        return before == nil ? nil : text.name(range, .place, 0.4, .preposition)
    }

    /// Two to four words without numbers.
    private func isPersonShape(_ range: Range<Int>) -> Bool {
        range.count <= 5 && !range.contains { text.words[$0].kind == .number }
    }
}
