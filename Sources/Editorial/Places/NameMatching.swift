internal import Gazetteer

/// Finds the longest names of the gazetteer in a text, from left to right, without judging them.
struct NameMatching {
    private static let longestName = 8
    private static let mostMentions = 400
    private static let ordinaryWords: WordKinds = [.common, .firstName, .calendar, .small, .title]

    let text: PlaceText
    let language: String?

    func mentions() -> [PlaceMention] {
        var found: [PlaceMention] = []
        var position = 0
        let words = text.words
        text.folded.bytes.withUnsafeBufferPointer { bytes in
            while position < words.count, found.count < Self.mostMentions {
                if let mention = longestName(at: position, bytes) ?? caseForm(at: position, bytes) {
                    position = mention.words.upperBound
                    found.append(mention)
                } else {
                    position += 1
                }
            }
        }
        return found
    }

    private func longestName(at start: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> PlaceMention? {
        let words = text.words
        guard mayBegin(start) else { return nil }
        var best: PlaceMention?
        var end = start
        while end < min(words.count, start + Self.longestName) {
            if end > start {
                let beginning = words[start].bytes.lowerBound..<words[end - 1].bytes.upperBound
                guard isInnerGap(end), text.gazetteer.mayBegin(UnsafeBufferPointer(rebasing: bytes[beginning])) else {
                    break
                }
            }
            if mayEnd(end, from: start) {
                let name = words[start].bytes.lowerBound..<words[end].bytes.upperBound
                if let mention = mention(start..<end + 1, UnsafeBufferPointer(rebasing: bytes[name])) { best = mention }
            }
            end += 1
        }
        return best
    }

    /// A word whose ending is replaced, or which has lost an Arabic prefix, as a name.
    private func caseForm(at index: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> PlaceMention? {
        let word = text.words[index]
        guard !word.isUnspaced, word.bytes.count >= 6 || language != nil, word.bytes.count >= 4 else { return nil }
        let folded = text.folded.bytes[word.bytes]
        let origins: [[UInt8]]
        switch word.firstLetter {
        case 0x400...0x52F:
            guard word.letterCase == .capitalised else { return nil }
            origins = text.gazetteer.endings.origins(of: folded, rules: "Cyrillic")
        case 0x620...0x6FF:
            // Only names that differ by it are found with the sign that doubles a letter ("عمّان" is not "عمان").
            let plain = Self.withoutShadda(folded)
            origins =
                Self.withoutArabicPrefix(folded) + (plain == Array(folded) ? [] : [plain])
                + Self.withoutArabicPrefix(plain[...])
        default:
            guard let language, word.letterCase == .capitalised else { return nil }
            origins = text.gazetteer.endings.origins(of: folded, rules: language)
        }
        var best: PlaceMention?
        for origin in origins {
            let found = origin.withUnsafeBufferPointer { name in
                text.gazetteer.wordKinds(of: name).contains(.common) ? nil : mention(index..<index + 1, name)
            }
            guard var found else { continue }
            guard found.mayBeWide || found.largestPopulation > best?.largestPopulation ?? 50_000 else { continue }
            found.evidence.insert(.caseForm)
            best = found
        }
        return best ?? longCaseForm(at: index, bytes)
    }

    /// Two words of which the second has an ending: "Санкт-Петербурга".
    private func longCaseForm(at index: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> PlaceMention? {
        let words = text.words
        guard index + 1 < words.count, (0x400...0x52F).contains(words[index].firstLetter), isInnerGap(index + 1),
            words[index + 1].letterCase == .capitalised,
            text.gazetteer.mayBegin(UnsafeBufferPointer(rebasing: bytes[words[index].bytes]))
        else { return nil }
        let first = Array(text.folded.bytes[words[index].bytes]) + [0x20]
        for origin in text.gazetteer.endings.origins(of: text.folded.bytes[words[index + 1].bytes], rules: "Cyrillic") {
            let name = first + origin
            if var found = name.withUnsafeBufferPointer({ mention(index..<index + 2, $0) }) {
                found.evidence.insert(.caseForm)
                return found
            }
        }
        return nil
    }

    private static func withoutShadda(_ word: ArraySlice<UInt8>) -> [UInt8] {
        var plain: [UInt8] = []
        for byte in word {
            plain.append(byte)
            if plain.suffix(2).elementsEqual([0xD9, 0x91]) { plain.removeLast(2) }
        }
        return plain
    }

    // "و" and, "ب" in, "ل" to, "ف" so, "ك" like; "لل" is "ل" before "ال".
    private static func withoutArabicPrefix(_ word: ArraySlice<UInt8>) -> [[UInt8]] {
        guard word.count >= 8, let second = word.dropFirst().first else { return [] }
        let lam: [UInt8] = [0xD9, 0x84]
        let alif: [UInt8] = [0xD8, 0xA7]
        let rest = Array(word.dropFirst(2))
        switch (word[word.startIndex], second) {
        case (0xD9, 0x88), (0xD8, 0xA8), (0xD9, 0x81), (0xD9, 0x83): return [rest]
        case (0xD9, 0x84): return rest.starts(with: lam) ? [alif + rest] : [rest]
        default: return []
        }
    }

    private func mention(_ range: Range<Int>, _ name: UnsafeBufferPointer<UInt8>) -> PlaceMention? {
        guard let all = text.gazetteer.meanings(of: name) else { return nil }
        let meanings = all.filter { isWritten(range, as: $0, length: name.count) }
        guard !meanings.isEmpty, isWhole(range) else { return nil }
        let hash = name.reduce(into: UInt32(0x811C_9DC5)) { $0 = ($0 ^ UInt32($1)) &* 0x0100_0193 }
        var mention = PlaceMention(words: range, meanings: meanings, nameHash: hash)
        let isDotted = range.count > 1 && text.words[range.upperBound - 1].gap == .innerStop
        let after = text.gap(after: range.upperBound - 1)
        mention.endsWithStop = isDotted && (after >= .innerStop)
        return mention
    }

    /// Whether the capitals are right for a meaning.
    private func isWritten(_ range: Range<Int>, as meaning: NameMeaning, length: Int) -> Bool {
        let words = text.words
        let first = words[range.lowerBound]
        let style = text.styles[range.lowerBound]
        if meaning.flags.contains(.afterComma) { return isRegionCode(range, length: length, style) }
        if meaning.flags.contains(.capitals) {
            return words[range].allSatisfy { $0.letterCase == .capitals || $0.letterCase == .initial }
        }
        if range.count > 1, words[range].allSatisfy({ $0.letterCase == .initial }) { return false }
        guard first.letterCase != .none || first.isUnspaced else { return !first.isNumber }
        let isShortCapitals = range.count == 1 && first.letterCase == .capitals && style != .capitals
        if isShortCapitals, length < 4 || (length == 4 && !text.beginsSentence(range.lowerBound)) {
            return meaning.kind == .country && length == 4
        }
        if first.letterCase == .lower {
            return style == .lower ? mayBeLowerCase(meaning, range) : meaning.flags.contains(.demonym)
        }
        if first.letterCase == .initial, range.count == 1 { return false }
        return true
    }

    /// Whether an abbreviation stands where regions do: "Paris, TX", "Paris TX", "Naples, Fla.".
    private func isRegionCode(_ range: Range<Int>, length: Int, _ style: PlaceLineStyle) -> Bool {
        let first = text.words[range.lowerBound]
        let isWritten = length > 2 ? first.letterCase != .lower : first.letterCase == .capitals
        guard isWritten, first.gap != .comma else { return isWritten }
        let before = range.lowerBound - 1
        return first.gap == .space && style != .capitals && text.isCapitalised(before) && text.kinds(before).isEmpty
    }

    /// In a text without capitals only well-known names count.
    private func mayBeLowerCase(_ meaning: NameMeaning, _ range: Range<Int>) -> Bool {
        let kinds = text.kinds(range.lowerBound)
        let isWord = range.count == 1 && !kinds.isDisjoint(with: Self.ordinaryWords)
        switch meaning.kind {
        case .country, .continent, .territory: return !isWord || kinds.isSubset(of: [.firstName, .preposition])
        case .region, .area, .county: return !isWord && meaning.flags.contains(.own)
        case .city: return !isWord && meaning.flags.contains(.own) && meaning.population >= 300_000
        }
    }

    private func mayBegin(_ index: Int) -> Bool {
        let word = text.words[index]
        guard word.letterCase == .lower, text.styles[index] != .lower else { return !word.isNumber }
        return text.kinds(index).contains(.lowerDemonym)
    }

    /// Names end with a capitalised word wherever they begin with one.
    private func mayEnd(_ end: Int, from start: Int) -> Bool {
        guard end > start else { return true }
        let last = text.words[end].letterCase
        return last != .lower || text.words[start].letterCase == .lower || text.words[start].letterCase == .none
    }

    private func isInnerGap(_ index: Int) -> Bool {
        let before = text.words[index - 1]
        switch text.words[index].gap {
        case .nothing, .middleDot, .space, .hyphen, .apostrophe: return true
        case .innerStop: return before.letterCase == .initial || before.bytes.count <= 3
        case .stop: return before.letterCase == .capitalised && before.bytes.count <= 3
        default: return false
        }
    }

    /// Whether a name in a script without spaces is not a piece of a longer word.
    private func isWhole(_ range: Range<Int>) -> Bool {
        let words = text.words
        guard words[range.lowerBound].isUnspaced else { return true }
        let isAttachedBefore = range.lowerBound > 0 && words[range.lowerBound].gap == .nothing
        let isAttachedAfter = range.upperBound < words.count && words[range.upperBound].gap == .nothing
        let first = words[range.lowerBound].firstLetter
        func isKatakana(_ index: Int) -> Bool { (0x30A1...0x30FE).contains(words[index].firstLetter) }
        switch first {
        case 0x30A1...0x30FE:
            let isCutBefore = isAttachedBefore && isKatakana(range.lowerBound - 1)
            return !isCutBefore && !(isAttachedAfter && isKatakana(range.upperBound))
        case 0xAC00...0xD7A3:
            return !isAttachedBefore && endsBeforeParticle(range.upperBound)
        default:
            return true
        }
    }

    private func endsBeforeParticle(_ start: Int) -> Bool {
        let words = text.words
        var end = start
        while end < words.count, words[end].gap == .nothing, words[end].isUnspaced, end < start + 5 { end += 1 }
        guard end > start else { return true }
        return text.folded.bytes.withUnsafeBufferPointer { bytes in
            let rest = words[start].bytes.lowerBound..<words[end - 1].bytes.upperBound
            return text.gazetteer.wordKinds(of: UnsafeBufferPointer(rebasing: bytes[rest])).contains(.particle)
        }
    }
}
