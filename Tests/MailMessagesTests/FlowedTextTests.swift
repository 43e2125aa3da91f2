import Foundation
import Testing

@testable import MailMessages

@Suite struct FlowedTextTests {
    private static let long =
        "The quick brown fox jumps over the lazy dog, again and again, until the line is far too long for anybody."

    @Test func `a paragraph flows in soft lines`() {
        let lines = FlowedText(Self.long).wire.asText.components(separatedBy: "\r\n")
        #expect(lines.count == 3 && lines[0].hasSuffix(" ") && !lines[1].hasSuffix(" ") && lines[2].isEmpty)
        #expect(lines.allSatisfy { $0.count <= 78 })
    }

    @Test func `what is to be copied stands on one line`() {
        let chinese = "这是您的邮箱吗？请回复 \"yes AB12-CD34\"，您要的内容就会发到这里。如果您没有要求过任何内容，请不要理会这封邮件。"
        for start in 0..<40 {
            for text in [chinese, "Is this yours? Answer with \"yes AB12-CD34\", please.", "odd \" mark and yes"] {
                let padded = String(repeating: "x ", count: start) + text
                let wire = FlowedText(padded).wire.asText
                #expect(wire.contains("yes AB12-CD34") == text.contains("AB12"))
                #expect(FlowedText(wire: wire, deletesSpaces: false).plain == padded)
            }
        }
        // What is longer than anything to be typed flows.
        let words = "\"" + String(repeating: "word ", count: 40) + "\""
        #expect(FlowedText(words).wire.asText.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 78 })
    }

    // RFC 3676, sections 4.2 to 4.5.
    @Test(arguments: [
        ("> not a quote", 0, " > not a quote\r\n"), (" indented", 0, "  indented\r\n"), ("From me", 0, " From me\r\n"),
        ("-- ", 0, "-- \r\n"), ("quoted", 1, "> quoted\r\n"), ("deeper", 3, ">>> deeper\r\n"), ("", 1, ">\r\n"),
        ("", 0, "\r\n"),
        ("trailing   ", 0, "trailing\r\n"), ("bare\u{7}bell", 0, "barebell\r\n"),
    ])
    func `lines are stuffed and quoted`(text: String, depth: Int, wire: String) {
        let flowed = FlowedText.Paragraph(text, quoteDepth: depth)
        var mail = FlowedText("")
        mail.paragraphs = [flowed]
        #expect(mail.wire.asText == wire)
    }

    @Test(arguments: [
        "Hello\nWorld", long, "> mark\n\n From here\n-- \nMe", long + "\n" + long,
        "https://example.org/" + String(repeating: "x", count: 300),
        "中文" + String(repeating: "没有空格的很长的段落", count: 40), "a  b   c", String(repeating: "word -- ", count: 40),
        "\ttab", "-- " + long, String(repeating: " ", count: 100) + "x",
    ])
    func `what was written is read`(text: String) {
        for depth in [0, 2] {
            let flowed = FlowedText(text, quoteDepth: depth)
            let read = FlowedText(wire: flowed.wire.asText, deletesSpaces: false)
            let expected = flowed.paragraphs.map { paragraph in
                let isMark = paragraph.text == "-- "
                return isMark ? paragraph.text : String(paragraph.text.reversed().drop { $0 == " " }.reversed())
            }
            #expect(read.paragraphs.map(\.text) == expected)
            #expect(read.paragraphs.allSatisfy { $0.quoteDepth == depth })
        }
    }

    @Test(arguments: [
        ("one \r\ntwo\r\nthree\r\n", false, "one two\nthree"), ("one \r\ntwo\r\n", true, "onetwo"),
        ("> a \r\n> b\r\nc\r\n", false, "> a b\nc"), ("> a \r\n>> b\r\n", false, "> a \n>> b"),
        ("a \r\n-- \r\nMe\r\n", false, "a \n-- \nMe"), (" >stuffed\r\n", false, ">stuffed"),
        ("open \r\n", false, "open "),
        (">\r\n> x\r\n", false, ">\n> x"),
        (String(repeating: ">", count: 3_000) + "x", false, String(repeating: ">", count: 100) + " x"),
    ])
    func `flowed text of others is put together`(wire: String, deletesSpaces: Bool, text: String) {
        #expect(FlowedText(wire: wire, deletesSpaces: deletesSpaces).plain == text)
    }
}
