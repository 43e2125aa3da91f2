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
        /// What follows are words to look for.
        case about
        /// What follows may be a category.
        case within
        /// "news", "articles"
        case news
        /// "show me"
        case request
        /// A word that only joins others, such as "的".
        case joint
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

    /// By their first letter, the longest first.
    private var phrases: [String: [Phrase]] = [:]

    /// - Parameter phrases: the phrases of each meaning, as `locales/*/search.toml` names it.
    /// - Parameter categories: those that the reader may see, with all their names; they go before the phrases.
    package init(_ phrases: [String: [String]], categories: [(name: String, spoken: [String])]) {
        // "tech news" is no news of the category News.
        let news = Set((phrases["news"] ?? []).map(TextFolding.folded))
        for (name, spoken) in categories {
            for text in [name] + spoken where !news.contains(TextFolding.folded(text)) { add(text, .category(name)) }
        }
        let known = Dictionary(categories.map { (TextFolding.folded($0.name), $0.name) }) { first, _ in first }
        for (key, texts) in phrases.sorted(by: { $0.key < $1.key }) {
            for text in texts {
                if let unit = Self.units[key] {
                    add(text, .period(.all), unit: unit)
                } else if let meaning = Self.meaning(of: key, known) {
                    add(text, meaning)
                }
            }
        }
        for letter in self.phrases.keys {
            self.phrases[letter]?.sort { $0.letters.count > $1.letters.count }
        }
    }

    private static func meaning(of key: String, _ categories: [String: String]) -> Meaning? {
        switch key {
        case "from": return .from
        case "about": return .about
        case "within": return .within
        case "news": return .news
        case "request": return .request
        case "joint": return .joint
        default:
            if key.hasPrefix("category.") {
                let name = String(key.dropFirst("category.".count))
                return .category(categories[name] ?? name.prefix(1).uppercased() + name.dropFirst())
            }
            return DigestPeriod(key).map(Meaning.period)
        }
    }

    /// What was added first is meant.
    private mutating func add(_ text: String, _ meaning: Meaning, unit: String? = nil) {
        var letters: [String] = []
        for (index, part) in text.split(separator: Self.number, omittingEmptySubsequences: false).enumerated() {
            if index > 0 { letters.append(Self.number) }
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

    /// The longest phrase that begins at `start`.
    func match(at start: Int, in letters: [String]) -> Match? {
        let first = letters[start]
        let isDigit = first.first?.isNumber == true
        let candidates = (phrases[first] ?? []) + (isDigit ? phrases[Self.number] ?? [] : [])
        return candidates.lazy.compactMap { match($0, at: start, in: letters) }.max { $0.length < $1.length }
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
        guard let unit = phrase.unit else { return Match(length: index - start, meaning: phrase.meaning) }
        return DigestPeriod(digits + unit).map { Match(length: index - start, meaning: .period($0)) }
    }
}
