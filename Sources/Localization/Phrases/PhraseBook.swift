/// What people say in one language, and the command that each phrase means.
///
/// It is compiled once from `intents.toml`. Finding the best phrase takes time in proportion to the length of the line.
package struct PhraseBook: Sendable {
    /// What a phrase means.
    package struct Intent: Hashable, Sendable {
        /// The command with its slots: `headlines at {time} {days}`; nil if it is only offered.
        package var command: String?
        /// Commands to offer if there is no command, or if the named category or feed does not exist.
        package var offers: [String] = []
        /// The command for one person, in a room for which they may not decide.
        package var own: String?
        /// The command that takes it back, if the change itself does not say so.
        package var back: String?
    }

    /// A word or slot of a phrase, and where it may go on from there.
    struct Leaf: Sendable {
        enum Symbol: Hashable, Sendable {
            case word(Int)
            /// A value that is read, such as a time.
            case value(String)
            /// Any words.
            case free(String)
        }

        var symbol: Symbol
        /// The number of its intent; nil in what people put around a phrase.
        var intent: Int?
        var next: [Int] = []
        /// Whether a phrase may begin after it.
        var opens = false
        /// Whether the line may end after it.
        var closes = false
    }

    /// Leaves that may come next, found by their word.
    struct Beginnings: Sendable {
        var byWord: [Int: [Int]] = [:]
        var slots: [Int] = []

        mutating func add(_ index: Int, _ symbol: Leaf.Symbol) {
            if case .word(let word) = symbol { byWord[word, default: []].append(index) } else { slots.append(index) }
        }
    }

    package let intents: [Intent]
    let slots: PhraseSlots
    private(set) var wordNumbers: [String: Int] = [:]
    private(set) var leaves: [Leaf] = []
    private(set) var beginnings = Beginnings()
    private(set) var endings = Beginnings()

    /// - Parameter phrases: each with the number of its intent.
    /// - Parameter before: what people put before any phrase, such as `please`. It may be there several times.
    /// - Parameter after: the same after a phrase.
    init(
        intents: [Intent],
        phrases: [(pattern: PhrasePattern, intent: Int)],
        lists: [String: PhrasePattern],
        before: PhrasePattern?,
        after: PhrasePattern?,
        slots: PhraseSlots
    ) {
        self.intents = intents
        self.slots = slots
        for (pattern, intent) in phrases {
            let part = compile(pattern, intent, lists)
            for leaf in part.first { beginnings.add(leaf, leaves[leaf].symbol) }
            for leaf in part.last { leaves[leaf].closes = true }
        }
        if let before {
            let part = compile(before, nil, lists)
            for leaf in part.first { beginnings.add(leaf, leaves[leaf].symbol) }
            for leaf in part.last { leaves[leaf].opens = true }
        }
        if let after {
            let part = compile(after, nil, lists)
            for leaf in part.first { endings.add(leaf, leaves[leaf].symbol) }
            for leaf in part.last { leaves[leaf].closes = true }
        }
    }

    /// The leaves at the beginning and end of a part of a phrase, and whether the part may be missing.
    private struct Part {
        var first: [Int] = []
        var last: [Int] = []
        var isOptional = true
    }

    private mutating func compile(_ pattern: PhrasePattern, _ intent: Int?, _ lists: [String: PhrasePattern]) -> Part {
        switch pattern {
        case .word(let word):
            let number = wordNumbers[word] ?? wordNumbers.count
            wordNumbers[word] = number
            return add(.word(number), intent)
        case .slot(let name): return add(PhraseSlots.free.contains(name) ? .free(name) : .value(name), intent)
        case .list(let name): return lists[name].map { compile($0, intent, lists) } ?? Part()
        case .optional(let inner):
            var part = compile(inner, intent, lists)
            part.isOptional = true
            return part
        case .choice(let choices):
            let parts = choices.map { compile($0, intent, lists) }
            return Part(
                first: parts.flatMap(\.first),
                last: parts.flatMap(\.last),
                isOptional: parts.contains(where: \.isOptional)
            )
        case .sequence(let patterns):
            return patterns.reduce(Part()) { whole, pattern in
                let part = compile(pattern, intent, lists)
                for leaf in whole.last { leaves[leaf].next += part.first }
                return Part(
                    first: whole.isOptional ? whole.first + part.first : whole.first,
                    last: part.isOptional ? whole.last + part.last : part.last,
                    isOptional: whole.isOptional && part.isOptional
                )
            }
        }
    }

    private mutating func add(_ symbol: Leaf.Symbol, _ intent: Int?) -> Part {
        leaves.append(Leaf(symbol: symbol, intent: intent))
        let index = leaves.count - 1
        return Part(first: [index], last: [index], isOptional: false)
    }
}
