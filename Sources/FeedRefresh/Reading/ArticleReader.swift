package import CurlClient
package import Foundation
package import Logging
package import NewsModel
import ServiceLifecycle
package import Storage

/// What reading an article brought.
package enum ArticleReading: Hashable, Sendable {
    /// Its text, or why there is none.
    case body(ArticleBody)
    /// Its page takes longer; what that brings is kept for the next reader.
    case pending
    /// It has no page, or its publisher's terms allow no reading.
    case noPage
}

/// Brings the text behind an article: stored, else from its page, which is fetched once for everybody.
///
/// Pages are fetched while `run` runs, and go on when who asked no longer waits.
package actor ArticleReader: Service {
    private let store: Store
    private let refresher: FeedRefresher
    private let page: ArticlePage
    private let time: any TimeSource
    private let log: Logger
    /// The articles in work, and who waits for each.
    private var running: [ArticleID: [AsyncStream<ArticleReading>.Continuation]] = [:]
    private let queue: AsyncStream<Article>
    private let enqueue: AsyncStream<Article>.Continuation

    /// Pages waiting or in work; who asks for more sees the summary.
    private static let mostAtOnce = 100
    /// Longer waits for a host's turn are given up, in seconds.
    private static let longestQueueing = 20.0

    package init(store: Store, refresher: FeedRefresher, client: HTTPClient, time: any TimeSource, log: Logger) {
        self.store = store
        self.refresher = refresher
        self.time = time
        self.log = log
        page = ArticlePage(client: client, time: time, parsing: refresher.parsing)
        (queue, enqueue) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.mostAtOnce))
    }

    /// Whether reading it asks its publisher's site.
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
        return await withTaskGroup(of: ArticleReading.self) { group in
            group.addTask {
                for await reading in readings { return reading }
                return .pending
            }
            group.addTask {
                try? await self.time.sleep(until: deadline)
                return .pending
            }
            defer { group.cancelAll() }
            return await group.next() ?? .pending
        }
    }

    /// Has the page fetched for later, if that makes sense; waits for nothing.
    package func prepare(_ article: Article) async throws {
        guard try await known(article) == nil, Self.address(of: article) != nil else { return }
        _ = start(article, waiter: nil)
    }

    /// Fetches what is asked for until told to stop.
    package func run() async throws {
        let queue = queue
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                for await article in queue { group.addTask { await self.fetch(article) } }
            }
        }
    }

    /// What is stored, unless it is time to try again.
    private func known(_ article: Article) async throws -> ArticleReading? {
        guard let body = try await store.articleBody(of: article) else { return nil }
        if body.text == nil, let retryAt = body.retryAt, retryAt <= time.now { return nil }
        return .body(body)
    }

    /// False when too much is in work already.
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
        let latest = time.now.addingTimeInterval(Self.longestQueueing)
        guard await refresher.takeTurn(at: host, deadline: latest) else { return nil }
        let known = try await store.articleBody(of: article)
        let refresher = refresher
        let answer = await page.fetch(article, url: url, known: known) { host in
            await refresher.takeTurn(at: host, deadline: latest)
        }
        if let rest = answer.rest { await refresher.rest(host, until: rest) }
        if let failure = answer.body?.failure {
            log.info(
                "Article has no text",
                metadata: ["article.id": "\(article.id)", "failure": "\(failure.rawValue)"]
            )
        }
        return answer.body
    }

    /// Where its page is; the guarded client refuses what is not a stranger's to ask for.
    private static func address(of article: Article) -> (url: String, host: String)? {
        guard let url = article.url, FeedFinder.hasScheme(url), url.utf8.count <= 2_000 else { return nil }
        return (url, URL(string: url)?.host()?.lowercased() ?? "")
    }
}
