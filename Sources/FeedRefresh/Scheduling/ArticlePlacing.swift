import Editorial
import Foundation
import NewsModel
import Storage

/// Looks for the places of new articles before they are stored.
struct ArticlePlacing: Sendable {
    let store: Store
    /// Nil leaves all articles without places.
    let finder: PlaceFinder?

    /// The commit with the places of its new articles.
    ///
    /// A feed's first document is an archive: its places are looked for once it is stored (`PlaceBackfill`).
    func placed(_ commit: RefreshCommit, of feed: Feed, at time: Date) async throws -> RefreshCommit {
        guard let finder, case .document(var document) = commit.outcome else { return commit }
        let isFirst = feed.health.lastCheckedAt == nil
        let kept = isFirst ? [] : try await store.placesOfNews(in: commit, at: time)
        for index in document.articles.indices {
            guard kept.contains(index) else {
                document.articles[index].places = nil
                continue
            }
            let article = document.articles[index]
            document.articles[index].places = finder.namedPlaces(
                title: article.title,
                summary: article.summary,
                language: article.language
            )
            await Task.yield()
        }
        var commit = commit
        commit.outcome = .document(document)
        return commit
    }
}
