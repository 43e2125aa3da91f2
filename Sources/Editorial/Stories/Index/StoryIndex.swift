import Foundation

/// Groups articles that report one event into stories while they arrive, by the words of their titles.
///
/// It remembers the articles of the last days. What one article costs does not depend on how many there are: of each
/// word the newest articles only are looked at. Each article is compared with those that share words, and joins the
/// story whose best articles are similar enough; rare words, names and pairs of words count more, articles long ago
/// less. An article may show that other stories are the same as its own. The index belongs to one task; it holds no
/// lock.
///
/// Articles of private feeds (`StoryReport.isOpen`) decide nothing about open ones: they join stories, but an open
/// article is placed as if they were not there, and then takes stories of private articles alone into its own.
package final class StoryIndex {
    struct IndexedArticle {
        let id: Int64
        let source: UInt64
        let isOpen: Bool
        let audience: Set<Int64>
        /// The follower for whom it counts (`hasCapacity`); nil for an open one, and where nobody follows.
        let payer: Int64?
        let titleLanguage: StoryReport.TitleLanguage
        let time: Double
        let vector: StoryVector
        let frame: StoryFrame?
        /// The keys of the names in its title, and those of all words that may be names.
        let names: Set<UInt32>
        let possibleNames: Set<UInt32>
        let measures: [UInt32: Set<UInt32>]
        var story: Int
        let group: Int
    }

    struct Candidate {
        let ordinal: Int
        /// Of the words alone, whatever the time and the source.
        let plain: Float
        let similarity: Float
    }

    package let options: StoryIndexOptions
    /// Rises with every article that is added.
    package internal(set) var version = 0
    /// How many articles were looked at for the last proposal, each once for every word in common.
    private(set) var looks = 0
    var postings: [UInt32: StoryPosting] = [:]
    var sources: [UInt64: StorySource] = [:]
    /// By the keys of frames.
    var frames: [UInt64: StoryFillings] = [:]
    /// The oldest first; the first one has the ordinal `forgotten`.
    var articles: [IndexedArticle] = []
    private(set) var forgotten = 0
    /// Articles in front of `articles` that are forgotten but still there.
    private var stale = 0
    /// The number of remembered articles of private feeds.
    var closedCount = 0
    /// How many of them count for each follower.
    var paid: [Int64: Int] = [:]
    var stories = StoryGroups()
    var groups = StoryGroups()
    /// By ordinal less `forgotten`: what was found of each article; all 0 between proposals.
    var sums: [Float] = []
    var shared: [UInt8] = []
    /// What the articles changed that may still be taken back (`StoryIndex+Trial`); nil outside a trial.
    var trial: [Addition]?

    package init(options: StoryIndexOptions = StoryIndexOptions()) {
        self.options = options
    }

    /// The number of articles that are remembered.
    package var count: Int { articles.count - stale }

    /// Whether a story is identified by the article.
    package func begins(_ article: Int64) -> Bool { stories.slot(of: article) != nil }

    // MARK: - Asking

    /// Where the article would go; nothing is changed.
    package func propose(_ report: StoryReport) -> StoryProposal {
        let vector = StoryVector(report, rarity: rarity(of: report))
        let candidates = candidates(for: vector, report)
        let ranked = rank(candidates, by: \.similarity, averaging: options.joinAveraged, in: stories) { $0.story }
        let best = deciding(ranked, candidates, report).first {
            $0.similarity >= options.joining && size(of: $0.group, for: report) < options.mostOfStory
        }
        let others = ranked.filter { $0.group != best?.group && mayConnect($0, best: best?.group, report) }
        let connected = connections(others[...], with: best?.group, vector, report)
        let own = Set(connected + [best?.group].compactMap(\.self))
        let repeated = repeatedGroup(candidates, in: own, vector, report)
        let mostSimilar = best.flatMap { best in
            candidates.filter { self[$0.ordinal].story == best.group }.max { $0.similarity < $1.similarity }
        }
        return StoryProposal(
            story: best.map { stories[$0.group].first },
            similarity: best?.similarity ?? 0,
            connected: connected.map { stories[$0].first },
            members: ([best?.group].compactMap(\.self) + connected).map { members(of: $0, for: report) },
            repeats: repeated.flatMap { $0.sameReports.count >= options.repeatReports ? $0.news : nil },
            sameReports: repeated?.sameReports ?? [],
            mostSimilar: mostSimilar.map { self[$0.ordinal].id },
            sharedWords: mostSimilar.map { shownWords(report, with: self[$0.ordinal].vector) } ?? [],
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
        if trial == nil { forget(before: report.time - options.window) }
        let ordinal = forgotten + articles.count
        let connected = proposal.connected.compactMap { stories.slot(of: $0) }
        var story = proposal.story.flatMap { stories.slot(of: $0) } ?? stories.begin(id)
        let group = proposal.group.flatMap { groups.contains($0) ? $0 : nil } ?? groups.begin(id)
        let payer = payer(of: report)
        note(ordinal, stories: [story] + connected, group: group, source: report.source)
        articles.append(
            IndexedArticle(
                id: id,
                source: report.source,
                isOpen: report.isOpen,
                audience: report.audience,
                payer: payer,
                titleLanguage: report.titleLanguage,
                time: report.time,
                vector: proposal.vector,
                frame: report.frame,
                names: report.names,
                possibleNames: report.possibleNames,
                measures: report.measures,
                story: story,
                group: group
            )
        )
        stories.add(ordinal, to: story, isOpen: report.isOpen)
        groups.add(ordinal, to: group, isOpen: report.isOpen)
        if groups[group].news == nil, groups[group].count >= options.repeatReports { groups.setNews(id, of: group) }
        var roots = [stories[story].first]
        for other in connected where other != story {
            roots.append(stories[other].first)
            let (kept, moved) = stories.merge(story, other)
            for member in moved where member >= oldest { articles[member - forgotten].story = kept }
            story = kept
        }
        for part in proposal.vector.words {
            let isSmall = !report.possibleNames.contains(part.key)
            postings[part.key, default: StoryPosting()]
                .append(ordinal, part.weight, isOpen: report.isOpen, isSmall: isSmall)
        }
        sources[report.source, default: StorySource()].add(report)
        remember(report)
        if !report.isOpen { closedCount += 1 }
        if let payer { paid[payer, default: 0] += 1 }
        sums.append(0)
        shared.append(0)
        let root = stories[story].first
        return StoryPlacement(story: root, merged: roots.filter { $0 != root }, news: proposal.repeats ?? id)
    }

    /// Adds an article whose story is known, as after a start; `story` is the identifier of its first article, nil if
    /// the article is the first.
    ///
    /// What repeats its news is found for articles that may still be repeated at `now`, in seconds since 1970.
    package func restore(_ id: Int64, _ report: StoryReport, in story: Int64?, now: Double) {
        let isRecent = now - report.time <= options.repeatedWithin
        var proposal = isRecent ? propose(report) : nil
        proposal?.story = story
        proposal?.connected = []
        let known = StoryProposal(
            story: story,
            similarity: 0,
            connected: [],
            members: [],
            repeats: nil,
            sameReports: [],
            mostSimilar: nil,
            sharedWords: [],
            version: version,
            vector: proposal?.vector ?? StoryVector(report, rarity: rarity(of: report)),
            group: nil
        )
        add(id, report, as: proposal ?? known)
    }

    // MARK: - Comparing

    subscript(ordinal: Int) -> IndexedArticle { articles[ordinal - forgotten] }

    /// The ordinal of the oldest article that is remembered.
    var oldest: Int { forgotten + stale }

    /// How rare each word of the report is among the articles that are remembered; 0 for words that its source always
    /// uses, and for all words of a template.
    ///
    /// The articles of private feeds make no word common.
    private func rarity(of report: StoryReport) -> [Float] {
        guard !isTemplate(report) else { return report.traits.map { _ in 0 } }
        let source = sources[report.source]
        let all = Float(count - closedCount) + options.smoothing
        return report.traits.map { trait in
            if let source, source.uses(trait.key) { return 0 }
            let found = Float(postings[trait.key]?.open.count ?? 0)
            return powf(logf(all / (found + 1)), options.rarityPower)
        }
    }

    private func candidates(for vector: StoryVector, _ report: StoryReport) -> [Candidate] {
        var touched: [Int] = []
        looks = 0
        for part in vector.words {
            guard let posting = postings[part.key] else { continue }
            for list in [posting.open, posting.closed] {
                for entry in list.newest(StoryIndexOptions.mostPostings) {
                    let place = entry.ordinal - forgotten
                    guard abs(report.time - articles[place].time) <= options.compared,
                        report.mayBeCompared(with: articles[place])
                    else { continue }
                    looks += 1
                    if shared[place] == 0 { touched.append(place) }
                    shared[place] += 1
                    sums[place] += part.weight * entry.weight
                }
            }
        }
        var found: [Candidate] = []
        for place in touched {
            let (words, sum) = (shared[place], sums[place])
            (shared[place], sums[place]) = (0, 0)
            guard sum >= StoryIndexOptions.leastSimilarity else { continue }
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
        let isForeign = report.titleLanguage.isForeign(to: article.titleLanguage)
        guard words >= StoryIndexOptions.foreignWords || !isForeign else { return nil }
        var plain = sum
        if words > 1 {
            plain += StoryVector.product(vector.pairs, article.vector.pairs)
        } else {
            plain *= StoryIndexOptions.oneWord
        }
        var similarity = plain * faded(report.time - article.time)
        if article.source == report.source {
            guard vector.similarityWithoutNumbers(to: article.vector) < StoryIndexOptions.series else { return nil }
            similarity *= options.sameSource
        }
        if !isForeign, !report.names.isEmpty, !article.names.isEmpty, report.names.isDisjoint(with: article.names) {
            similarity *= options.otherNames
        }
        if report.hasOtherNumbers(than: article) { similarity *= options.otherNumbers }
        return Candidate(ordinal: place + forgotten, plain: plain, similarity: similarity)
    }

    // MARK: - Forgetting

    /// Forgets the articles before a time, in seconds since 1970, and the oldest of too many.
    func forget(before time: Double) {
        while stale < articles.count, articles[stale].time < time || count >= options.mostArticles {
            let article = articles[stale]
            stories.remove(oldest, from: article.story, isOpen: article.isOpen)
            groups.remove(oldest, from: article.group, isOpen: article.isOpen)
            for part in article.vector.words {
                let isSmall = !article.possibleNames.contains(part.key)
                postings[part.key]?.removeFirst(isOpen: article.isOpen, isSmall: isSmall)
            }
            for part in article.vector.words where postings[part.key]?.count == 0 { postings[part.key] = nil }
            forgetFrame(of: article, isNewest: false)
            if sources[article.source]?.remove() == true { sources[article.source] = nil }
            release(article)
            stale += 1
        }
        guard stale > 1_000, stale > count else { return }
        articles.removeFirst(stale)
        sums.removeFirst(stale)
        shared.removeFirst(stale)
        (forgotten, stale) = (forgotten + stale, 0)
    }
}
