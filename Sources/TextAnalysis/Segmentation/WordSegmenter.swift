internal import CICU

/// Splits text into the words that a reader sees: Chinese, Japanese, Thai, Khmer, Lao and Burmese by ICU's
/// dictionaries.
///
/// All else is split and folded as by `WordTokenizer`; Korean words are whole, as between blanks. The full-text index
/// and queries keep their pairs of letters.
///
/// It reuses ICU's iterator and the stemmers, so one segmenter must not be used by two tasks at once.
package final class WordSegmenter {
    /// In UTF-8 bytes; what comes after it is left out.
    package static let longestText = 65_536
    /// In UTF-8 bytes; ICU's work on a run of letters without spaces grows faster than the run.
    private static let longestRun = 3_000
    private static let mostStemmers = 32

    private let iterator: OpaquePointer?
    private var ends = [Int32](repeating: 0, count: 1_024)
    private var stemmers: [String: Stemmer?] = [:]

    package init() {
        iterator = cicu_words_open()
    }

    deinit {
        cicu_words_close(iterator)
    }

    /// The words in order.
    ///
    /// `language` is a BCP 47 tag; it decides the stems only.
    package func words(in text: String, language: String?) -> [Word] {
        var text = TextCutting.truncated(text, toBytes: Self.longestText, ellipsis: "")
        let stemmer = language.flatMap { self.stemmer(for: LanguageGuess.base($0)) }
        let isKorean = language.map(LanguageGuess.base) == "ko"
        return text.withUTF8 { words(in: $0, stemmer, isKorean: isKorean) }
    }

    private func words(in bytes: UnsafeBufferPointer<UInt8>, _ stemmer: Stemmer?, isKorean: Bool) -> [Word] {
        var words: [Word] = []
        words.reserveCapacity(bytes.count / 5)
        var position = ScalarPosition()
        var runStart: Int?
        WordTokenizer.forEachToken(utf8: bytes) { folded, range, kind in
            guard kind == .cjk else {
                let word = String(decoding: folded, as: UTF8.self)
                let stem = kind == .word ? stemmer?.stem(word) : nil
                let key = WordKey.of(folded)
                let scalars = position.range(range, in: bytes)
                words.append(
                    Word(
                        utf8Range: range,
                        scalarRange: scalars,
                        folded: word,
                        stem: stem ?? word,
                        kind: kind == .word ? .word : .number,
                        key: key,
                        stemKey: stem.map(WordKey.of) ?? key
                    )
                )
                return true
            }
            let start = runStart ?? range.lowerBound
            // A run ends with its last letter alone; all before it are pairs.
            guard Self.isOneScalar(folded) else {
                runStart = start
                return true
            }
            runStart = nil
            addRun(start..<range.upperBound, in: bytes, isKorean: isKorean, &position, &words)
            return true
        }
        return words
    }

    private func stemmer(for language: String) -> Stemmer? {
        if let known = stemmers[language] { return known }
        guard stemmers.count < Self.mostStemmers else { return Stemmer(language: language) }
        let stemmer = Stemmer(language: language)
        stemmers[language] = .some(stemmer)
        return stemmer
    }

    private static func isOneScalar(_ folded: UnsafeBufferPointer<UInt8>) -> Bool {
        UTF8Decoding.scalar(in: folded, at: 0).map { $0.length == folded.count } ?? true
    }

    // MARK: - Runs without spaces

    private func addRun(
        _ run: Range<Int>,
        in bytes: UnsafeBufferPointer<UInt8>,
        isKorean: Bool,
        _ position: inout ScalarPosition,
        _ words: inout [Word]
    ) {
        var start = run.lowerBound
        while start < run.upperBound {
            let end = Self.cut(start, run.upperBound, bytes)
            addPiece(start..<end, in: bytes, isKorean: isKorean, &position, &words)
            start = end
        }
    }

    /// The end of the next piece of a run, at most `longestRun` bytes on, at the start of a scalar.
    private static func cut(_ start: Int, _ end: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard end - start > longestRun else { return end }
        var cut = start + longestRun
        while cut > start + 1, bytes[cut] & 0xC0 == 0x80 { cut -= 1 }
        return cut
    }

    private func addPiece(
        _ piece: Range<Int>,
        in bytes: UnsafeBufferPointer<UInt8>,
        isKorean: Bool,
        _ position: inout ScalarPosition,
        _ words: inout [Word]
    ) {
        var start = 0
        for end in ends(of: piece, in: bytes) {
            let range = (piece.lowerBound + start)..<(piece.lowerBound + end)
            start = end
            let written = String(decoding: bytes[range], as: UTF8.self)
            let word = Self.foldsToItself(bytes[range]) ? written : TextFolding.folded(written)
            guard !word.isEmpty else { continue }
            let isHangul = isKorean || KoreanEndings.isHangul(word)
            let stem = isHangul ? KoreanEndings.stem(word) : word
            let key = WordKey.of(word)
            words.append(
                Word(
                    utf8Range: range,
                    scalarRange: position.range(range, in: bytes),
                    folded: word,
                    stem: stem,
                    kind: isHangul ? .word : .ideographic,
                    key: key,
                    stemKey: isHangul ? WordKey.of(stem) : key
                )
            )
        }
    }

    /// Chinese characters only, three bytes each from U+4E00 to U+8FFF, which most words are.
    private static func foldsToItself(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var left = 0
        for byte in bytes {
            if left == 0 {
                guard (0xE4...0xE8).contains(byte) else { return false }
                // 0xE4 begins with rare characters below U+4E00, which fold to themselves too.
                left = 2
            } else {
                left -= 1
            }
        }
        return left == 0
    }

    /// Rising offsets from the start of the piece; the last one is its end.
    private func ends(of piece: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
        let capacity = ends.count
        guard let iterator, let start = bytes.baseAddress else { return [piece.count] }
        let count = ends.withUnsafeMutableBufferPointer { buffer in
            start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                cicu_words_split(iterator, $0 + piece.lowerBound, piece.count, buffer.baseAddress, capacity)
            }
        }
        var found = ends.prefix(count).map(Int.init).filter { $0 > 0 && $0 <= piece.count }
        if found.last != piece.count { found.append(piece.count) }
        return found
    }
}

/// Counts the scalars up to a rising position in UTF-8.
private struct ScalarPosition {
    private var offset = 0
    private var scalars = 0

    mutating func range(_ range: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        let start = count(to: range.lowerBound, bytes)
        return start..<count(to: range.upperBound, bytes)
    }

    private mutating func count(to end: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        while offset < end {
            if bytes[offset] & 0xC0 != 0x80 { scalars += 1 }
            offset += 1
        }
        return scalars
    }
}
