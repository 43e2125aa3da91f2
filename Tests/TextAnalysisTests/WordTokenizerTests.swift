import Testing

@testable import TextAnalysis

@Suite struct WordTokenizerTests {
    private func words(_ text: String) -> [String] { WordTokenizer.tokens(in: text).map(\.folded) }

    @Test(arguments: [
        ("Don't panic!", ["don", "t", "panic"]), ("COVID-19", ["covid", "19"]), ("l’économie", ["l", "economie"]),
        ("C++ and C# or F#.", ["c++", "and", "c#", "or", "f#"]), ("C++11 a+b #tag", ["c", "11", "a", "b", "tag"]),
        ("1,000.50 5G", ["1", "000", "50", "5g"]), ("snake_case", ["snake", "case"]), ("об'єкт", ["об", "єкт"]),
        ("東京都", ["東京", "京都", "都"]), ("東", ["東"]), ("AI東京 ok", ["ai", "東京", "京", "ok"]),
        ("中国，经济", ["中国", "国", "经济", "济"]), ("서울에서 만나", ["서울", "울에", "에서", "서", "만나", "나"]),
        ("ไทย", ["ไท", "ทย", "ย"]), ("ｶﾞｽ", ["ガス", "ス"]), ("हिन्दी समाचार", ["हिन्दी", "समाचार"]),
        ("🚀 launch 🚀", ["launch"]), ("", []), ("—…!", []),
    ])
    func `text splits into folded words`(text: String, expected: [String]) {
        #expect(words(text) == expected)
    }

    @Test func `a word knows its place in the original and its kind`() {
        let text = "Über 東京 42"
        let tokens = WordTokenizer.tokens(in: text)
        #expect(tokens.map { String(text[$0.range]) } == ["Über", "東京", "京", "42"])
        #expect(tokens.map(\.kind) == [.word, .cjk, .cjk, .number])
    }

    @Test func `invalid bytes separate words`() {
        let bytes: [UInt8] = [0x61, 0xFF, 0x62, 0xC3, 0x63, 0xED, 0xA0, 0x80, 0x64, 0xE6, 0x9D]
        var found: [String] = []
        bytes.withUnsafeBufferPointer { buffer in
            WordTokenizer.forEachToken(utf8: buffer) { folded, _, _ in
                found.append(String(decoding: folded, as: UTF8.self))
                return true
            }
        }
        #expect(found == ["a", "b", "c", "d"])
    }

    @Test func `the reader of tokens may stop early`() {
        var count = 0
        WordTokenizer.forEachToken("one two three") { _, _, _ in
            count += 1
            return count < 2
        }
        #expect(count == 2)
    }

    @Test func `an endless word is cut and ten megabytes pass`() {
        #expect(words(String(repeating: "a", count: 4_000)).map(\.utf8.count) == [WordTokenizer.longestWord])
        var count = 0
        WordTokenizer.forEachToken(String(repeating: "ab 東京e\u{301} ", count: 700_000)) { _, _, _ in
            count += 1
            return true
        }
        #expect(count == 700_000 * 4)
    }
}
