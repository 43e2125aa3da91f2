internal import TOMLReading

/// A file of `data/vocabulary/<language>/`, as the caller has read it.
package struct VocabularyFile: Sendable {
    /// For messages.
    package var path: String
    /// The folder's name, a BCP 47 tag: "en", "zh-Hans".
    package var language: String
    package var text: String

    package init(path: String, language: String, text: String) {
        self.path = path
        self.language = language
        self.text = text
    }

    /// The rules, and what is wrong with the others.
    func read() -> (rules: [VocabularyRule], problems: [VocabularyProblem]) {
        let tree: [String: TOMLTree]
        do {
            tree = try TOMLTree.read(text)
        } catch {
            return ([], [VocabularyProblem(file: path, line: error.line, reason: error.reason)])
        }
        var problems: [VocabularyProblem] = []
        for key in tree.keys.sorted() where key != "rule" {
            problems.append(problem(line(of: key, from: 1), "unknown key '\(key)'; a file has [[rule]] tables only"))
        }
        guard case .list(let tables)? = tree["rule"] else {
            return ([], problems + [problem(1, "no [[rule]] in this file")])
        }
        let lines = ruleLines
        var rules: [VocabularyRule] = []
        for (index, table) in tables.enumerated() {
            let line = index < lines.count ? lines[index] : 1
            guard case .table(let entries) = table else { continue }
            var reader = RuleReader(entries: entries)
            let rule = reader.rule()
            problems += reader.problems.map { problem(self.line(of: $0.near, from: line), $0.reason) }
            guard var rule else { continue }
            (rule.file, rule.line) = (path, line)
            rules.append(rule)
        }
        return (rules, problems)
    }

    func problem(_ line: Int, _ reason: String) -> VocabularyProblem {
        VocabularyProblem(file: path, line: line, reason: reason)
    }

    /// The first line from `start` on that contains the words; `start` where none does.
    func line(of words: String, from start: Int) -> Int {
        var number = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            number += 1
            if number >= start && !words.isEmpty && contains(line, words) { return number }
        }
        return start
    }

    private func contains(_ line: Substring, _ words: String) -> Bool {
        let (line, words) = (Array(line.utf8), Array(words.utf8))
        guard words.count <= line.count else { return false }
        return (0...(line.count - words.count)).contains { line[$0..<($0 + words.count)].elementsEqual(words) }
    }

    private var ruleLines: [Int] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .filter { $0.element.drop { $0 == " " }.hasPrefix("[[rule]]") }.map { $0.offset + 1 }
    }
}

/// Something wrong in a vocabulary file.
package struct VocabularyProblem: Sendable, Hashable {
    package var file: String
    /// From 1.
    package var line: Int
    /// In English, one sentence without full stop.
    package var reason: String

    /// "data/vocabulary/en/people.toml:12: no words".
    package var message: String { "\(file):\(line): \(reason)" }
}
