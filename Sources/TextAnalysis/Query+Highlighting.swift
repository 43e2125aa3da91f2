extension Query {
    /// The ranges of wanted words in a text, sorted and without overlaps, for highlighting.
    ///
    /// Fields are ignored: a word that is wanted in one field is found in any text.
    package func matchedRanges(in text: String) -> [Range<String.Index>] {
        let tokens = WordTokenizer.tokens(
            in: TextCutting.truncated(text, toBytes: QueryDocument.longestBody, ellipsis: "")
        )
        let words = tokens.map(\.folded)
        var found: [Range<String.Index>] = []
        for term in root.wantedTerms {
            switch term {
            case .phrase(let phrase, _):
                for place in words.indices where phrase.occurs(in: words, at: place, before: words.count) {
                    found.append(Self.range(of: phrase, from: place, in: tokens, of: text))
                }
            case .regex(let regex, _):
                if let range = regex.firstRange(in: text), !range.isEmpty { found.append(range) }
            case .site, .language, .since, .until, .has, .state, .near:
                continue
            }
        }
        return Self.merged(found)
    }

    private static func range(
        of phrase: QueryPhrase,
        from place: Int,
        in tokens: [WordToken],
        of text: String
    ) -> Range<String.Index> {
        let first = tokens[place]
        let last = tokens[place + phrase.words.count - 1]
        // A single CJK letter was found as the start of a pair.
        let isOneLetter = last.kind == .cjk && phrase.words.last?.unicodeScalars.count == 1
        guard isOneLetter, last.folded.unicodeScalars.count > 1 else {
            return first.range.lowerBound..<max(first.range.upperBound, last.range.upperBound)
        }
        return first.range.lowerBound..<text.index(after: last.range.lowerBound)
    }

    private static func merged(_ ranges: [Range<String.Index>]) -> [Range<String.Index>] {
        var result: [Range<String.Index>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = result.last, range.lowerBound <= last.upperBound {
                result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
        return result
    }
}
