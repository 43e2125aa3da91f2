import Foundation

/// Finds the stories that an article belongs to, from the similar articles.
extension StoryIndex {
    /// The groups of the candidates, the most similar first: for each the mean of its most similar articles.
    func rank(
        _ candidates: [Candidate],
        by similarity: KeyPath<Candidate, Float>,
        averaging count: Int,
        isOpen: Bool = false,
        in groups: StoryGroups,
        group: (Article) -> Int
    ) -> [(group: Int, similarity: Float)] {
        var best: [Int: [Float]] = [:]
        for candidate in candidates {
            best[group(self[candidate.ordinal]), default: []].append(candidate[keyPath: similarity])
        }
        return best.map { group, found in
            let asked = min(count, isOpen ? groups[group].openCount : groups[group].count)
            return (group, found.sorted(by: >).prefix(asked).reduce(0, +) / Float(asked))
        }
        .sorted { ($1.similarity, $0.group) < ($0.similarity, $1.group) }
    }

    /// How many articles a story has; for an open article, those of private feeds do not count.
    func size(of story: Int, for report: StoryReport) -> Int {
        report.isOpen ? stories[story].openCount : stories[story].count
    }

    /// The stories that the article may join, the most similar first: for an open article, those of open ones, judged by these
    /// alone.
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

    /// The group of articles in the stories that report the same, the articles that show it, and the one whose news the
    /// report repeats if enough have brought it.
    ///
    /// A title that differs in its names and numbers alone shows nothing. A number that none of them has is news. What
    /// private feeds reported keeps no open article back. Nor does what another language reported, of which too few words
    /// can be compared.
    func repeatedGroup(
        _ candidates: [Candidate],
        in stories: Set<Int>,
        _ vector: StoryVector,
        _ report: StoryReport
    ) -> (group: Int, news: Int64?, sameReports: [SameReport])? {
        let near = candidates.filter {
            let article = self[$0.ordinal]
            return stories.contains(article.story) && report.time - article.time <= options.repeatedWithin
                && (article.isOpen || !report.isOpen) && !report.speech.isForeign(to: article.speech)
                && (report.frame == nil || report.frame?.key != article.frame?.key || report.frame == article.frame)
        }
        let ranked = rank(
            near,
            by: \.plain,
            averaging: options.repeatAveraged,
            isOpen: report.isOpen,
            in: groups
        ) { $0.group }
        guard let best = ranked.first, best.similarity >= options.repeating else { return nil }
        let similar = near.filter { self[$0.ordinal].group == best.group }
            .sorted { ($1.plain, $0.ordinal) < ($0.plain, $1.ordinal) }
        var known: Set<UInt32> = []
        for candidate in similar { known.formUnion(self[candidate.ordinal].vector.words.map(\.key)) }
        guard vector.words.allSatisfy({ !$0.isNumber || known.contains($0.key) }) else { return nil }
        let sameReports = similar.prefix(StoryIndexOptions.mostSameReports).map {
            SameReport(article: self[$0.ordinal].id, similarity: $0.plain)
        }
        return (best.group, groups[best.group].news, sameReports)
    }

    func shownWords(_ report: StoryReport, with other: StoryVector) -> [String] {
        let keys = Set(other.words.map(\.key))
        return zip(report.traits, report.spellings).filter { keys.contains($0.0.key) }.map(\.1)
    }
}
