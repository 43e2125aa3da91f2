internal import TextAnalysis

/// Finds many phrases in a text, in one pass.
///
/// Phrases are compared word by word, in scripts without spaces letter by letter. A phrase that begins with a capital
/// ("Fed") is found with one only, and one that is all capitals ("WHO") in capitals only. NUMBER stands for any number.
struct PhraseTable: Sendable {
    struct Match: Hashable, Sendable {
        /// Words of the text.
        var words: Range<Int>
        /// In Unicode scalars from the start of the text.
        var scalars: Range<Int>
        var value: Int
        /// The same number for the same phrase.
        var phrase: UInt32
    }

    /// Where words must begin and end for two letters of a script without spaces to be found.
    enum Edges {
        case both, end
        /// At one of them: 冰球 in 冰球队.
        case any
    }

    private struct End {
        var value: Int
        var needs: SegmentedText.Marks
        var edges: Edges
    }

    /// What a text is compared by: a word, or a letter of a script without spaces.
    private struct Unit {
        var key: UInt32
        var word: Int
        var scalars: Range<Int>
        var beginsWord: Bool
        var endsWord: Bool
    }

    private static let longestPhrase = 12

    private static let numberKey: UInt32 = 0xFFFF_FFFE

    private var wordKeys: [UInt64: UInt32] = [:]
    /// From a node and a unit's key to the next node; 0 is the root.
    private var next: [UInt64: UInt32] = [:]
    private var ends: [UInt32: [End]] = [:]
    /// For each letter below U+10000 whether a phrase begins with it, as most letters begin none.
    private var firstLetters = [Bool](repeating: false, count: 0x1_0000)

    /// `plural` is what plurals end in, where the language has such an ending: then both forms are found.
    mutating func add(
        _ phrase: String,
        _ value: Int,
        _ segmenter: WordSegmenter,
        _ language: String,
        plural: String? = nil,
        edges: Edges = .both
    ) {
        let text = SegmentedText(phrase, words: segmenter.words(in: phrase, language: language))
        for word in text.words where word.kind != .ideographic {
            // Keys of words begin after the last Unicode scalar.
            if wordKeys[word.key] == nil { wordKeys[word.key] = 0x11_0000 + UInt32(wordKeys.count) }
        }
        var node: UInt32 = 0
        for unit in units(of: text).prefix(Self.longestPhrase) {
            let isNumber = text.words[unit.word].folded == "number" && text.marks[unit.word].contains(.allCapitals)
            let step = UInt64(node) << 32 | UInt64(isNumber ? Self.numberKey : unit.key)
            let known = next[step] ?? UInt32(next.count + 1)
            next[step] = known
            if node == 0 && unit.key < 0x1_0000 { firstLetters[Int(unit.key)] = true }
            node = known
        }
        guard node != 0 else { return }
        var needs: SegmentedText.Marks = text.marks.first.map { $0.intersection(.capital) } ?? []
        if text.marks.allSatisfy({ $0.contains(.allCapitals) }) { needs.insert(.allCapitals) }
        if phrase.utf8.starts(with: "NUMBER".utf8) { needs = [] }
        ends[node, default: []].append(End(value: value, needs: needs, edges: edges))
        if let plural, let last = text.words.last, last.kind == .word, last.utf8Range.count > 3,
            !last.folded.hasSuffix(plural)
        {
            add(phrase + plural, value, segmenter, language, edges: edges)
        }
    }

    /// All phrases that occur, by their start; several may begin at one word.
    func matches(in text: SegmentedText) -> [Match] {
        let units = units(of: text)
        var matches: [Match] = []
        for start in units.indices {
            let first = units[start].key
            if first < 0x1_0000 && !firstLetters[Int(first)] { continue }
            var node: UInt32 = 0
            var position = start
            while position < units.count, position - start < Self.longestPhrase {
                let unit = units[position]
                if position > start && unit.beginsWord && !text.marks[unit.word].contains(.joined) { break }
                var step = next[UInt64(node) << 32 | UInt64(unit.key)]
                if step == nil && text.words[unit.word].kind == .number {
                    step = next[UInt64(node) << 32 | UInt64(Self.numberKey)]
                }
                guard let step else { break }
                node = step
                position += 1
                guard let found = ends[node] else { continue }
                let words = units[start].word..<(unit.word + 1)
                let scalars = units[start].scalars.lowerBound..<unit.scalars.upperBound
                for end in found where isWhole(units, start..<position, end.edges) && isWritten(text, words, end.needs)
                {
                    matches.append(Match(words: words, scalars: scalars, value: end.value, phrase: node))
                }
            }
        }
        return matches
    }

    /// Three letters of a script without spaces are hardly there by chance; fewer must be words.
    private func isWhole(_ units: [Unit], _ range: Range<Int>, _ edges: Edges) -> Bool {
        if range.count >= 3 { return true }
        let (begins, ends) = (units[range.lowerBound].beginsWord, units[range.upperBound - 1].endsWord)
        switch edges {
        case .both: return begins && ends
        case .end: return ends
        case .any: return range.count == 1 ? begins && ends : begins || ends
        }
    }

    private func isWritten(_ text: SegmentedText, _ words: Range<Int>, _ needs: SegmentedText.Marks) -> Bool {
        guard !needs.isEmpty, !text.isShouting else { return true }
        if needs.contains(.allCapitals) { return words.allSatisfy { text.marks[$0].contains(.allCapitals) } }
        return text.marks[words.lowerBound].contains(.capital)
    }

    private func units(of text: SegmentedText) -> [Unit] {
        var units: [Unit] = []
        units.reserveCapacity(text.words.count)
        for (index, word) in text.words.enumerated() {
            guard word.kind == .ideographic else {
                let key = wordKeys[word.key] ?? UInt32.max
                let unit = Unit(key: key, word: index, scalars: word.scalarRange, beginsWord: true, endsWord: true)
                units.append(unit)
                continue
            }
            let start = word.scalarRange.lowerBound
            let scalars = word.folded.unicodeScalars
            let last = scalars.count - 1
            for (offset, scalar) in scalars.enumerated() {
                // Width forms may fold to more letters than the word has.
                let place = min(start + offset, word.scalarRange.upperBound - 1)
                units.append(
                    Unit(
                        key: scalar.value,
                        word: index,
                        scalars: place..<(offset == last ? word.scalarRange.upperBound : place + 1),
                        beginsWord: offset == 0,
                        endsWord: offset == last
                    )
                )
            }
        }
        return units
    }
}
