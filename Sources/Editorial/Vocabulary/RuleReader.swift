internal import Foundation
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
        checkSubject(rule)
        var seen: Set<String> = []
        for word in rule.words + rule.hints where !seen.insert(word).inserted {
            problems.append(("\"\(word)\"", "'\(word)' stands twice in the rule"))
        }
        return rule
    }

    /// The name, label, description and countries of a sport or topic.
    private mutating func checkSubject(_ rule: VocabularyRule) {
        let kind = rule.subject.rawValue
        if let known = rule.subject == .sport
            ? VocabularyRule.sports : rule.subject == .topic ? VocabularyRule.topics : nil
        {
            if rule.name.isEmpty {
                problems.append(("finds", "a \(kind) needs a 'name'"))
            } else if !known.contains(rule.name) {
                let all = known.sorted().joined(separator: ", ")
                problems.append(("name", "there is no \(kind) '\(rule.name)'; known are \(all)"))
            }
            let hasDescription = rule.description.contains { !$0.isWhitespace }
            if entries["description"] != nil, !hasDescription {
                problems.append(("description", "the 'description' is empty"))
            } else if !rule.label.isEmpty, !hasDescription {
                problems.append(("label", "a \(kind) with a 'label' needs a 'description'"))
            }
        }
        for (key, countries) in [("only_in", rule.onlyIn), ("not_in", rule.notIn)] {
            for country in countries.sorted() where !Self.countries.contains(country) {
                problems.append((key, "'\(country)' in '\(key)' is no country; write ISO 3166 codes such as \"GB\""))
            }
        }
    }

    /// ISO 3166-1 codes of two letters.
    private static let countries = Set(Locale.Region.isoRegions.map(\.identifier).filter { $0.utf8.count == 2 })

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
