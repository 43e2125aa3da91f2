import GRDB
import NewsModel

/// Alerts and schedules have numbers that last: those of the profile that stays are kept.
extension ProfileMerging {
    func mergeAlerts() throws {
        let kept = try Alert.all(of: stays.recipient, in: db)
        for alert in try Alert.all(of: goes.recipient, in: db) {
            if let same = kept.first(where: { $0.query == alert.query }) {
                try join(alert, to: same)
            } else {
                try move("alert", alert.id.rawValue, counter: "lastAlertNumber")
            }
        }
    }

    /// The same query is one alert: on if one was, urgent if one was.
    private func join(_ alert: Alert, to same: Alert) throws {
        let ids: StatementArguments = ["gone": alert.id.rawValue, "kept": same.id.rawValue]
        let steps = [
            """
            UPDATE alert SET addressID = \(Self.betterAddress("alert")), isOn = max(alert.isOn, gone.isOn), isUrgent = max(alert.isUrgent, gone.isUrgent),
                cooldown = min(alert.cooldown, gone.cooldown), matchCount = max(alert.matchCount, gone.matchCount),
                lastFiredAt = max(coalesce(alert.lastFiredAt, gone.lastFiredAt),
                    coalesce(gone.lastFiredAt, alert.lastFiredAt)),
                firesAt = max(coalesce(alert.firesAt, gone.firesAt), coalesce(gone.firesAt, alert.firesAt))
            FROM alert AS gone WHERE alert.id = :kept AND gone.id = :gone
            """,
            "UPDATE OR REPLACE deliveryReason SET reasonID = :kept WHERE kind = 'alert' AND reasonID = :gone",
            """
            INSERT OR IGNORE INTO alertMatch (alertID, articleID)
            SELECT :kept, articleID FROM alertMatch WHERE alertID = :gone
            """,
            // What rests for the one's cool-down rests for that of both.
            """
            UPDATE delivery SET dueAt = max(dueAt, (SELECT coalesce(firesAt, 0) FROM alert WHERE id = :kept))
            WHERE state = 'queued' AND dueAt > createdAt AND :gone IS NOT NULL AND id IN
                (SELECT deliveryID FROM deliveryReason WHERE kind = 'alert' AND reasonID = :kept)
            """,
        ]
        for sql in steps { try db.execute(sql: sql, arguments: ids) }
        try db.execute(sql: "DELETE FROM alert WHERE id = ?", arguments: [alert.id.rawValue])
    }

    func mergeSchedules() throws {
        let kept = try Schedule.all(of: stays.recipient, in: db)
        for schedule in try Schedule.all(of: goes.recipient, in: db) {
            let same = kept.first {
                $0.kind == schedule.kind && $0.minuteOfDay == schedule.minuteOfDay && $0.days == schedule.days
                    && $0.request == schedule.request
            }
            if let same {
                try join(schedule, to: same)
            } else {
                try move("schedule", schedule.id.rawValue, counter: "lastScheduleNumber")
            }
        }
    }

    /// The same headlines at the same time come once, and a slot that came from either does not come again.
    private func join(_ schedule: Schedule, to same: Schedule) throws {
        let ids: StatementArguments = ["gone": schedule.id.rawValue, "kept": same.id.rawValue]
        let steps = [
            """
            UPDATE schedule SET lastSlot = max(coalesce(schedule.lastSlot, gone.lastSlot),
                    coalesce(gone.lastSlot, schedule.lastSlot)),
                addressID = \(Self.betterAddress("schedule")),
                isOn = max(schedule.isOn, gone.isOn)
            FROM schedule AS gone WHERE schedule.id = :kept AND gone.id = :gone
            """,
            // What is not told this way may come in another.
            """
            DELETE FROM told WHERE EXISTS (SELECT 1 FROM deliveryStory
                JOIN delivery ON delivery.id = deliveryStory.deliveryID
                WHERE delivery.recipientID = told.recipientID AND deliveryStory.storyID = told.storyID
                    AND \(Self.sameSlotWaits))
            """,
            "UPDATE delivery SET state = 'withdrawn', endedAt = createdAt WHERE \(Self.sameSlotWaits)",
            "UPDATE OR IGNORE delivery SET scheduleID = :kept WHERE scheduleID = :gone",
        ]
        for sql in steps { try db.execute(sql: sql, arguments: ids) }
        try db.execute(sql: "DELETE FROM schedule WHERE id = ?", arguments: [schedule.id.rawValue])
    }

    /// What was muted by either is muted for both, for the longer time.
    func mergeMutes() throws {
        let same = """
            kept.recipientID = :stays AND gone.recipientID = :goes AND kept.kind = gone.kind
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
            arguments: [goes.rawValue]
        )
        for mute in rest { try move("mute", mute, counter: "lastMuteNumber") }
    }

    /// The one that is on, at a place that takes something.
    private static func betterAddress(_ table: String) -> String {
        func isPaused(_ wish: String) -> String {
            "(SELECT pausedReason IS NOT NULL FROM address WHERE address.id = \(wish).addressID)"
        }
        return """
            iif(\(table).isOn < gone.isOn OR \(isPaused(table)) > \(isPaused("gone")),
                gone.addressID, \(table).addressID)
            """
    }

    private static let sameSlotWaits = """
        delivery.scheduleID = :gone AND delivery.state = 'queued' AND EXISTS (SELECT 1 FROM delivery AS other
            WHERE other.scheduleID = :kept AND other.localSlot = delivery.localSlot
                AND other.state NOT IN ('withdrawn', 'failed'))
        """

    private func move(_ table: String, _ id: Int64, counter: String) throws {
        try db.execute(
            sql: "UPDATE recipient SET \(counter) = \(counter) + 1 WHERE id = ?",
            arguments: [stays.rawValue]
        )
        try db.execute(
            sql: """
                UPDATE \(table) SET recipientID = :stays,
                    number = (SELECT \(counter) FROM recipient WHERE id = :stays)
                WHERE id = :id
                """,
            arguments: ["stays": stays.rawValue, "id": id]
        )
    }
}
