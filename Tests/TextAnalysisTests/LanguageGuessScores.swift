import Foundation
import Testing

@testable import TextAnalysis

/// Headlines that were written for this test, in nineteen languages; every second one of a language is kept for
/// checking.
@Suite struct LanguageGuessScores {
    private struct Line {
        var language: String
        var text: String
        var isForChecking: Bool
    }

    private static func lines(of file: String) throws -> [Line] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: folder.appendingPathComponent("Corpora/\(file)"), encoding: .utf8)
        var places: [String: Int] = [:]
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let parts = line.split(separator: "\t").map(String.init)
            places[parts[0], default: 0] += 1
            return Line(language: parts[0], text: parts[1], isForChecking: places[parts[0], default: 0] % 2 == 0)
        }
    }

    private static func score(
        _ name: String,
        _ lines: [Line],
        _ guess: (Line) -> LanguageGuess
    ) -> Double {
        var passed = [false: 0, true: 0]
        for line in lines {
            let found = guess(line).language
            if found == line.language {
                passed[line.isForChecking, default: 0] += 1
            } else {
                print("  language: \(name) \(line.language) \(line.text) \(found ?? "-")")
            }
        }
        let checking = lines.count { $0.isForChecking }
        let (built, checked) = (passed[false] ?? 0, passed[true] ?? 0)
        let percent = 100 * Double(built + checked) / Double(lines.count)
        let note = "building \(built)/\(lines.count - checking), checking \(checked)/\(checking)"
        print(
            "score\tlanguage-\(name)\t\(built + checked)/\(lines.count)\t\(String(format: "%.2f", percent)) %\t\(note)"
        )
        return percent
    }

    @Test func `headlines are in the language of their words, whatever the feed declares`() throws {
        let lines = try Self.lines(of: "languages.tsv")
        #expect(Self.score("alone", lines) { LanguageGuess.guess(of: $0.text) } >= 97)
        #expect(Self.score("declared-en", lines) { LanguageGuess.guess(of: $0.text, declared: "en-US") } >= 97)
        #expect(Self.score("usual-right", lines) { .guess(of: $0.text, declared: "en-US", usual: $0.language) } >= 99)
        #expect(
            Self.score("usual-wrong", lines) { .guess(of: $0.text, usual: $0.language == "fr" ? "de" : "fr") } >= 90
        )
    }

    @Test func `titles under twenty letters are in the feed's usual language`() throws {
        let lines = try Self.lines(of: "languages-short.tsv")
        #expect(Self.score("short-alone", lines) { LanguageGuess.guess(of: $0.text) } >= 80)
        #expect(Self.score("short-right", lines) { .guess(of: $0.text, declared: "en-US", usual: $0.language) } == 100)
        // A wrong usual language is taken, unless the text's letters exclude it.
        #expect(
            Self.score("short-wrong", lines) { .guess(of: $0.text, usual: $0.language == "fr" ? "de" : "fr") } >= 15
        )
    }
}
