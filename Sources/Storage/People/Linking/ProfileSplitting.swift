import Foundation
import GRDB
import NewsModel

/// Splits an account from a shared profile and gives it a profile of its own.
struct ProfileSplitting {
    let db: Database
    let identity: Identity
    let profile: ProfileID
    let time: Date

    private var ledger: Ledger { Ledger(db: db, time: time) }

    func split(movingSubscriptions: Bool, otherwiseAt address: Address) throws -> ProfileID {
        let new = try makeProfile(keepingSettings: movingSubscriptions)
        let old = try AddressID.ensure(identity.address, for: profile.recipient, in: db)
        try db.execute(
            sql: "UPDATE identity SET profileID = ? WHERE network = ? AND account = ?",
            arguments: [new, identity.network, identity.account]
        )
        try db.execute(
            sql: "UPDATE address SET recipientID = ? WHERE id = ?",
            arguments: [new, old]
        )
        if movingSubscriptions {
            try moveSubscriptions(new, old)
            try copyMutes(new)
            try copyFilters(new)
            try copySmartFeeds(new)
            try copyView(new)
            try copyCategories(new)
            try ledger.split(profile.recipient, to: new.recipient, at: old)
        } else {
            try redirect(old, to: try AddressID.choose(address, for: profile.recipient, in: db))
        }
        try reassignMarks(new)
        try db.execute(
            sql: "UPDATE changeCounter SET value = value + 1 WHERE name IN ('subscriptions', 'alerts')"
        )
        return new
    }

    /// Counts the subscriptions of both profiles against their own accounts; those of rooms against the account that
    /// made them.
    private func reassignMarks(_ new: ProfileID) throws {
        try db.execute(
            sql: """
                UPDATE subscription SET madeBy = (SELECT mark FROM identity WHERE profileID = recipientID LIMIT 1)
                WHERE recipientID IN (:profile, :new) AND madeBy IN (SELECT mark FROM identity
                    WHERE profileID IN (:profile, :new) AND profileID <> recipientID)
                """,
            arguments: ["new": new, "profile": profile]
        )
    }

    /// Settings are copied only on request: the account may belong to a stranger.
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
                        lastFilterNumber = old.lastFilterNumber,
                        lastSmartFeedNumber = old.lastSmartFeedNumber,
                        hearsOfFeeds = old.hearsOfFeeds,
                        showsImages = old.showsImages, showsIcons = old.showsIcons,
                        format = old.format, layout = old.layout,
                        checkInterval = old.checkInterval,
                        allowsRepeats = old.allowsRepeats, hearsUpdates = old.hearsUpdates
                    FROM recipient AS old WHERE recipient.id = ? AND old.id = ?
                    """,
                arguments: [id, profile]
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

    /// Moves everything that is sent to the account.
    private func moveSubscriptions(_ new: ProfileID, _ address: AddressID) throws {
        let ids: StatementArguments = [
            "new": new, "profile": profile, "address": address,
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
        try db.execute(
            sql: "UPDATE feedImport SET recipientID = :new WHERE recipientID = :profile AND addressID = :address",
            arguments: ["new": new, "profile": profile, "address": address]
        )
    }

    /// Copies the mutes.
    private func copyMutes(_ new: ProfileID) throws {
        let columns = "number, kind, storyID, feedID, query, name, endsAt, createdAt"
        try db.execute(
            sql: "INSERT INTO mute (recipientID, \(columns)) SELECT ?, \(columns) FROM mute WHERE recipientID = ?",
            arguments: [new, profile]
        )
    }

    private func copyView(_ new: ProfileID) throws {
        for (table, columns) in [
            ("listView", "sorting, isReversed, onlyPictures, hidesRead, period"), ("listViewSource", "feedID"),
        ] {
            try db.execute(
                sql: """
                    INSERT INTO \(table) (recipientID, \(columns)) SELECT ?, \(columns) FROM \(table) WHERE recipientID = ?
                    """,
                arguments: [new, profile]
            )
        }
    }

    private func copyFilters(_ new: ProfileID) throws {
        let columns = "number, feedID, category, isOnly, query, isOn, createdAt"
        try db.execute(
            sql: """
                INSERT INTO newsFilter (recipientID, \(columns)) SELECT ?, \(columns) FROM newsFilter WHERE recipientID = ?
                """,
            arguments: [new, profile]
        )
    }

    private func copySmartFeeds(_ new: ProfileID) throws {
        let columns = "number, key, name, definition, query, depth, isOn, createdAt"
        try db.execute(
            sql:
                "INSERT INTO smartFeed (recipientID, \(columns)) SELECT ?, \(columns) FROM smartFeed WHERE recipientID = ?",
            arguments: [new, profile]
        )
        // The alerts of followed ones have moved with their address, and have the numbers of the copies.
        try db.execute(
            sql: """
                UPDATE alert SET smartFeedID = (SELECT id FROM smartFeed WHERE recipientID = :new AND number = -alert.number)
                WHERE recipientID = :new AND smartFeedID IS NOT NULL
                """,
            arguments: ["new": new]
        )
        try db.execute(
            sql: """
                UPDATE schedule SET request = json_set(request, '$.smart', copy.id) FROM smartFeed AS copy
                JOIN smartFeed AS original ON original.number = copy.number
                WHERE schedule.recipientID = :new AND copy.recipientID = :new
                    AND original.id = json_extract(schedule.request, '$.smart')
                """,
            arguments: ["new": new]
        )
    }

    private func copyCategories(_ new: ProfileID) throws {
        let columns = "key, name, position, colour, isHidden"
        try db.execute(
            sql: """
                INSERT INTO categorySetting (recipientID, \(columns))
                SELECT ?, \(columns) FROM categorySetting WHERE recipientID = ?
                """,
            arguments: [new, profile]
        )
    }

    /// Sends everything for the account to `here` instead, even messages that may have been sent to it.
    private func redirect(_ old: AddressID, to here: AddressID) throws {
        for table in ["subscription", "alert", "schedule", "feedImport"] {
            try db.execute(
                sql: "UPDATE \(table) SET addressID = ? WHERE addressID = ? AND recipientID = ?",
                arguments: [here, old, profile]
            )
        }
        // Subscriptions that were paused because the old address failed are resumed.
        try db.execute(
            sql: """
                UPDATE subscription SET pause = NULL
                WHERE addressID = ? AND recipientID = ? AND pause = 'addressFailed'
                """,
            arguments: [here, profile]
        )
        try ledger.redirect(profile.recipient, from: old, to: here)
    }
}
