/// The state of the tokenizer: the current word, or the current run of letters without spaces.
struct WordScanner {
    typealias Body = (UnsafeBufferPointer<UInt8>, Range<Int>, WordToken.Kind) -> Bool

    private struct RunLetter {
        var value: UInt32
        var start: Int
        var end: Int
    }

    private let folding = ScalarFolding.shared
    private var word: [UInt8] = []
    private var wordStart = 0
    private var wordEnd = 0
    private var wordHasLetter = false
    /// One or two letters of a run, in UTF-8.
    private var letters: [UInt8] = []
    private var beforeLast: RunLetter?
    private var last: RunLetter?

    init() {
        word.reserveCapacity(WordTokenizer.longestWord + 4)
    }

    mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, _ body: Body) {
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            if byte < 0x80 {
                guard readASCII(byte, at: position, of: bytes, body) else { return }
                position += 1
                continue
            }
            guard let (value, length) = UTF8Decoding.scalar(in: bytes, at: position) else {
                guard flush(body) else { return }
                position += 1
                continue
            }
            guard read(folding.fold(value), at: position, length: length, body) else { return }
            position += length
        }
        _ = flush(body)
    }

    private mutating func readASCII(
        _ byte: UInt8,
        at position: Int,
        of bytes: UnsafeBufferPointer<UInt8>,
        _ body: Body
    )
        -> Bool
    {
        switch byte {
        case 0x61...0x7A: return appendASCII(byte, isLetter: true, at: position, body)
        case 0x41...0x5A: return appendASCII(byte | 0x20, isLetter: true, at: position, body)
        case 0x30...0x39: return appendASCII(byte, isLetter: false, at: position, body)
        case 0x2B, 0x23:
            appendSign(byte, at: position, of: bytes)
            return flush(body)
        default: return flush(body)
        }
    }

    private mutating func appendASCII(_ byte: UInt8, isLetter: Bool, at position: Int, _ body: Body) -> Bool {
        guard flushRun(body) else { return false }
        if word.isEmpty { wordStart = position }
        if word.count < WordTokenizer.longestWord { word.append(byte) }
        wordHasLetter = wordHasLetter || isLetter
        wordEnd = position + 1
        return true
    }

    /// Keeps "C++", "C#" and "F#" as words: a single letter, then the sign, then no letter or digit.
    private mutating func appendSign(_ sign: UInt8, at position: Int, of bytes: UnsafeBufferPointer<UInt8>) {
        guard word.count == 1, wordHasLetter, wordEnd == position else { return }
        let length = sign == 0x2B ? 2 : 1
        guard position + length <= bytes.count, (0..<length).allSatisfy({ bytes[position + $0] == sign }) else {
            return
        }
        if position + length < bytes.count {
            let next = bytes[position + length]
            let isWord = next >= 0x80 || next == sign || Unicode.Scalar(next).properties.isAlphabetic
            if isWord || (0x30...0x39).contains(next) { return }
        }
        word.append(contentsOf: repeatElement(sign, count: length))
        wordEnd = position + length
    }

    private mutating func read(_ folded: FoldedScalar, at position: Int, length: Int, _ body: Body) -> Bool {
        switch folded.kind {
        case .separator:
            return flush(body)
        case .ignorable:
            return true
        case .mark:
            if !word.isEmpty { append(folded, end: position + length) }
            return true
        case .letter, .number:
            guard flushRun(body) else { return false }
            if word.isEmpty { wordStart = position }
            append(folded, end: position + length)
            wordHasLetter = wordHasLetter || folded.kind == .letter
            return true
        case .unspaced:
            guard flushWord(body) else { return false }
            let first = RunLetter(value: folded.first, start: position, end: position + length)
            guard appendToRun(first, body) else { return false }
            for value in folded.rest {
                guard appendToRun(RunLetter(value: value, start: position, end: position + length), body) else {
                    return false
                }
            }
            return true
        }
    }

    private mutating func append(_ folded: FoldedScalar, end: Int) {
        wordEnd = end
        guard word.count + 4 * (1 + folded.rest.count) <= WordTokenizer.longestWord else { return }
        UTF8Decoding.append(folded.first, to: &word)
        for value in folded.rest { UTF8Decoding.append(value, to: &word) }
    }

    // A pair is emitted when the next letter arrives, because that letter may still combine with the pair's second one.
    private mutating func appendToRun(_ letter: RunLetter, _ body: Body) -> Bool {
        guard let previous = last else {
            last = letter
            return true
        }
        if let whole = ScalarRanges.composed(previous.value, letter.value) {
            last = RunLetter(value: whole, start: previous.start, end: letter.end)
            return true
        }
        guard emitPair(body) else { return false }
        beforeLast = previous
        last = letter
        return true
    }

    private mutating func emitPair(_ body: Body) -> Bool {
        guard let first = beforeLast, let second = last else { return true }
        return emit(first.value, second.value, first.start..<second.end, body)
    }

    private mutating func flush(_ body: Body) -> Bool {
        flushWord(body) && flushRun(body)
    }

    private mutating func flushWord(_ body: Body) -> Bool {
        guard !word.isEmpty else { return true }
        defer {
            word.removeAll(keepingCapacity: true)
            wordHasLetter = false
        }
        return word.withUnsafeBufferPointer { body($0, wordStart..<wordEnd, wordHasLetter ? .word : .number) }
    }

    private mutating func flushRun(_ body: Body) -> Bool {
        guard let final = last else { return true }
        defer {
            beforeLast = nil
            last = nil
        }
        return emitPair(body) && emit(final.value, nil, final.start..<final.end, body)
    }

    private mutating func emit(_ first: UInt32, _ second: UInt32?, _ range: Range<Int>, _ body: Body) -> Bool {
        letters.removeAll(keepingCapacity: true)
        UTF8Decoding.append(first, to: &letters)
        if let second { UTF8Decoding.append(second, to: &letters) }
        return letters.withUnsafeBufferPointer { body($0, range, .cjk) }
    }
}
