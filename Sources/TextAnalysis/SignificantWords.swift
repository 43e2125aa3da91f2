/// Finds the keywords of a text.
package enum SignificantWords {
    private static let longestText = 65_536

    /// The most frequent words that are not stop words, counted by stem; on equal counts the earlier word comes first.
    ///
    /// Words are folded, in the form that occurred first. For CJK they are pairs of letters that occur repeatedly.
    package static func keywords(in text: String, language: String?, limit: Int) -> [String] {
        let stopWords = language.map(StopWords.words) ?? StopWords.words(for: "en")
        let stemmer = language.flatMap { Stemmer(language: $0) }
        var counts: [String: (word: String, count: Int, place: Int)] = [:]
        let head = TextCutting.truncated(text, toBytes: longestText, ellipsis: "")
        WordTokenizer.forEachToken(head) { word, _, kind in
            let isLongEnough = word.unicodeScalars.count >= (kind == .cjk ? 2 : 3)
            guard kind != .number, isLongEnough, !stopWords.contains(word) else { return true }
            let stem = kind == .word ? stemmer?.stem(word) ?? word : word
            let place = counts.count
            counts[stem, default: (word, kind == .cjk ? -1 : 0, place)].count += 1
            return true
        }
        let ranked = counts.values.filter { $0.count > 0 }
            .sorted { ($1.count, $0.place) < ($0.count, $1.place) }
        return ranked.prefix(max(0, limit)).map(\.word)
    }
}
