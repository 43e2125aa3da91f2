/// What stands between two words.
package enum WordGap: UInt8, Sendable, Comparable {
    case nothing, middleDot, space, hyphen, apostrophe
    /// A full stop with no space after it ("U.S").
    case innerStop
    /// A full stop and a space, which may end a sentence or an abbreviation.
    case stop
    case comma
    /// Brackets, quotation marks, colons and all else.
    case other
    /// A currency sign or %.
    case sign
    /// A new line, "!" or "?": always the end of a sentence.
    case sentenceEnd

    package static func < (left: WordGap, right: WordGap) -> Bool { left.rawValue < right.rawValue }
}

/// How a word is written.
package enum WordCase: UInt8, Sendable {
    /// A script without capitals, or digits.
    case none
    case lower, capitalised
    /// Two or more letters, all capitals.
    case capitals
    /// One capital letter.
    case initial
}

/// A word, or one letter of a script without spaces.
package struct FoldedWord: Sendable {
    /// In `FoldedText.bytes`.
    package var bytes: Range<Int>
    /// In the text, in Unicode scalars from 0.
    package var scalars: Range<Int>
    package var isUnspaced: Bool
    package var isNumber: Bool
    package var letterCase: WordCase
    /// What stands before it.
    package var gap: WordGap
    /// The first letter as it folds, which tells the script.
    package var firstLetter: UInt32
}

/// A text in lower case without accents, with its words.
///
/// Words have one space between them, and letters of scripts without spaces none, so that a run of words is one piece
/// of `bytes` and can be looked up as a name.
package struct FoldedText: Sendable {
    package private(set) var bytes: [UInt8] = []
    package private(set) var words: [FoldedWord] = []
    /// What stands after the last word.
    package private(set) var lastGap = WordGap.nothing

    init(_ text: String, folding: NameFolding, longest: Int) {
        let size = min(text.utf8.count, longest * 4)
        bytes.reserveCapacity(size + size / 4)
        words.reserveCapacity(size / 5)
        var state = State()
        var position = 0
        for scalar in text.unicodeScalars {
            guard position < longest else { break }
            let folded = folding.fold(scalar.value)
            switch folded.kind {
            case .letter, .digit: append(folded, folding, at: position, &state)
            case .mark: if state.isInWord { append(folded, folding, at: position, &state) }
            case .unspaced: appendUnspaced(folded, folding, at: position, &state)
            case .dropped: break
            case .separator: separate(scalar.value, &state)
            }
            position += 1
        }
        finishWord(&state)
        lastGap = state.gap
    }

    private struct State {
        var isInWord = false
        var gap = WordGap.sentenceEnd
        var letters = 0
        var capitals = 0
    }

    private mutating func append(
        _ folded: NameFolding.Folded,
        _ folding: NameFolding,
        at position: Int,
        _ state: inout State
    ) {
        if !state.isInWord {
            // The space between words is written when the next one begins.
            if let last = words.last, !last.isUnspaced { bytes.append(0x20) }
            words.append(
                FoldedWord(
                    bytes: bytes.count..<bytes.count,
                    scalars: position..<position,
                    isUnspaced: false,
                    isNumber: true,
                    letterCase: .none,
                    gap: state.gap,
                    firstLetter: folded.value
                )
            )
            state = State(isInWord: true, gap: .nothing, letters: 0, capitals: 0)
            if folded.isUppercase { words[words.count - 1].letterCase = .capitalised }
        }
        folding.forEachScalar(of: folded) { Self.encode($0, into: &bytes) }
        state.letters += 1
        if folded.isUppercase { state.capitals += 1 }
        let last = words.count - 1
        if folded.kind != .digit { words[last].isNumber = false }
        words[last].bytes = words[last].bytes.lowerBound..<bytes.count
        words[last].scalars = words[last].scalars.lowerBound..<position + 1
    }

    private mutating func appendUnspaced(
        _ folded: NameFolding.Folded,
        _ folding: NameFolding,
        at position: Int,
        _ state: inout State
    ) {
        finishWord(&state)
        folding.forEachScalar(of: folded) { scalar in
            let start = bytes.count
            Self.encode(scalar, into: &bytes)
            words.append(
                FoldedWord(
                    bytes: start..<bytes.count,
                    scalars: position..<position + 1,
                    isUnspaced: true,
                    isNumber: false,
                    letterCase: .none,
                    gap: state.gap,
                    firstLetter: scalar
                )
            )
            state.gap = .nothing
        }
    }

    private mutating func separate(_ scalar: UInt32, _ state: inout State) {
        let isDirect = state.isInWord || state.gap == .nothing
        finishWord(&state)
        let gap: WordGap
        switch scalar {
        case 0x20, 0x09, 0xA0, 0x2000...0x200A, 0x202F, 0x3000: gap = state.gap == .innerStop ? .stop : .space
        case 0x2D, 0x2010...0x2012: gap = state.gap == .space ? .other : .hyphen
        case 0x27, 0x2019, 0x60, 0x2BB...0x2BD, 0xB4: gap = isDirect ? .apostrophe : .other
        case 0x2E: gap = isDirect ? .innerStop : .other
        case 0x2C, 0x60C, 0x3001, 0xFF0C, 0xFF64: gap = .comma
        case 0x30FB, 0xB7, 0x2022: gap = isDirect ? .middleDot : .other
        case 0x0A, 0x0D, 0x21, 0x3F, 0x3002, 0x61F, 0x964, 0xFF01, 0xFF1F, 0x2028, 0x2029: gap = .sentenceEnd
        case 0x24, 0x20A0...0x20CF, 0x25: gap = .sign
        default: gap = .other
        }
        state.gap = max(state.gap, gap)
    }

    private mutating func finishWord(_ state: inout State) {
        guard state.isInWord else { return }
        let last = words.count - 1
        if state.capitals == state.letters, state.capitals > 0 {
            words[last].letterCase = state.letters == 1 ? .initial : .capitals
        } else if words[last].letterCase == .none, Self.hasCase(words[last].firstLetter) {
            words[last].letterCase = .lower
        }
        state.isInWord = false
        state.letters = 0
        state.capitals = 0
        state.gap = .nothing
    }

    /// Latin, Greek, Cyrillic and Armenian letters have capitals.
    private static func hasCase(_ letter: UInt32) -> Bool {
        (0x61...0x587).contains(letter)
    }

    private static func encode(_ scalar: UInt32, into bytes: inout [UInt8]) {
        guard let scalar = Unicode.Scalar(scalar) else { return }
        if scalar.isASCII {
            bytes.append(UInt8(scalar.value))
        } else {
            bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }
}
