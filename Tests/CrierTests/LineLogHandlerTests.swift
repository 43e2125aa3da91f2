import Foundation
import Logging
import Testing

@testable import crier

@Suite struct LineLogHandlerTests {
    private let handler = LineLogHandler(level: .trace)

    private func line(_ message: String, _ facts: [String: String] = [:]) -> String {
        handler.line(
            .info,
            "\(message)",
            facts.mapValues { "\($0)" },
            at: Date(timeIntervalSince1970: 0)
        )
    }

    @Test func `an event is one line with its facts in order`() {
        let text = line("Feed refreshed", ["item.new": "2", "feed.site": "https://paper.example", "name": "A \"B\""])
        #expect(
            text == """
                1970-01-01T00:00:00Z info Feed refreshed feed.site=https://paper.example item.new=2 name="A \\"B\\""
                """
        )
    }

    @Test func `nothing that a stranger sends makes a second line, turns the line round or tells a secret`() {
        let bad = "a\u{9B}31m\u{85}b\u{2028}c\u{2029}d\u{202E}e\u{2066}f\u{200B}g\u{7F}h\r\ni\u{61C}j"
        let text = line(bad, ["reason": bad, "error": "at https://me:s3cret@paper.example/s3cret?s3cret"])
        let hidden = text.unicodeScalars.filter {
            $0.value < 0x20 || (0x7f...0x9f).contains($0.value)
                || [.format, .lineSeparator, .paragraphSeparator]
                    .contains($0.properties.generalCategory)
        }
        #expect(hidden.isEmpty)
        #expect(!text.contains("s3cret"))
        #expect(text.contains("https://paper.example"))
    }

    @Test func `a line has an end`() {
        let facts = Dictionary(
            uniqueKeysWithValues: (0..<100).map { ("key\($0)", String(repeating: "x", count: 10_000)) }
        )
        #expect(line(String(repeating: "y", count: 100_000), facts).count <= 4_010)
    }
}
