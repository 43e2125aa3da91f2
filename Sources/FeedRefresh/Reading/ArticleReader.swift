package import CurlClient
package import Foundation
package import Logging
package import NewsModel
import ServiceLifecycle
package import Storage
import Waking

/// The result of reading an article.
package enum ArticleReading: Hashable, Sendable {
    /// Its text, or why there is none.
    case body(ArticleBody)
    /// The page takes longer. Its text is stored for the next reader.
    case pending
    /// It has no web address that can be fetched.
    case noPage
}

/// Provides the text of an article from the store, or else from its page. A page is fetched once for all readers.
///
/// Pages are fetched while `run` runs, also when the caller no longer waits.
package actor ArticleReader: Service {
    private let store: Store
    private let refresher: FeedRefresher
    private let page: ArticlePage
    private let time: any TimeSource
    private let log: Logger
    /// The articles in work, and the callers that wait for each.
    private var running: [ArticleID: [AsyncStream<ArticleReading>.Continuation]] = [:]
    private let queue: AsyncStream<Article>
    private let enqueue: AsyncStream<Article>.Continuation

    /// Pages waiting or in work; further articles are answered with `pending`.
    private static let mostAtOnce = 100
    /// Seconds; a longer wait for a host is given up.
    private static let longestHostWait = 20.0

    package init(store: Store, refresher: FeedRefresher, client: HTTPClient, time: any TimeSource, log: Logger) {
        self.store = store
        self.refresher = refresher
        self.time = time
        self.log = log
        page = ArticlePage(client: client, time: time, parsing: refresher.parsing)
        (queue, enqueue) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.mostAtOnce))
    }

    /// Whether reading the article needs a request to its publisher's site.
    package func needsPage(_ article: Article) async throws -> Bool {
        guard Self.address(of: article) != nil, running[article.id] == nil else { return false }
        return try await known(article) == nil
    }

    /// The article's text, answered by `deadline`.
    package func read(_ article: Article, deadline: Date) async throws -> ArticleReading {
        if let known = try await known(article) { return known }
        guard Self.address(of: article) != nil else { return .noPage }
        let (readings, continuation) = AsyncStream.makeStream(of: ArticleReading.self)
        guard start(article, waiter: continuation) else { return .pending }
        let reading = try? await time.race(until: deadline) {
            for await reading in readings { return reading }
            return ArticleReading.pending
        }
        return reading ?? .pending
    }

    /// Queues the page for fetching, if it has an address and is not stored; does not wait.
    package func prepare(_ article: Article) async throws {
        guard try await known(article) == nil, Self.address(of: article) != nil else { return }
        _ = start(article, waiter: nil)
    }

    /// Fetches the queued pages until shutdown.
    package func run() async throws {
        let queue = queue
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                for await article in queue { group.addTask { await self.fetch(article) } }
            }
        }
    }

    /// The stored result; nil when there is none or it is time to try again.
    private func known(_ article: Article) async throws -> ArticleReading? {
        guard let body = try await store.articleBody(of: article) else { return nil }
        if body.text == nil, let retryAt = body.retryAt, retryAt <= time.now { return nil }
        return .body(body)
    }

    /// False when too many articles are in work.
    private func start(_ article: Article, waiter: AsyncStream<ArticleReading>.Continuation?) -> Bool {
        if running[article.id] == nil {
            guard running.count < Self.mostAtOnce else { return false }
            running[article.id] = []
            enqueue.yield(article)
        }
        if let waiter { running[article.id]?.append(waiter) }
        return true
    }

    private func fetch(_ article: Article) async {
        var reading = ArticleReading.pending
        do {
            // It may have been stored while this one waited in the queue.
            if let known = try await known(article) {
                reading = known
            } else if let body = try await body(of: article) {
                try await store.saveArticleBody(body, of: article.id)
                reading = .body(body)
            }
        } catch {
            if !(error is CancellationError) {
                log.error("Article not read", metadata: ["article.id": "\(article.id)", "error": "\(error)"])
            }
        }
        for waiter in running.removeValue(forKey: article.id) ?? [] {
            waiter.yield(reading)
            waiter.finish()
        }
    }

    private func body(of article: Article) async throws -> ArticleBody? {
        guard let (url, host) = Self.address(of: article) else { return nil }
        let latest = time.now.addingTimeInterval(Self.longestHostWait)
        guard await refresher.takeTurn(at: host, deadline: latest) else { return nil }
        let known = try await store.articleBody(of: article)
        let refresher = refresher
        let answer = await page.fetch(article, url: url, known: known) { host in
            await refresher.takeTurn(at: host, deadline: latest)
        }
        if let rest = answer.rest { await refresher.block(rest.host, until: rest.until) }
        if let failure = answer.body?.failure {
            log.info(
                "Article has no text",
                metadata: ["article.id": "\(article.id)", "failure": "\(failure.rawValue)"]
            )
        }
        return answer.body
    }

    /// The address and host of the article's page; the guarded client refuses private addresses.
    private static func address(of article: Article) -> (url: String, host: String)? {
        guard let url = article.url, FeedFinder.hasScheme(url), url.utf8.count <= 2_000 else { return nil }
        return (url, URL(string: url)?.host()?.lowercased() ?? "")
    }
}
