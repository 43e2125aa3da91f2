internal import CompactTexts

/// The words and boards of the spelling bee; English.
package struct BeeWords: Hashable, Sendable {
    /// Seven letters, the middle one first.
    package let boards: [String]
    private let words: SortedTexts

    /// - Parameters:
    ///   - words: a word a line, at least four letters of a to z; lines with `#` are comments.
    ///   - boards: seven letters a line, the middle one first.
    package init(words: String, boards: String) {
        self.words = SortedTexts(WordList.lines(words))
        self.boards = WordList.lines(boards)
    }

    package func contains(_ word: String) -> Bool { words.contains(word) }

    /// All words that can be made of a board's letters with its middle letter, in alphabetical order.
    package func answers(on board: String) -> [String] {
        guard let middle = board.first else { return [] }
        let letters = Set(board)
        return (0..<words.count).lazy.map { words[$0] }.filter { $0.contains(middle) && letters.isSuperset(of: $0) }
    }
}
