internal import CompactTexts

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

    /// A word or slot of a phrase.
    ///
    /// A language has more than ten thousand, so each takes ten bytes.
    struct Leaf: Sendable {
        enum Symbol: Hashable, Sendable {
            case word(UInt16)
            /// A value that is read, such as a time; the number of its slot.
            case value(UInt8)
            /// Any words; the number of their slot.
            case free(UInt8)
        }

        let symbol: Symbol
        /// Whether a phrase may begin after it.
        var opens = false
        /// Whether the line may end after it.
        var closes = false
        private let intentNumber: Int16
        /// The number of the list of those that may come next.
        fileprivate(set) var list: UInt16 = 0

        init(symbol: Symbol, intent: Int?) {
            self.symbol = symbol
            intentNumber = intent.map { Int16($0) } ?? -1
        }

        /// The number of its intent; nil in what people put around a phrase.
        var intent: Int? { intentNumber < 0 ? nil : Int(intentNumber) }
    }

    /// Leaves that may come next, found by their word.
    struct Beginnings: Sendable {
        private(set) var byWord: [UInt16: [UInt16]] = [:]
        private(set) var slots: [UInt16] = []

        /// - Parameter index: at most `PhraseCompiler.mostLeaves`.
        mutating func add(_ index: Int, _ symbol: Leaf.Symbol) {
            if case .word(let word) = symbol {
                byWord[word, default: []].append(UInt16(index))
            } else {
                slots.append(UInt16(index))
            }
        }
    }

    package let intents: [Intent]
    let slots: PhraseSlots
    /// A word's place is its number.
    let words: SortedTexts
    /// The names of slots, in the order of their numbers.
    let slotNames: [String]
    let leaves: [Leaf]
    let beginnings: Beginnings
    let endings: Beginnings
    /// Lists of leaves that may come next, one list after the other: many leaves have the same.
    private let following: [UInt16]
    /// Where each list begins, and the end of the last one.
    private let listStarts: [Int32]

    /// - Parameter phrases: each with the number of its intent.
    /// - Parameter before: what people put before any phrase, such as `please`. It may be there several times.
    /// - Parameter after: the same after a phrase.
    ///
    /// Nil if the phrases have too many words (`PhraseCompiler.mostLeaves`).
    init?(
        intents: [Intent],
        phrases: [(pattern: PhrasePattern, intent: Int)],
        lists: [String: PhrasePattern],
        before: PhrasePattern?,
        after: PhrasePattern?,
        slots: PhraseSlots
    ) {
        self.intents = intents
        self.slots = slots
        let patterns = phrases.map(\.pattern) + [before, after].compactMap(\.self)
        var compiler = PhraseCompiler(patterns, lists: lists)
        for (pattern, intent) in phrases { compiler.add(pattern, intent: intent) }
        if let before { compiler.add(before: before) }
        if let after { compiler.add(after: after) }
        guard !compiler.isTooLarge else { return nil }
        (words, slotNames) = (compiler.words, compiler.slotNames)
        (beginnings, endings) = (compiler.beginnings, compiler.endings)
        var numbers: [[Int]: UInt16] = [:]
        var (following, starts): ([UInt16], [Int32]) = ([], [0])
        leaves = compiler.leaves.map { leaf, next in
            var leaf = leaf
            leaf.list = numbers[next] ?? UInt16(numbers.count)
            if numbers.updateValue(leaf.list, forKey: next) == nil {
                following += next.map { UInt16($0) }
                starts.append(Int32(following.count))
            }
            return leaf
        }
        // An array that has grown has room for as much again.
        (self.following, listStarts) = (following.map { $0 }, starts.map { $0 })
    }

    /// The leaves that may come next after one.
    func next(after leaf: Int) -> ArraySlice<UInt16> {
        let list = Int(leaves[leaf].list)
        return following[Int(listStarts[list])..<Int(listStarts[list + 1])]
    }
}
