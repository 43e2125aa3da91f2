import Testing

@testable import FeedParsing

/// Shortcuts that read bytes, compared with the plain way on random texts.
@Suite struct ByteShortcutTests {
    @Test func `eight visible bytes are what each of them is`() {
        var random = SeededBytes(state: 1)
        let special: [[UInt8]] = [
            [0x00], [0x01], [0x08], [0x09], [0x0a], [0x0b], [0x1f], [0x20], [0x7e], [0x7f], [0x80], [0x8a], [0xc2],
            [0xc3],
            [0xe2], [0xe3], [0xef], [0xff],
        ]
        for number in 0..<4_000 {
            let bytes = random.bytes(from: special, rarely: number.isMultiple(of: 2))
            for index in bytes.indices {
                let eight = bytes[index...].prefix(8)
                let areVisible =
                    eight.count == 8
                    && eight.allSatisfy { byte in
                        byte == 0x09 || byte == 0x0a || byte >= 0x20 && ![0x7f, 0xc2, 0xe2, 0xef].contains(byte)
                    }
                if PlainWords.areVisible(bytes, at: index) != areVisible { Issue.record("\(eight)") }
            }
        }
    }

    @Test func `what is taken as words is nothing else`() {
        var random = SeededBytes(state: 2)
        var taken = 0
        for _ in 0..<4_000 {
            let bytes = random.bytes(from: [[0x20], [0x26], [0x7f], [0x0a], [0xc3, 0xa9], [0x1f]], rarely: true)
            let width = bytes.withUnsafeBufferPointer { PlainWords.width($0, at: 0) }
            taken += width
            let words = bytes.prefix(width)
            #expect(!words.contains { $0 < 0x20 || $0 == 0x26 || $0 == 0x7f }, "\(bytes)")
            #expect(!zip(words, words.dropFirst()).contains { $0 == 0x20 && $1 == 0x20 }, "\(bytes)")
            #expect(words.last != 0x20, "\(bytes)")
        }
        #expect(taken > 5_000)
    }

    @Test func `invisible characters are those that a look at each byte finds`() {
        var random = SeededBytes(state: 3)
        let special: [[UInt8]] = [
            [0xc2, 0x92], [0xc2, 0xa0], [0xc2], [0xe2, 0x80, 0x8b], [0xe2, 0x80, 0x8d], [0xe2, 0x80, 0xae],
            [0xe2, 0x81, 0xa7], [0xe2, 0x80], [0xef, 0xbb, 0xbf], [0xef, 0xbb], [0x09], [0x0a], [0x01], [0x7f],
            [0xe6, 0x9d, 0xb1], [0xf0, 0x9f, 0x98, 0x80],
        ]
        var changed = 0
        for number in 0..<4_000 {
            let bytes = random.bytes(from: special, rarely: number.isMultiple(of: 2))
            let expected = Self.withoutInvisible(bytes)
            #expect(InvisibleText.removed(from: bytes) == expected, "\(bytes)")
            changed += expected == bytes ? 0 : 1
        }
        #expect(changed > 500)
    }

    /// Texts without the first bytes of invisible characters are not looked at.
    private static func withoutInvisible(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(where: { [0xc2, 0xe2, 0xef].contains($0) }) else { return bytes }
        var kept: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let isBreak = bytes[index] == 0x09 || bytes[index] == 0x0a
            let width = isBreak ? 0 : InvisibleText.width(bytes, at: index)
            if width == 0 { kept.append(bytes[index]) }
            if width > 0, let intended = InvisibleText.intended(bytes, at: index) { kept += intended.utf8 }
            index += max(1, width)
        }
        return kept
    }

    @Test func `a text whose end is passed over has no footer`() {
        var random = SeededBytes(state: 4)
        let ends = [
            "The post Storm appeared first on Site.", "The post 全 of all the many words appeared first on Site.",
            "L’article Orage est apparu en premier sur Site.", "Read more",
            "Leer más", "читать далее", "阅读全文", "Share this: Mail", "Like this: love", "Filed under: Rivers",
            "Continue reading →", "Permalink", "More »", "Nothing at all of this kind, but a line of the text itself.",
        ]
        let breaks = [
            "\n", "\n\n", "\r\n", "\u{85}", "\u{2028}", "\u{2029}", " ", "\u{a0}\n", "\n\u{a0}", "\n\u{3000}",
        ]
        var (passed, removed) = (0, 0)
        for _ in 0..<4_000 {
            var text = random.text(words: 12)
            for _ in 0..<random.number(below: 4) {
                text +=
                    random.one(of: breaks)
                    + (random.number(below: 3) > 0 ? random.one(of: ends) : random.text(words: 4))
            }
            text += random.one(of: ["", "", " ", "\n", "\u{a0}"])
            let trimmed = String(text.trimmingSpace())
            let rest = FeedFooter.removed(from: trimmed)
            if rest != trimmed { removed += 1 }
            guard !FeedFooter.mayEnd(Array(text.utf8)) else { continue }
            passed += 1
            #expect(rest == trimmed, "\(text.debugDescription)")
        }
        #expect(passed > 300 && removed > 300, "\(passed) passed over, \(removed) with a footer")
    }

    @Test func `a last line that is passed over is no footer`() {
        var random = SeededBytes(state: 5)
        for _ in 0..<4_000 {
            let beginnings = [
                "The post ", "share this:", "LIKE THIS:", "l’article ", "Read ", "читать ", "more", "…", "",
            ]
            let line = random.one(of: beginnings) + random.text(words: 3)
            if !FeedFooter.mayBeFooter(line[...]) { #expect(!FeedFooter.isFooter(line.lowercased()), "\(line)") }
        }
    }

    @Test func `valid UTF-8 is what the standard library can read`() {
        var random = SeededBytes(state: 6)
        let special: [[UInt8]] = [
            [0xc3, 0xa9], [0xc3], [0xe6, 0x9d, 0xb1], [0xe6, 0x9d], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98, 0x80],
            [0xf0, 0x9f],
            [0xf4, 0x90, 0x80, 0x80], [0xc0, 0x80], [0x80], [0xff],
        ]
        for number in 0..<4_000 {
            // The letter ends what a document that is cut may leave open.
            let bytes = random.bytes(from: special, rarely: number.isMultiple(of: 2)) + [0x61]
            let isValid = bytes.withUnsafeBufferPointer { UTF8Profile($0).isValid }
            #expect(isValid == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
        }
    }
}

/// Random texts that are the same on every run (SplitMix64).
private struct SeededBytes: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func number(below end: Int) -> Int { .random(in: 0..<end, using: &self) }

    mutating func one<Value>(of values: [Value]) -> Value { values[number(below: values.count)] }

    /// Up to forty letters and special sequences of bytes; `rarely` in ten letters one.
    mutating func bytes(from special: [[UInt8]], rarely: Bool) -> [UInt8] {
        let share = rarely ? 10 : 2
        return (0..<number(below: 40)).flatMap { _ in
            number(below: share) == 0 ? one(of: special) : [UInt8(0x61 + number(below: 26))]
        }
    }

    mutating func text(words count: Int) -> String {
        let words = [
            "river", "Storm", "the", "über", "東京", "and", "1,200", "post", "“quoted”", "—", "more", "全", "новости",
        ]
        return (0..<number(below: count + 1)).map { _ in one(of: words) }.joined(separator: " ")
    }
}
