internal import CompactTexts
package import NewsModel

extension PhraseBook {
    /// What a line means.
    package struct Reading: Hashable, Sendable {
        package var intent: Intent
        /// The value of each slot; of a name or a query as it was typed.
        package var values: [String: String]

        package init(intent: Intent, values: [String: String]) {
            self.intent = intent
            self.values = values
        }

        /// Whether every slot of a command has a value.
        package func hasValues(for template: String) -> Bool {
            template.split(separator: "{", omittingEmptySubsequences: false).dropFirst().allSatisfy { piece in
                values[String(piece.prefix { $0.isLetter })] != nil
            }
        }

        /// A command of the intent with the values of its slots.
        ///
        /// Names and queries are inserted; what is read, such as days, is a fixed word.
        /// - Parameter shown: how a value is written in a command.
        package func line(_ template: String, shown: (String) -> String = { $0 }) -> HintLine {
            template.split(separator: " ").compactMap { filled($0, shown) }.reduce(HintLine("")) { line, word in
                line.pieces.isEmpty ? word : "\(line) \(word)"
            }
        }

        /// A word of a command with its values; nil if one is missing.
        private func filled(_ word: Substring, _ shown: (String) -> String) -> HintLine? {
            var line = HintLine("")
            var rest = word
            while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
                let name = String(rest[rest.index(after: start)..<end].filter { $0 != "?" })
                guard let value = values[name] else { return nil }
                line = line + HintLine(String(rest[..<start]))
                line = PhraseSlots.free.contains(name) ? line + shown(value) : line + HintLine(shown(value))
                rest = rest[rest.index(after: end)...]
            }
            return line + HintLine(String(rest))
        }
    }

    /// Lines with more words are no phrase.
    private static let mostWords = 40
    /// The most words of a name or a query.
    private static let longestName = 8

    /// The best way to have read a line up to the end of a leaf.
    private struct Step {
        /// How many words are words of the phrase or values: the phrase that says most is meant.
        var score: Int
        var intent: Int?
        /// The leaf before and where it ended; nil at the beginning.
        var before: (leaf: Int, end: Int)?
        /// How many words the slot has so far.
        var length: Int
    }

    /// The intent whose phrase fits the whole line and most of its words; nil if none does.
    package func reading(of line: String) -> Reading? {
        let words = PhraseWord.words(in: line)
        guard (1...Self.mostWords).contains(words.count) else { return nil }
        let steps = steps(through: words.map(\.folded))
        let ends = steps[words.count].filter { leaves[$0.key].closes && $0.value.intent != nil }
        let best = ends.max { left, right in
            (left.value.score, -(left.value.intent ?? 0), -left.key)
                < (right.value.score, -(right.value.intent ?? 0), -right.key)
        }
        guard let best, let intent = best.value.intent else { return nil }
        return Reading(intent: intents[intent], values: values(endingAt: best.key, steps, words, in: line))
    }

    /// For each number of words, the leaves that may end there.
    private func steps(through words: [String]) -> [[Int: Step]] {
        let numbers = words.map { self.words.index(of: $0) }
        var steps = [[Int: Step]](repeating: [:], count: words.count + 1)
        func go(to leaf: Int, from start: Int, _ before: (leaf: Int, end: Int)?, _ step: Step?) {
            let intent = leaves[leaf].intent ?? step?.intent
            let score = step?.score ?? 0
            func reach(_ end: Int, _ gain: Int, length: Int = 0) {
                let new = Step(score: score + gain, intent: intent, before: before, length: length)
                if let old = steps[end][leaf],
                    (old.score, -(old.intent ?? .max)) >= (new.score, -(new.intent ?? .max))
                {
                    return
                }
                steps[end][leaf] = new
            }
            switch leaves[leaf].symbol {
            case .word: reach(start + 1, 2)
            case .free:
                let length = before?.leaf == leaf ? (step?.length ?? 0) + 1 : 1
                guard length <= Self.longestName, !slots.never.contains(words[start]) else { return }
                reach(start + 1, 0, length: length)
            case .value(let slot):
                for end in start + 1...min(start + PhraseSlots.longestValue, words.count)
                where slots.value(of: slotNames[Int(slot)], words[start..<end]) != nil {
                    reach(end, 2 * (end - start))
                }
            }
        }
        func begin(_ beginnings: Beginnings, at start: Int, _ before: (leaf: Int, end: Int)?, _ step: Step?) {
            for leaf in numbers[start].flatMap({ beginnings.byWord[UInt16($0)] }) ?? [] {
                go(to: Int(leaf), from: start, before, step)
            }
            for leaf in beginnings.slots { go(to: Int(leaf), from: start, before, step) }
        }
        for start in words.indices {
            if start == 0 { begin(beginnings, at: 0, nil, nil) }
            for (leaf, step) in steps[start].sorted(by: { $0.key < $1.key }) {
                let before = (leaf, start)
                for following in next(after: leaf) {
                    let next = Int(following)
                    if case .word(let number) = leaves[next].symbol, Int(number) != numbers[start] { continue }
                    go(to: next, from: start, before, step)
                }
                if case .free = leaves[leaf].symbol { go(to: leaf, from: start, before, step) }
                if leaves[leaf].opens { begin(beginnings, at: start, before, step) }
                if leaves[leaf].closes { begin(endings, at: start, before, step) }
            }
        }
        return steps
    }

    /// Follows the best way back, and collects the words of its slots.
    private func values(
        endingAt last: Int,
        _ steps: [[Int: Step]],
        _ words: [PhraseWord],
        in line: String
    ) -> [String: String] {
        var values: [String: String] = [:]
        var (leaf, end) = (last, words.count)
        while let step = steps[end][leaf] {
            let start = step.before?.end ?? 0
            switch leaves[leaf].symbol {
            case .word: break
            case .value(let number):
                let slot = slotNames[Int(number)]
                values[PhraseSlots.name(of: slot)] = slots.value(of: slot, words[start..<end].map(\.folded)[...])
            case .free(let number):
                let slot = slotNames[Int(number)]
                // The last word of a name comes first on the way back, and knows how many there are.
                guard values[slot] == nil else { break }
                let range = words[end - step.length].range.lowerBound..<words[end - 1].range.upperBound
                values[slot] = String(line[range])
            }
            guard let before = step.before else { break }
            (leaf, end) = before
        }
        return values
    }
}
