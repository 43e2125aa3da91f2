import Editorial
import Foundation
import NewsModel
import Storage

/// Proposes the stories of articles that are about to be stored, and learns what became of them.
///
/// It holds the story index and belongs to one task. Between `propose` and `finish` no other commit is proposed.
final class StoryPlacing {
    private let index = StoryIndex()
    private var nextNumber: Int64 = 1
    /// The stories of the articles in the index, by number; articles that were not stored have none.
    private var stories: [Int64: StoryID] = [:]
    private var trialBegan: Int64 = 1
    /// Forgotten numbers are removed from `stories` each time that so many new ones were given.
    private static let cleaning: Int64 = 5_000

    /// Adds what was stored before the start, the oldest first.
    func restore(_ known: [(story: StoryID, event: StoryID, report: StoryReport)], at time: Date) {
        var firsts: [StoryID: Int64] = [:]
        for (story, event, report) in known where index.hasCapacity(for: report) {
            let number = nextNumber
            nextNumber += 1
            index.restore(number, report, in: firsts[event], now: time.timeIntervalSince1970)
            if firsts[event] == nil { firsts[event] = number }
            stories[number] = story
        }
    }

    /// The commits with the groupings of their articles; `reports` are by commit and place in its document.
    func propose(_ commits: [RefreshCommit], _ reports: [[Int: StoryReport]], at time: Date) -> [RefreshCommit] {
        index.beginTrial(at: time.timeIntervalSince1970)
        trialBegan = nextNumber
        return zip(commits, reports).map { commit, reports in
            guard case .document(var document) = commit.outcome, !reports.isEmpty else { return commit }
            // Documents begin with their newest entry.
            for place in reports.keys.sorted(by: { (reports[$0]?.time ?? 0, $1) < (reports[$1]?.time ?? 0, $0) }) {
                guard let report = reports[place], index.hasCapacity(for: report) else { continue }
                document.articles[place].grouping = grouping(of: report)
            }
            var placed = commit
            placed.outcome = .document(document)
            return placed
        }
    }

    private func grouping(of report: StoryReport) -> StoryGrouping {
        let proposal = index.propose(report)
        let number = nextNumber
        nextNumber += 1
        index.add(number, report, as: proposal)
        return StoryGrouping(
            number: number,
            // An article of a story that was not stored must not end the story.
            related: proposal.members.map { $0.compactMap(link) },
            repetition: repetition(proposal.sameReports)
        )
    }

    private func repetition(_ sameReports: [SameReport]) -> StoryRepetition? {
        let options = index.options
        let known = sameReports.compactMap { report in
            link(report.article).map { StoryRepetition.Report(story: $0, similarity: report.similarity) }
        }
        guard known.count >= options.repeatReports else { return nil }
        return StoryRepetition(
            reports: known,
            leastTold: options.repeatReports,
            leastSimilarity: options.repeating,
            averaged: options.repeatAveraged
        )
    }

    /// Nil for an article that was not stored.
    private func link(_ number: Int64) -> StoryLink? {
        number >= trialBegan ? .indexed(number) : stories[number].map(StoryLink.story)
    }

    /// Ends the trial; nil means that nothing was stored.
    func finish(_ stored: [Int64: StoryID]?) {
        guard let stored else { return index.takeBackTrial() }
        index.keepTrial()
        stories.merge(stored) { $1 }
        if trialBegan / Self.cleaning != nextNumber / Self.cleaning {
            let oldest = nextNumber - Int64(index.options.mostArticles) - Self.cleaning
            stories = stories.filter { $0.key >= oldest || index.begins($0.key) }
        }
    }
}
