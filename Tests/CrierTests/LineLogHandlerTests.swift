import Foundation
import Logging
import Synchronization
import Testing

@testable import crier

/// Lines as the program writes them.
final class WrittenLines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }

    func count(_ words: String) -> Int { all.count { $0.contains(words) } }

    var logger: Logger {
        let repeats = RepeatedErrors()
        return Logger(label: "test") { [self] _ in LineLogHandler(level: .info, repeats: repeats, write: add) }
    }
}

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

    @Test func `the same error is written once in a while, with how often it came`() {
        let repeats = RepeatedErrors()
        let start = Date(timeIntervalSince1970: 0)
        func count(_ error: String, after seconds: Double) -> Int? {
            repeats.countBefore("Refresh not stored", error, at: start + seconds)
        }
        #expect(count("full", after: 0) == 0)
        #expect(count("locked", after: 0) == 0)
        #expect((1...300).allSatisfy { count("full", after: Double($0)) == nil })
        #expect(count("full", after: 700) == 300)
        #expect(count("full", after: 701) == nil)
        #expect(count("full", after: 1_400) == 1)
    }

    @Test func `an error with a reference that somebody was told is always written`() {
        let written = WrittenLines()
        let log = written.logger
        for reference in ["7F3A", "8F3A"] {
            log.error("Command failed", metadata: ["ref": "\(reference)", "error": "odd"])
            log.error("Feed lost", metadata: ["feed.id": "\(reference)", "error": "odd"])
            log.info("Feed refreshed", metadata: ["feed.id": "\(reference)"])
        }
        #expect(written.count("Command failed") == 2)
        #expect(written.count("Feed lost") == 1)
        #expect(written.count("Feed refreshed") == 2)
    }
}
