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
    var judge = MuteJudge()
    var limits = StorageLimits()
    /// Whether the house has no room.
    var isShort = false

    var seconds: Int64 { time.unixSeconds }

    /// The articles that were new.
    func apply(_ commit: RefreshCommit) throws -> [Article] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT name, url, failingSince, goneCount, stoppedAt, toldFailingAt, nextCheckAt, requestedAt,
                    etag, lastModified, bodyHash, movedTo, isOversized, lastDocumentAt,
                    EXISTS (SELECT 1 FROM feedImportItem WHERE feedID = feed.id AND isChecked = 0) AS isImported
                FROM feed WHERE id = ?
                """
        )
        guard let feedRow = try Row.fetchOne(statement, arguments: [commit.feedID.rawValue]) else { return [] }
        let articles = try store(commit, feedRow)
        if feedRow["isImported"] {
            let failure: FeedFailure? = if case .failed(let failure) = commit.outcome { failure } else { nil }
            try ImportCheck(db: db, time: time).record(commit.feedID, failure)
        }
        return articles
    }

    private func store(_ commit: RefreshCommit, _ feedRow: Row) throws -> [Article] {
        let troubles = FeedTroubles(db: db, time: time, feed: commit.feedID, row: feedRow)
        let moving = FeedMoving(db: db, time: time)
        switch commit.outcome {
        case .notModified(let validators):
            try recordAnswer(commit)
            if commit.status != 304 { try recordSameDocument(of: commit.feedID) }
            try record(validators, of: commit.feedID, known: feedRow)
            try troubles.noteAnswer()
            // The very bytes of last time are the same feed, if there was anything in it; a 304 is only the server's word.
            let overlaps = try commit.status == 304 ? nil : DocumentEntries.hasKeys(commit.feedID, db)
            if commit.movedTo != nil || (feedRow["movedTo"] as String?) != nil {
                try moving.note(
                    commit.movedTo,
                    of: commit.feedID,
                    overlaps: overlaps,
                    nextCheckAt: commit.nextCheckAt
                )
            }
            return []
        case .failed(let failure):
            try record(failure, commit)
            try troubles.note(failure, hasAnswered: commit.status != nil)
            return []
        case .document(let document):
            let news = try DocumentNews(document, of: commit, limits: limits, isShort: isShort, db: db, time: time)
            try recordAnswer(commit)
            guard let news else {
                // As if it had not been asked for: the same document brings its news when there is room.
                try troubles.noteAnswer()
                return []
            }
            try news.allowance.settlePayer()
            try record(document, of: commit.feedID)
            try record(document, commit.distrusted, of: commit.feedID)
            try troubles.noteAnswer()
            let (articles, overlaps) = try store(
                news,
                of: commit.feedID,
                isOversized: (feedRow["isOversized"] as Bool) || document.isOversized,
                lastDocumentAt: feedRow["lastDocumentAt"]
            )
            try moving.note(
                commit.movedTo,
                of: commit.feedID,
                document: document,
                overlaps: overlaps,
                nextCheckAt: commit.nextCheckAt
            )
            return articles
        }
    }

    /// The new articles, and whether the document showed some that were known; nil when it showed none at all.
    private func store(
        _ news: DocumentNews,
        of feed: FeedID,
        isOversized: Bool,
        lastDocumentAt: Int64?
    ) throws -> (articles: [Article], overlaps: Bool?) {
        let (entries, new, isFirst) = (news.entries, news.sorted.new, news.allowance.isFirst)
        try entries.record(news.sorted, in: db)
        if !isFirst { try EditablePosts(db: db, seconds: seconds, judge: judge).note(news.sorted.known, of: feed) }
        // What appeared while nobody could look is news, however long that was.
        let oldest = min(seconds - Self.massReturnAge, (lastDocumentAt ?? seconds) - 86_400)
        let old = new.filter { ($0.publishedAt?.unixSeconds ?? seconds) < oldest }
        // What was cut off comes into sight when the document gets shorter: it is no news either.
        let isMassReturn = old.count >= Self.massReturnCount || isOversized
        let isCalendar = Self.isCalendar(news.dated, now: seconds)
        let editor = StoryFinder(db: db, feed: feed, sharedLinks: entries.sharedLinks)
        let teller = NewsTeller(db: db, time: time, judge: judge)
        let isTitlesOnly = try isTitlesOnly(feed)
        try news.allowance.record(kept: news.kept.count, leftOut: news.leftOutCount, in: db)

        var articles: [Article] = []
        for entry in news.kept.map({ news.allowance.share == .some ? new[$0] : new[$0].withoutWords }) {
            guard let alerts = entry.alertIDs else { throw UnmatchedNews() }
            let published = publicationSecond(of: entry, isCalendar: isCalendar)
            let story = try editor.story(of: entry, published: min(published, seconds), firstSeen: seconds)
            let isSilent = isFirst || (isMassReturn && published < oldest)
            let article = try insert(entry, feed: feed, story: story, published: published, isNews: !isSilent)
            if let text = entry.text, !isTitlesOnly {
                try ArticleBody(source: .feed, text: text, fetchedAt: time).save(for: article.id, in: db)
            }
            articles.append(article)
            try teller.recordMatches(of: article, alerts: alerts)
            if !isSilent { try teller.tell(article, alerts: alerts) }
        }
        if isFirst {
            if let newest = articles.max(by: { $0.id < $1.id }) { try teller.tellSamples(of: newest) }
            try db.executeCached(
                sql: "UPDATE subscription SET sampleDue = 0 WHERE feedID = ?",
                arguments: [feed.rawValue]
            )
        }
        return (articles, news.dated.isEmpty ? nil : entries.count > new.count + news.sorted.passedOver)
    }

    /// Whether the feed announces what is to come: then its dates are events and no mistakes.
    private static func isCalendar(_ entries: [NewArticle], now: Int64) -> Bool {
        let dates = entries.compactMap { $0.publishedAt?.unixSeconds }
        let coming = dates.count { $0 > now + 86_400 }
        return coming >= 3 && coming * 2 >= dates.count
    }

    /// A date more than a day ahead is a mistake of the feed's unless it is a calendar, and none at all is common.
    ///
    /// Then it is now.
    private func publicationSecond(of entry: NewArticle, isCalendar: Bool) -> Int64 {
        guard let published = entry.publishedAt?.unixSeconds, isCalendar || published <= seconds + 86_400 else {
            return seconds
        }
        return min(max(published, 0), seconds + 10 * 366 * 86_400)
    }

    func insert(
        _ entry: NewArticle,
        feed: FeedID,
        story: StoryID,
        published: Int64,
        isNews: Bool
    ) throws -> Article {
        // Numbers order lists by time; what is to come is news of today.
        let id = try ArticleID.next(atSecond: min(published, seconds + 86_400), in: db)
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
        try article.insert(arrivedAt: isNews && published < seconds ? seconds : nil, in: db)
        return article
    }

    private func isTitlesOnly(_ feed: FeedID) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM feed JOIN titlesOnlyHost ON titlesOnlyHost.host = feed.host WHERE feed.id = ?)
                """
        )
        return try Bool.fetchOne(statement, arguments: [feed.rawValue]) ?? false
    }
}
