import Foundation
import Testing
import TextAnalysis
@testable import Editorial
/// Thirty short articles that were written for this test; every second one is kept for checking.
@Suite struct KeyphraseScores {
    @Test func `keyphrases are those that a reader would underline`() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Corpora/keyphrases.tsv")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
        let segmenter = WordSegmenter()
        let finder = KeyphraseFinder(weakWords: VocabularyFiles.vocabulary.weakWords)
        var (passed, all) = ([0, 0], [0, 0])
        for (index, line) in lines.enumerated() {
            let parts = line.split(separator: "\t").map(String.init)
            let article = ArticleText(title: parts[1], summary: parts[2], declared: parts[0], segmenter: segmenter)
            let found = finder.keyphrases(of: article).map(\.text)
            let folded = found.map { TextFolding.folded($0) }
            let expected = parts[3].split(separator: "|").map { TextFolding.folded(String($0)) }
            let missing = expected.filter { !folded.contains($0) }
            if !missing.isEmpty { print("  keyphrases: \(parts[1]): \(found), without \(missing)") }
            passed[index % 2] += expected.count - missing.count
            all[index % 2] += expected.count
        }
        let (sum, whole) = (passed[0] + passed[1], all[0] + all[1])
        let percent = String(format: "%.2f", 100 * Double(sum) / Double(whole))
        let note = "building \(passed[0])/\(all[0]), checking \(passed[1])/\(all[1])"
        print("score\tkeyphrases\t\(sum)/\(whole)\t\(percent) %\t\(note)")
        #expect(sum * 100 >= whole * 80)
    }
}
