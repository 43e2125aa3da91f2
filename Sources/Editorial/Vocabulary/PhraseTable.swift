internal import TextAnalysis

/// Finds many phrases in a text, in one pass.
///
/// Phrases are compared word by word, in scripts without spaces letter by letter. A phrase that is written in capitals
/// ("WHO", "IT") is found in capitals only.
struct PhraseTable: Sendable {
    struct Match: Hashable, Sendable {
        /// Words of the text.
        var words: Range<Int>
        /// In Unicode scalars from the start of the text.
        var scalars: Range<Int>
        var value: Int
    }

    private struct End {
        var value: Int
        var needsCapitals: Bool
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

    private let byStem: Bool
    private var wordKeys: [String: UInt32] = [:]
    /// From a node and a unit's key to the next node; 0 is the root.
    private var next: [UInt64: UInt32] = [:]
    private var ends: [UInt32: [End]] = [:]

    init(byStem: Bool) {
        self.byStem = byStem
    }

    mutating func add(_ phrase: String, _ value: Int, _ segmenter: WordSegmenter, _ language: String) {
        let text = SegmentedText(phrase, words: segmenter.words(in: phrase, language: language))
        for word in text.words where word.kind != .ideographic {
            let written = byStem ? word.stem : word.folded
            // Keys of words begin after the last Unicode scalar.
            if wordKeys[written] == nil { wordKeys[written] = 0x11_0000 + UInt32(wordKeys.count) }
        }
        var node: UInt32 = 0
        for unit in units(of: text).prefix(Self.longestPhrase) {
            let step = UInt64(node) << 32 | UInt64(unit.key)
            let known = next[step] ?? UInt32(next.count + 1)
            next[step] = known
            node = known
        }
        guard node != 0 else { return }
        let isLong = text.words.contains { $0.utf8Range.count > 1 }
        let needsCapitals = isLong && text.marks.allSatisfy { $0.contains(.allCapitals) }
        ends[node, default: []].append(End(value: value, needsCapitals: needsCapitals))
    }

    /// All phrases that occur, by their start; several may begin at one word.
    func matches(in text: SegmentedText) -> [Match] {
        let units = units(of: text)
        var matches: [Match] = []
        for start in units.indices {
            var node: UInt32 = 0
            var position = start
            while position < units.count, position - start < Self.longestPhrase {
                let unit = units[position]
                if position > start && unit.beginsWord && !text.marks[unit.word].contains(.joined) { break }
                guard let step = next[UInt64(node) << 32 | UInt64(unit.key)] else { break }
                node = step
                position += 1
                guard let found = ends[node], isWhole(units, start..<position) else { continue }
                let words = units[start].word..<(unit.word + 1)
                let scalars = units[start].scalars.lowerBound..<unit.scalars.upperBound
                for end in found where !end.needsCapitals || hasCapitals(text, words) {
                    matches.append(Match(words: words, scalars: scalars, value: end.value))
                }
            }
        }
        return matches
    }

    /// One or two letters of a script without spaces must be words; longer ones are hardly there by chance.
    private func isWhole(_ units: [Unit], _ range: Range<Int>) -> Bool {
        range.count >= 3 || (units[range.lowerBound].beginsWord && units[range.upperBound - 1].endsWord)
    }

    private func hasCapitals(_ text: SegmentedText, _ words: Range<Int>) -> Bool {
        text.isShouting || words.allSatisfy { text.marks[$0].contains(.allCapitals) }
    }

    private func units(of text: SegmentedText) -> [Unit] {
        var units: [Unit] = []
        units.reserveCapacity(text.words.count)
        for (index, word) in text.words.enumerated() {
            guard word.kind == .ideographic else {
                let key = wordKeys[byStem ? word.stem : word.folded] ?? UInt32.max
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
