import Foundation

/// Finds the stories that an article belongs to, from the similar articles.
extension StoryIndex {
    /// What is left of a similarity after some seconds, from 0 to 1.
    func faded(_ seconds: Double) -> Float {
        expf(-Float(abs(seconds) / options.fading))
    }

    /// The groups of the candidates, the most similar first: for each the mean of its most similar articles.
    func rank(
        _ candidates: [Candidate],
        by similarity: KeyPath<Candidate, Float>,
        averaging count: Int,
        isOpen: Bool = false,
        in groups: StoryGroups,
        group: (IndexedArticle) -> Int
    ) -> [(group: Int, similarity: Float)] {
        var best: [Int: [Float]] = [:]
        for candidate in candidates {
            best[group(self[candidate.ordinal]), default: []].append(candidate[keyPath: similarity])
        }
        return best.map { group, found in
            // A private report is not compared with all articles of a group.
            let compared = isOpen ? groups[group].openCount : max(groups[group].openCount, found.count)
            let asked = min(count, compared)
            return (group, found.sorted(by: >).prefix(asked).reduce(0, +) / Float(asked))
        }
        .sorted { ($1.similarity, $0.group) < ($0.similarity, $1.group) }
    }

    /// How many articles a story has; for an open article, those of private feeds do not count.
    func size(of story: Int, for report: StoryReport) -> Int {
        report.isOpen ? stories[story].openCount : stories[story].count
    }

    /// The first article of a story and its newest ones; for an open article of a story with others, its newest ones of
    /// open feeds.
    func members(of story: Int, for report: StoryReport) -> [Int64] {
        let isOpenAlone = report.isOpen && stories[story].openCount > 0
        let newest = stories.newest(StoryIndexOptions.mostMembers, of: story, from: oldest) {
            !isOpenAlone || self[$0].isOpen
        }
        return (isOpenAlone ? [] : [stories[story].first]) + newest.map { self[$0].id }
    }

    /// The stories that the article may join, the most similar first: for an open article, those of open ones, judged
    /// by these alone.
    func deciding(
        _ ranked: [(group: Int, similarity: Float)],
        _ candidates: [Candidate],
        _ report: StoryReport
    ) -> [(group: Int, similarity: Float)] {
        let open = candidates.filter { self[$0.ordinal].isOpen }
        guard report.isOpen, open.count < candidates.count else { return ranked }
        return rank(open, by: \.similarity, averaging: options.joinAveraged, isOpen: true, in: stories) { $0.story }
    }

    /// Whether the article may show that another story is the same as its own, `best`.
    ///
    /// Articles of private feeds show it only of stories that have no others.
    func mayConnect(_ other: (group: Int, similarity: Float), best: Int?, _ report: StoryReport) -> Bool {
        let isOpen = stories[other.group].openCount > 0
        return report.isOpen ? best != nil || !isOpen : best != nil && !isOpen
    }

    /// The stories among `ranked` that are the same as `story`; nil is a story that begins with the article.
    func connections(
        _ ranked: ArraySlice<(group: Int, similarity: Float)>,
        with story: Int?,
        _ vector: StoryVector,
        _ report: StoryReport
    ) -> [Int] {
        func newest(_ story: Int) -> [(StoryVector, Double)] {
            let isOpenAlone = report.isOpen && stories[story].openCount > 0
            return stories.newest(StoryIndexOptions.mostMembers, of: story, from: oldest) {
                !isOpenAlone || self[$0].isOpen
            }
            .map { (self[$0].vector, self[$0].time) }
        }
        var own = (story.map(newest) ?? []) + [(vector, report.time)]
        var taken = story.map { size(of: $0, for: report) } ?? 0
        var found: [Int] = []
        for other in ranked.prefix(StoryIndexOptions.mostConnections) where other.similarity >= options.connecting {
            let theirs = newest(other.group)
            var sum: Float = 0
            for (vector, time) in own.suffix(StoryIndexOptions.mostMembers) {
                let similar = theirs.map { vector.similarity(to: $0.0) * faded(time - $0.1) }.sorted(by: >)
                let best = similar.prefix(StoryIndexOptions.mergeAveraged)
                sum += best.reduce(0, +) / Float(best.count)
            }
            guard sum / Float(min(own.count, StoryIndexOptions.mostMembers)) >= options.merging,
                taken + size(of: other.group, for: report) < options.mostOfStory
            else { continue }
            taken += size(of: other.group, for: report)
            found.append(other.group)
            own = theirs + own
        }
        return found
    }

    func shownWords(_ report: StoryReport, with other: StoryVector) -> [String] {
        let keys = Set(other.words.map(\.key))
        return zip(report.traits, report.spellings).filter { keys.contains($0.0.key) }.map(\.1)
    }
}
