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
    /// Moves a schedule to another time of day, or to other days.
    ///
    /// It remembers what it has told. Slots of the new time that are over are not sent late.
    ///
    /// - Parameter days: nil keeps its days.
    package func moveSchedule(
        _ number: Int,
        of recipient: RecipientID,
        to minuteOfDay: Int,
        days: Weekdays? = nil,
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
            return .moved(moved, before: before)
        }
        // The schedule clock sleeps until the next slot that it knows.
        signals.send(.deliveries)
        return move
    }
}

extension Schedule {
    /// Whether both are the same list at the same times.
    func isDueWith(_ other: Schedule) -> Bool {
        kind == other.kind && minuteOfDay == other.minuteOfDay && days == other.days && address == other.address
    }

    fileprivate func saveTimes(in db: Database) throws {
        try db.execute(
            sql: "UPDATE schedule SET minuteOfDay = ?, days = ?, movedAt = ? WHERE id = ?",
            arguments: [minuteOfDay, days, movedAt?.unixSeconds, id]
        )
    }
}
