/// The parts of an article that are analysed, split into words once for everything that reads them.
package struct ArticleText: Sendable {
    package enum Section: Int, Sendable, CaseIterable {
        case title, summary, head
    }

    /// In characters; the rest of the article's text is left out.
    package static let longestHead = 500
    /// In characters; titles and summaries are cut there.
    package static let longestSection = 1_000

    private static let longestWord = 40

    package let title: SegmentedText
    package let summary: SegmentedText
    /// The beginning of the article's text.
    package let head: SegmentedText
    package let language: LanguageGuess

    /// Texts without markup; `declared` and `usual` as for `LanguageGuess.guess`.
    ///
    /// `fixedLanguage` is a BCP 47 tag where the language is known and must not be guessed.
    package init(
        title: String,
        summary: String = "",
        head: String = "",
        declared: String? = nil,
        usual: String? = nil,
        fixedLanguage: String? = nil,
        segmenter: WordSegmenter
    ) {
        let title = Self.cut(title, Self.longestSection)
        var summary = Self.cut(summary, Self.longestSection)
        var head = Self.cut(head, Self.longestHead)
        // Many feeds give the beginning of the text as the summary too; it counts once.
        if head.utf8.starts(with: summary.utf8) {
            summary = ""
        } else if summary.utf8.starts(with: head.utf8) {
            head = ""
        }
        var all = title
        if !summary.isEmpty { all += "\n" + summary }
        if all.utf8.count < 200 && !head.isEmpty { all += "\n" + head }
        language =
            fixedLanguage.map { LanguageGuess(language: $0) }
            ?? LanguageGuess.guess(of: all, declared: declared, usual: usual)
        let tag = language.language
        self.title = SegmentedText(title, words: segmenter.words(in: title, language: tag))
        self.summary = SegmentedText(summary, words: segmenter.words(in: summary, language: tag))
        self.head = SegmentedText(head, words: segmenter.words(in: head, language: tag))
    }

    package subscript(section: Section) -> SegmentedText {
        switch section {
        case .title: title
        case .summary: summary
        case .head: head
        }
    }

    /// Counted in scalars, so that a letter with ten thousand accents costs no more than a word.
    private static func cut(_ text: String, _ scalars: Int) -> String {
        guard text.utf8.count > scalars else { return text }
        let head = text.unicodeScalars.prefix(scalars)
        guard head.endIndex < text.endIndex else { return text }
        // Half a word is none; scripts without spaces have no blank near.
        let end = head.suffix(longestWord).lastIndex { $0 == " " || $0 == "\n" }
        return String(head[..<(end ?? head.endIndex)])
    }
}
