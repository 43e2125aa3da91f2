package import Editorial
import Foundation
package import Logging
package import NewsModel
import ServiceLifecycle
package import Storage
import Waking

/// Looks for the places of articles that were stored without: a feed's archive, and all when the rules have changed.
///
/// It works in small steps, the newest articles first, while the bot answers. Nothing is sent because of it.
package struct PlaceBackfill: Service {
    private let store: Store
    private let finder: PlaceFinder
    private let time: any TimeSource
    private let log: Logger

    /// Articles of one step.
    private static let step = 100
    /// Seconds between two steps, and until it looks for work again.
    private static let pause = 0.05
    private static let rest = 30.0
    /// The log tells of work from so many articles on, and each time that so many are done.
    private static let told = 5_000

    package init(store: Store, finder: PlaceFinder, time: any TimeSource, log: Logger) {
        self.store = store
        self.finder = finder
        self.time = time
        self.log = log
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            var done = 0
            var isDemanded = false
            while !Task.isCancelled {
                do {
                    if !isDemanded { try await store.demandPlaces(byVersion: PlaceFinder.version) }
                    isDemanded = true
                    let found = try await findSome()
                    done = found == 0 ? 0 : done + found
                    if found > 0, done % Self.told == 0 {
                        let left = try await store.countArticlesWithoutPlaces()
                        log.info("Places are looked for", metadata: ["articles.left": "\(left)"])
                    }
                    try await time.sleep(until: time.now.addingTimeInterval(found > 0 ? Self.pause : Self.rest))
                } catch {
                    guard !Task.isCancelled else { return }
                    log.error("Places not stored", metadata: ["error": "\(error)"])
                    try? await time.sleep(until: time.now.addingTimeInterval(Self.rest))
                }
            }
        }
    }

    /// Does one step; returns how many articles it looked at.
    @discardableResult
    package func findSome() async throws -> Int {
        let articles = try await store.articlesWithoutPlaces(limit: Self.step)
        guard !articles.isEmpty else { return 0 }
        var found: [ArticleID: [NamedPlace]] = [:]
        for article in articles {
            found[article.id] = finder.namedPlaces(
                title: article.title,
                summary: article.summary,
                language: article.language
            )
            await Task.yield()
        }
        try await store.savePlaces(found)
        return articles.count
    }
}
