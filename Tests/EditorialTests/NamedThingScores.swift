import Foundation
import Testing
import TextAnalysis

@testable import Editorial

/// Short articles that were written for this test; every second one is kept for checking.
@Suite struct NamedThingScores {
    private struct Half {
        var found = 0, wanted = 0, wrong = 0, forbidden = 0
    }

    @Test func `people, organisations, events, products and works are found with their kinds`() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Corpora/named-things.tsv")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
        let segmenter = WordSegmenter()
        let finder = NamedThingFinder(vocabulary: VocabularyFiles.vocabulary)
        var halves = [Half(), Half()]
        var languages: [String: Half] = [:]
        for (index, line) in lines.enumerated() {
            let parts = line.split(separator: "\t").map(String.init)
            let article = ArticleText(title: parts[1], summary: parts[2], declared: parts[0], segmenter: segmenter)
            let things = finder.find(in: article)
            let found = Set(things.map { "\($0.kind.rawValue):\($0.name)" })
            let names = Set(things.filter { $0.kind != .unknown && $0.kind != .place }.map(\.name))
            for wanted in parts[3].split(separator: "|").map(String.init) {
                if wanted.hasPrefix("!") {
                    halves[index % 2].forbidden += 1
                    guard names.contains(String(wanted.dropFirst())) else { continue }
                    halves[index % 2].wrong += 1
                    print("  things: \(parts[1]): \(wanted) in \(found.sorted())")
                } else {
                    halves[index % 2].wanted += 1
                    languages[parts[0], default: Half()].wanted += 1
                    if found.contains(wanted) {
                        halves[index % 2].found += 1
                        languages[parts[0], default: Half()].found += 1
                    } else {
                        print("  things: \(parts[1]): without \(wanted): \(found.sorted())")
                    }
                }
            }
        }
        let (found, wanted) = (halves[0].found + halves[1].found, halves[0].wanted + halves[1].wanted)
        let (wrong, forbidden) = (halves[0].wrong + halves[1].wrong, halves[0].forbidden + halves[1].forbidden)
        let percent = String(format: "%.2f", 100 * Double(found) / Double(wanted))
        let note = "building \(halves[0].found)/\(halves[0].wanted), checking \(halves[1].found)/\(halves[1].wanted)"
        print("score\tnamed-things\t\(found)/\(wanted)\t\(percent) %\t\(note); \(wrong) of \(forbidden) traps taken")
        #expect(found * 100 >= wanted * 80 && wrong * 10 <= forbidden)
        // No language fails behind the others.
        #expect(languages.count == 15)
        for (language, half) in languages {
            #expect(half.found * 100 >= half.wanted * 60, "\(language): \(half.found) of \(half.wanted)")
        }
    }
}
