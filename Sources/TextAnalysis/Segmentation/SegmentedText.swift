/// A text with its words, how each is written, and what stands before it.
package struct SegmentedText: Sendable {
    /// How a word is written and joined to the one before it.
    package struct Marks: OptionSet, Sendable {
        package let rawValue: UInt16
        package init(rawValue: UInt16) { self.rawValue = rawValue }

        /// The first letter is a capital.
        package static let capital = Marks(rawValue: 1)
        /// Two or more letters, all of them capitals.
        package static let allCapitals = Marks(rawValue: 2)
        /// A capital after the first letter, and not all of them: "iPhone", "OpenAI".
        package static let innerCapital = Marks(rawValue: 4)
        /// The word begins a sentence, a quotation or what follows a colon, so a capital says little.
        package static let sentenceStart = Marks(rawValue: 8)
        /// Nothing but one blank or one of the joining signs below stands before it.
        package static let joined = Marks(rawValue: 16)
        /// Nothing at all stands before it.
        package static let adjacent = Marks(rawValue: 32)
        package static let afterHyphen = Marks(rawValue: 64)
        package static let afterApostrophe = Marks(rawValue: 128)
        package static let opensQuotation = Marks(rawValue: 256)
        /// A quotation ended between the word before and this one.
        package static let afterQuotation = Marks(rawValue: 512)
        /// The text stands in the marks of Chinese titles, 《》.
        package static let opensTitle = Marks(rawValue: 1024)
        /// A dot without a blank, as in "U.S.".
        package static let afterDot = Marks(rawValue: 2048)
    }

    package let words: [Word]
    /// One for each word.
    package let marks: [Marks]
    /// Nearly every word has a capital, as in English titles, so capitals do not show names.
    package let isTitleCase: Bool
    /// Written in capitals only.
    package let isShouting: Bool
    private let bytes: [UInt8]

    /// `words` are those of `text`, in order.
    package init(_ text: String, words: [Word]) {
        let bytes = Array(text.utf8)
        var marks: [Marks] = []
        marks.reserveCapacity(words.count)
        var (long, capitals, shouted) = (0, 0, 0)
        var end = 0
        for (index, word) in words.enumerated() {
            var one = Self.spelling(bytes, word.utf8Range)
            let previous = index > 0 ? words[index - 1] : nil
            one.formUnion(Self.gap(bytes, end..<word.utf8Range.lowerBound, after: previous))
            end = word.utf8Range.upperBound
            marks.append(one)
            if word.kind == .word && word.utf8Range.count >= 4 {
                long += 1
                if one.contains(.capital) { capitals += 1 }
                if one.contains(.allCapitals) { shouted += 1 }
            }
        }
        self.words = words
        self.marks = marks
        self.bytes = bytes
        isTitleCase = long >= 3 && capitals * 5 >= long * 4
        isShouting = long >= 2 && shouted * 5 >= long * 4
    }

    /// The whole text.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The original spelling from the first to the last of the words.
    package func spelling(of range: Range<Int>) -> String {
        guard let first = words[range].first, let last = words[range].last else { return "" }
        return String(decoding: bytes[first.utf8Range.lowerBound..<last.utf8Range.upperBound], as: UTF8.self)
    }

    /// What stands directly before and after a word, at most four bytes on each side.
    package func surroundings(of index: Int) -> (before: String, after: String) {
        let range = words[index].utf8Range
        let before = bytes[max(0, range.lowerBound - 4)..<range.lowerBound]
        let after = bytes[range.upperBound..<min(bytes.count, range.upperBound + 4)]
        return (String(decoding: before, as: UTF8.self), String(decoding: after, as: UTF8.self))
    }

    /// In Unicode scalars from 0, from the first to the last of the words.
    package func scalarRange(of range: Range<Int>) -> Range<Int> {
        guard let first = words[range].first, let last = words[range].last else { return 0..<0 }
        return first.scalarRange.lowerBound..<last.scalarRange.upperBound
    }

    /// The original spelling of a range that is given in Unicode scalars from 0; it must begin and end within words.
    package func spelling(ofScalars range: Range<Int>) -> String {
        guard let first = words.first(where: { $0.scalarRange.upperBound > range.lowerBound }) else { return "" }
        let tail = String(decoding: bytes[first.utf8Range.lowerBound...], as: UTF8.self).unicodeScalars
        let scalars = tail.dropFirst(range.lowerBound - first.scalarRange.lowerBound).prefix(range.count)
        return String(String.UnicodeScalarView(scalars))
    }

    /// Whether the word is one of two numbers with one sign between, as in "3-1" and "2:0".
    package func isOfScore(_ index: Int) -> Bool {
        [index - 1, index].contains { first in
            guard words.indices.contains(first), words.indices.contains(first + 1),
                words[first].kind == .number, words[first + 1].kind == .number
            else { return false }
            let sign = bytes[words[first].utf8Range.upperBound..<words[first + 1].utf8Range.lowerBound]
            return Self.scoreSigns.contains(Array(sign))
        }
    }

    private static let scoreSigns = Set(["-", ":", "–", "/"].map { Array($0.utf8) })

    // MARK: - Capitals

    private static func spelling(_ bytes: [UInt8], _ range: Range<Int>) -> Marks {
        var position = range.lowerBound
        var (letters, capitals, laterCapitals) = (0, 0, 0)
        var startsWithCapital = false
        while position < range.upperBound {
            let byte = bytes[position]
            var isCapital = false
            var isLetter = true
            if byte < 0x80 {
                isCapital = (0x41...0x5A).contains(byte)
                isLetter = isCapital || (0x61...0x7A).contains(byte)
                position += 1
            } else {
                let (value, length) = decoded(bytes, position)
                position += length
                // No script from here on has capitals, but for wide Latin letters.
                guard value < 0x2C00 || value > 0xFF00, let scalar = Unicode.Scalar(value) else { return [] }
                isCapital = scalar.properties.isUppercase
            }
            guard isLetter else { continue }
            if isCapital {
                capitals += 1
                if letters == 0 { startsWithCapital = true } else { laterCapitals += 1 }
            }
            letters += 1
        }
        var marks: Marks = startsWithCapital ? .capital : []
        if letters >= 2 && capitals == letters { marks.insert(.allCapitals) }
        if laterCapitals > 0 && capitals < letters { marks.insert(.innerCapital) }
        return marks
    }

    private static func decoded(_ bytes: [UInt8], _ position: Int) -> (UInt32, Int) {
        bytes.withUnsafeBufferPointer { UTF8Decoding.scalar(in: $0, at: position) } ?? (0xFFFD, 1)
    }

    // MARK: - What stands between words

    private static func gap(_ bytes: [UInt8], _ range: Range<Int>, after previous: Word?) -> Marks {
        if range.isEmpty { return previous == nil ? [.sentenceStart] : [.joined, .adjacent] }
        var marks: Marks = previous == nil ? [.sentenceStart] : []
        var (blanks, joins, breaks) = (0, 0, 0)
        var hasDot = false
        var position = range.lowerBound
        while position < range.upperBound {
            let (value, length) = decoded(bytes, position)
            position += length
            switch value {
            case 0x20, 0xA0, 0x3000: blanks += 1
            case 0x2E: hasDot = true
            case 0x24, 0x25, 0xA3, 0x20AC, 0xA5: break  // "15% off", "save $30"
            case 0x2D, 0x2010, 0x2011, 0xB7, 0x30FB: (joins, marks) = (joins + 1, marks.union(.afterHyphen))
            case 0x27, 0x2019: (joins, marks) = (joins + 1, marks.union(.afterApostrophe))
            case 0x26: joins += 1
            case 0x22, 0x201C...0x201F, 0xAB, 0xBB, 0x300C...0x300F, 0x2018:
                breaks += 1
                let isFirst = blanks == 0 && previous != nil
                let isLast = position == range.upperBound
                marks.formUnion(opens(value, isFirst, isLast) ? [.opensQuotation, .sentenceStart] : [.afterQuotation])
            case 0x300A: (breaks, marks) = (breaks + 1, marks.union([.opensTitle, .sentenceStart]))
            case 0x21, 0x3F, 0x3A, 0x0A, 0x0D, 0x7C, 0x2022, 0x2013, 0x2014, 0x3002, 0xFF01, 0xFF1F, 0xFF1A, 0x2026:
                (breaks, marks) = (breaks + 1, marks.union(.sentenceStart))
            default: breaks += 1
            }
        }
        if hasDot && blanks == 0 { marks.insert(.afterDot) }
        if hasDot {
            // "U.S.", "Dr. Who": a dot after one letter or an abbreviation does not end the sentence.
            let isAbbreviation = previous.map { $0.utf8Range.count == 1 || abbreviations.contains($0.folded) } ?? false
            if blanks > 0 && !isAbbreviation { (breaks, marks) = (breaks + 1, marks.union(.sentenceStart)) }
        }
        if breaks == 0 && previous != nil && blanks <= 2 && joins <= 1 { marks.insert(.joined) }
        return marks
    }

    /// Whether a quotation mark opens: „ “, “ ”, « », »«, 「」 mean different things in different languages.
    private static func opens(_ mark: UInt32, _ isFirst: Bool, _ isLast: Bool) -> Bool {
        switch mark {
        case 0x201E, 0x300C, 0x300E: true
        case 0x201D, 0x300D, 0x300F: false
        // French has a blank before the closing one, German none before its opening word.
        case 0xBB: !isFirst && isLast
        default: !isFirst
        }
    }

    private static let abbreviations: Set<String> = [
        "dr", "mr", "mrs", "ms", "prof", "st", "gen", "sen", "rep", "gov", "sgt", "col", "capt", "lt", "sr", "sra",
        "jr",
        "mme", "hr", "fr", "vs", "no", "nr",
    ]
}
