import Foundation

/// Groups articles that report one event into stories while they arrive, by the words of their titles.
///
/// It remembers the articles of the last days. What one article costs does not depend on how many there are: of each word
/// the newest articles only are looked at. Each article is compared with those that share words, and joins the story whose
/// best articles are alike enough; rare words, names and pairs of words count more, articles long ago less. An article may
/// show that other stories are the same as its own. The index belongs to one task; it holds no lock.
package final class StoryIndex {
    struct Article {
        let id: Int64
        let source: UInt64
        let time: Double
        let vector: StoryVector
        var story: Int
        let group: Int
    }

    struct Candidate {
        let ordinal: Int
        /// Of the words alone, whatever the time and the source.
        let plain: Float
        let likeness: Float
    }

    package let options: StoryIndexOptions
    /// Rises with every article that is added.
    package private(set) var version = 0
    /// How many articles were looked at for the last proposal, each once for every word in common.
    private(set) var looks = 0
    private var postings: [UInt32: StoryPosting] = [:]
    private var sources: [UInt64: StorySource] = [:]
    /// The oldest first; the first one has the ordinal `forgotten`.
    private var articles: [Article] = []
    private var forgotten = 0
    /// Articles in front of `articles` that are forgotten but still there.
    private var stale = 0
    private var stories = StoryGroups()
    private var groups = StoryGroups()
    /// By ordinal less `forgotten`: what was found of each article; all 0 between proposals.
    private var sums: [Float] = []
    private var shared: [UInt8] = []

    package init(options: StoryIndexOptions = StoryIndexOptions()) {
        self.options = options
    }

    /// The number of articles that are remembered.
    package var count: Int { articles.count - stale }

    /// About how much memory it takes, in bytes.
    package var footprint: Int {
        let entries = postings.values.reduce(0) { $0 + $1.entries.capacity }
        let parts = articles.reduce(0) { $0 + $1.vector.words.count + $1.vector.pairs.count }
        // 64 bytes for each array and its place in a table.
        return entries * 16 + postings.count * 64 + parts * 8 + articles.capacity * 200 + sources.count * 1_500
    }

    // MARK: - Asking

    /// Where the article would go; nothing is changed.
    package func propose(_ report: StoryReport) -> StoryProposal {
        let vector = StoryVector(report, rarity: rarity(of: report))
        let candidates = candidates(for: vector, report)
        let ranked = rank(candidates, by: \.likeness, witnesses: options.witnesses, in: stories) { $0.story }
        let best = ranked.first.flatMap { $0.likeness >= options.joining ? $0 : nil }
        let connected = best == nil ? [] : connections(ranked.dropFirst(), with: ranked[0].group, vector, report)
        let repeated = best.flatMap { repeatedGroup(candidates, story: $0.group, report) }
        let likest = best.flatMap { best in
            candidates.filter { self[$0.ordinal].story == best.group }.max { $0.likeness < $1.likeness }
        }
        return StoryProposal(
            story: best.map { stories[$0.group].first },
            likeness: best?.likeness ?? 0,
            connected: connected.map { stories[$0].first },
            repeats: repeated?.news,
            likest: likest.map { self[$0.ordinal].id },
            sharedWords: likest.map { shownWords(report, with: self[$0.ordinal].vector) } ?? [],
            version: version,
            vector: vector,
            group: repeated?.group
        )
    }

    // MARK: - Adding

    /// Adds the article as it was proposed.
    ///
    /// Returns nil, and adds nothing, if the index changed since the proposal was made.
    @discardableResult
    package func add(_ id: Int64, _ report: StoryReport, as proposal: StoryProposal) -> StoryPlacement? {
        guard proposal.version == version else { return nil }
        version += 1
        forget(before: report.time - options.window)
        let ordinal = forgotten + articles.count
        var story = proposal.story.flatMap { stories.slot(of: $0) } ?? stories.begin(id)
        let group = proposal.group.flatMap { groups.contains($0) ? $0 : nil } ?? groups.begin(id)
        articles.append(
            Article(
                id: id,
                source: report.source,
                time: report.time,
                vector: proposal.vector,
                story: story,
                group: group
            )
        )
        stories.add(ordinal, to: story)
        groups.add(ordinal, to: group)
        if groups[group].news == nil, groups[group].count >= options.repeatReports { groups.setNews(id, of: group) }
        var roots = [stories[story].first]
        for other in proposal.connected.compactMap({ stories.slot(of: $0) }) where other != story {
            roots.append(stories[other].first)
            let (kept, moved) = stories.merge(story, other)
            for member in moved where member >= oldest { articles[member - forgotten].story = kept }
            story = kept
        }
        for part in proposal.vector.words {
            postings[part.key, default: StoryPosting()].entries.append((ordinal, part.weight))
        }
        sources[report.source, default: StorySource()].add(report)
        sums.append(0)
        shared.append(0)
        let root = stories[story].first
        return StoryPlacement(story: root, merged: roots.filter { $0 != root }, news: proposal.repeats ?? id)
    }

    // MARK: - Comparing

    private subscript(ordinal: Int) -> Article { articles[ordinal - forgotten] }

    /// The ordinal of the oldest article that is remembered.
    private var oldest: Int { forgotten + stale }

    /// How rare each word of the report is among the articles that are remembered; 0 for words that its source always uses.
    private func rarity(of report: StoryReport) -> [Float] {
        let source = sources[report.source]
        let all = Float(count) + options.smoothing
        return report.traits.map { trait in
            if let source, source.uses(trait.key) { return 0 }
            let found = Float(postings[trait.key]?.count ?? 0)
            return powf(logf(all / (found + 1)), options.rarityPower)
        }
    }

    private func candidates(for vector: StoryVector, _ report: StoryReport) -> [Candidate] {
        var touched: [Int] = []
        looks = 0
        for part in vector.words {
            guard let posting = postings[part.key] else { continue }
            let entries = posting.entries
            for index in stride(
                from: entries.count - 1,
                through: max(posting.start, entries.count - StoryIndexOptions.mostPostings),
                by: -1
            ) {
                let place = entries[index].ordinal - forgotten
                guard report.time - articles[place].time <= options.compared else { break }
                looks += 1
                if shared[place] == 0 { touched.append(place) }
                shared[place] += 1
                sums[place] += part.weight * entries[index].weight
            }
        }
        var found: [Candidate] = []
        for place in touched {
            let (words, sum) = (shared[place], sums[place])
            (shared[place], sums[place]) = (0, 0)
            guard sum >= StoryIndexOptions.leastLikeness else { continue }
            if let candidate = candidate(place, words: Int(words), sum: sum, vector, report) { found.append(candidate) }
        }
        return found
    }

    private func candidate(
        _ place: Int,
        words: Int,
        sum: Float,
        _ vector: StoryVector,
        _ report: StoryReport
    ) -> Candidate? {
        let article = articles[place]
        var plain = sum
        if words > 1 {
            plain += StoryVector.product(vector.pairs, article.vector.pairs)
        } else {
            plain *= StoryIndexOptions.oneWord
        }
        var likeness = plain * faded(report.time - article.time)
        if article.source == report.source {
            guard vector.likenessWithoutNumbers(to: article.vector) < StoryIndexOptions.series else { return nil }
            likeness *= options.sameSource
        }
        return Candidate(ordinal: place + forgotten, plain: plain, likeness: likeness)
    }

    private func faded(_ seconds: Double) -> Float {
        expf(-Float(abs(seconds) / options.fading))
    }

    /// The groups of the candidates, the likest first: for each the mean of its likest articles.
    private func rank(
        _ candidates: [Candidate],
        by likeness: KeyPath<Candidate, Float>,
        witnesses: Int,
        in groups: StoryGroups,
        group: (Article) -> Int
    ) -> [(group: Int, likeness: Float)] {
        var best: [Int: [Float]] = [:]
        for candidate in candidates {
            best[group(self[candidate.ordinal]), default: []].append(candidate[keyPath: likeness])
        }
        return best.map { group, found in
            let asked = min(witnesses, groups[group].count)
            return (group, found.sorted(by: >).prefix(asked).reduce(0, +) / Float(asked))
        }
        .sorted { ($1.likeness, $0.group) < ($0.likeness, $1.group) }
    }

    /// The stories among `ranked` that are the same as `story`.
    private func connections(
        _ ranked: ArraySlice<(group: Int, likeness: Float)>,
        with story: Int,
        _ vector: StoryVector,
        _ report: StoryReport
    ) -> [Int] {
        func newest(_ story: Int) -> [(StoryVector, Double)] {
            stories.newest(StoryIndexOptions.mostMembers, of: story, from: oldest).map {
                (self[$0].vector, self[$0].time)
            }
        }
        var own = newest(story) + [(vector, report.time)]
        var found: [Int] = []
        for other in ranked.prefix(StoryIndexOptions.mostConnections) where other.likeness >= options.connecting {
            let theirs = newest(other.group)
            var sum: Float = 0
            for (vector, time) in own.suffix(StoryIndexOptions.mostMembers) {
                let alike = theirs.map { vector.likeness(to: $0.0) * faded(time - $0.1) }.sorted(by: >)
                let best = alike.prefix(StoryIndexOptions.mergeWitnesses)
                sum += best.reduce(0, +) / Float(best.count)
            }
            guard sum / Float(min(own.count, StoryIndexOptions.mostMembers)) >= options.merging else { continue }
            found.append(other.group)
            own = theirs + own
        }
        return found
    }

    /// The group of articles in the story that report the same, and the one whose news the report repeats if enough have
    /// brought it.
    private func repeatedGroup(
        _ candidates: [Candidate],
        story: Int,
        _ report: StoryReport
    ) -> (group: Int, news: Int64?)? {
        let near = candidates.filter {
            self[$0.ordinal].story == story && report.time - self[$0.ordinal].time <= options.repeatedWithin
        }
        let ranked = rank(near, by: \.plain, witnesses: options.repeatWitnesses, in: groups) { $0.group }
        guard let best = ranked.first, best.likeness >= options.repeating else { return nil }
        return (best.group, groups[best.group].news)
    }

    private func shownWords(_ report: StoryReport, with other: StoryVector) -> [String] {
        let keys = Set(other.words.map(\.key))
        return zip(report.traits, report.spellings).filter { keys.contains($0.0.key) }.map(\.1)
    }

    // MARK: - Forgetting

    private func forget(before time: Double) {
        while stale < articles.count, articles[stale].time < time || count >= options.mostArticles {
            let article = articles[stale]
            stories.remove(oldest, from: article.story)
            groups.remove(oldest, from: article.group)
            for part in article.vector.words { postings[part.key]?.removeFirst() }
            for part in article.vector.words where postings[part.key]?.count == 0 { postings[part.key] = nil }
            if sources[article.source]?.remove() == true { sources[article.source] = nil }
            stale += 1
        }
        guard stale > 1_000, stale > count else { return }
        articles.removeFirst(stale)
        sums.removeFirst(stale)
        shared.removeFirst(stale)
        (forgotten, stale) = (forgotten + stale, 0)
    }
}
