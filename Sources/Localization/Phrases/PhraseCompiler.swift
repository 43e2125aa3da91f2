internal import CompactTexts

/// Builds the leaves of a phrase book from its phrases.
struct PhraseCompiler {
    /// The most words and slots of all phrases, those of a list counted wherever it stands; leaves are numbered in 16
    /// bits.
    static let mostLeaves = 65_535

    /// Whether there were more.
    private(set) var isTooLarge = false
    /// As in `PhraseBook.Leaf`, with the leaves that may come next.
    private(set) var leaves: [(leaf: PhraseBook.Leaf, next: [Int])] = []
    /// The words of all phrases; a word's place is its number.
    let words: SortedTexts
    /// The names of slots, in the order of their numbers.
    private(set) var slotNames: [String] = []
    private(set) var beginnings = PhraseBook.Beginnings()
    private(set) var endings = PhraseBook.Beginnings()
    private let lists: [String: PhrasePattern]

    /// - Parameter patterns: all that will be added.
    init(_ patterns: [PhrasePattern], lists: [String: PhrasePattern]) {
        self.lists = lists
        words = SortedTexts((patterns + lists.values).flatMap(\.words))
    }

    /// The leaves at the beginning and end of a part of a phrase, and whether the part may be missing.
    private struct Part {
        var first: [Int] = []
        var last: [Int] = []
        var isOptional = true
    }

    mutating func add(_ phrase: PhrasePattern, intent: Int) {
        let part = compile(phrase, intent)
        for leaf in part.first { beginnings.add(leaf, leaves[leaf].leaf.symbol) }
        for leaf in part.last { leaves[leaf].leaf.closes = true }
    }

    /// What people put before any phrase.
    mutating func add(before pattern: PhrasePattern) {
        let part = compile(pattern, nil)
        for leaf in part.first { beginnings.add(leaf, leaves[leaf].leaf.symbol) }
        for leaf in part.last { leaves[leaf].leaf.opens = true }
    }

    /// What people put after any phrase.
    mutating func add(after pattern: PhrasePattern) {
        let part = compile(pattern, nil)
        for leaf in part.first { endings.add(leaf, leaves[leaf].leaf.symbol) }
        for leaf in part.last { leaves[leaf].leaf.closes = true }
    }

    private mutating func compile(_ pattern: PhrasePattern, _ intent: Int?) -> Part {
        switch pattern {
        case .word(let word):
            let number = words.index(of: word).flatMap { UInt16(exactly: $0) }
            return number.map { add(.word($0), intent) } ?? Part()
        case .slot(let name):
            let number = UInt8(slotNumber(name))
            return add(PhraseSlots.free.contains(name) ? .free(number) : .value(number), intent)
        case .list(let name): return lists[name].map { compile($0, intent) } ?? Part()
        case .optional(let inner):
            var part = compile(inner, intent)
            part.isOptional = true
            return part
        case .choice(let choices):
            let parts = choices.map { compile($0, intent) }
            return Part(
                first: parts.flatMap(\.first),
                last: parts.flatMap(\.last),
                isOptional: parts.contains(where: \.isOptional)
            )
        case .sequence(let patterns):
            return patterns.reduce(Part()) { whole, pattern in
                let part = compile(pattern, intent)
                for leaf in whole.last { leaves[leaf].next += part.first }
                return Part(
                    first: whole.isOptional ? whole.first + part.first : whole.first,
                    last: part.isOptional ? whole.last + part.last : part.last,
                    isOptional: whole.isOptional && part.isOptional
                )
            }
        }
    }

    private mutating func slotNumber(_ name: String) -> Int {
        if let known = slotNames.firstIndex(of: name) { return known }
        slotNames.append(name)
        return slotNames.count - 1
    }

    private mutating func add(_ symbol: PhraseBook.Leaf.Symbol, _ intent: Int?) -> Part {
        guard leaves.count < Self.mostLeaves else {
            isTooLarge = true
            return Part()
        }
        leaves.append((PhraseBook.Leaf(symbol: symbol, intent: intent), []))
        let index = leaves.count - 1
        return Part(first: [index], last: [index], isOptional: false)
    }
}
