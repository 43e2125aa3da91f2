import Foundation
import GRDB
import NewsModel

/// The steps that store one check of a feed, inside a transaction.
struct RefreshTransaction {
    /// So many old entries that nobody has seen are an archive that came back, not news.
    static let massReturnCount = 5
    static let massReturnAge: Int64 = 7 * 86_400

    let db: Database
    let time: Date

    var seconds: Int64 { time.unixSeconds }

    /// The articles that were new.
    func apply(_ commit: RefreshCommit) throws -> [Article] {
        let articles = try store(commit)
        if case .failed(let failure) = commit.outcome {
            try ImportCheck(db: db, time: time).record(commit.feedID, failure)
        } else {
            try ImportCheck(db: db, time: time).record(commit.feedID, nil)
        }
        return articles
    }

    private func store(_ commit: RefreshCommit) throws -> [Article] {
        let statement = try db.cachedStatement(sql: "SELECT firstFetchedAt FROM feed WHERE id = ?")
        let feedRow = try Row.fetchOne(statement, arguments: [commit.feedID.rawValue])
        guard let feedRow else { return [] }
        switch commit.outcome {
        case .notModified(let validators):
            try recordAnswer(commit)
            try record(validators, of: commit.feedID)
            return []
        case .failed(let failure):
            try record(failure, commit)
            return []
        case .document(let document):
            let isFirst = (feedRow["firstFetchedAt"] as Int64?) == nil
            try recordAnswer(commit)
            try record(document, of: commit.feedID)
            return try store(document, of: commit.feedID, isFirst: isFirst)
        }
    }

    private func store(_ document: FetchedDocument, of feed: FeedID, isFirst: Bool) throws -> [Article] {
        let entries = try DocumentEntries(document.articles, feed: feed, db: db, seconds: seconds)
        let new = try entries.recordKeys(db: db)
        let old = new.filter { ($0.publishedAt?.unixSeconds ?? seconds) < seconds - Self.massReturnAge }
        let isMassReturn = old.count >= Self.massReturnCount
        let editor = StoryFinder(db: db, feed: feed, sharedLinks: entries.sharedLinks)
        let teller = NewsTeller(db: db, time: time)

        var articles: [Article] = []
        for entry in new {
            let published = publicationSecond(of: entry)
            let story = try editor.story(of: entry, published: published, firstSeen: seconds)
            let article = try insert(entry, feed: feed, story: story, published: published)
            articles.append(article)
            let isSilent = isFirst || (isMassReturn && published < seconds - Self.massReturnAge)
            try teller.recordMatches(of: article, alerts: entry.alertIDs)
            if !isSilent { try teller.tell(article, alerts: entry.alertIDs) }
        }
        if isFirst {
            if let newest = articles.max(by: { $0.id < $1.id }) { try teller.tellSamples(of: newest) }
            try db.executeCached(
                sql: "UPDATE subscription SET sampleDue = 0 WHERE feedID = ?",
                arguments: [feed.rawValue]
            )
        }
        return articles
    }

    /// A date more than a day ahead is a mistake of the feed's, and none at all is common: then it is now.
    private func publicationSecond(of entry: NewArticle) -> Int64 {
        guard let published = entry.publishedAt?.unixSeconds, published <= seconds + 86_400 else { return seconds }
        return max(published, 0)
    }

    private func insert(_ entry: NewArticle, feed: FeedID, story: StoryID, published: Int64) throws -> Article {
        let id = try ArticleID.next(atSecond: published, in: db)
        let article = Article(
            id: id,
            feedID: feed,
            storyID: story,
            title: entry.title,
            url: entry.url,
            summary: entry.summary,
            author: entry.author,
            publishedAt: Date(unixSeconds: published),
            firstSeenAt: Date(unixSeconds: seconds),
            language: entry.language,
            tags: entry.tags,
            imageURL: entry.imageURL,
            attachment: entry.attachment
        )
        try article.insert(in: db)
        return article
    }
}

extension RefreshTransaction {
    private func recordAnswer(_ commit: RefreshCommit) throws {
        try db.executeCached(
            sql: """
                UPDATE feed SET nextCheckAt = ?, lastCheckedAt = ?, lastSucceededAt = ?, lastStatus = ?, failure = NULL,
                    failureCount = 0, failingSince = NULL, requestedAt = NULL
                WHERE id = ?
                """,
            arguments: [
                commit.nextCheckAt.unixSeconds, seconds, seconds, commit.status, commit.feedID.rawValue,
            ]
        )
    }

    private func record(_ failure: FeedFailure, _ commit: RefreshCommit) throws {
        try db.executeCached(
            sql: """
                UPDATE feed SET nextCheckAt = ?, lastCheckedAt = ?, lastStatus = ?, failure = ?,
                    failureCount = failureCount + 1, failingSince = coalesce(failingSince, ?), requestedAt = NULL
                WHERE id = ?
                """,
            arguments: [
                commit.nextCheckAt.unixSeconds, seconds, commit.status, failure.rawValue, seconds,
                commit.feedID.rawValue,
            ]
        )
    }

    /// A 304 may bring a new ETag (RFC 9110, 15.4.5); what it does not repeat stays as it was.
    private func record(_ validators: FeedValidators, of feed: FeedID) throws {
        guard validators != FeedValidators() else { return }
        try db.executeCached(
            sql: """
                UPDATE feed SET etag = coalesce(?, etag), lastModified = coalesce(?, lastModified),
                    bodyHash = coalesce(?, bodyHash)
                WHERE id = ?
                """,
            arguments: [validators.etag, validators.lastModified, validators.bodyHash, feed.rawValue]
        )
    }

    private func record(_ document: FetchedDocument, of feed: FeedID) throws {
        try db.executeCached(
            sql: """
                UPDATE feed SET etag = ?, lastModified = ?, bodyHash = ?, timeToLive = ?,
                    homePageURL = coalesce(?, homePageURL), language = coalesce(language, ?), iconURL = coalesce(iconURL, ?),
                    firstFetchedAt = coalesce(firstFetchedAt, ?), lastDocumentAt = ?
                WHERE id = ?
                """,
            arguments: [
                document.validators.etag, document.validators.lastModified, document.validators.bodyHash,
                document.timeToLive, document.homePageURL, document.language, document.iconURL, seconds, seconds,
                feed.rawValue,
            ]
        )
        if let title = document.title, !title.isEmpty {
            let key = FeedKey.fold(title)
            try db.executeCached(
                sql: "UPDATE feed SET title = ?, titleKey = ? WHERE id = ? AND title IS NOT ?",
                arguments: [title, key, feed.rawValue, title]
            )
            try db.executeCached(
                sql: "UPDATE feed SET name = ?, nameKey = ? WHERE id = ? AND isNameFixed = 0 AND name <> ?",
                arguments: [title, key, feed.rawValue, title]
            )
        }
    }
}
