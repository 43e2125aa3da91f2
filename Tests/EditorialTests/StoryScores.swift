import Foundation
import TextAnalysis
import Testing

@testable import Editorial

/// Scores on labelled headlines: titles only, by B-cubed precision and recall.
///
/// Every other story, by a hash of its label, was looked at when rules were made; the rest check them.
@Suite struct StoryScores {
    private struct Headline {
        var time: Double
        var source: String
        var title: String
        var label: String
        var isForBuilding: Bool { StoryScores.hash(label) >> 20 & 1 == 0 }
    }

    private static let headlines: [Headline] = {
        let beside = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().path
        for root in [beside, "/work"] {
            let path = root + "/shared/corpora/headlines/headlines.tsv"
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { continue }
            return text.split(separator: "\n").dropFirst().compactMap { line in
                let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
                guard columns.count == 6, let time = Double(columns[1]) else { return nil }
                return Headline(time: time / 1_000, source: columns[2], title: columns[3], label: columns[5])
            }
            .sorted { $0.time < $1.time }
        }
        return []
    }()

    private static func hash(_ text: String) -> UInt64 { UInt64(StableHash.text(of: text.utf8), radix: 16) ?? 0 }

    private struct Clustering {
        var story: [Int64] = []
        var news: [Int64] = []
    }

    private func clustering() -> Clustering {
        let finder = (try? SharedGazetteer.gazetteer.get()).map(PlaceFinder.init)
        let analyser = ArticleAnalyser(vocabulary: VocabularyFiles.vocabulary, places: finder)
        let index = StoryIndex()
        var (clustering, roots): (Clustering, [Int64: Int64]) = (Clustering(), [:])
        for (number, headline) in Self.headlines.enumerated() {
            let text = analyser.text(title: headline.title)
            let report = analyser.report(of: text, source: Self.hash(headline.source), time: headline.time)
            guard let placement = index.add(Int64(number), report, as: index.propose(report)) else { continue }
            for merged in placement.merged { roots[merged] = placement.story }
            clustering.story.append(placement.story)
            clustering.news.append(placement.news)
        }
        clustering.story = clustering.story.map { first in
            var story = first
            while let root = roots[story] { story = root }
            return story
        }
        return clustering
    }

    /// The mean over the chosen headlines of the share of their group that has their label, and the reverse.
    private func scores(
        _ groups: [Int64],
        of chosen: (Headline) -> Bool
    ) -> (precision: Double, recall: Double, f1: Double) {
        var byGroup: [Int64: [String: Int]] = [:]
        var byLabel: [String: Int] = [:]
        for (group, headline) in zip(groups, Self.headlines) {
            byGroup[group, default: [:]][headline.label, default: 0] += 1
            byLabel[headline.label, default: 0] += 1
        }
        var (precision, recall, count) = (0.0, 0.0, 0.0)
        for (group, headline) in zip(groups, Self.headlines) where chosen(headline) {
            let members = byGroup[group] ?? [:]
            let own = Double(members[headline.label] ?? 0)
            precision += own / Double(members.values.reduce(0, +))
            recall += own / Double(byLabel[headline.label] ?? 1)
            count += 1
        }
        (precision, recall) = (precision / count, recall / count)
        return (precision, recall, 2 * precision * recall / (precision + recall))
    }

    @Test(.enabled(if: !headlines.isEmpty, "the shared corpora are not here"))
    func `headlines of one event become one story`() {
        let found = clustering()
        #expect(found.story.count == Self.headlines.count)
        for (name, chosen) in [
            ("stories", { _ in true }), ("stories-build-half", { $0.isForBuilding }),
            ("stories-check-half", { !$0.isForBuilding }),
        ] as [(String, (Headline) -> Bool)] {
            let scores = scores(found.story, of: chosen)
            let text = [scores.precision, scores.recall, scores.f1].map { String(format: "%.3f", $0) }
            print("score\t\(name)\tP \(text[0])\tF1 \(text[2])\trecall \(text[1]); limits P 0.900, F1 0.660")
            #expect(scores.precision >= 0.9 && scores.f1 >= 0.66)
        }
        printWorstMerges(found.story)
    }

    @Test(.enabled(if: !headlines.isEmpty, "the shared corpora are not here"))
    func `what is kept back belongs to the story that was told`() {
        let found = clustering().news
        let kept = found.indices.filter { found[$0] != Int64($0) }
        let wrong = kept.filter { Self.headlines[$0].label != Self.headlines[Int(found[$0])].label }
        for index in wrong {
            print("  kept-back: \(Self.headlines[index].title) | \(Self.headlines[Int(found[index])].title)")
        }
        let percent = String(format: "%.2f", 100 * Double(kept.count - wrong.count) / Double(max(1, kept.count)))
        print("score\tpushes-kept-back\t\(kept.count - wrong.count)/\(kept.count)\t\(percent) %\tlimit 99 %")
        // Three different sources must have reported it, and no name may be another.
        #expect(kept.count >= 95)
        #expect(wrong.count * 100 <= kept.count)
    }

    private func printWorstMerges(_ groups: [Int64]) {
        let members = Dictionary(grouping: groups.indices) { groups[$0] }
        let worst = members.values.map { indices in
            let labels = Dictionary(grouping: indices) { Self.headlines[$0].label }.values.sorted {
                ($1.count, $0[0]) < ($0.count, $1[0])
            }
            return (others: labels.dropFirst(), main: labels[0])
        }
        .filter { !$0.others.isEmpty }
        .sorted { ($1.others.joined().count, $0.main[0]) < ($0.others.joined().count, $1.main[0]) }
        for merge in worst.prefix(20) {
            let others = merge.others.map { "\($0.count) × \(Self.headlines[$0[0]].title)" }.joined(separator: " | ")
            print("merge\t\(merge.main.count) × \(Self.headlines[merge.main[0]].title)\t\(others.prefix(300))")
        }
    }
}
