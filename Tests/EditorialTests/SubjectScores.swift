import Foundation
import NewsModel
import Testing
import TextAnalysis

@testable import Editorial

/// Titles that were written for this test; every second one is kept for checking.
@Suite struct SubjectScores {
    private let segmenter = WordSegmenter()
    private let finder = SubjectFinder(vocabulary: VocabularyFiles.vocabulary)

    private func lines(_ file: String) throws -> [[String]] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: folder.appendingPathComponent("Corpora/\(file)"), encoding: .utf8)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: "\t").map(String.init) }
    }

    private func subjects(_ title: String, _ language: String, _ country: String? = nil) -> ArticleSubjects {
        let article = ArticleText(title: title, declared: language, usual: language, segmenter: segmenter)
        return finder.subjects(of: article, country: country)
    }

    private func report(_ name: String, _ passed: [Int], _ all: [Int], _ more: String = "") -> Int {
        let percent = 100 * Double(passed[0] + passed[1]) / Double(max(1, all[0] + all[1]))
        let note = "building \(passed[0])/\(all[0]), checking \(passed[1])/\(all[1])\(more)"
        let words = String(format: "%.2f", percent)
        print("score\t\(name)\t\(passed[0] + passed[1])/\(all[0] + all[1])\t\(words) %\t\(note)")
        return Int(percent)
    }

    @Test func `adverts are told from news`() throws {
        var (found, adverts, right, taken) = ([0, 0], [0, 0], [0, 0], [0, 0])
        for (index, line) in try lines("promotions.tsv").enumerated() {
            let (isAdvert, isTaken) = (line[1] == "promotion", subjects(line[2], line[0]).isPromotion)
            let half = index % 2
            if isAdvert != isTaken { print("  promotion: \(line[1]) \(line[2])") }
            if isAdvert { adverts[half] += 1 }
            if isTaken { taken[half] += 1 }
            guard isAdvert && isTaken else { continue }
            (found[half], right[half]) = (found[half] + 1, right[half] + 1)
        }
        #expect(report("promotion-recall", found, adverts) >= 85)
        #expect(report("promotion-precision", right, taken) >= 95)
    }

    @Test func `titles have their sport or investing topic`() throws {
        #expect(try score("sports-and-topics") { $0 } >= 90)
    }

    /// Blog software says en-US of any feed, so nothing tells the country of such a feed.
    @Test func `titles of feeds that declare en-US have theirs, too`() throws {
        let origin = FeedOrigin(url: "https://blog.example.com/feed", language: "en-US")
        #expect(try score("sports-and-topics-en-us") { _ in origin.country(in: SourceCatalogue()) } >= 85)
    }

    /// The percentage of titles whose subject is right; `country` makes the one that is known of the one in the file.
    private func score(_ name: String, country: (String) -> String?) throws -> Int {
        var (passed, all) = ([0, 0], [0, 0])
        for (index, line) in try lines("sports-topics.tsv").enumerated() {
            let found = subjects(line[3], line[0], country(line[1]))
            let names = [found.sport?.name, found.topic?.name].compactMap(\.self)
            all[index % 2] += 1
            if line[2] == "-" ? names.isEmpty : names == [line[2]] {
                passed[index % 2] += 1
            } else {
                print("  \(name): \(line[2]) \(line[3]) \(names)")
            }
        }
        return report(name, passed, all)
    }

    private static let headlines: String? = {
        let beside = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().path
        return [beside, "/work"].lazy.compactMap {
            try? String(contentsOfFile: $0 + "/shared/corpora/headlines/headlines.tsv", encoding: .utf8)
        }.first
    }()

    @Test(.enabled(if: headlines != nil, "the shared corpora are not here"))
    func `headlines that are no adverts are not taken for some`() throws {
        let text = try #require(Self.headlines)
        // None of the 2,068 headlines is an advert.
        let titles = text.split(separator: "\n").dropFirst().compactMap { line -> String? in
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
            return parts.count > 3 ? String(parts[3]) : nil
        }
        let taken = titles.filter { subjects($0, "en").isPromotion }
        for title in taken { print("  promotion: \(title)") }
        let right = titles.count - taken.count
        #expect(report("promotion-headlines", [right, 0], [titles.count, 0]) >= 99)
    }
}
