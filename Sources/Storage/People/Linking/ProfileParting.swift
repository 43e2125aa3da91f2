import Foundation
import GRDB
import NewsModel

/// Gives an account a profile of its own, out of one that it shared.
struct ProfileParting {
    let db: Database
    let identity: Identity
    let profile: ProfileID
    let time: Date

    func part(takingWishes: Bool, otherwiseAt address: Address) throws -> ProfileID {
        let new = try makeProfile(keepingSettings: takingWishes)
        let old = try AddressID.ensure(identity.address, for: profile.recipient, in: db)
        try db.execute(
            sql: "UPDATE identity SET profileID = ? WHERE network = ? AND account = ?",
            arguments: [new.rawValue, identity.network, identity.account]
        )
        try db.execute(
            sql: "UPDATE address SET recipientID = ? WHERE id = ?",
            arguments: [new.rawValue, old.rawValue]
        )
        if takingWishes {
            try db.execute(
                sql: "INSERT INTO told (recipientID, storyID) SELECT ?, storyID FROM told WHERE recipientID = ?",
                arguments: [new.rawValue, profile.rawValue]
            )
            try takeWishes(new, old)
            try takeMutes(new)
            try divideWaiting(new)
        } else {
            try redirect(old, to: try AddressID.choose(address, for: profile.recipient, in: db))
        }
        try countOwn(new)
        try db.execute(
            sql: "UPDATE changeCounter SET value = value + 1 WHERE name IN ('subscriptions', 'alerts')"
        )
        return new
    }

    /// What either follows counts for their own accounts from now on; what rooms follow, for the account that made it.
    private func countOwn(_ new: ProfileID) throws {
        try db.execute(
            sql: """
                UPDATE subscription SET madeBy = (SELECT mark FROM identity WHERE profileID = recipientID LIMIT 1)
                WHERE recipientID IN (:profile, :new) AND madeBy IN (SELECT mark FROM identity
                    WHERE profileID IN (:profile, :new) AND profileID <> recipientID)
                """,
            arguments: ["new": new.rawValue, "profile": profile.rawValue]
        )
    }

    /// Who is put out takes nothing along: it may be a stranger.
    private func makeProfile(keepingSettings: Bool) throws -> ProfileID {
        try db.execute(
            sql: "INSERT INTO recipient (kind, createdAt) VALUES ('profile', ?)",
            arguments: [time.unixSeconds]
        )
        let id = db.lastInsertedRowID
        if keepingSettings {
            try db.execute(
                sql: """
                    UPDATE recipient SET language = old.language, timeZone = old.timeZone, quietStart = old.quietStart,
                        quietEnd = old.quietEnd, quietExceptUrgent = old.quietExceptUrgent,
                        lastVisitAt = old.lastVisitAt, visitBeforeEndedAt = old.visitBeforeEndedAt,
                        lastAlertNumber = old.lastAlertNumber,
                        lastScheduleNumber = old.lastScheduleNumber, lastMuteNumber = old.lastMuteNumber,
                        hearsOfFeeds = old.hearsOfFeeds,
                        showsImages = old.showsImages
                    FROM recipient AS old WHERE recipient.id = ? AND old.id = ?
                    """,
                arguments: [id, profile.rawValue]
            )
        }
        try db.execute(
            sql: """
                INSERT INTO profile (id, name)
                SELECT ?, displayName FROM identity WHERE network = ? AND account = ?
                """,
            arguments: [id, identity.network, identity.account]
        )
        return ProfileID(rawValue: id)
    }

    /// What is told on the account goes with it.
    private func takeWishes(_ new: ProfileID, _ address: AddressID) throws {
        let ids: StatementArguments = [
            "new": new.rawValue, "profile": profile.rawValue, "address": address.rawValue,
        ]
        for table in ["subscription", "alert", "schedule"] {
            try db.execute(
                sql: """
                    UPDATE \(table) SET recipientID = :new, createdBy = iif(createdBy = :profile, :new, createdBy)
                    WHERE recipientID = :profile AND addressID = :address
                    """,
                arguments: ids
            )
        }
        for table in ["feedImport", "delivery"] {
            try db.execute(
                sql: "UPDATE \(table) SET recipientID = :new WHERE recipientID = :profile AND addressID = :address",
                arguments: ids
            )
        }
    }

    /// What was not wanted on either is not wanted on both.
    private func takeMutes(_ new: ProfileID) throws {
        let columns = "number, kind, storyID, feedID, query, name, endsAt, createdAt"
        try db.execute(
            sql: "INSERT INTO mute (recipientID, \(columns)) SELECT ?, \(columns) FROM mute WHERE recipientID = ?",
            arguments: [new.rawValue, profile.rawValue]
        )
    }

    /// A story that waits for two wishes, one of which has gone, waits for each of them.
    private func divideWaiting(_ new: ProfileID) throws {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT delivery.id, min(wish.recipientID) AS owner, min(wish.addressID) AS place FROM delivery
                JOIN deliveryReason ON deliveryReason.deliveryID = delivery.id
                JOIN (SELECT id, recipientID, addressID, 'alert' AS kind FROM alert
                    UNION ALL SELECT id, recipientID, addressID, 'subscription' FROM subscription) AS wish
                    ON wish.id = reasonID AND wish.kind = iif(deliveryReason.kind = 'alert', 'alert', 'subscription')
                WHERE state = 'queued' AND delivery.recipientID IN (:profile, :new)
                    AND wish.recipientID IN (:profile, :new) AND wish.recipientID <> delivery.recipientID
                GROUP BY delivery.id
                """,
            arguments: ["profile": profile.rawValue, "new": new.rawValue]
        )
        for row in rows { try divide(row["id"], owner: row["owner"], place: row["place"]) }
    }

    private func divide(_ delivery: Int64, owner: Int64, place: Int64) throws {
        try db.execute(
            sql: """
                INSERT INTO delivery (recipientID, addressID, kind, storyID, articleID, isUrgent, dueAt, createdAt)
                SELECT ?, ?, kind, storyID, articleID, isUrgent, dueAt, createdAt FROM delivery WHERE id = ?
                """,
            arguments: [owner, place, delivery]
        )
        let copy = db.lastInsertedRowID
        let ids: StatementArguments = ["copy": copy, "delivery": delivery, "owner": owner]
        try db.execute(
            sql: "INSERT INTO deliveryStory SELECT :copy, storyID FROM deliveryStory WHERE deliveryID = :delivery",
            arguments: ["copy": copy, "delivery": delivery]
        )
        try db.execute(
            sql: """
                UPDATE deliveryReason SET deliveryID = :copy WHERE deliveryID = :delivery
                    AND ((kind = 'alert' AND reasonID IN (SELECT id FROM alert WHERE recipientID = :owner))
                        OR (kind <> 'alert' AND reasonID IN (SELECT id FROM subscription WHERE recipientID = :owner)))
                """,
            arguments: ids
        )
        // Nobody is left who wants it in the first place.
        try db.execute(
            sql: """
                UPDATE delivery SET state = 'withdrawn', endedAt = ? WHERE id = ? AND NOT EXISTS
                    (SELECT 1 FROM deliveryReason WHERE deliveryID = delivery.id)
                """,
            arguments: [time.unixSeconds, delivery]
        )
    }

    /// Nothing more goes to the account, not even what may have left for it already.
    private func redirect(_ old: AddressID, to here: AddressID) throws {
        let messages = try Int64.fetchAll(
            db,
            sql: """
                SELECT DISTINCT message.id FROM message JOIN delivery ON delivery.messageID = message.id
                WHERE message.addressID = ? AND message.state = 'open' AND recipientID = ?
                """,
            arguments: [old.rawValue, profile.rawValue]
        )
        for message in messages { try MessageID(rawValue: message).takeBack(in: db, at: time) }
        for table in ["subscription", "alert", "schedule", "feedImport"] {
            try db.execute(
                sql: "UPDATE \(table) SET addressID = ? WHERE addressID = ? AND recipientID = ?",
                arguments: [here.rawValue, old.rawValue, profile.rawValue]
            )
        }
        // A place that had failed is no longer in the way.
        try db.execute(
            sql: """
                UPDATE subscription SET pause = NULL
                WHERE addressID = ? AND recipientID = ? AND pause = 'addressFailed'
                """,
            arguments: [here.rawValue, profile.rawValue]
        )
        try db.execute(
            sql: "UPDATE delivery SET addressID = ? WHERE addressID = ? AND recipientID = ? AND state = 'queued'",
            arguments: [here.rawValue, old.rawValue, profile.rawValue]
        )
    }
}
