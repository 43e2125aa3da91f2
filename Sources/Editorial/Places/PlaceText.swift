internal import Gazetteer

/// How a line is written, which decides what capitals say.
enum PlaceLineStyle: UInt8 {
    case sentence
    /// Nearly every word has a capital, as in English headlines.
    case title
    case capitals
    /// No capitals in the whole text.
    case lower
}

/// A folded text with what the rules ask about its words.
struct PlaceText {
    let gazetteer: Gazetteer
    let folded: FoldedText
    let words: [FoldedWord]
    let styles: [PlaceLineStyle]
    private let wordKinds: [WordKinds]

    init(_ text: String, gazetteer: Gazetteer, longest: Int) {
        self.gazetteer = gazetteer
        folded = gazetteer.fold(text, longest: longest)
        words = folded.words
        let kinds = folded.bytes.withUnsafeBufferPointer { [words] bytes in
            words.map { gazetteer.wordKinds(of: UnsafeBufferPointer(rebasing: bytes[$0.bytes])) }
        }
        wordKinds = kinds
        styles = Self.styles(of: words, kinds, lastGap: folded.lastGap)
    }

    private static func styles(of words: [FoldedWord], _ kinds: [WordKinds], lastGap: WordGap) -> [PlaceLineStyle] {
        var styles = [PlaceLineStyle](repeating: .sentence, count: words.count)
        var start = 0
        var allCapitals = 0
        var allCased = 0
        while start < words.count {
            var end = start + 1
            while end < words.count, words[end].gap != .sentenceEnd { end += 1 }
            var long = 0
            var longCapitalised = 0
            // Headlines with capitals write only words like "from" without one.
            var longLower = 0
            var capitals = 0
            var cased = 0
            for (word, kinds) in zip(words[start..<end], kinds[start..<end]) where word.letterCase != .none {
                cased += 1
                if word.letterCase == .capitals { capitals += 1 }
                if word.letterCase != .lower { allCapitals += 1 }
                guard word.bytes.count >= 4 else { continue }
                long += 1
                if word.letterCase != .lower { longCapitalised += 1 }
                if word.letterCase == .lower, kinds.isDisjoint(with: [.small, .preposition]) { longLower += 1 }
            }
            allCased += cased
            // Headlines do not end with a full stop.
            let isSentence = end == words.count && (lastGap == .innerStop || lastGap == .stop)
            let style: PlaceLineStyle
            if cased >= 2, capitals * 5 >= cased * 4 {
                style = .capitals
            } else {
                let isTitle = long >= 4 && longCapitalised * 4 >= long * 3 && longLower * 8 <= long
                style = isTitle && !isSentence ? .title : .sentence
            }
            for position in start..<end { styles[position] = style }
            start = end
        }
        if allCapitals == 0, allCased >= 3 { return [PlaceLineStyle](repeating: .lower, count: words.count) }
        return styles
    }

    /// The kinds of the word at an index; none outside the text.
    func kinds(_ index: Int) -> WordKinds {
        wordKinds.indices.contains(index) ? wordKinds[index] : []
    }

    /// The kinds of a run of words as one.
    func kinds(of range: Range<Int>) -> WordKinds {
        guard !range.isEmpty, words.indices.contains(range.lowerBound), range.upperBound <= words.count else {
            return []
        }
        let name = words[range.lowerBound].bytes.lowerBound..<words[range.upperBound - 1].bytes.upperBound
        return folded.bytes.withUnsafeBufferPointer {
            gazetteer.wordKinds(of: UnsafeBufferPointer(rebasing: $0[name]))
        }
    }

    func isCapitalised(_ index: Int) -> Bool {
        guard words.indices.contains(index) else { return false }
        switch words[index].letterCase {
        case .capitalised, .capitals, .initial: return true
        case .lower, .none: return false
        }
    }

    /// Whether a word begins a sentence, as far as full stops tell.
    func beginsSentence(_ index: Int) -> Bool {
        guard index > 0, words.indices.contains(index) else { return true }
        switch words[index].gap {
        case .sentenceEnd: return true
        case .stop:
            // After "St." and "J." no sentence begins.
            let before = words[index - 1]
            return !(before.bytes.count <= 3 && before.letterCase != .lower && !before.isNumber)
        case .other: return true
        default: return false
        }
    }

    /// Whether a word follows the one before with a space or hyphen only.
    func isJoined(_ index: Int) -> Bool {
        guard index > 0, words.indices.contains(index) else { return false }
        return words[index].gap == .space || words[index].gap == .hyphen || words[index].gap == .nothing
    }

    func equals(_ index: Int, _ text: StaticString) -> Bool {
        guard words.indices.contains(index), words[index].bytes.count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { expected in folded.bytes[words[index].bytes].elementsEqual(expected) }
    }

    func gap(after index: Int) -> WordGap {
        index + 1 < words.count ? words[index + 1].gap : folded.lastGap
    }
}
