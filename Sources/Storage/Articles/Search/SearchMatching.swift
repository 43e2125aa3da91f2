import Foundation
import NewsModel
import TextAnalysis

/// Matches the candidates of a search outside of transactions, in small steps, until enough are found or the time is
/// used up.
struct SearchMatching {
    let store: Store
    let search: ArticleSearch
    let sight: Sight
    let limits: SearchLimits
    /// Whether only the first article of a story counts.
    var groupsStories = true
    private(set) var found: [SearchText] = []
    private(set) var looked = 0
    /// The time was used up, or others ended the search.
    var isCut = false
    /// What is known of the feeds of this search.
    var known = SearchFeeds.Known()
    private var stories: Set<StoryID> = []
    private var used = 0.0

    init(store: Store, search: ArticleSearch, sight: Sight, limits: SearchLimits) {
        self.store = store
        self.search = search
        self.sight = sight
        self.limits = limits
    }

    /// The fewest and the most articles that are read at once.
    private static let steps = 20...100

    var isFull: Bool { found.count >= search.limit }

    mutating func add(_ ids: [ArticleID]) async throws {
        let (search, sight) = (self.search, self.sight)
        var rest = ids[...]
        // Most candidates of the index fit, so that hardly more are read than are wanted.
        var step = min(max(search.limit, Self.steps.lowerBound), Self.steps.upperBound)
        while !rest.isEmpty, !isFull, !isCut {
            let some = Array(rest.prefix(step))
            rest = rest.dropFirst(step)
            step = min(step * 2, Self.steps.upperBound)
            let (before, articleFeeds) = (known, store.articleFeeds.reader())
            let (texts, after) = try await store.read { db in
                var known = before
                return (try SearchText.read(some, for: search, sight, &known, articleFeeds, db), known)
            }
            known = after
            match(texts)
            await Task.yield()
        }
    }

    private mutating func match(_ texts: [SearchText]) {
        let time = store.muting.time
        let begin = time.uptime
        for text in texts {
            guard used + time.uptime - begin < limits.seconds else {
                isCut = true
                break
            }
            looked += 1
            guard search.query?.matches(text.document, at: search.time) ?? true,
                !groupsStories || stories.insert(text.story).inserted
            else { continue }
            found.append(text)
            if isFull { break }
        }
        used += max(0, time.uptime - begin)
    }
}
