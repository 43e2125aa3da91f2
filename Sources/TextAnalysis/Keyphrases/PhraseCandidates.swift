internal import Foundation

/// Counts the words and phrases of an article that may be keyphrases.
struct PhraseCandidates {
    /// How a phrase was recognised, the weakest first.
    private enum Form: Int, Comparable {
        /// Some words in a row; counts only when it is repeated.
        case row
        case word
        /// Between a preposition or article and the end of the words in a row.
        case position
        case name

        static func < (first: Form, second: Form) -> Bool { first.rawValue < second.rawValue }
    }

    private struct Candidate {
        var stems: [Int]
        var section: Int
        var words: Range<Int>
        var form: Form
        var count = 1
        var weight: Double
        var place: Int
    }

    private static let most = 4
    private static let longestIdeographic = 8

    private let stopWords: Set<UInt64>
    private let weakWords: Set<UInt64>
    private let nounsHaveCapitals: Bool
    private var stemNumbers: [UInt64: Int] = [:]
    private var stems: [String] = []
    /// By stem number: how much the word weighs by its occurrences, and how often it is written with a capital.
    private var occurrences: [Double] = []
    private var capitals: [Bool] = []
    private var candidates: [Candidate] = []
    /// By the stems of the phrase.
    private var candidateNumbers: [UInt64: Int] = [:]
    private var sections: [SegmentedText] = []

    init(stopWords: Set<UInt64>, weakWords: Set<UInt64>, nounsHaveCapitals: Bool) {
        self.stopWords = stopWords
        self.weakWords = weakWords
        self.nounsHaveCapitals = nounsHaveCapitals
    }

    // MARK: - Reading

    /// - Parameter names: words of the text that are known to be names, also where they begin with a weak one ("New
    ///   York").
    mutating func add(_ text: SegmentedText, _ section: ArticleText.Section, names: [Range<Int>] = []) {
        let weight = [3, 1.5, 1][section.rawValue]
        let numbers = text.words.map { number(of: $0) }
        let contents = text.words.indices.map { isContent(text, $0) }
        for index in text.words.indices where contents[index] {
            occurrences[numbers[index]] += weight
            let one = text.marks[index]
            if one.contains(.capital) && !one.contains(.sentenceStart) && !text.isTitleCase {
                capitals[numbers[index]] = true
            }
        }
        for run in text.nameRuns(stopWords: stopWords) where run.isCertain {
            let range = trimmed(run.range, contents)
            if (2...(Self.most + 1)).contains(range.count) { record(text, range, numbers, .name, weight) }
        }
        for name in names where (2...Self.most).contains(name.count) && name.contains(where: { contents[$0] }) {
            record(text, name, numbers, .name, weight)
        }
        var start = 0
        while start < contents.count {
            guard contents[start] else {
                start += 1
                continue
            }
            var end = start + 1
            while end < contents.count, contents[end], text.marks[end].contains(.joined) { end += 1 }
            addRow(text, start..<end, numbers, weight)
            start = end
        }
        sections.append(text)
    }

    private mutating func addRow(_ text: SegmentedText, _ row: Range<Int>, _ numbers: [Int], _ weight: Double) {
        let isIdeographic = row.allSatisfy { text.words[$0].kind == .ideographic }
        for index in row where isWord(text, index) { record(text, index..<(index + 1), numbers, .word, weight) }
        guard row.count > 1 else { return }
        let letters = isIdeographic ? text.scalarRange(of: row).count : 0
        let isWhole = isIdeographic ? letters <= Self.longestIdeographic : row.count <= 3 && isNounPlace(text, row)
        for length in 2...Self.most where length <= row.count {
            for start in row.lowerBound...(row.upperBound - length) {
                let part = start..<(start + length)
                if isIdeographic && text.scalarRange(of: part).count > Self.longestIdeographic { continue }
                guard text.words[start].kind != .number else { continue }
                record(text, part, numbers, isWhole && part == row ? .position : .row, weight)
            }
        }
    }

    /// Whether words in a row stand where a noun with its adjectives does: after an article or preposition.
    private func isNounPlace(_ text: SegmentedText, _ row: Range<Int>) -> Bool {
        if nounsHaveCapitals || row.lowerBound == 0 { return nounsHaveCapitals }
        guard text.marks[row.lowerBound].contains(.joined) else { return false }
        let endsThere =
            row.upperBound == text.words.count || !text.marks[row.upperBound].contains(.joined)
            || stopWords.contains(text.words[row.upperBound].key)
        return endsThere && Self.nounOpeners.contains(text.words[row.lowerBound - 1].key)
    }

    /// Articles and prepositions before which no verb stands.
    private static let nounOpeners = Set(
        [
            "the", "a", "an", "of", "for", "in", "on", "with", "by", "from", "over", "about", "its", "his", "their",
            "new",
            "el", "la", "los", "las", "un", "una", "del", "de", "con", "le", "les", "des", "du", "une", "il", "lo",
            "gli", "i",
            "della", "o", "os", "as", "um", "uma", "do", "da", "het", "een",
        ].map(WordKey.of)
    )

    private func trimmed(_ range: Range<Int>, _ contents: [Bool]) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, !contents[start] { start += 1 }
        while start < end, !contents[end - 1] { end -= 1 }
        return start..<end
    }

    private func isContent(_ text: SegmentedText, _ index: Int) -> Bool {
        let (word, one) = (text.words[index], text.marks[index])
        if word.kind == .number {
            return word.utf8Range.count <= 2 && one.contains(.joined) && index > 0
                && text.marks[index - 1].contains(.capital) && !text.isOfScore(index)
        }
        if one.contains(.allCapitals) && !text.isShouting { return true }
        if one.contains(.afterApostrophe) && word.utf8Range.count <= 2 { return false }
        let isStopWord = stopWords.contains(word.key)
        if isStopWord || isWeak(word) {
            // 家 in 科学家 is an ending, not a word.
            let isEnding = isStopWord ? Self.endings.contains(word.key) : true
            return isEnding && word.kind == .ideographic && word.scalarRange.count == 1 && index > 0
                && one.contains(.adjacent) && text.words[index - 1].scalarRange.count > 1
                && isContent(text, index - 1)
        }
        if word.kind == .ideographic { return !Self.isHiragana(word.folded) }
        return !nounsHaveCapitals || one.contains(.capital)
    }

    /// Chinese stop words that are the end of a longer word after one of two letters or more.
    private static let endings = Set(["家", "者"].map(WordKey.of))

    /// "landed" has the stem of the weak word "land", but "landing" is a noun: long endings make nouns.
    private func isWeak(_ word: Word) -> Bool {
        weakWords.contains(word.key)
            || (word.folded.utf8.count - word.stem.utf8.count <= 2 && weakWords.contains(word.stemKey))
    }

    /// Whether the word can be a keyphrase by itself.
    private func isWord(_ text: SegmentedText, _ index: Int) -> Bool {
        let word = text.words[index]
        switch word.kind {
        case .number: return false
        case .ideographic: return word.scalarRange.count >= 2
        case .word:
            // Korean words of two syllables are whole words.
            let least = text.marks[index].contains(.allCapitals) || word.utf8Range.count >= 6 ? 2 : 3
            return word.scalarRange.count >= least
        }
    }

    private static func isHiragana(_ word: String) -> Bool {
        word.unicodeScalars.allSatisfy { (0x3041...0x309F).contains($0.value) || $0.value == 0x30FC }
    }

    private mutating func number(of word: Word) -> Int {
        if let number = stemNumbers[word.stemKey] { return number }
        let number = stems.count
        stemNumbers[word.stemKey] = number
        stems.append(word.stem)
        occurrences.append(0)
        capitals.append(false)
        return number
    }

    private mutating func record(
        _ text: SegmentedText,
        _ range: Range<Int>,
        _ numbers: [Int],
        _ form: Form,
        _ weight: Double
    ) {
        // Five stems of twelve bits: an article is cut to fewer than 4,096 words.
        let key = range.reduce(UInt64(range.count)) { $0 << 12 | UInt64(numbers[$1] & 0xFFF) }
        if let known = candidateNumbers[key] {
            candidates[known].count += 1
            candidates[known].weight += weight
            if candidates[known].form < form { candidates[known].form = form }
            return
        }
        candidateNumbers[key] = candidates.count
        candidates.append(
            Candidate(
                stems: numbers[range].map(\.self),
                section: sections.count,
                words: range,
                form: form,
                weight: weight,
                place: candidates.count
            )
        )
    }

    // MARK: - Weighing

    /// All candidates, the heaviest first; among equals the earlier one.
    func weighed() -> [Keyphrase] {
        let weights = stems.indices.map { number -> Double in
            let often = log2(1 + occurrences[number])
            return often * (capitals[number] && !nounsHaveCapitals ? 1.25 : 1)
        }
        var phrases: [(place: Int, phrase: Keyphrase)] = []
        for candidate in candidates {
            guard candidate.form > .row || candidate.count > 1 else { continue }
            let words = candidate.stems.filter { occurrences[$0] > 0 }.map { weights[$0] }
            let mean = words.reduce(0, +) / Double(max(1, words.count))
            let isPhrase = candidate.stems.count > 1
            // A phrase that is repeated weighs more than its words; one that occurs once hardly more.
            let together =
                isPhrase ? 1 + 0.05 * Double(words.count + 1) + 0.15 * Double(min(candidate.count, 4) - 1) : 1
            let name = isPhrase && candidate.form == .name ? 1.15 : 1
            let weight = mean * together * name
            let phrase = Keyphrase(
                text: sections[candidate.section].spelling(of: candidate.words),
                stems: candidate.stems.map { stems[$0] },
                weight: weight
            )
            phrases.append((candidate.place, phrase))
        }
        phrases.sort { ($1.phrase.weight, $0.place) < ($0.phrase.weight, $1.place) }
        return phrases.map(\.phrase)
    }
}
