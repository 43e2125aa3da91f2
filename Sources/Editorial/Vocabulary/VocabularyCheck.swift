internal import TextAnalysis

/// Tries every rule of the vocabulary on its own examples.
package enum VocabularyCheck {
    /// What is wrong, by file and line; empty when all rules do what their examples say.
    package static func problems(in files: [VocabularyFile]) -> [VocabularyProblem] {
        let vocabulary = Vocabulary(files)
        let check = VocabularyRuleCheck(vocabulary: vocabulary)
        var problems = vocabulary.problems
        for file in files {
            for rule in file.read().rules { problems += check.problems(of: rule, in: file) }
        }
        return problems.sorted { ($0.file, $0.line, $0.reason) < ($1.file, $1.line, $1.reason) }
    }
}

private struct VocabularyRuleCheck {
    private let vocabulary: Vocabulary
    private let names: NamedThingFinder
    private let subjects: SubjectFinder
    private let segmenter = WordSegmenter()

    init(vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
        names = NamedThingFinder(vocabulary: vocabulary)
        subjects = SubjectFinder(vocabulary: vocabulary)
    }

    func problems(of rule: VocabularyRule, in file: VocabularyFile) -> [VocabularyProblem] {
        let needsExamples =
            rule.subject != .weak && rule.subject != .nothing
            && rule.position != .surname && rule.position != .sound
        var problems: [VocabularyProblem] = []
        if needsExamples && rule.examples.isEmpty {
            problems.append(file.problem(rule.line, "the rule has no 'examples'"))
        }
        for (texts, isExample) in [(rule.examples, true), (rule.counterexamples, false)] {
            for text in texts {
                guard let reason = problem(with: text, isExample: isExample, rule, file.language) else { continue }
                problems.append(file.problem(file.line(of: text, from: rule.line), reason))
            }
        }
        return problems
    }

    private func problem(
        with example: String,
        isExample: Bool,
        _ rule: VocabularyRule,
        _ language: String
    ) -> String? {
        let (text, marked) = Self.withoutBrackets(example)
        // Examples are short, so the folder decides the language.
        let isName = rule.subject.isNamedThing
        let article = ArticleText(
            title: isName ? "" : text,
            head: isName ? text : "",
            usual: language,
            fixedLanguage: language,
            segmenter: segmenter
        )
        guard isName else {
            let country = rule.onlyIn.sorted().first ?? (rule.notIn.isEmpty ? nil : "GB")
            let found =
                rule.subject == .series
                ? !vocabulary.seriesWords(of: article).isEmpty
                : Self.isFound(rule, subjects.subjects(of: article, country: country))
            if found == isExample { return nil }
            return isExample
                ? "the rule does not find this: '\(text)'"
                : "'\(text)' is taken for \(rule.subject.rawValue) \(rule.name)"
        }
        let things = names.find(in: article)
        let wanted = marked.map(TextFolding.folded)
        let found = things.contains {
            $0.kind.rawValue == rule.subject.rawValue && (wanted == nil || TextFolding.folded($0.name) == wanted)
        }
        if found == isExample { return nil }
        let all = things.map { "\($0.kind.rawValue) '\($0.name)'" }.joined(separator: ", ")
        let name = marked ?? text
        return isExample
            ? "no \(rule.subject.rawValue) '\(name)' is found here, but \(all.isEmpty ? "nothing" : all)"
            : "'\(name)' is taken for a name: \(all)"
    }

    private static func isFound(_ rule: VocabularyRule, _ subjects: ArticleSubjects) -> Bool {
        switch rule.subject {
        case .sport: subjects.sport?.name == rule.name
        case .topic: subjects.topic?.name == rule.name
        default: subjects.isPromotion
        }
    }

    /// The text, and what stood in brackets in it.
    private static func withoutBrackets(_ example: String) -> (text: String, marked: String?) {
        guard let start = example.firstIndex(of: "["), let end = example[start...].firstIndex(of: "]") else {
            return (example, nil)
        }
        let marked = String(example[example.index(after: start)..<end])
        return (example[..<start] + marked + example[example.index(after: end)...], marked)
    }
}
