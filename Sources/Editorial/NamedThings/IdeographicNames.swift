internal import TextAnalysis

/// Names in Chinese and Japanese: words that names begin or end with, surnames, and letters of foreign names.
struct IdeographicNames {
    private static let longestOrganisation = 12
    private static let longestForeignName = 6

    let text: SegmentedText
    let rules: LanguageVocabulary
    let matches: [PhraseTable.Match]
    /// The text's words letter by letter, each with the number of its word.
    private let letters: [Unicode.Scalar]
    private let words: [Int]
    private let firstScalar: Int

    init(text: SegmentedText, rules: LanguageVocabulary, matches: [PhraseTable.Match]) {
        self.text = text
        self.rules = rules
        self.matches = matches
        let start = text.words.first?.scalarRange.lowerBound ?? 0
        let all = text.spelling(of: 0..<text.words.count).unicodeScalars
        var owners = [Int](repeating: -1, count: all.count)
        for (index, word) in text.words.enumerated() {
            for place in word.scalarRange where place - start < owners.count { owners[place - start] = index }
        }
        (letters, words, firstScalar) = (Array(all), owners, start)
    }

    func names(known: NameKinds) -> [FoundName] {
        var names: [FoundName] = []
        for match in matches {
            let rule = rules.rules[match.value]
            guard let kind = rule.subject.kind else { continue }
            let local = (match.scalars.lowerBound - firstScalar)..<(match.scalars.upperBound - firstScalar)
            switch rule.position {
            case .whole: names.append(name(local, kind, 0.85, .listed))
            case .last: if let range = before(local) { names.append(name(range, kind, 0.85, .lastWord)) }
            case .before:
                if kind == .person, let range = personAfter(local.upperBound) {
                    names.append(name(range, .person, 0.8, .title))
                }
            case .after:
                if kind == .person, let range = personBefore(local.lowerBound) {
                    names.append(name(range, .person, 0.7, rule.words.count > 30 ? .verb : .title))
                }
            default: break
            }
        }
        return names + joinedNames() + latinNames(known)
    }

    // MARK: - Organisations

    /// The words just before the ending that belong to the name, with the ending.
    private func before(_ ending: Range<Int>) -> Range<Int>? {
        var start = ending.lowerBound
        // An ending inside a longer word (大学生) is none.
        if ending.upperBound < words.count, words[ending.upperBound] >= 0,
            words[ending.upperBound] == words[ending.upperBound - 1]
        {
            return nil
        }
        while start > 0, words[start - 1] >= 0 {
            let word = words[start - 1]
            let scalars = text.words[word].scalarRange
            let first = scalars.lowerBound - firstScalar
            // The ending may begin inside a word.
            let isJoined = word == words[start] || text.marks[words[start]].contains(.adjacent)
            guard isJoined, isPartOfName(word), ending.upperBound - first <= Self.longestOrganisation else { break }
            start = first
        }
        guard ending.lowerBound - start >= 2 || (start == ending.lowerBound && ending.count >= 4) else { return nil }
        return start..<ending.upperBound
    }

    private func isPartOfName(_ word: Int) -> Bool {
        let one = text.words[word]
        guard one.kind == .ideographic else { return one.kind == .word }
        return !rules.noNamesInTitles.contains(one.key)
            && !one.folded.unicodeScalars.allSatisfy { (0x3041...0x309F).contains($0.value) }
    }

    // MARK: - People

    /// A name that begins at the letter: a foreign one by its letters, or a surname with one or two letters.
    private func personAfter(_ start: Int) -> Range<Int>? {
        let foreign = foreignName(from: start)
        if foreign.count >= 2 { return foreign }
        guard start < letters.count, words[start] >= 0 else { return nil }
        for length in [2, 1] where start + length < letters.count {
            guard isSurname(start..<(start + length)) else { continue }
            return chineseName(start, surnameLength: length)
        }
        return nil
    }

    private func isSurname(_ range: Range<Int>) -> Bool {
        rules.surnames.contains(WordKey.of(String(String.UnicodeScalarView(letters[range]))))
    }

    /// The surname and the one or two letters of the given name, up to where a word ends.
    private func chineseName(_ start: Int, surnameLength: Int) -> Range<Int>? {
        var end = start + surnameLength
        let longest = min(letters.count, end + 2)
        while end < longest, isLetterOfName(end) {
            // A weak word after one letter of the given name is the verb: 李强会见.
            if end > start + surnameLength, words[end] != words[end - 1], isVerb(words[end]) { break }
            end += 1
        }
        return end > start + surnameLength ? start..<end : nil
    }

    private func isVerb(_ word: Int) -> Bool {
        rules.noNamesInTitles.contains(text.words[word].key)
    }

    private func isLetterOfName(_ place: Int) -> Bool {
        guard words[place] >= 0, text.words[words[place]].kind == .ideographic else { return false }
        let value = letters[place].value
        return (0x4E00...0x9FFF).contains(value)
            && !(words[place] != words[max(0, place - 1)] && isVerb(words[place])
                && text.words[words[place]].scalarRange.count > 1)
    }

    private func foreignName(from start: Int) -> Range<Int> {
        var end = start
        while end < letters.count, end - start < Self.longestForeignName, words[end] >= 0,
            rules.sounds.contains(letters[end].value)
        {
            end += 1
        }
        return start..<end
    }

    /// A name that ends at the letter.
    private func personBefore(_ end: Int) -> Range<Int>? {
        guard end > 0, end <= letters.count, words[end - 1] >= 0 else { return nil }
        if !rules.surnames.isEmpty {
            for length in [3, 2, 4] where end >= length {
                let start = end - length
                guard words[start] >= 0, start == 0 || words[start] != words[start - 1] else { continue }
                guard isSurname(start..<(start + (length == 4 ? 2 : 1))) else { continue }
                let isName = (start..<end).allSatisfy { isLetterOfName($0) && !isVerb(words[$0]) }
                if isName { return start..<end }
            }
        }
        var start = end
        while start > 0, end - start < Self.longestForeignName, words[start - 1] >= 0,
            rules.sounds.contains(letters[start - 1].value)
        {
            start -= 1
        }
        if end - start >= 3 { return start..<end }
        // Japanese: one or two words of Chinese characters or katakana before 首相 or 氏.
        guard rules.surnames.isEmpty else { return nil }
        start = end
        while start > 0, words[start - 1] >= 0, isPartOfName(words[start - 1]),
            start == end || text.marks[words[start]].contains(.adjacent), end - start < 6
        {
            start = text.words[words[start - 1]].scalarRange.lowerBound - firstScalar
        }
        return (2...6).contains(end - start) ? start..<end : nil
    }

    // MARK: - Names with a dot, names in Latin letters

    /// 马克·吕特 and マーク・ルッテ.
    private func joinedNames() -> [FoundName] {
        var names: [FoundName] = []
        var start = 0
        while start < text.words.count {
            var end = start + 1
            var hasDot = false
            while end < text.words.count, text.words[end].kind == .ideographic, text.words[start].kind == .ideographic,
                text.marks[end].contains(.joined),
                text.marks[end].contains(.afterHyphen) || isSounds(end) && isSounds(end - 1)
            {
                hasDot = hasDot || text.marks[end].contains(.afterHyphen)
                end += 1
            }
            if hasDot && (start..<end).allSatisfy(isSounds) {
                let scalars = text.scalarRange(of: start..<end)
                let local = (scalars.lowerBound - firstScalar)..<(scalars.upperBound - firstScalar)
                if local.count <= 16 { names.append(name(local, .person, 0.8, .sound)) }
            }
            start = end
        }
        return names
    }

    private func isSounds(_ word: Int) -> Bool {
        text.words[word].folded.unicodeScalars.allSatisfy {
            rules.sounds.contains($0.value) || (0x30A1...0x30FC).contains($0.value)
        }
    }

    /// Names in Latin letters inside the text: brands and abbreviations.
    private func latinNames(_ known: NameKinds) -> [FoundName] {
        text.nameRuns(stopWords: rules.noNames).filter { text.words[$0.range.lowerBound].kind == .word }.map { run in
            let scalars = text.scalarRange(of: run.range)
            let local = (scalars.lowerBound - firstScalar)..<(scalars.upperBound - firstScalar)
            let kind = known[TextFolding.folded(text.spelling(of: run.range))]
            return name(local, kind ?? .unknown, kind == nil ? 0.3 : 0.8, kind == nil ? .capitals : .known)
        }
    }

    private func name(
        _ range: Range<Int>,
        _ kind: NamedThing.Kind,
        _ certainty: Double,
        _ reason: NamedThing.Reason
    ) -> FoundName {
        FoundName(
            kind: kind,
            name: String(String.UnicodeScalarView(letters[range])),
            scalars: (range.lowerBound + firstScalar)..<(range.upperBound + firstScalar),
            certainty: certainty,
            reason: reason
        )
    }
}
