extension SegmentedText {
    /// Words in a row that are written as a name.
    package struct NameRun: Sendable, Hashable {
        /// In `words`.
        package var range: Range<Int>
        /// A capital that the place of the word does not explain: inside a sentence, and not in a title in capitals.
        package var isCertain: Bool
    }

    /// The names by their capitals, in order: "Bank of England" is one run, with its small words.
    ///
    /// `stopWords` are `WordKey`s of folded words. A stop word ends a run, unless it is an abbreviation in capitals
    /// ("US", "WHO").
    package func nameRuns(stopWords: Set<UInt64>) -> [NameRun] {
        var runs: [NameRun] = []
        var start: Int?
        var end = 0
        func close() {
            guard let first = start else { return }
            start = nil
            let certain = !isTitleCase && !isShouting && (first..<end).contains { isCertainCapital($0) }
            runs.append(NameRun(range: first..<end, isCertain: certain))
        }
        var index = 0
        while index < words.count {
            if start != nil && !marks[index].contains(.joined) { close() }
            if isNameWord(index, stopWords) {
                if start == nil { start = index }
                end = index + 1
            } else if start != nil {
                if words[index].kind == .number && isNumberOfName(index) {
                    end = index + 1
                } else if let next = nextAfterConnectors(index, stopWords) {
                    index = next
                    end = next + 1
                } else {
                    close()
                }
            }
            index += 1
        }
        close()
        return runs
    }

    private func isNameWord(_ index: Int, _ stopWords: Set<UInt64>) -> Bool {
        guard words[index].kind == .word else { return false }
        let one = marks[index]
        guard one.contains(.capital) || one.contains(.innerCapital) else { return false }
        if one.contains(.allCapitals) && !isShouting { return true }
        if words[index].utf8Range.count == 1 && isInAbbreviation(index) { return true }
        return !stopWords.contains(words[index].key)
    }

    /// One letter of "U.S.".
    private func isInAbbreviation(_ index: Int) -> Bool {
        marks[index].contains(.afterDot) || (index + 1 < marks.count && marks[index + 1].contains(.afterDot))
    }

    private func isCertainCapital(_ index: Int) -> Bool {
        let one = marks[index]
        return one.contains(.innerCapital) || one.contains(.allCapitals)
            || (one.contains(.capital) && !one.contains(.sentenceStart))
    }

    /// "iPhone 17" and "Artemis 2", but neither years nor "Berlin 300" nor "Arsenal 3-1".
    private func isNumberOfName(_ index: Int) -> Bool {
        marks[index].contains(.joined) && words[index].utf8Range.count <= 2 && !isOfScore(index)
    }

    /// The capital after one or two small words that names contain, if that is what follows.
    private func nextAfterConnectors(_ index: Int, _ stopWords: Set<UInt64>) -> Int? {
        var next = index
        while next < words.count, next - index < 2, marks[next].contains(.joined),
            Self.connectors.contains(words[next].key)
        {
            next += 1
        }
        guard next > index, next < words.count, marks[next].contains(.joined), isNameWord(next, stopWords) else {
            return nil
        }
        return next
    }

    private static let connectors = Set(
        [
            "of", "de", "del", "della", "di", "da", "do", "dos", "das", "du", "des", "d", "von", "van", "der", "den",
            "the",
            "la", "las", "los", "le", "el", "al", "bin", "ibn", "zu",
        ].map(WordKey.of)
    )
}
