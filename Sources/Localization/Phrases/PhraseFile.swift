internal import TOMLReading

/// Reads `intents.toml`, the phrase table of a language.
struct PhraseFile {
    /// Its name in the folder of each language.
    static let name = "intents.toml"

    private let file: String
    private let source: String
    private let top: [String: TOMLTree]

    /// The compiled table of a file.
    static func book(of source: String, file: String) throws(LocalizationError) -> PhraseBook {
        let top: [String: TOMLTree]
        do {
            top = try TOMLTree.read(source)
        } catch {
            throw .syntax(file: file, line: error.line, reason: error.reason)
        }
        return try PhraseFile(file: file, source: source, top: top).book()
    }

    private func book() throws(LocalizationError) -> PhraseBook {
        let parts = ["before", "after", "never", "joints", "lists", "clock", "values", "intent"]
        for key in top.keys where !parts.contains(key) {
            throw fault(key, "“\(key)” is no part of a phrase table")
        }
        let slots = try slots()
        let lists = try lists(slots)
        var intents: [PhraseBook.Intent] = []
        var phrases: [(pattern: PhrasePattern, intent: Int)] = []
        for entry in try entries() {
            var intent = PhraseBook.Intent()
            for (key, value) in entry where key != "phrases" {
                switch key {
                case "command": intent.command = try text(value, key)
                case "own": intent.own = try text(value, key)
                case "back": intent.back = try text(value, key)
                case "offer": intent.offers = lines(try text(value, key))
                default: throw fault(key, "“\(key)” is no part of an intent")
                }
            }
            guard intent.command != nil || !intent.offers.isEmpty else {
                throw fault("[[intent]]", "an intent without a command or an offer")
            }
            let needed = try needed(by: [intent.command, intent.own].compactMap(\.self) + intent.offers, slots)
            for phrase in lines(try text(entry["phrases"], "phrases")) {
                let pattern = try pattern(phrase, lists, slots)
                if let missing = needed.subtracting(pattern.certainSlots(lists)).sorted().first {
                    throw fault(phrase, "“\(phrase)” does not always have {\(missing)}, which the command needs")
                }
                phrases.append((pattern, intents.count))
            }
            intents.append(intent)
        }
        let book = PhraseBook(
            intents: intents,
            phrases: phrases,
            lists: lists,
            before: try top["before"].map { value throws(LocalizationError) in
                try pattern(try joined(value, "before"), lists, slots)
            },
            after: try top["after"].map { value throws(LocalizationError) in
                try pattern(try joined(value, "after"), lists, slots)
            },
            slots: slots
        )
        guard let book else {
            throw fault("[[intent]]", "the phrases have more than \(PhraseCompiler.mostLeaves) words")
        }
        return book
    }

    /// The slots that some lines cannot do without.
    private func needed(by lines: [String], _ slots: PhraseSlots) throws(LocalizationError) -> Set<String> {
        var needed: Set<String> = []
        for line in lines {
            for piece in line.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
                let name = String(piece.prefix { $0.isLetter })
                let end = piece.dropFirst(name.count)
                guard slots.knows(name), end.hasPrefix("}") || end.hasPrefix("?}") else {
                    throw fault(line, "“{\(name)” in “\(line)” is no slot")
                }
                if end.hasPrefix("}") { needed.insert(name) }
            }
        }
        return needed
    }

    private func pattern(
        _ phrase: String,
        _ lists: [String: PhrasePattern],
        _ slots: PhraseSlots
    ) throws(LocalizationError) -> PhrasePattern {
        let pattern = try parsed(phrase)
        let names = pattern.names
        if let unknown = names.lists.first(where: { lists[$0] == nil }) {
            throw fault(phrase, "“\(phrase)”: there is no list <\(unknown)>")
        }
        if let unknown = names.slots.first(where: { !slots.knows($0) }) {
            throw fault(phrase, "“\(phrase)”: there is no slot {\(unknown)}")
        }
        return pattern
    }

    private func parsed(_ phrase: String) throws(LocalizationError) -> PhrasePattern {
        do {
            return try PhrasePattern(phrase)
        } catch {
            switch error {
            case .unclosed(let sign): throw fault(phrase, "“\(phrase)”: “\(sign)” is missing")
            case .unopened(let sign): throw fault(phrase, "“\(phrase)”: “\(sign)” does not belong here")
            case .empty: throw fault(phrase, "a phrase without words")
            }
        }
    }

    // MARK: - Parts

    private func lists(_ slots: PhraseSlots) throws(LocalizationError) -> [String: PhrasePattern] {
        var lists: [String: PhrasePattern] = [:]
        for (name, value) in try table("lists") {
            lists[name] = try pattern(try joined(value, name), [:], slots)
        }
        return lists
    }

    private func slots() throws(LocalizationError) -> PhraseSlots {
        var values: [String: [[String]: String]] = [:]
        for (slot, value) in try table("values") {
            guard case .table(let entries) = value else { throw .notText(file: file, key: slot) }
            for (key, words) in entries {
                for phrase in try phrases(words, key) { values[slot, default: [:]][phrase] = key }
            }
        }
        var clock: [String: [[String]]] = [:]
        for (name, value) in try table("clock") {
            guard PhraseClock.listNames.contains(name) else { throw fault(name, "“\(name)” is no list of a clock") }
            // The longest first: `half past` before `half`.
            clock[name] = try phrases(value, name).sorted { $0.count > $1.count }
        }
        return PhraseSlots(
            values: values,
            clock: PhraseClock(lists: clock, numbers: values["number"] ?? [:]),
            never: Set(try words("never")),
            joints: Set(try words("joints"))
        )
    }

    private func words(_ key: String) throws(LocalizationError) -> [String] {
        guard let value = top[key] else { return [] }
        return try phrases(value, key).flatMap(\.self)
    }

    /// The phrases of a text, each as words.
    private func phrases(_ value: TOMLTree, _ key: String) throws(LocalizationError) -> [[String]] {
        try text(value, key).split { $0 == "|" || $0 == "\n" }.map { PhraseWord.words(in: String($0)).map(\.folded) }
            .filter { !$0.isEmpty }
    }

    /// A text of several lines as one choice.
    private func joined(_ value: TOMLTree, _ key: String) throws(LocalizationError) -> String {
        lines(try text(value, key)).map { $0.hasSuffix("|") ? String($0.dropLast()) : $0 }.joined(separator: "|")
    }

    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { line in
            String(line.drop { $0 == " " || $0 == "\t" })
        }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
    }

    private func table(_ key: String) throws(LocalizationError) -> [String: TOMLTree] {
        switch top[key] {
        case nil: return [:]
        case .table(let table): return table
        default: throw .notText(file: file, key: key)
        }
    }

    private func entries() throws(LocalizationError) -> [[String: TOMLTree]] {
        guard case .list(let list)? = top["intent"] else { return [] }
        return list.compactMap { if case .table(let entry) = $0 { entry } else { nil } }
    }

    private func text(_ value: TOMLTree?, _ key: String) throws(LocalizationError) -> String {
        guard case .text(let text)? = value else { throw .notText(file: file, key: key) }
        return text
    }

    /// An error at the line of the file that has these words.
    private func fault(_ words: String, _ reason: String) -> LocalizationError {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        return .syntax(file: file, line: (lines.firstIndex { $0.contains(words) } ?? 0) + 1, reason: reason)
    }
}
