package import Foundation
import GRDB
package import NewsModel

/// The outcome of moving a schedule to another time of day.
package enum ScheduleMove: Hashable, Sendable {
    case moved(Schedule, before: Schedule)
    /// It is due at that time already.
    case unchanged(Schedule)
    /// Another schedule of the same kind and address is due at that time.
    case taken(by: Schedule)
    case noSuchSchedule
}

extension Store {
    /// Moves a schedule to another time of day, or to other days; `undo(_:of:at:)` moves it back.
    ///
    /// It remembers what it has told. Slots of the new time that are over are not sent late.
    ///
    /// - Parameter days: nil keeps its days.
    /// - Parameter name: describes the change in `undo`.
    package func moveSchedule(
        _ number: Int,
        of recipient: RecipientID,
        to minuteOfDay: Int,
        days: Weekdays? = nil,
        named name: String = "",
        at time: Date
    ) async throws -> ScheduleMove {
        let move: ScheduleMove = try await write { db in
            let own = try Schedule.all(of: recipient, in: db)
            guard let before = own.first(where: { $0.number == number }) else { return .noSuchSchedule }
            var moved = before
            moved.minuteOfDay = minuteOfDay
            moved.days = days ?? before.days
            moved.movedAt = time.wholeSeconds
            guard !moved.isDueWith(before) else { return .unchanged(before) }
            if let other = own.first(where: moved.isDueWith) { return .taken(by: other) }
            try moved.saveTimes(in: db)
            try UndoLog(db: db, time: time).record(
                .schedule,
                named: name,
                before: try StoredJSON.text(ScheduleTimeBefore(before, moved)),
                of: recipient
            )
            return .moved(moved, before: before)
        }
        // The schedule clock sleeps until the next slot that it knows.
        nudges.nudge(.deliveries)
        return move
    }
}

extension Schedule {
    /// Whether both are the same list at the same times.
    fileprivate func isDueWith(_ other: Schedule) -> Bool {
        kind == other.kind && minuteOfDay == other.minuteOfDay && days == other.days && address == other.address
    }

    fileprivate func saveTimes(in db: Database) throws {
        try db.execute(
            sql: "UPDATE schedule SET minuteOfDay = ?, days = ?, movedAt = ? WHERE id = ?",
            arguments: [minuteOfDay, days.rawValue, movedAt?.unixSeconds, id]
        )
    }
}

/// When a schedule was due before it was moved.
struct ScheduleTimeBefore: Codable {
    var id: ScheduleID
    var minuteOfDay: Int
    var days: Weekdays
    var movedTo: Int
    var movedToDays: Weekdays

    init(_ before: Schedule, _ moved: Schedule) {
        (id, minuteOfDay, days) = (before.id, before.minuteOfDay, before.days)
        (movedTo, movedToDays) = (moved.minuteOfDay, moved.days)
    }

    func isStillMoved(of recipient: RecipientID, in db: Database) throws -> Bool {
        try schedule(of: recipient, in: db) != nil
    }

    /// False, with nothing changed, when the schedule has been removed or moved since, or its old time is taken.
    func restore(for recipient: RecipientID, at time: Date, in db: Database) throws -> Bool {
        guard var schedule = try schedule(of: recipient, in: db) else { return false }
        (schedule.minuteOfDay, schedule.days, schedule.movedAt) = (minuteOfDay, days, time.wholeSeconds)
        guard try !Schedule.all(of: recipient, in: db).contains(where: schedule.isDueWith) else { return false }
        try schedule.saveTimes(in: db)
        return true
    }

    private func schedule(of recipient: RecipientID, in db: Database) throws -> Schedule? {
        try Schedule.all(of: recipient, in: db).first {
            $0.id == id && $0.minuteOfDay == movedTo && $0.days == movedToDays
        }
    }
}
