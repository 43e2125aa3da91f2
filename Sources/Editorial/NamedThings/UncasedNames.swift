internal import TextAnalysis

/// Names in scripts with spaces and without capitals (Arabic, Devanagari, Hangul): the names of the vocabulary, and
/// what its words begin, end or stand beside.
struct UncasedNames {
    let text: SegmentedText
    let rules: LanguageVocabulary
    let matches: [PhraseTable.Match]

    /// Whether most words of a text are in such a script.
    static func reads(_ text: SegmentedText) -> Bool {
        let uncased = text.words.count { word in
            guard let first = word.folded.unicodeScalars.first else { return false }
            return scripts.contains { $0.contains(first.value) }
        }
        return uncased * 2 > text.words.count
    }

    /// Arabic, Devanagari, Hangul.
    private static let scripts: [ClosedRange<UInt32>] = [
        0x600...0x6FF, 0x900...0x97F, 0x1100...0x11FF, 0xAC00...0xD7A3,
    ]
    private static let hangul: ClosedRange<UInt32> = 0xAC00...0xD7A3

    func names() -> [FoundName] {
        matches.compactMap { match in
            let rule = rules.rules[match.value]
            guard let kind = rule.subject.kind else { return nil }
            let (first, end) = (match.words.lowerBound, match.words.upperBound)
            switch rule.position {
            case .whole: return text.name(match.words, kind, 0.85, .listed)
            case .start: return isNamePart(end) ? text.name(first..<end + 1, kind, 0.8, .firstWords) : nil
            case .last:
                return first > 0 && isJoined(first) && isWord(first - 1)
                    ? text.name(first - 1..<end, kind, 0.8, .lastWord) : nil
            case .before where kind == .person:
                return isNamePart(end) && isNamePart(end + 1) ? text.name(end..<end + 2, kind, 0.7, .title) : nil
            case .after where kind == .person:
                guard first > 0, isJoined(first), isWord(first - 1) else { return nil }
                return text.name(first - 1..<first, kind, 0.7, .title)
            default: return nil
            }
        }
    }

    private func isNamePart(_ index: Int) -> Bool { index < text.words.count && isJoined(index) && isWord(index) }

    private func isJoined(_ index: Int) -> Bool { text.marks[index].contains(.joined) }

    /// Stop words and words that describe nothing are no part of a name; a Korean name has two to four letters.
    private func isWord(_ index: Int) -> Bool {
        let word = text.words[index]
        guard word.kind == .word, !rules.noNamesInTitles.contains(word.key) else { return false }
        let letters = word.folded.unicodeScalars
        return letters.allSatisfy { Self.hangul.contains($0.value) } ? letters.count >= 2 : letters.count >= 3
    }
}
