/// Extracts names from bylines.
enum ArticleByline {
    private static let labels: [(word: String, languages: [String])] = [
        ("by", ["en"]), ("von", ["de"]), ("par", ["fr"]), ("por", ["es", "pt", "ca", "gl"]),
    ]

    /// `By Jane Roe` without the word before the name; a name that only begins with such a word is unchanged.
    static func withoutLabel(_ byline: String, _ metadata: ArticleMetadata) -> String {
        guard let end = byline.firstIndex(where: { $0.isWhitespace || $0 == ":" }) else { return byline }
        let word = byline[..<end]
        guard let label = labels.first(where: { $0.word == word.lowercased() }) else { return byline }
        let rest = byline[end...].drop { $0.isWhitespace }
        let name = rest.drop { $0.isWhitespace || $0 == ":" }
        guard !name.isEmpty else { return byline }
        let words = name.split(whereSeparator: \.isWhitespace).count
        let isLabel: Bool
        if rest.first == ":" || label.word == "by" {
            isLabel = true
        } else if word.first?.isLowercase == true {
            // `von Neumann` is a name. In `von Hans Meier` the first word is a label.
            isLabel = label.word != "von" || words > 1
        } else {
            let language = metadata.language?.lowercased().prefix(2) ?? ""
            isLabel = metadata.isBylineVisible && label.languages.contains(String(language)) && words > 1
        }
        return isLabel ? String(name) : byline
    }
}
