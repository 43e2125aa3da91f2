import Foundation
import GRDB
import NewsModel

/// Merges two profiles: everything that belonged to the source belongs to the target.
struct ProfileMerging {
    let db: Database
    let source: ProfileID
    let target: ProfileID
    let time: Date
    let judge: RuleCheck

    var ledger: Ledger { Ledger(db: db, time: time) }

    func merge() throws {
        // Frozen messages that were certainly not sent are queued again, so that duplicate stories can be merged.
        try ledger.requeueUnsent(of: [source.recipient, target.recipient])
        try UndoLog(db: db, time: time).link(source.recipient, to: target.recipient)
        try mergeReasons()
        try run(Self.subscriptionSteps)
        try mergeAlerts()
        try mergeSmartFeeds()
        try mergeSchedules()
        try mergeMutes()
        try mergeFilters()
        try ledger.merge(source.recipient, into: target.recipient)
        try ledger.mergeUpdates(of: source.recipient, into: target.recipient)
        try run(Self.settingsSteps)
        try run(Self.puzzleSteps)
        try run(Self.moves)
        try db.execute(sql: "DELETE FROM recipient WHERE id = ?", arguments: [source])
        try ledger.withdrawHidden(from: target.recipient, judge)
        try Ledger.releaseHeld(of: target.recipient, in: db)
    }

    func run(_ steps: [String]) throws {
        for sql in steps {
            try db.execute(sql: sql, arguments: ["source": source, "target": target])
        }
    }

    /// Moves the deliveries of a duplicate subscription to the one that is kept.
    private func mergeReasons() throws {
        let twice = try Row.fetchAll(
            db,
            sql: """
                SELECT gone.id AS gone, kept.id AS kept FROM subscription AS gone
                JOIN subscription AS kept ON kept.feedID = gone.feedID AND kept.recipientID = ?
                WHERE gone.recipientID = ?
                """,
            arguments: [target, source]
        )
        for row in twice { try ledger.mergeReason(row[0] as SubscriptionID, into: row[1]) }
    }
}

extension ProfileMerging {
    /// If one of two subscriptions to a feed is not paused, the merged one is not.
    private static let subscriptionSteps = [
        """
        UPDATE subscription SET pause = NULL, addressID = gone.addressID FROM subscription AS gone
        WHERE subscription.recipientID = :target AND subscription.pause IS NOT NULL
            AND gone.recipientID = :source AND gone.feedID = subscription.feedID AND gone.pause IS NULL
        """,
        """
        UPDATE subscription SET category = coalesce(subscription.category, gone.category),
            allowsRepeats = max(subscription.allowsRepeats, gone.allowsRepeats),
            name = coalesce(subscription.name, gone.name),
            template = coalesce(subscription.template, gone.template),
            editsPosts = coalesce(subscription.editsPosts, gone.editsPosts),
            sampleDue = min(subscription.sampleDue, gone.sampleDue),
            unreadSince = max(subscription.unreadSince, gone.unreadSince),
            clearedAt = max(coalesce(subscription.clearedAt, gone.clearedAt),
                coalesce(gone.clearedAt, subscription.clearedAt)),
            clearedBefore = max(coalesce(subscription.clearedBefore, gone.clearedBefore),
                coalesce(gone.clearedBefore, subscription.clearedBefore)),
            checkInterval = min(coalesce(subscription.checkInterval, gone.checkInterval),
                coalesce(gone.checkInterval, subscription.checkInterval))
        FROM subscription AS gone
        WHERE subscription.recipientID = :target AND gone.recipientID = :source AND gone.feedID = subscription.feedID
        """,
        """
        DELETE FROM subscription WHERE recipientID = :source
            AND feedID IN (SELECT feedID FROM subscription WHERE recipientID = :target)
        """,
        "UPDATE subscription SET recipientID = :target WHERE recipientID = :source",
    ]

    /// The target's settings are kept; settings that it has not set are copied from the source.
    private static let settingsSteps = [
        """
        UPDATE recipient SET quietStart = gone.quietStart, quietEnd = gone.quietEnd,
            quietExceptUrgent = gone.quietExceptUrgent
        FROM recipient AS gone WHERE recipient.id = :target AND gone.id = :source AND recipient.quietStart IS NULL
        """,
        """
        UPDATE recipient SET language = coalesce(recipient.language, gone.language),
            timeZone = coalesce(recipient.timeZone, gone.timeZone),
            checkInterval = coalesce(recipient.checkInterval, gone.checkInterval),
            hearsOfFeeds = min(recipient.hearsOfFeeds, gone.hearsOfFeeds),
            showsImages = max(recipient.showsImages, gone.showsImages),
            showsIcons = min(recipient.showsIcons, gone.showsIcons),
            format = min(recipient.format, gone.format),
            allowsRepeats = max(recipient.allowsRepeats, gone.allowsRepeats),
            hearsUpdates = max(recipient.hearsUpdates, gone.hearsUpdates),
            layout = iif(recipient.layout = 'list', gone.layout, recipient.layout),
            lastVisitAt = max(coalesce(recipient.lastVisitAt, gone.lastVisitAt),
                coalesce(gone.lastVisitAt, recipient.lastVisitAt)),
            visitBeforeEndedAt = max(coalesce(recipient.visitBeforeEndedAt, gone.visitBeforeEndedAt),
                coalesce(gone.visitBeforeEndedAt, recipient.visitBeforeEndedAt))
        FROM recipient AS gone WHERE recipient.id = :target AND gone.id = :source
        """,
    ]

    /// SQL: whether the row `gone` is of a sport, and the target has no order of sports.
    private static let isFirstOrderOfSports = """
        gone.key GLOB 'sport:*'
            AND NOT EXISTS (SELECT 1 FROM categorySetting WHERE recipientID = :target AND key GLOB 'sport:*')
        """

    private static let moves = [
        "UPDATE identity SET profileID = :target WHERE profileID = :source",
        "UPDATE address SET recipientID = :target WHERE recipientID = :source",
        "UPDATE subscription SET createdBy = :target WHERE createdBy = :source",
        "UPDATE alert SET createdBy = :target WHERE createdBy = :source",
        "UPDATE schedule SET createdBy = :target WHERE createdBy = :source",
        "UPDATE mute SET createdBy = :target WHERE createdBy = :source",
        "UPDATE newsFilter SET createdBy = :target WHERE createdBy = :source",
        """
        INSERT INTO decision (recipientID, day, slot, articleID, rule, number)
        SELECT :target, day, slot + (SELECT coalesce(max(slot) + 1, 0) FROM decision AS own
            WHERE own.recipientID = :target AND own.day = gone.day), articleID, rule, 0
        FROM decision AS gone WHERE recipientID = :source
        """,
        "UPDATE feedImport SET recipientID = :target WHERE recipientID = :source",
        "UPDATE reading SET profileID = :target WHERE profileID = :source",
        """
        INSERT INTO readMark (profileID, storyID, isRead, markedAt)
        SELECT :target, storyID, isRead, markedAt FROM readMark WHERE profileID = :source
        ON CONFLICT DO UPDATE SET isRead = max(isRead, excluded.isRead), markedAt = max(markedAt, excluded.markedAt)
        """,
        """
        INSERT OR IGNORE INTO listViewSource (recipientID, feedID)
        SELECT :target, feedID FROM listViewSource WHERE recipientID = :source
        """,
        """
        INSERT OR IGNORE INTO listView (recipientID, sorting, isReversed, onlyPictures, hidesRead, period)
        SELECT :target, sorting, isReversed, onlyPictures, hidesRead, period FROM listView WHERE recipientID = :source
        """,
        """
        INSERT OR IGNORE INTO categorySetting (recipientID, key, name, position, colour, isHidden)
        SELECT :target, key, name, iif(\(isFirstOrderOfSports), position, NULL), colour, isHidden
        FROM categorySetting AS gone WHERE recipientID = :source
        """,
        """
        INSERT INTO savedArticle (profileID, articleID, note, tags, savedAt)
        SELECT :target, articleID, note, tags, savedAt FROM savedArticle WHERE profileID = :source
        ON CONFLICT DO UPDATE SET note = coalesce(note, excluded.note), tags = coalesce(tags, excluded.tags),
            savedAt = min(savedAt, excluded.savedAt)
        """,
        """
        INSERT OR IGNORE INTO quizAsked (recipientID, storyID, answer, askedAt)
        SELECT :target, storyID, answer, askedAt FROM quizAsked WHERE recipientID = :source
        """,
        "UPDATE OR IGNORE quizReport SET profileID = :target WHERE profileID = :source",
        """
        UPDATE quizRound SET endedAt = startedAt, state = '' WHERE recipientID = :source AND endedAt IS NULL
            AND EXISTS (SELECT 1 FROM quizRound WHERE recipientID = :target AND endedAt IS NULL)
        """,
        "UPDATE quizRound SET recipientID = :target WHERE recipientID = :source",
        "UPDATE quizScore SET profileID = :target WHERE profileID = :source",
        "UPDATE listing SET ownerKey = 'recipient:' || :target WHERE ownerKey = 'recipient:' || :source",
        "UPDATE changeCounter SET value = value + 1 WHERE name IN ('subscriptions', 'alerts')",
    ]
}
