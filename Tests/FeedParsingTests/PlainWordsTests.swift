import Testing

@testable import FeedParsing

struct PlainWordsTests {
    private func width(_ text: String) -> Int {
        Array(text.utf8).withUnsafeBufferPointer { PlainWords.width($0, at: 0) }
    }

    @Test(arguments: ["abcdefgh", "a b c de", " abc def", "東京 is it", "Füße is", "a!b?c.d;e"])
    func `eight bytes of words are taken together`(text: String) {
        #expect(width(text) == 8)
    }

    @Test func `a space at the end waits for what follows`() {
        #expect(width("abc def more") == 7)
        #expect(width("abc defg h") == 8)
        #expect(width("abcdefg h") == 7)
    }

    @Test(arguments: [
        "abc  def", "abc\ndefg", "abc &amp;", "abcdefg&", "\u{7f}bcdefgh", "abc\tdef", "short", "", "\u{1f}bcdefgh",
    ])
    func `anything else is looked at byte by byte`(text: String) {
        #expect(width(text) == 0)
    }

    /// Every text of three kinds of bytes, at every place.
    @Test func `texts are the same as byte by byte`() {
        let kinds = ["a", " ", "\n", "&lt;", "é", "\u{7f}", "!"]
        for first in kinds {
            for second in kinds {
                for place in 0..<20 {
                    let words = "one two three four five six"
                    let cut = words.index(words.startIndex, offsetBy: place)
                    let html = String(words[..<cut]) + first + second + String(words[cut...])
                    #expect(PlainText.from(html: html) == expected(html), "\(html)")
                }
            }
        }
    }

    /// White space is one space, entities are characters, and control characters are nothing.
    private func expected(_ html: String) -> String {
        html.replacing("&lt;", with: "<").filter { $0 != "\u{7f}" }
            .split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    }
}
