internal import NewsModel

/// The words that people type in the languages of `locales/`, beside English: `<language>/verbs.toml`.
///
/// A word of any language is understood by everybody.
/// A word to which two languages give different meanings is left out.
package struct TypedWords: Sendable {
    /// The English words for commands, by the word typed for them.
    package private(set) var commands: [String: String] = [:]
    /// The English words after commands (`today`, `to`, `off`), by the word typed for them.
    package private(set) var keywords: [String: String] = [:]
    /// The English names of the fields of queries (`place:`), by the word typed before the colon.
    package private(set) var fields: [String: String] = [:]
    /// The letters for units of time (`7d`), by the word typed after a number.
    package private(set) var units: [String: String] = [:]
    /// `km` and `mi`, by the word typed after a number.
    package private(set) var distances: [String: String] = [:]
    /// Numbers as digits, by the word typed for them.
    package private(set) var numbers: [String: String] = [:]
    /// The English words of politeness (`please`), by the word typed for them.
    package private(set) var polite: [String: String] = [:]
    /// The English names of cities, by the name typed for them where a time zone is named.
    package private(set) var cities: [String: String] = [:]
    /// The codes of languages, by a name that the system does not know.
    package private(set) var languages: [String: String] = [:]
    /// What stands before the number of an item: the first letter of `第3条`.
    package private(set) var ordinals: Set<String> = []
    /// What stands behind the number of an item: the last letter of `第3条`.
    package private(set) var counters: Set<String> = []
    /// Letters that end the hour of a time of day.
    package private(set) var hourSigns: Set<Character> = []
    /// Letters that end the minute of a time of day.
    package private(set) var minuteSigns: Set<Character> = []
    /// Words without a meaning in lines that are written without spaces.
    package private(set) var fillers: Set<String> = []
    /// Letters that occur in sentences and hardly in names, in languages without spaces.
    package private(set) var sentenceLetters: Set<Character> = []
    /// Words that names of feeds and categories hardly have, so that a line with one is a sentence.
    package private(set) var sentenceWords: Set<String> = []
    /// Words that divide a command; a name or a query with one is typed in quotes.
    package private(set) var dividingWords: Set<String> = []
    /// The words for "category" behind a number and a slash: `3/category`.
    package private(set) var categoryWords: Set<String> = []
    /// The names of the catalogue's categories in every language, in lower case.
    package private(set) var categoryNames: Set<String> = []
    /// Greetings that ask how to begin, where they are said to the bot alone.
    package private(set) var greetings: Set<String> = []
    /// The names of help's topics, without spaces, and the words for them in the code.
    package private(set) var topics: [String: String] = [:]
    /// The names that games are shown under, in lower case, and the English words for the commands that play them.
    package private(set) var games: [String: String] = [:]
    /// The most words of such a name.
    package private(set) var longestGame = 0
    /// The most characters of a number in words.
    package private(set) var longestNumber = 0
    /// The most characters of a word.
    package private(set) var longest = 0

    package init() {}

    init(_ messages: [String: [String: LocaleMessage]]) {
        for (language, own) in messages.sorted(by: { $0.key < $1.key }) {
            fillers.formUnion(TypedWords.words(of: own["verbs.fillers"]))
            greetings.formUnion(TypedWords.words(of: own["verbs.greetings"]))
            sentenceWords.formUnion(TypedWords.words(of: own["verbs.sentenceWords"]))
            dividingWords.formUnion(TypedWords.words(of: own["verbs.dividingWords"]))
            categoryWords.formUnion(TypedWords.words(of: own["verbs.categoryWords"]))
            sentenceLetters.formUnion(TypedWords.words(of: own["verbs.sentenceLetters"]).joined())
            ordinals.formUnion(TypedWords.words(of: own["verbs.ordinals"]))
            counters.formUnion(TypedWords.words(of: own["verbs.counters"]))
            hourSigns.formUnion(TypedWords.words(of: own["verbs.hourSigns"]).joined())
            minuteSigns.formUnion(TypedWords.words(of: own["verbs.minuteSigns"]).joined())
            for category in NewsCategory.allCases {
                let names = TypedWords.words(of: own["catalogue.category.\(category.rawValue)"])
                categoryNames.formUnion(names.map { $0.lowercased() })
            }
            addTopics(own)
            addGames(own)
            addLanguages(own)
            guard language != "en" else { continue }
            let shown = ShownWords(own)
            add(shown.commands, to: \.commands)
            add(shown.keywords, to: \.keywords)
            add(shown.units, to: \.units)
            add(shown.fields, to: \.fields)
            add(shown.distances, to: \.distances)
            add(shown.numbers, to: \.numbers)
            add(shown.polite, to: \.polite)
            add(shown.cities, to: \.cities)
        }
        for words in [
            \TypedWords.commands, \.keywords, \.units, \.fields, \.distances, \.numbers, \.polite, \.cities,
        ] {
            self[keyPath: words] = self[keyPath: words].filter { !$0.value.isEmpty }
        }
        longest = [commands, keywords, units].flatMap(\.keys).map(\.count).max() ?? 0
        longestNumber = numbers.keys.map(\.count).max() ?? 0
        longestGame = games.keys.map { $0.split(separator: " ").count }.max() ?? 0
    }

    private mutating func addTopics(_ messages: [String: LocaleMessage]) {
        let area = "help.topic."
        for (key, message) in messages where key.hasPrefix(area) {
            guard case .single(let name) = message else { continue }
            topics[name.lowercased().filter { !$0.isWhitespace }] = String(key.dropFirst(area.count))
        }
    }

    private mutating func addGames(_ messages: [String: LocaleMessage]) {
        for area in ["puzzle.kind.", "puzzle.called."] {
            for (key, message) in messages where key.hasPrefix(area) {
                for name in TypedWords.words(of: message) {
                    let name = name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
                    games[name] = games[name] ?? String(key.dropFirst(area.count))
                }
            }
        }
    }

    private mutating func addLanguages(_ messages: [String: LocaleMessage]) {
        let area = "language.typed."
        for (key, message) in messages where key.hasPrefix(area) {
            for name in TypedWords.words(of: message) { languages[name] = String(key.dropFirst(area.count)) }
        }
    }

    /// An empty meaning marks a word that has several.
    private mutating func add(
        _ words: [String: [String]],
        to meanings: WritableKeyPath<TypedWords, [String: String]>
    ) {
        for (meaning, words) in words {
            for word in words {
                let known = self[keyPath: meanings][word] ?? meaning
                self[keyPath: meanings][word] = known == meaning ? meaning : ""
            }
        }
    }

    /// Words are separated by `|` and line ends.
    static func words(of message: LocaleMessage?) -> [String] {
        guard case .single(let text) = message else { return [] }
        return text.split { $0 == "|" || $0 == "\n" }.map(String.init)
    }
}

/// The words of one language by their English meaning; the first of each is the one that is shown.
struct ShownWords: Sendable {
    private(set) var commands: [String: [String]] = [:]
    private(set) var keywords: [String: [String]] = [:]
    private(set) var units: [String: [String]] = [:]
    private(set) var fields: [String: [String]] = [:]
    private(set) var distances: [String: [String]] = [:]
    private(set) var numbers: [String: [String]] = [:]
    private(set) var polite: [String: [String]] = [:]
    private(set) var cities: [String: [String]] = [:]
    /// The names of categories, sports and topics, by the words for them in the code.
    private(set) var subjects: [String: [String]] = [:]
    /// How words are shown behind another word of the line: the `to` of `rename`.
    private(set) var behind: [String: [String: String]] = [:]
    /// For the "category" of `3/category`.
    private(set) var categories: [String] = []

    init(_ messages: [String: LocaleMessage]) {
        categories = TypedWords.words(of: messages["verbs.categoryWords"])
        for (key, message) in messages {
            let parts = key.split(separator: ".")
            let words = TypedWords.words(of: message)
            if parts.count == 3, parts[0] == "catalogue", parts[1] == "category" { subjects[String(parts[2])] = words }
            if parts.count == 4, parts[0] == "verbs", parts[1] == "behind" {
                behind[String(parts[2]), default: [:]][String(parts[3])] = words.first
            }
            guard parts.count == 3, parts[0] == "verbs" else { continue }
            switch parts[1] {
            case "command": commands[String(parts[2])] = words
            case "word": keywords[String(parts[2])] = words
            case "unit": units[String(parts[2])] = words
            case "field": fields[String(parts[2])] = words
            case "distance": distances[String(parts[2])] = words
            case "number": numbers[String(parts[2])] = words
            case "polite": polite[String(parts[2])] = words
            case "city": cities[String(parts[2])] = words
            default: continue
            }
        }
    }
}
