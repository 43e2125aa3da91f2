package import NewsModel
import TextAnalysis

/// Finds sources of the catalogue by topic.
package enum SourceSearch {
    /// A source with the texts that are searched; a match in an earlier text scores higher.
    package struct Candidate: Sendable {
        package var source: CatalogueSource
        package var texts: [String]

        package init(source: CatalogueSource, texts: [String]) {
            self.source = source
            self.texts = texts
        }
    }

    /// The best matches first; if some sources match every word, only they are returned.
    package static func matching(_ topic: String, among candidates: [Candidate]) -> [CatalogueSource] {
        let words = words(topic)
        guard !words.isEmpty else { return [] }
        let scored = candidates.enumerated().compactMap { index, candidate -> Scored? in
            let scores = scores(of: words, in: candidate.texts)
            guard scores.contains(where: { $0 > 0 }) else { return nil }
            return Scored(
                source: candidate.source,
                hasAll: scores.allSatisfy { $0 > 0 },
                score: scores.reduce(0, +),
                index: index
            )
        }
        let complete = scored.filter(\.hasAll)
        return (complete.isEmpty ? scored : complete)
            .sorted { ($1.score, $0.index) < ($0.score, $1.index) }
            .map(\.source)
    }

    private struct Scored {
        var source: CatalogueSource
        var hasAll: Bool
        var score: Int
        var index: Int
    }

    private static func scores(of words: [String], in texts: [String]) -> [Int] {
        let folded = texts.map { TextFolding.folded($0) }
        let tokens = folded.map(Self.words)
        return words.map { word in
            for index in texts.indices {
                let weight = texts.count - index
                if tokens[index].contains(word) { return weight * 2 }
                // Chinese and Japanese words are not separated by spaces.
                let isIdeographic = word.unicodeScalars.contains { $0.value >= 0x2E80 }
                if isIdeographic, folded[index].contains(word) { return weight * 2 }
                if word.count >= 4, tokens[index].contains(where: { $0.hasPrefix(word) }) { return weight }
            }
            return 0
        }
    }

    /// Folded words without a plural `s`.
    private static func words(_ text: String) -> [String] {
        TextFolding.folded(String(text.prefix(200))).split { !$0.isLetter && !$0.isNumber }.prefix(40).map { word in
            word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss") ? String(word.dropLast()) : String(word)
        }
    }
}
