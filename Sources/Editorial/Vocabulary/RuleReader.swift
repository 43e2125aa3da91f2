internal import TOMLReading

/// Reads one [[rule]] table.
struct RuleReader {
    private static let keys: Set<String> = [
        "finds", "where", "words", "hints", "name", "label", "description", "only_in", "not_in", "examples", "not",
    ]

    let entries: [String: TOMLTree]
    /// What is wrong, and a text near which it stands.
    private(set) var problems: [(near: String, reason: String)] = []

    init(entries: [String: TOMLTree]) {
        self.entries = entries
    }

    /// Nil when the rule cannot be used at all.
    mutating func rule() -> VocabularyRule? {
        for key in entries.keys.sorted() where !Self.keys.contains(key) {
            problems.append((key, "unknown key '\(key)'; known are \(Self.keys.sorted().joined(separator: ", "))"))
        }
        let subjects = VocabularyRule.Subject.allCases.map(\.rawValue).joined(separator: ", ")
        guard let finds = text("finds"), let subject = VocabularyRule.Subject(rawValue: finds) else {
            problems.append(("finds", "'finds' must be one of \(subjects)"))
            return nil
        }
        var position = VocabularyRule.Position.whole
        if let word = text("where") {
            guard let known = VocabularyRule.Position(rawValue: word) else {
                let all = VocabularyRule.Position.allCases.map(\.rawValue).joined(separator: ", ")
                problems.append(("where", "'where' must be one of \(all)"))
                return nil
            }
            position = known
        }
        var rule = VocabularyRule(subject: subject, position: position, words: texts("words"))
        rule.hints = texts("hints")
        (rule.name, rule.label) = (text("name") ?? "", text("label") ?? "")
        rule.description = text("description") ?? ""
        (rule.onlyIn, rule.notIn) = (Set(texts("only_in")), Set(texts("not_in")))
        (rule.examples, rule.counterexamples) = (texts("examples"), texts("not"))
        if rule.words.isEmpty && rule.hints.isEmpty { problems.append(("finds", "the rule has no words")) }
        if (subject == .sport || subject == .topic) && rule.name.isEmpty {
            problems.append(("finds", "a \(finds) needs a 'name'"))
        }
        var seen: Set<String> = []
        for word in rule.words + rule.hints where !seen.insert(word).inserted {
            problems.append(("\"\(word)\"", "'\(word)' stands twice in the rule"))
        }
        return rule
    }

    private mutating func text(_ key: String) -> String? {
        switch entries[key] {
        case nil: return nil
        case .text(let text)?: return text
        default:
            problems.append((key, "'\(key)' must be a text in quotation marks"))
            return nil
        }
    }

    private mutating func texts(_ key: String) -> [String] {
        guard let value = entries[key] else { return [] }
        guard case .list(let elements) = value else {
            problems.append((key, "'\(key)' must be a list: [\"…\", \"…\"]"))
            return []
        }
        return elements.compactMap { element in
            guard case .text(let text) = element, !text.isEmpty else {
                problems.append((key, "'\(key)' must be a list of texts in quotation marks, none of them empty"))
                return nil
            }
            return text
        }
    }
}
