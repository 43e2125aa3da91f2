package import Foundation
import GRDB
package import NewsModel

/// The news of one of several time spans.
package struct NewsSpan: Hashable, Sendable {
    /// Newest first; each event is represented by its newest article.
    package var articles: [ListedArticle] = []
    /// Those that follow and were not read.
    package var later: [ArticleID] = []
    /// The number of stories of the span, including those that are not listed; related stories count once.
    package var storyCount = 0
    /// Whether some of those stories may be muted or filtered, because not all could be looked at.
    package var isCountAtMost = false
}

extension Store {
    /// The news since several times, the latest time first.
    ///
    /// Each event is in one span only, that of its newest article.
    ///
    /// The newest `limit` stories of a span are listed, of one feed at most `mostOfFeed` in all, and all are counted.
    /// Of the listed ones `reading` are read, and all of them where mutes or filters must look at them. Muted articles
    /// are left out. If words or stories are muted, only the newest of a span are checked for that, and the count says
    /// so.
    package func newsSpans(
        _ selection: ArticleSelection,
        since beginnings: [Date],
        in sight: Sight,
        limit: Int,
        reading: Int = .max,
        mostOfFeed: Int = .max
    ) async throws -> [NewsSpan] {
        try await readMuting { db, judge in
            let mutes = try ReaderRules(in: sight, selection, db, judge)
            let filter = try ArticleFilter(selection, in: sight, without: mutes, db)
            let places = try (selection.onlyPictures ? filter.pictured() : filter).all(in: db)
            let firsts = beginnings.map { ArticleID.first(atSecond: $0.unixSeconds) }
            var spans = try NewsSpans(places, mutes, (limit, mostOfFeed), count: firsts.count, in: sight, db)
            var current = 0
            for (index, place) in places.enumerated() {
                while current < firsts.count, place.id < firsts[current] { current += 1 }
                guard current < firsts.count else { break }
                try spans.add(index, to: current)
            }
            return try spans.read(reading)
        }
    }
}

/// Divides articles among spans, newest first.
private struct NewsSpans {
    private let places: [FoundArticle]
    private let mutes: ReaderRules?
    private let limit: Int
    private let mostOfFeed: Int
    /// How many stories of a span are checked for mutes and filters.
    private let mostLooked: Int
    private let events: [StoryID: StoryID]
    private var reader: ListedArticleReader
    /// Listed articles are in `later` until they are read.
    private var spans: [NewsSpan]
    private var looked: [Int]
    private var counted: Set<StoryID> = []
    /// The spans of events that were counted, and that another feed may still tell of: theirs has told enough.
    private var untold: [StoryID: Int] = [:]
    private var toldBy: [FeedID: Int] = [:]

    init(
        _ places: [FoundArticle],
        _ mutes: ReaderRules?,
        _ limits: (ofSpan: Int, ofFeed: Int),
        count: Int,
        in sight: Sight,
        _ db: Database
    ) throws {
        self.places = places
        self.mutes = mutes
        (limit, mostOfFeed) = limits
        mostLooked = mutes?.looksAtArticles == true ? mutes?.mostLooked(for: limits.ofSpan) ?? 0 : 0
        events = try StoryEvents(db: db).events(of: places.map(\.story))
        reader = try ListedArticleReader(sight, db)
        spans = Array(repeating: NewsSpan(), count: count)
        looked = Array(repeating: 0, count: count)
    }

    mutating func add(_ index: Int, to current: Int) throws {
        let place = places[index]
        let event = events[place.story] ?? place.story
        let hasToldEnough = toldBy[place.feed, default: 0] >= mostOfFeed
        if counted.contains(event) {
            guard let span = untold[event], !hasToldEnough, count(of: span) < limit, try tell(index, in: span)
            else { return }
            untold[event] = nil
            return
        }
        let hasCapacity = count(of: current) < limit
        let isTold = hasCapacity && !hasToldEnough
        if isTold || looked[current] < mostLooked {
            looked[current] += 1
            guard try isTold ? tell(index, in: current) : shown(index) != nil else { return }
        } else if mostLooked > 0 {
            spans[current].isCountAtMost = true
        }
        counted.insert(event)
        spans[current].storyCount += 1
        if hasCapacity, hasToldEnough { untold[event] = current }
    }

    /// Nil for an article that is gone, muted or filtered.
    private mutating func shown(_ index: Int) throws -> ListedArticle? {
        guard let listed = try reader.read(index, of: places), mutes?.hidesContent(of: listed) != true else {
            return nil
        }
        return listed
    }

    /// How many stories of a span are listed.
    private func count(of span: Int) -> Int { spans[span].articles.count + spans[span].later.count }

    /// Lists an article; false for one that is gone, muted or filtered.
    private mutating func tell(_ index: Int, in span: Int) throws -> Bool {
        if mutes?.looksAtArticles == true {
            guard let listed = try shown(index) else { return false }
            spans[span].articles.append(listed)
        } else {
            spans[span].later.append(places[index].id)
        }
        toldBy[places[index].feed, default: 0] += 1
        return true
    }

    /// The spans, of each that many articles read, together.
    mutating func read(_ most: Int) throws -> [NewsSpan] {
        let found = try reader.find(spans.flatMap { $0.later.prefix(most) })
        return spans.map { span in
            var span = span
            span.articles += span.later.prefix(most).compactMap { found[$0] }
            span.later.removeFirst(min(most, span.later.count))
            return span
        }
    }
}
