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
        /// Where it is in the archive.
        var place: Int
    }

    let entries: [Entry]
    /// Whether another source has a headline much like this one, by the entry's place.
    let isReportedElsewhere: [Bool]
    private let byStory: [StoryID: [Int]]
    private let byContent: QuizIndex
    /// By each word of title and summary.
    private let byWord: QuizIndex
    /// Words that some headline or summary has without a capital, folded.
    private let smallWords: Set<String>

    /// No more letters of a title say what it is about.
    private static let longestTitle = 400
    /// So many common words make two headlines one event.
    private static let sameEvent = 3

    init(_ headlines: [QuizHeadline]) {
        let entries = headlines.enumerated().map { place, headline in
            let language = headline.language ?? "en"
            return Entry(
                headline: headline,
                text: QuizText(headline.title),
                plain: Self.plain(headline.title + " " + headline.summary),
                plainTitle: Self.plain(headline.title),
                content: QuizText.content(String(headline.title.prefix(Self.longestTitle)), language),
                language: language,
                place: place
            )
        }
        let byStory = Dictionary(grouping: entries.indices) { entries[$0].headline.story }
        let byContent = QuizIndex(entries.map(\.content))
        (self.entries, self.byStory, self.byContent) = (entries, byStory, byContent)
        byWord = QuizIndex(entries.map { Set($0.plain.split(separator: " ").map(String.init)) })
        smallWords = entries.reduce(into: []) { small, entry in
            for text in Self.proper(entry) {
                for word in text.split(whereSeparator: { !QuizText.isPart($0) }) where word.first?.isLowercase == true {
                    small.insert(QuizText.folded(String(word)))
                }
            }
        }
        isReportedElsewhere = entries.map { entry in
            if entry.headline.otherSourceCount > 0 || (byStory[entry.headline.story]?.count ?? 0) > 1 { return true }
            return byContent.entries(with: entry.content, atLeast: Self.sameEvent).contains { place in
                place != entry.place && Self.common(entry.content, entries[place]) >= Self.sameEvent
            }
        }
    }

    /// Titles without capitals and summaries, where a capital shows a name.
    private static func proper(_ entry: Entry) -> [String] {
        entry.text.isTitleCase ? [entry.headline.summary] : [entry.headline.title, entry.headline.summary]
    }

    /// Whether a word stands somewhere without a capital, so that a capital shows no name.
    func isSmall(_ word: String) -> Bool { smallWords.contains(QuizText.folded(word)) }

    /// Whether a name of a person is sure: it stands where capitals show names, and no word of it is a common one.
    ///
    /// "Mercedes Plots" and "Victoria Falls" are none, nor is one that only begins other names.
    func isSureName(_ name: String) -> Bool {
        let words = name.split { !QuizText.isPart($0) }
        guard !words.contains(where: { $0.count > 2 && isSmall(String($0)) }) else { return false }
        let wanted = QuizBytes(name)
        return candidates(for: Self.plain(name)).contains { place in
            Self.proper(entries[place]).contains { wanted.isPart(of: $0) && Self.stands(name, aloneIn: $0) }
        }
    }

    /// Whether a text has a name that no further name follows: "James Beard", but not "James Beard Awards".
    private static func stands(_ name: String, aloneIn text: String) -> Bool {
        text.ranges(of: name).contains { range in
            let rest = text[range.upperBound...]
            return rest.first != " " || rest.dropFirst().first?.isUppercase != true
        }
    }

    /// Folded words with single spaces between and around them.
    static func plain(_ text: String) -> String {
        " " + QuizText.folded(text).split { !QuizText.isPart($0) }.joined(separator: " ") + " "
    }

    /// Whether a plain text has some words, whole ones where words are spaced.
    static func has(_ words: String, in plain: String) -> Bool { QuizBytes(wanted(words)).isPart(of: plain) }

    /// How often a plain text has a single word.
    static func count(_ word: String, in plain: String) -> Int {
        let wanted = QuizText.folded(word)
        return plain.split(separator: " ").count { $0 == wanted }
    }

    private static func wanted(_ words: String) -> String {
        let plain = Self.plain(words)
        return words.contains(where: QuizText.isIdeographic) ? String(plain.dropFirst().dropLast()) : plain
    }

    /// The entries that may have all words of a plain text.
    private func candidates(for plain: String) -> [Int] {
        guard !plain.contains(where: QuizText.isIdeographic) else { return Array(entries.indices) }
        return byWord.fewest(of: plain.split(separator: " ").map(String.init))
    }

    /// Whether some headline may say that a choice is true of a headline: it names both the choice and the matter.
    ///
    /// - Parameter most: so many common words are too few to be about the same.
    func mayConfirm(_ choice: String, instead answer: String, of entry: Entry, most: Int = 1) -> Bool {
        let wanted = QuizBytes(Self.wanted(choice))
        if (byStory[entry.headline.story] ?? []).contains(where: { wanted.isPart(of: entries[$0].plain) }) {
            return true
        }
        let matter = entry.content.subtracting(QuizText.content(answer, entry.language))
        return candidates(for: Self.plain(choice)).contains { place in
            Self.common(matter, entries[place]) > most && wanted.isPart(of: entries[place].plain)
        }
    }

    /// The headlines of the same event.
    func event(of entry: Entry) -> [Entry] { (byStory[entry.headline.story] ?? []).map { entries[$0] } }

    private static func common(_ matter: Set<String>, _ other: Entry) -> Int {
        // Pairs of letters are weaker than words.
        let found = matter.count { other.content.contains($0) }
        return other.language == "zh" || other.language == "ja" ? found / 3 : found
    }
}

/// Finds by words the entries that have them.
struct QuizIndex {
    private var places: [String: [Int]] = [:]
    private let count: Int

    init(_ words: [Set<String>]) {
        count = words.count
        for (place, words) in words.enumerated() { for word in words { places[word, default: []].append(place) } }
    }

    /// The entries with the word that the fewest have; all have at most as many.
    func fewest(of words: [String]) -> [Int] {
        words.map { places[$0] ?? [] }.min { $0.count < $1.count } ?? []
    }

    /// The entries with at least so many of the words.
    func entries(with words: Set<String>, atLeast least: Int) -> [Int] {
        var counts = [Int](repeating: 0, count: count)
        var found: [Int] = []
        for word in words {
            for place in places[word] ?? [] {
                counts[place] += 1
                if counts[place] == least { found.append(place) }
            }
        }
        return found
    }
}
