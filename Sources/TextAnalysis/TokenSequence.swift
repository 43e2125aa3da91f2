/// The words of one text in order, with the positions of every word.
struct TokenSequence: Sendable {
    private(set) var words: [String]
    /// The first position of each word.
    private(set) var first: [String: Int32] = [:]
    /// For each position, the next position of the same word, or -1.
    private var next: [Int32] = []
    /// Whether the positions are known; otherwise each phrase looks at every word.
    private let isIndexed: Bool

    init(_ words: [String], isIndexed: Bool = true) {
        self.words = words
        self.isIndexed = isIndexed
        guard isIndexed else { return }
        next = [Int32](repeating: -1, count: words.count)
        first.reserveCapacity(words.count)
        for index in words.indices.reversed() where !words[index].isEmpty {
            next[index] = first.updateValue(Int32(index), forKey: words[index]) ?? -1
        }
    }

    /// Whether the phrase occurs inside `range`.
    func contains(_ phrase: QueryPhrase, in range: Range<Int>) -> Bool {
        guard let firstWord = phrase.words.first else { return false }
        let isFirstClosed = !phrase.isOpenAtStart && !(phrase.isOpenAtEnd && phrase.words.count == 1)
        guard isFirstClosed, isIndexed else {
            return range.contains { occurs(phrase, at: $0, before: range.upperBound) }
        }
        var place = first[firstWord] ?? -1
        while place >= 0 {
            if range.contains(Int(place)), occurs(phrase, at: Int(place), before: range.upperBound) { return true }
            place = next[Int(place)]
        }
        return false
    }

    private func occurs(_ phrase: QueryPhrase, at place: Int, before end: Int) -> Bool {
        phrase.occurs(in: words, at: place, before: end)
    }
}

extension QueryPhrase {
    /// Whether the phrase's words are the tokens from `place` on.
    func occurs(in tokens: [String], at place: Int, before end: Int) -> Bool {
        guard place + words.count <= end else { return false }
        for index in words.indices {
            let opensStart = isOpenAtStart && index == 0
            let opensEnd = isOpenAtEnd && index == words.count - 1
            guard Self.fits(tokens[place + index], words[index], opensStart, opensEnd) else { return false }
        }
        return true
    }

    private static func fits(_ token: String, _ word: String, _ opensStart: Bool, _ opensEnd: Bool) -> Bool {
        switch (opensStart, opensEnd) {
        case (false, false): token == word
        case (false, true): token.utf8.starts(with: word.utf8)
        case (true, false): token.utf8.reversed().starts(with: word.utf8.reversed())
        case (true, true): contains(token.utf8, word.utf8)
        }
    }

    private static func contains(_ token: String.UTF8View, _ word: String.UTF8View) -> Bool {
        var start = token.startIndex
        var left = token.count
        let length = word.count
        while left >= length {
            if token[start...].starts(with: word) { return true }
            start = token.index(after: start)
            left -= 1
        }
        return false
    }
}
