import Testing

@testable import FeedParsing

@Suite struct HTMLNameTests {
    private func name(_ text: String) -> HTMLName {
        var text = text
        return text.withUTF8 { HTMLName($0[...]) }
    }

    @Test(arguments: [
        ("div", "div"), ("DIV", "div"), ("BlockQuote", "blockquote"), ("figcaption", "figcaption"), ("h2", "h2"),
        ("H6", "h6"),
        ("custom-element", "custom-element"), ("Dijv", "dijv"), ("x", "x"), ("a1b2c3d4e5", "a1b2c3d4e5"), ("ÄÖ", "äö"),
        ("", ""),
    ])
    func `a name is in lower case, known or not`(written: String, text: String) {
        #expect(name(written).text == text)
    }

    @Test func `a name means the same in any case`() {
        for text in HTMLTags.all {
            let (lower, upper) = (name(text), name(text.uppercased()))
            #expect(lower.text == text && upper.text == text)
            #expect(lower.element == upper.element && lower.traits == upper.traits)
            #expect(lower.traits.contains(.block) == HTMLTags.isBlock(text))
        }
        #expect(name("IMG").element == .img)
        #expect(name("Textarea").traits == [.hidden, .raw])
        #expect(name("ul").traits == [.block, .box])
        #expect(name("textareas").traits == [])
    }
}
