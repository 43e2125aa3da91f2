import Editorial
import Foundation
import NewsModel
import Storage

/// Proposes the stories of articles that are about to be stored, and learns what became of them.
///
/// It holds the story index and belongs to one task. Between `propose` and `finish` no other commit is proposed.
final class StoryPlacing {
    private let index = StoryIndex()
    private var nextTicket: Int64 = 1
    /// The stories of the articles in the index, by ticket; articles that were not stored have none.
    private var stories: [Int64: StoryID] = [:]
    private var trialBegan: Int64 = 1
    /// Forgotten tickets are removed from `stories` each time that so many new ones were given.
    private static let cleaning: Int64 = 5_000

    /// Adds what was stored before the start, the oldest first.
    func restore(_ known: [(story: StoryID, event: StoryID, report: StoryReport)], at time: Date) {
        var firsts: [StoryID: Int64] = [:]
        for (story, event, report) in known where index.hasRoom(for: report) {
            let ticket = nextTicket
            nextTicket += 1
            index.restore(ticket, report, in: firsts[event], now: time.timeIntervalSince1970)
            if firsts[event] == nil { firsts[event] = ticket }
            stories[ticket] = story
        }
    }

    /// The commits with the groupings of their articles; `reports` are by commit and place in its document.
    func propose(_ commits: [RefreshCommit], _ reports: [[Int: StoryReport]], at time: Date) -> [RefreshCommit] {
        index.beginTrial(at: time.timeIntervalSince1970)
        trialBegan = nextTicket
        return zip(commits, reports).map { commit, reports in
            guard case .document(var document) = commit.outcome, !reports.isEmpty else { return commit }
            // Documents begin with their newest entry.
            for place in reports.keys.sorted(by: { (reports[$0]?.time ?? 0, $1) < (reports[$1]?.time ?? 0, $0) }) {
                guard let report = reports[place], index.hasRoom(for: report) else { continue }
                document.articles[place].grouping = grouping(of: report)
            }
            var placed = commit
            placed.outcome = .document(document)
            return placed
        }
    }

    private func grouping(of report: StoryReport) -> StoryGrouping {
        let proposal = index.propose(report)
        let ticket = nextTicket
        nextTicket += 1
        index.add(ticket, report, as: proposal)
        return StoryGrouping(
            ticket: ticket,
            related: ([proposal.story].compactMap(\.self) + proposal.connected).compactMap(link),
            repetition: repetition(proposal.witnesses)
        )
    }

    private func repetition(_ witnesses: [StoryWitness]) -> StoryRepetition? {
        let options = index.options
        let known = witnesses.compactMap { witness in
            link(witness.article).map { StoryRepetition.Witness(story: $0, likeness: witness.likeness) }
        }
        guard known.count >= options.repeatReports else { return nil }
        return StoryRepetition(
            witnesses: known,
            leastTold: options.repeatReports,
            leastLikeness: options.repeating,
            averaged: options.repeatWitnesses
        )
    }

    /// Nil for an article that was not stored.
    private func link(_ ticket: Int64) -> StoryLink? {
        ticket >= trialBegan ? .ticket(ticket) : stories[ticket].map(StoryLink.story)
    }

    /// Ends the trial; nil means that nothing was stored.
    func finish(_ stored: [Int64: StoryID]?) {
        guard let stored else { return index.takeBackTrial() }
        index.keepTrial()
        stories.merge(stored) { $1 }
        if trialBegan / Self.cleaning != nextTicket / Self.cleaning {
            let oldest = nextTicket - Int64(index.options.mostArticles) - Self.cleaning
            stories = stories.filter { $0.key >= oldest || index.begins($0.key) }
        }
    }
}
