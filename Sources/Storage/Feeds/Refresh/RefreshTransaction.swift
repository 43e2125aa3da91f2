import Foundation
import GRDB
import NewsModel

/// Stores one check of a feed, inside a transaction.
struct RefreshTransaction {
    /// This many old unknown entries at once are a returned archive, not news.
    static let massReturnCount = 5
    static let massReturnAge: Int64 = 7 * 86_400

    let db: Database
    let time: Date
    let statements: DirectStatements
    var judge = RuleCheck()
    var limits = StorageLimits()
    /// Whether storage is short of space.
    var isShort = false
    var byNumber = StoriesByNumber()

    var seconds: Int64 { time.unixSeconds }

    /// The new articles of a check.
    struct Stored {
        var articles: [Article] = []
        /// They enter the full-text index after the transaction.
        var isIndexedLater = false
    }

    func apply(_ commit: RefreshCommit) throws -> Stored {
        guard let before = try FeedBeforeCheck(commit.feedID, in: db) else { return Stored() }
        let stored = try store(commit, before)
        if before.isImported {
            let failure: FeedFailure? = if case .failed(let failure) = commit.outcome { failure } else { nil }
            try ImportCheck(db: db, time: time).record(commit.feedID, failure)
        }
        return stored
    }

    private func store(_ commit: RefreshCommit, _ before: FeedBeforeCheck) throws -> Stored {
        let troubles = FeedTroubles(db: db, time: time, feed: commit.feedID, before: before)
        let moving = FeedMoving(db: db, time: time)
        switch commit.outcome {
        case .notModified(let validators):
            try recordAnswer(commit)
            if commit.status != 304 { try recordSameDocument(of: commit.feedID) }
            try record(validators, of: commit.feedID, known: before.validators)
            try troubles.recordSuccess()
            // The same bytes are the same feed, if it has entries; a 304 proves nothing about the address.
            let overlaps = try commit.status == 304 ? nil : DocumentEntries.hasKeys(commit.feedID, db)
            if commit.movedTo != nil || before.isMoving {
                try moving.record(
                    commit.movedTo,
                    of: commit.feedID,
                    overlaps: overlaps,
                    nextCheckAt: commit.nextCheckAt
                )
            }
            return Stored()
        case .failed(let failure):
            try record(failure, commit)
            try troubles.record(failure, hasAnswered: commit.status != nil)
            return Stored()
        case .document(let document):
            let news = try DocumentNews(document, of: commit, limits: limits, isShort: isShort, db: db, time: time)
            try recordAnswer(commit)
            guard let news else {
                // The validators are not stored, so that the same document is read again when there is space.
                try troubles.recordSuccess()
                return Stored()
            }
            try news.allowance.replacePayerIfNeeded()
            try record(document, of: commit.feedID)
            try record(document, commit.distrusted, of: commit.feedID)
            try troubles.recordSuccess()
            let (articles, overlaps) = try store(
                news,
                of: commit.feedID,
                isOversized: before.isOversized || document.isOversized,
                lastDocumentAt: before.lastDocumentAt
            )
            // A move may change texts of these articles, which are not in the full-text index yet.
            let isIndexedLater = news.allowance.isFirst || commit.movedTo != nil
            if isIndexedLater { try SearchIndexing(db: db).postpone(articles) }
            try moving.record(
                commit.movedTo,
                of: commit.feedID,
                document: document,
                overlaps: overlaps,
                nextCheckAt: commit.nextCheckAt
            )
            return Stored(articles: articles, isIndexedLater: isIndexedLater)
        }
    }

    /// Returns the new articles and whether the document contained known entries; nil when it had no entries.
    private func store(
        _ news: DocumentNews,
        of feed: FeedID,
        isOversized: Bool,
        lastDocumentAt: Int64?
    ) throws -> (articles: [Article], overlaps: Bool?) {
        let (entries, new, isFirst) = (news.entries, news.sorted.new, news.allowance.isFirst)
        var bytes = FeedBytes()
        try entries.record(news.sorted, counting: &bytes, in: db)
        if !isFirst { try EditablePosts(db: db, time: time, judge: judge).update(news.sorted.known, of: feed) }
        // Entries published since the last document are news, however long ago that was.
        let oldest = min(seconds - Self.massReturnAge, (lastDocumentAt ?? seconds) - 86_400)
        let oldCount = new.count { ($0.publishedAt?.unixSeconds ?? seconds) < oldest }
        // Entries that were cut off appear when the document gets shorter; they are not news either.
        let isMassReturn = oldCount >= Self.massReturnCount || isOversized
        let isCalendar = Self.isCalendar(news.dated, now: seconds)
        let editor = try StoryFinder(db: db, feed: feed, sharedLinks: entries.sharedLinks)
        let mostDecisions = isShort ? 0 : limits.decisionsPerDay
        let newsQueue = NewsQueue(db: db, time: time, judge: judge, mostDecisions: mostDecisions)
        let breaking = BreakingNews(db: db, time: time, judge: judge, mostDecisions: mostDecisions)
        let isTitlesOnly = try isTitlesOnly(feed)
        try news.allowance.record(kept: news.kept.count, leftOut: news.leftOutCount, in: db)

        var articles: [Article] = []
        articles.reserveCapacity(news.kept.count)
        for index in news.kept {
            let entry = news.allowance.share == .some ? new[index] : new[index].withoutText
            guard let alerts = entry.alertIDs else { throw UnmatchedNews() }
            let published = publicationSecond(of: entry, isCalendar: isCalendar)
            let story = try editor.story(of: entry, published: min(published, seconds), firstSeen: seconds)
            if let grouping = entry.grouping { try place(story, of: feed, grouping) }
            let isSilent = isFirst || (isMassReturn && published < oldest)
            let body = isTitlesOnly ? nil : entry.text.map { ArticleBody(source: .feed, text: $0, fetchedAt: time) }
            let article = try insert(
                entry,
                with: body,
                feed: feed,
                story: story,
                published: published,
                isNews: !isSilent,
                counting: &bytes
            )
            articles.append(article)
            try newsQueue.recordMatches(of: article, alerts: alerts)
            if !isSilent {
                // Mutes ask for the language of the words, as lists do.
                var judged = article
                judged.language = entry.facts?.language ?? article.language
                try newsQueue.queue(
                    judged,
                    alerts: alerts,
                    // Of a feed whose texts may not be shown, titles alone count.
                    filters: isTitlesOnly ? nil : entry.filterMatches,
                    repeating: entry.grouping?.repetition,
                    byNumber
                )
                try breaking.queue(judged, alerts: alerts)
                try StoryUpdates(db: db, time: time, judge: judge).queue(article, entry.facts)
            }
        }
        try bytes.record(of: feed, in: db)
        if isFirst {
            if let newest = articles.max(by: { $0.id < $1.id }) { try newsQueue.queueSamples(of: newest) }
            try db.executeCached(
                sql: "UPDATE subscription SET sampleDue = 0 WHERE feedID = ?",
                arguments: [feed]
            )
        }
        return (articles, news.dated.isEmpty ? nil : entries.count > new.count + news.sorted.passedOver)
    }

    /// Puts a story into the event that the story index proposes.
    ///
    /// A private feed must not put a story into an event that others have reported, whose link or title it may have
    /// copied.
    private func place(_ story: StoryID, of feed: FeedID, _ grouping: StoryGrouping) throws {
        let isOpen = try Sight.of(nil).sees(feed, in: db)
        let other = try db.cachedStatement(sql: "SELECT 1 FROM article WHERE storyID = ? AND feedID <> ? LIMIT 1")
        guard try isOpen || Row.fetchOne(other, arguments: [story, feed]) == nil else { return }
        byNumber.record(story, of: grouping.number)
        let events = StoryEvents(db: db)
        let most = isOpen ? StoryEvents.mostStories : StoryEvents.mostWithPrivate
        for links in grouping.related {
            if let other = links.lazy.compactMap(byNumber.story).first { try events.join(story, other, most: most) }
        }
    }

    /// Whether the feed announces events: then its future dates are correct.
    private static func isCalendar(_ entries: [NewArticle], now: Int64) -> Bool {
        let dates = entries.compactMap { $0.publishedAt?.unixSeconds }
        let coming = dates.count { $0 > now + 86_400 }
        return coming >= 3 && coming * 2 >= dates.count
    }

    /// The publication time of an entry: now, if it has no date or one more than a day ahead in a feed that is not a
    /// calendar.
    private func publicationSecond(of entry: NewArticle, isCalendar: Bool) -> Int64 {
        guard let published = entry.publishedAt?.unixSeconds, isCalendar || published <= seconds + 86_400 else {
            return seconds
        }
        return min(max(published, 0), seconds + 10 * 366 * 86_400)
    }

    /// Stores an entry as an article, with its full text if the feed contains it.
    func insert(
        _ entry: NewArticle,
        with body: ArticleBody? = nil,
        feed: FeedID,
        story: StoryID,
        published: Int64,
        isNews: Bool,
        counting bytes: inout FeedBytes
    ) throws -> Article {
        // Lists are sorted by id. A future event is listed as news of the next day at the latest.
        let id = try ArticleID.next(atSecond: min(published, seconds + 86_400), with: statements)
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
        try article.insert(
            arrivedAt: isNews && published < seconds ? seconds : nil,
            bodyBytes: body?.boundedText?.utf8.count ?? 0,
            factBytes: FeedBytes.facts(entry.facts, places: entry.places?.count ?? 0),
            counting: &bytes,
            with: statements
        )
        try body?.save(for: id, with: statements)
        if let places = entry.places { try PlaceWriting(db: db).save(places, of: id) }
        if let facts = entry.facts { try AnalysisWriting(db: db).save(facts, of: id, version: entry.analysisVersion) }
        if entry.isAnalysedLater { try AnalysisWriting.saveAsDue(id, with: statements) }
        return article
    }

    private func isTitlesOnly(_ feed: FeedID) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM feed JOIN titlesOnlyHost ON titlesOnlyHost.host = feed.host WHERE feed.id = ?)
                """
        )
        return try Bool.fetchOne(statement, arguments: [feed]) ?? false
    }
}
