package import Foundation
package import NewsModel
package import Storage
import TextAnalysis

extension Date {
    /// A fixed Monday noon, 2026-11-16T12:00:00Z, from which tests count.
    package static let sampleNow = Date(timeIntervalSince1970: 1_794_830_400)
}

extension Identity {
    package static func sample(_ account: String) -> Identity { Identity(network: "testnet", account: account) }
}

extension Profile {
    /// A person on `testnet` who makes something.
    package var maker: Maker { Maker(.sample(name), profile: id) }
}

extension SlotPayload {
    /// A slot that tells these stories and lists no article.
    package static func sample(_ stories: StoryID...) -> SlotPayload {
        SlotPayload(articles: [], stories: stories, withStatistics: false, madeAt: .sampleNow)
    }
}

extension Store {
    /// A person on `testnet`.
    package func sampleProfile(_ name: String = "alice", at time: Date = .sampleNow) async throws -> Profile {
        try await ensureProfile(for: .sample(name), name: name, at: time)
    }

    /// A room on `testnet`.
    package func sampleRoom(_ name: String = "#news", at time: Date = .sampleNow) async throws -> Room {
        try await ensureRoom(network: "testnet", name: name, at: time)
    }

    /// A feed at `https://NAME.example/feed`.
    package func sampleFeed(
        _ name: String = "example",
        category: String? = nil,
        at time: Date = .sampleNow
    ) async throws -> Feed {
        try await ensureFeed(
            FeedDescription(url: "https://\(name.lowercased()).example/feed", name: name, category: category),
            at: time
        )
    }

    /// The person follows the feed on their own address.
    @discardableResult
    package func sampleSubscription(
        of profile: Profile,
        to feed: Feed,
        at address: Address? = nil,
        time: Date = .sampleNow
    ) async throws -> AddOutcome<Subscription> {
        try await addSubscription(
            of: profile.id.recipient,
            to: feed.id,
            at: address ?? Identity.sample(profile.name).address,
            by: profile.maker,
            limit: 1_000,
            time: time
        )
    }

    /// The person is alerted at their own address.
    @discardableResult
    package func sampleAlert(
        of profile: Profile,
        _ query: String,
        time: Date = .sampleNow
    ) async throws -> AddOutcome<Alert> {
        try await addAlert(
            of: profile.id.recipient,
            query: query,
            at: Identity.sample(profile.name).address,
            limit: 1_000,
            time: time
        )
    }

    /// The account leaves the profile, whose own address stays.
    @discardableResult
    package func sampleUnlink(
        _ account: Identity,
        from profile: Profile,
        movingSubscriptions: Bool
    ) async throws -> ProfileID? {
        try await unlink(
            account,
            from: profile.id,
            movingSubscriptions: movingSubscriptions,
            otherwiseAt: Identity.sample(profile.name).address,
            at: .sampleNow
        )
    }
}

extension NewArticle {
    /// An entry with a guid and a link of its own, published a minute before `sampleNow`.
    package static func sample(
        _ title: String,
        guid: String? = nil,
        link: String? = nil,
        titleKey: String? = nil,
        publishedAt: Date? = .sampleNow - 60,
        alertIDs: [AlertID] = []
    ) -> NewArticle {
        let name = title.lowercased().split(separator: " ").joined(separator: "-")
        let url = link ?? "https://site.example/\(name)"
        return NewArticle(
            title: title,
            url: url,
            canonicalURL: url,
            titleKey: titleKey,
            keys: ["guid:\(guid ?? name)", "link:\(url)"],
            summary: "Summary of \(title).",
            publishedAt: publishedAt,
            alertIDs: alertIDs
        )
    }
}

extension Store {
    /// Commits one document of a feed; the articles that were new.
    @discardableResult
    package func sampleRefresh(
        _ feed: Feed,
        _ articles: [NewArticle],
        at time: Date = .sampleNow
    ) async throws -> [Article] {
        let commit = RefreshCommit(
            feedID: feed.id,
            status: 200,
            nextCheckAt: time + 1_800,
            outcome: .document(FetchedDocument(title: feed.name, articles: articles))
        )
        let version = try await standingQueries().version
        guard case .committed(let new, _) = try await commitRefresh([commit], alertsVersion: version, at: time)
        else { return [] }
        while try await indexSomeArticles() > 0 {}
        return new
    }

    /// Everything there is, for tests that look at how things are kept; nobody's sight is so wide.
    package func everything() async throws -> ArticleSelection {
        let feeds = try await allFeeds().map(\.id)
        return ArticleSelection(feeds: .some(feeds), from: .distantPast, to: .distantFuture)
    }

    /// A feed whose silent first fetch is over.
    package func sampleFetchedFeed(_ name: String = "example", category: String? = nil) async throws -> Feed {
        let feed = try await sampleFeed(name, category: category)
        try await sampleRefresh(feed, [], at: .sampleNow - 3_600)
        return feed
    }

    /// The titles queued for somebody's own address.
    package func queuedTitles(for profile: Profile, at time: Date = .distantFuture) async throws -> [String] {
        try await queuedDeliveries(to: Identity.sample(profile.name).address, at: time, limit: 1_000)
            .compactMap { $0.article?.article.title }
    }
}

extension Store {
    /// Stores that a feed had nothing new.
    package func recordNotModified(_ feed: FeedID, status: Int?, nextCheckAt: Date, at time: Date) async throws {
        let outcome = RefreshCommit.Outcome.notModified(FeedValidators())
        let commit = RefreshCommit(feedID: feed, status: status, nextCheckAt: nextCheckAt, outcome: outcome)
        _ = try await commitRefresh([commit], alertsVersion: nil, at: time)
    }

    /// Stores that a feed could not be read.
    package func recordFailure(
        _ feed: FeedID,
        _ failure: FeedFailure,
        status: Int?,
        nextCheckAt: Date,
        at time: Date
    ) async throws {
        let commit = RefreshCommit(feedID: feed, status: status, nextCheckAt: nextCheckAt, outcome: .failed(failure))
        _ = try await commitRefresh([commit], alertsVersion: nil, at: time)
    }
}

extension Store {
    /// Freezes and confirms whatever is queued for an address.
    ///
    /// - Parameter event: how the network names the post, on one where posts can be answered.
    package func deliverAll(to address: Address, at time: Date, posting event: String? = nil) async throws {
        let ids = try await queuedDeliveries(to: address, at: time, limit: 100).map(\.id)
        guard let message = try await freeze(ids, to: address, parts: [MessagePart(payload: "x")], at: time)
        else { return }
        _ = try await markAttempt(message.id)
        if let event {
            try await recordPosted(network: address.network, eventID: event, key: .message(message.id, part: 0))
        }
        try await confirm(message.id, part: 0, at: time)
    }
}

extension Store {
    /// The stories that contain all words, the best first.
    package func searchArticles(words: String, in sight: Sight, limit: Int) async throws -> [ListedArticle] {
        let search = ArticleSearch(query: try Query(parsing: words), time: QueryTime(now: .sampleNow), limit: limit)
        return try await self.search(search, in: sight, limits: SearchLimits(seconds: 600)).hits.map(\.listed)
    }
}
