/// A list of `data/quiz` that is looked for in texts.
struct QuizWordList: Sendable {
    private var words: Set<String> = []
    /// Beginnings of words, by their first two letters.
    private var stems: [String: [String]] = [:]
    /// The words for texts without spaces, in which they are found inside others.
    private var parts: [QuizBytes] = []
    private let isSpaced: Bool

    /// - Parameter list: words, and beginnings of words with `*` behind them.
    init(_ list: [String], isSpaced: Bool) {
        self.isSpaced = isSpaced
        for word in list {
            if word.hasSuffix("*") {
                let stem = QuizText.folded(String(word.dropLast()))
                stems[String(stem.prefix(2)), default: []].append(stem)
            } else {
                words.insert(QuizText.folded(word))
            }
        }
        if !isSpaced { parts = words.map { QuizBytes($0) } }
    }

    /// Whether a text has one of the words.
    func isIn(_ text: String) -> Bool {
        let folded = QuizText.folded(text)
        guard isSpaced else { return parts.contains { $0.isPart(of: folded) } }
        return folded.split { !QuizText.isPart($0) }.contains { contains($0) }
    }

    /// Whether a folded word is one of them.
    func contains(_ word: Substring) -> Bool {
        words.contains(String(word)) || stems[String(word.prefix(2))]?.contains { word.hasPrefix($0) } == true
    }
}
