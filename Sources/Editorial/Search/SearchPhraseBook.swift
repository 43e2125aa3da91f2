import NewsModel
import TextAnalysis

/// The phrases that have a meaning in a search, found anywhere in a text.
package struct SearchPhraseBook: Sendable {
    enum Meaning: Hashable, Sendable {
        case period(DigestPeriod)
        /// A category by its English name, or as the reader calls it.
        case category(String)
        /// What follows may be a source.
        case from
        /// A time follows, which lasts until now; no meaning without one.
        case since
        /// A time follows; no meaning without one.
        case on
        /// A time by its name or date, behind a word for one.
        case day(SearchDay)
        /// What follows are words to look for.
        case about
        /// What follows may be a category.
        case within
        /// "news", "articles": empty words behind others.
        case news
        /// "reports", "coverage": words for news that are empty only beside a time, a category or a source.
        case reports
        /// What follows is not wanted: "without".
        case except
        /// The source that follows is not wanted: "not from".
        case exceptFrom
        /// Stands behind what is not wanted: "除了足球以外".
        case exceptEnd
        /// A term of the language of queries that says the same: `has:audio` for "podcasts".
        case term(String)
        /// The same for a word that is part of many names: `has:image` for "pictures".
        case bareTerm(String)
        /// A time follows; no meaning without one.
        case limit(SearchTimeLimit.Side)
        /// A time precedes it; no meaning without one.
        case limitEnd(SearchTimeLimit.Side)
        /// Such a word with its time: "before yesterday".
        case limited(SearchTimeLimit)
        /// "show me"
        case request
        /// A word that only joins others, such as "的".
        case joint
        /// Of the words on both sides one is enough.
        case or
        /// The words on both sides are needed.
        case and
    }

    struct Match: Hashable {
        var length: Int
        var meaning: Meaning
    }

    private struct Phrase {
        /// Folded characters; `number` stands for digits.
        var letters: [String]
        var meaning: Meaning
        /// For "last {n} hours".
        var unit: String?
    }

    private static let number = "{n}"
    private static let longestNumber = 4
    private static let units = ["hours": "h", "days": "d", "weeks": "w"]

    private static let joining: [String: Meaning] = ["or": .or, "and": .and]

    private static let meanings: [String: Meaning] = [
        "from": .from, "since": .since, "on": .on, "about": .about, "within": .within, "news": .news,
        "reports": .reports, "request": .request, "joint": .joint, "except": .except, "exceptfrom": .exceptFrom,
        "exceptend": .exceptEnd, "before": .limit(.before), "until": .limit(.until), "after": .limit(.after),
        "beforeend": .limitEnd(.before), "untilend": .limitEnd(.until), "afterend": .limitEnd(.after),
        "imageword": .bareTerm("has:image"), "unreadword": .bareTerm("is:unread"),
        "audio": .term("has:audio"), "video": .term("has:video"), "image": .term("has:image"),
        "unread": .term("is:unread"), "saved": .term("is:saved"),
    ]

    /// By their first letter, the longest first.
    private typealias Phrases = [String: [Phrase]]

    private var phrases: Phrases = [:]
    /// The names of categories, which go before the phrases.
    private var categories: Phrases = [:]
    /// The categories as they are written, by their folded names.
    private var written: [String: String] = [:]
    /// The words for "or" and "and", folded.
    private var joiners: [String: Meaning] = [:]
    /// The first letters of words for a limit that stand behind a time.
    private(set) var limitStarts: Set<String> = []
    /// Names of days and months, folded, that alone are no time beside a word for a limit: "sun", "may".
    let shortNames: Set<String>
    /// Words for news: "tech news" is no news of the category News.
    private let news: Set<String>
    let days: SearchDays

    /// - Parameter phrases: the phrases of each meaning, as `locales/*/search.toml` names it.
    package init(_ phrases: [String: [String]]) {
        news = Set(["news", "reports"].flatMap { phrases[$0] ?? [] }.map(TextFolding.folded))
        days = SearchDays(phrases)
        shortNames = Set((phrases["shortname"] ?? []).map(TextFolding.folded))
        for (key, texts) in phrases.sorted(by: { $0.key < $1.key }) {
            for text in texts {
                if let joiner = Self.joining[key] {
                    joiners[TextFolding.folded(text)] = joiner
                } else if let unit = Self.units[key] {
                    Self.add(text, .period(.all), unit: unit, to: &self.phrases)
                } else if let meaning = Self.meaning(of: key) {
                    Self.add(text, meaning, to: &self.phrases)
                }
            }
        }
        Self.sort(&self.phrases)
        limitStarts = Set(
            self.phrases.values.joined().compactMap { phrase -> String? in
                guard case .limitEnd = phrase.meaning else { return nil }
                return phrase.letters.first
            }
        )
    }

    /// The same phrases, and the categories that a reader may see, with all their names.
    package func with(categories: [(name: String, spoken: [String])]) -> SearchPhraseBook {
        var book = self
        (book.categories, book.written) = ([:], [:])
        for (name, spoken) in categories {
            book.written[TextFolding.folded(name)] = book.written[TextFolding.folded(name)] ?? name
            for text in [name] + spoken where !news.contains(TextFolding.folded(text)) {
                Self.add(text, .category(name), to: &book.categories)
            }
        }
        Self.sort(&book.categories)
        return book
    }

    private static func sort(_ phrases: inout Phrases) {
        for letter in phrases.keys { phrases[letter]?.sort { $0.letters.count > $1.letters.count } }
    }

    private static func meaning(of key: String) -> Meaning? {
        if let meaning = meanings[key] { return meaning }
        if key.hasPrefix("category.") {
            let name = String(key.dropFirst("category.".count))
            return .category(name.prefix(1).uppercased() + name.dropFirst())
        }
        return DigestPeriod(key).map(Meaning.period)
    }

    /// What was added first is meant.
    private static func add(_ text: String, _ meaning: Meaning, unit: String? = nil, to phrases: inout Phrases) {
        var letters: [String] = []
        for (index, part) in text.split(separator: Self.number, omittingEmptySubsequences: false).enumerated() {
            if index > 0 { letters.append(number) }
            letters += Self.letters(part)
        }
        // A phrase that begins with a number is found by any digit.
        guard let key = letters.first else { return }
        guard !(phrases[key] ?? []).contains(where: { $0.letters == letters }) else { return }
        phrases[key, default: []].append(Phrase(letters: letters, meaning: meaning, unit: unit))
    }

    /// Each character folded by itself.
    static func letters(_ text: some StringProtocol) -> [String] {
        text.map { letter in
            let folded = TextFolding.folded(String(letter))
            return folded.isEmpty ? String(letter) : folded
        }
    }

    /// `or` or `and`, if a whole word between blanks means that; parts of words never do ("和平" is no "和").
    func joiner(_ word: String) -> Meaning? { joiners[TextFolding.folded(word)] }

    /// The longest phrase that begins at `start`.
    ///
    /// - Parameter behind: the meaning of what precedes it; the names of days have one only behind a word for a time.
    func match(at start: Int, in letters: [String], behind: Meaning? = nil) -> Match? {
        let all = matches(at: start, in: letters)
        let found = all.filter { match in
            switch match.meaning {
            case .limit, .limitEnd: return false
            case .since, .on: return isTime(at: start + match.length, in: letters, behind: match.meaning)
            default: return true
            }
        }
        // Of two that are as long the first counts.
        let phrase = (found + limited(at: start, in: letters, all)).max { $0.length < $1.length }
        // "地震之后": a word for a limit without a time is not divided.
        if let phrase, all.contains(where: { $0.length > phrase.length && Self.isLimitWord($0.meaning) }) { return nil }
        guard let behind, let day = day(at: start, in: letters, behind: behind), day.length > phrase?.length ?? 0
        else { return phrase }
        return day
    }

    private static func isLimitWord(_ meaning: Meaning) -> Bool {
        switch meaning {
        case .limit, .limitEnd: true
        default: false
        }
    }

    /// Spans ("7d") only where no "in" or "on" precedes them: "films in 3D".
    private func day(at start: Int, in letters: [String], behind: Meaning) -> Match? {
        let isOpen = behind == .from || behind == .since
        guard isOpen || behind == .on || behind == .within else { return nil }
        let match = days.match(at: start, in: letters, withSpans: isOpen)
        return match.map { Match(length: $0.length, meaning: .day($0.day)) }
    }

    static func behindBlank(_ end: Int, in letters: [String]) -> Int {
        end < letters.count && letters[end] == " " ? end + 1 : end
    }

    /// Whether a time begins at `end`, or behind a blank there.
    private func isTime(at end: Int, in letters: [String], behind: Meaning) -> Bool {
        let start = Self.behindBlank(end, in: letters)
        guard start < letters.count else { return false }
        if day(at: start, in: letters, behind: behind) != nil { return true }
        return matches(at: start, in: letters).contains { match in
            if case .period = match.meaning { true } else { false }
        }
    }

    /// All phrases that begin at `start`.
    func matches(at start: Int, in letters: [String]) -> [Match] {
        let first = letters[start]
        let isDigit = first.first?.isNumber == true
        let keys = isDigit ? [first, Self.number] : [first]
        let candidates = [categories, phrases].flatMap { phrases in keys.flatMap { phrases[$0] ?? [] } }
        return candidates.compactMap { match($0, at: start, in: letters) }
    }

    private func match(_ phrase: Phrase, at start: Int, in letters: [String]) -> Match? {
        var index = start
        var digits = ""
        for letter in phrase.letters {
            guard letter == Self.number else {
                guard index < letters.count, letters[index] == letter else { return nil }
                index += 1
                continue
            }
            while index < letters.count, digits.count < Self.longestNumber, letters[index].first?.isNumber == true {
                digits += letters[index]
                index += 1
            }
            guard !digits.isEmpty else { return nil }
        }
        guard index == letters.count || !SearchPieces.joins(letters[index - 1], letters[index]) else { return nil }
        guard let unit = phrase.unit else {
            return Match(length: index - start, meaning: asWritten(phrase.meaning))
        }
        return DigestPeriod(digits + unit).map { Match(length: index - start, meaning: .period($0)) }
    }

    private func asWritten(_ meaning: Meaning) -> Meaning {
        guard case .category(let name) = meaning else { return meaning }
        return .category(written[TextFolding.folded(name)] ?? name)
    }
}
