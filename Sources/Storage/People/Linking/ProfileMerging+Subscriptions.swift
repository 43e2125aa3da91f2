import GRDB
import NewsModel

/// Alerts, schedules, mutes and filters of the target keep their numbers; those of the source get new ones.
extension ProfileMerging {
    func mergeAlerts() throws {
        let kept = try Alert.all(of: target.recipient, in: db)
        for alert in try Alert.all(of: source.recipient, in: db) {
            if let same = kept.first(where: { $0.query == alert.query && $0.breaking == alert.breaking }) {
                try join(alert.id, to: same.id)
            } else {
                try move("alert", alert.id, counter: "lastAlertNumber")
            }
        }
    }

    /// Alerts with the same query are merged: on if one was, urgent if one was.
    private func join(_ alert: AlertID, to same: AlertID) throws {
        let ids: StatementArguments = ["gone": alert, "kept": same]
        let steps = [
            """
            UPDATE alert SET addressID = \(Self.betterAddress("alert")),
                isOn = max(alert.isOn, gone.isOn), isUrgent = max(alert.isUrgent, gone.isUrgent),
                cooldown = min(alert.cooldown, gone.cooldown), matchCount = max(alert.matchCount, gone.matchCount),
                lastFiredAt = max(coalesce(alert.lastFiredAt, gone.lastFiredAt),
                    coalesce(gone.lastFiredAt, alert.lastFiredAt)),
                firesAt = max(coalesce(alert.firesAt, gone.firesAt), coalesce(gone.firesAt, alert.firesAt))
            FROM alert AS gone WHERE alert.id = :kept AND gone.id = :gone
            """,
            """
            INSERT OR IGNORE INTO alertMatch (alertID, articleID)
            SELECT :kept, articleID FROM alertMatch WHERE alertID = :gone
            """,
        ]
        for sql in steps { try db.execute(sql: sql, arguments: ids) }
        try ledger.mergeReason(alert, into: same)
        try db.execute(sql: "DELETE FROM alert WHERE id = ?", arguments: [alert])
    }

    func mergeSchedules() throws {
        let kept = try Schedule.all(of: target.recipient, in: db)
        for schedule in try Schedule.all(of: source.recipient, in: db) {
            let same = kept.first {
                $0.kind == schedule.kind && $0.minuteOfDay == schedule.minuteOfDay && $0.days == schedule.days
                    && $0.request == schedule.request
            }
            if let same {
                try join(schedule, to: same)
            } else {
                try move("schedule", schedule.id, counter: "lastScheduleNumber")
            }
        }
    }

    /// Equal schedules are merged: headlines come once, and a slot that either has queued is not queued again.
    private func join(_ schedule: Schedule, to same: Schedule) throws {
        let ids: StatementArguments = ["gone": schedule.id, "kept": same.id]
        try db.execute(
            sql: """
                UPDATE schedule SET lastSlot = max(coalesce(schedule.lastSlot, gone.lastSlot),
                        coalesce(gone.lastSlot, schedule.lastSlot)),
                    movedAt = max(coalesce(schedule.movedAt, gone.movedAt), coalesce(gone.movedAt, schedule.movedAt)),
                    addressID = \(Self.betterAddress("schedule")),
                    isOn = max(schedule.isOn, gone.isOn)
                FROM schedule AS gone WHERE schedule.id = :kept AND gone.id = :gone
                """,
            arguments: ids
        )
        try ledger.mergeSlots(of: schedule.id, into: same.id)
        try db.execute(sql: "DELETE FROM schedule WHERE id = ?", arguments: [schedule.id])
    }

    /// Merges the mutes; a mute that both have lasts for the longer time.
    func mergeMutes() throws {
        let same = """
            kept.recipientID = :target AND gone.recipientID = :source AND kept.kind = gone.kind
                AND kept.storyID IS gone.storyID AND kept.feedID IS gone.feedID AND kept.query IS gone.query
            """
        try run([
            """
            UPDATE mute SET endsAt = iif(mute.endsAt IS NULL OR gone.endsAt IS NULL, NULL, max(mute.endsAt, gone.endsAt))
            FROM mute AS gone WHERE \(same.replacing("kept.", with: "mute."))
            """,
            "DELETE FROM mute WHERE id IN (SELECT gone.id FROM mute AS gone JOIN mute AS kept WHERE \(same))",
        ])
        let rest = try Int64.fetchAll(
            db,
            sql: "SELECT id FROM mute WHERE recipientID = ? ORDER BY number",
            arguments: [source]
        )
        for mute in rest { try move("mute", mute, counter: "lastMuteNumber") }
    }

    /// Merges the filters; one that both have is on if either was.
    func mergeFilters() throws {
        let kept = try NewsFilter.all(of: target.recipient, in: db)
        for filter in try NewsFilter.all(of: source.recipient, in: db) {
            let same = kept.first {
                $0.target.key == filter.target.key && $0.isOnly == filter.isOnly && $0.query == filter.query
            }
            guard let same else {
                try move("newsFilter", filter.id, counter: "lastFilterNumber")
                continue
            }
            try db.execute(
                sql: "UPDATE newsFilter SET isOn = ? WHERE id = ?",
                arguments: [same.isOn || filter.isOn, same.id]
            )
            try db.execute(sql: "DELETE FROM newsFilter WHERE id = ?", arguments: [filter.id])
        }
    }

    /// Merges the smart feeds; of two with one name, the source's gets a number behind it, or goes if it is the same.
    ///
    /// Each is followed if either owner followed it.
    func mergeSmartFeeds() throws {
        let kept = try SmartFeed.all(of: target.recipient, in: db)
        let moved = try SmartFeed.all(of: source.recipient, in: db)
        var names = Set(kept.map { FeedKey.fold($0.name) })
        for (index, feed) in moved.enumerated() {
            let key = FeedKey.fold(feed.name)
            let taken = names.union(moved.dropFirst(index + 1).map { FeedKey.fold($0.name) })
            if let same = kept.first(where: { FeedKey.fold($0.name) == key && $0.query == feed.query }) {
                try joinFollowing(feed.id, to: same.id)
                try db.execute(
                    sql: """
                        UPDATE schedule SET request = json_set(request, '$.smart', ?)
                        WHERE recipientID = ? AND json_extract(request, '$.smart') = ?
                        """,
                    arguments: [same.id, source, feed.id]
                )
                try db.execute(sql: "DELETE FROM smartFeed WHERE id = ?", arguments: [feed.id])
                continue
            }
            let free = ([feed.name] + (2...99).map { "\(feed.name) \($0)" }).first { !taken.contains(FeedKey.fold($0)) }
            let name = free ?? feed.name
            names.insert(FeedKey.fold(name))
            try db.execute(
                sql: "UPDATE smartFeed SET name = ?, key = ? WHERE id = ?",
                arguments: [name, FeedKey.fold(name), feed.id]
            )
            try move("smartFeed", feed.id, counter: "lastSmartFeedNumber")
            try moveFollowing(of: feed.id, to: feed.id)
        }
    }

    private func joinFollowing(_ gone: SmartFeedID, to kept: SmartFeedID) throws {
        let following = SmartFollowing(db: db, time: ledger.time)
        guard let alert = try following.alert(of: gone) else { return }
        guard let same = try following.alert(of: kept) else { return try moveFollowing(of: gone, to: kept) }
        try db.execute(
            sql: """
                UPDATE alert SET isPaused = min(alert.isPaused, gone.isPaused), pausedUntil =
                        iif(alert.isPaused AND gone.isPaused, max(alert.pausedUntil, gone.pausedUntil), NULL)
                FROM alert AS gone WHERE alert.id = ? AND gone.id = ?
                """,
            arguments: [same, alert]
        )
        try join(alert, to: same)
        try following.update(kept)
    }

    /// Gives the alert of a followed smart feed to another smart feed, and to its owner.
    private func moveFollowing(of feed: SmartFeedID, to other: SmartFeedID) throws {
        try db.execute(
            sql: """
                UPDATE alert SET smartFeedID = kept.id, recipientID = :target, number = -kept.number
                FROM smartFeed AS kept WHERE alert.smartFeedID = :feed AND kept.id = :kept
                """,
            arguments: ["feed": feed, "kept": other, "target": target]
        )
        try SmartFollowing(db: db, time: ledger.time).update(other)
    }

    /// SQL: the address of the one that is on and whose address is not paused.
    private static func betterAddress(_ table: String) -> String {
        func isPaused(_ table: String) -> String {
            "(SELECT pausedReason IS NOT NULL FROM address WHERE address.id = \(table).addressID)"
        }
        return """
            iif(\(table).isOn < gone.isOn OR \(isPaused(table)) > \(isPaused("gone")),
                gone.addressID, \(table).addressID)
            """
    }

    private func move(_ table: String, _ id: some DatabaseValueConvertible, counter: String) throws {
        try db.execute(
            sql: "UPDATE recipient SET \(counter) = \(counter) + 1 WHERE id = ?",
            arguments: [target]
        )
        try db.execute(
            sql: """
                UPDATE \(table) SET recipientID = :target,
                    number = (SELECT \(counter) FROM recipient WHERE id = :target)
                WHERE id = :id
                """,
            arguments: ["target": target, "id": id]
        )
    }
}
