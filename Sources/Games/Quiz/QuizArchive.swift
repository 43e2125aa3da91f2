import NewsModel

/// What the headlines in sight say, to find out what is true.
struct QuizArchive {
    /// A headline and what is read of it again and again.
    struct Entry {
        var headline: QuizHeadline
        var text: QuizText
        /// The title and the summary, folded, with a space at both ends and for each sign.
        var plain: String
        var plainTitle: String
        var content: Set<String>
        var language: String
    }

    let entries: [Entry]
    private let byStory: [StoryID: [Int]]
    /// Words that some headline or summary has without a capital, folded.
    private let smallWords: Set<String>
    /// Titles without capitals and summaries, where a capital shows a name.
    private let texts: String

    init(_ headlines: [QuizHeadline]) {
        entries = headlines.map { headline in
            let language = headline.language ?? "en"
            return Entry(
                headline: headline,
                text: QuizText(headline.title),
                plain: Self.plain(headline.title + " " + headline.summary),
                plainTitle: Self.plain(headline.title),
                content: QuizText.content(headline.title, language),
                language: language
            )
        }
        let proper = entries.flatMap { [$0.text.isTitleCase ? "" : $0.headline.title, $0.headline.summary] }
        texts = proper.joined(separator: "\n")
        smallWords = Set(
            texts.split { !QuizText.isPart($0) }.filter { $0.first?.isLowercase == true }.map {
                QuizText.folded(String($0))
            }
        )
        byStory = Dictionary(grouping: entries.indices) { [entries] in entries[$0].headline.story }
    }

    /// Whether a name of a person is sure: it stands where capitals show names, and no word of it is a common one.
    ///
    /// "Mercedes Plots" and "Victoria Falls" are none.
    func isSureName(_ name: String) -> Bool {
        let words = name.split { !QuizText.isPart($0) }
        return !words.contains { smallWords.contains(QuizText.folded(String($0))) && $0.count > 2 }
            && texts.contains(name)
    }

    /// Folded words with single spaces between and around them.
    static func plain(_ text: String) -> String {
        " " + QuizText.folded(text).split { !QuizText.isPart($0) }.joined(separator: " ") + " "
    }

    /// Whether a plain text has some words, whole ones where words are spaced.
    static func has(_ words: String, in plain: String) -> Bool { plain.contains(wanted(words)) }

    private static func wanted(_ words: String) -> String {
        let plain = Self.plain(words)
        return words.contains(where: QuizText.isIdeographic) ? String(plain.dropFirst().dropLast()) : plain
    }

    /// Whether some headline may say that a choice is true of a headline: it names both the choice and the matter.
    ///
    /// - Parameter most: so many common words are too few to be about the same.
    func mayConfirm(_ choice: String, instead answer: String, of entry: Entry, most: Int = 1) -> Bool {
        let matter = entry.content.subtracting(QuizText.content(answer, entry.language))
        let wanted = Self.wanted(choice)
        if (byStory[entry.headline.story] ?? []).contains(where: { entries[$0].plain.contains(wanted) }) { return true }
        return entries.contains { common(matter, $0) > most && $0.plain.contains(wanted) }
    }

    private func common(_ matter: Set<String>, _ other: Entry) -> Int {
        // Pairs of letters are weaker than words.
        let found = matter.intersection(other.content).count
        return other.language == "zh" || other.language == "ja" ? found / 3 : found
    }

    /// Whether another source has a headline much like this one.
    func isReportedElsewhere(_ entry: Entry) -> Bool {
        entry.headline.otherSourceCount > 0 || (byStory[entry.headline.story]?.count ?? 0) > 1
            || entries.contains {
                $0.headline.articleID != entry.headline.articleID && common(entry.content, $0) >= 3
            }
    }
}
