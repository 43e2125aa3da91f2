import Foundation
import GRDB
import NewsModel

/// Makes two profiles one: everything that belonged to the one belongs to the other.
struct ProfileMerging {
    let db: Database
    let goes: ProfileID
    let stays: ProfileID
    let time: Date
    let judge: MuteJudge

    func merge() throws {
        try takeBackUnsent()
        try run(Self.subscriptionSteps)
        try mergeAlerts()
        try mergeSchedules()
        try mergeMutes()
        try WaitingNews(db: db, goes: goes.rawValue, stays: stays.rawValue, time: time).merge()
        try run(Self.settingsSteps)
        try run(Self.moves)
        try db.execute(sql: "DELETE FROM recipient WHERE id = ?", arguments: [goes.rawValue])
        try Withdrawal(time: time).withdrawMuted(of: stays.recipient, in: db, judge)
        try stays.recipient.releaseHeldDeliveries(in: db)
    }

    func run(_ steps: [String]) throws {
        for sql in steps {
            try db.execute(sql: sql, arguments: ["goes": goes.rawValue, "stays": stays.rawValue])
        }
    }

    /// What is frozen and has surely not left waits in the queue again, where the same story twice is one.
    private func takeBackUnsent() throws {
        let messages = try Int64.fetchAll(
            db,
            sql: """
                SELECT DISTINCT message.id FROM message JOIN delivery ON delivery.messageID = message.id
                WHERE message.state = 'open' AND mayHaveArrived = 0 AND partsConfirmed = 0 AND recipientID IN (?, ?)
                """,
            arguments: [goes.rawValue, stays.rawValue]
        )
        for message in messages { try MessageID(rawValue: message).takeBack(in: db, at: time) }
    }
}

extension MessageID {
    /// Ends a message and gives its work back to the queue.
    func takeBack(in db: Database, at time: Date) throws {
        try db.execute(
            sql: "UPDATE message SET state = 'failed', endedAt = ? WHERE id = ?",
            arguments: [time.unixSeconds, rawValue]
        )
        try db.execute(
            sql: "UPDATE delivery SET state = 'queued', messageID = NULL WHERE messageID = ? AND state = 'frozen'",
            arguments: [rawValue]
        )
    }
}

extension ProfileMerging {
    /// Who follows a feed twice: the one that is not paused counts.
    private static let subscriptionSteps = [
        """
        UPDATE OR REPLACE deliveryReason SET reasonID = (
            SELECT kept.id FROM subscription AS gone JOIN subscription AS kept
                ON kept.feedID = gone.feedID AND kept.recipientID = :stays
            WHERE gone.id = deliveryReason.reasonID)
        WHERE kind IN ('subscription', 'sample') AND reasonID IN (
            SELECT gone.id FROM subscription AS gone JOIN subscription AS kept
                ON kept.feedID = gone.feedID AND kept.recipientID = :stays
            WHERE gone.recipientID = :goes)
        """,
        """
        UPDATE subscription SET pause = NULL, addressID = gone.addressID FROM subscription AS gone
        WHERE subscription.recipientID = :stays AND subscription.pause IS NOT NULL
            AND gone.recipientID = :goes AND gone.feedID = subscription.feedID AND gone.pause IS NULL
        """,
        """
        UPDATE subscription SET category = coalesce(subscription.category, gone.category),
            name = coalesce(subscription.name, gone.name),
            sampleDue = min(subscription.sampleDue, gone.sampleDue),
            unreadSince = max(subscription.unreadSince, gone.unreadSince),
            clearedAt = max(coalesce(subscription.clearedAt, gone.clearedAt),
                coalesce(gone.clearedAt, subscription.clearedAt)),
            clearedBefore = max(coalesce(subscription.clearedBefore, gone.clearedBefore),
                coalesce(gone.clearedBefore, subscription.clearedBefore)),
            checkInterval = min(coalesce(subscription.checkInterval, gone.checkInterval),
                coalesce(gone.checkInterval, subscription.checkInterval))
        FROM subscription AS gone
        WHERE subscription.recipientID = :stays AND gone.recipientID = :goes AND gone.feedID = subscription.feedID
        """,
        """
        DELETE FROM subscription WHERE recipientID = :goes
            AND feedID IN (SELECT feedID FROM subscription WHERE recipientID = :stays)
        """,
        "UPDATE subscription SET recipientID = :stays WHERE recipientID = :goes",
    ]

    /// The settings of the profile that stays count; what it has not set it takes over.
    private static let settingsSteps = [
        """
        UPDATE recipient SET quietStart = gone.quietStart, quietEnd = gone.quietEnd,
            quietExceptUrgent = gone.quietExceptUrgent
        FROM recipient AS gone WHERE recipient.id = :stays AND gone.id = :goes AND recipient.quietStart IS NULL
        """,
        """
        UPDATE recipient SET language = coalesce(recipient.language, gone.language),
            timeZone = coalesce(recipient.timeZone, gone.timeZone),
            hearsOfFeeds = min(recipient.hearsOfFeeds, gone.hearsOfFeeds),
            showsImages = max(recipient.showsImages, gone.showsImages),
            lastVisitAt = max(coalesce(recipient.lastVisitAt, gone.lastVisitAt),
                coalesce(gone.lastVisitAt, recipient.lastVisitAt)),
            visitBeforeEndedAt = max(coalesce(recipient.visitBeforeEndedAt, gone.visitBeforeEndedAt),
                coalesce(gone.visitBeforeEndedAt, recipient.visitBeforeEndedAt))
        FROM recipient AS gone WHERE recipient.id = :stays AND gone.id = :goes
        """,
    ]

    private static let moves = [
        "INSERT OR IGNORE INTO told (recipientID, storyID) SELECT :stays, storyID FROM told WHERE recipientID = :goes",
        "UPDATE delivery SET recipientID = :stays WHERE recipientID = :goes",
        "UPDATE identity SET profileID = :stays WHERE profileID = :goes",
        "UPDATE address SET recipientID = :stays WHERE recipientID = :goes",
        "UPDATE subscription SET createdBy = :stays WHERE createdBy = :goes",
        "UPDATE alert SET createdBy = :stays WHERE createdBy = :goes",
        "UPDATE schedule SET createdBy = :stays WHERE createdBy = :goes",
        "UPDATE mute SET createdBy = :stays WHERE createdBy = :goes",
        "UPDATE feedImport SET recipientID = :stays WHERE recipientID = :goes",
        "UPDATE reading SET profileID = :stays WHERE profileID = :goes",
        "UPDATE ownChange SET recipientID = :stays WHERE recipientID = :goes",
        """
        INSERT INTO savedArticle (profileID, articleID, note, tags, savedAt)
        SELECT :stays, articleID, note, tags, savedAt FROM savedArticle WHERE profileID = :goes
        ON CONFLICT DO UPDATE SET note = coalesce(note, excluded.note), tags = coalesce(tags, excluded.tags),
            savedAt = min(savedAt, excluded.savedAt)
        """,
        """
        INSERT OR IGNORE INTO quizQuestionUsed (recipientID, articleID, usedAt)
        SELECT :stays, articleID, usedAt FROM quizQuestionUsed WHERE recipientID = :goes
        """,
        """
        UPDATE quizRound SET endedAt = startedAt, state = '' WHERE recipientID = :goes AND endedAt IS NULL
            AND EXISTS (SELECT 1 FROM quizRound WHERE recipientID = :stays AND endedAt IS NULL)
        """,
        "UPDATE quizRound SET recipientID = :stays WHERE recipientID = :goes",
        "UPDATE quizScore SET profileID = :stays WHERE profileID = :goes",
        "UPDATE listing SET ownerKey = 'recipient:' || :stays WHERE ownerKey = 'recipient:' || :goes",
        "UPDATE changeCounter SET value = value + 1 WHERE name IN ('subscriptions', 'alerts')",
    ]
}
