package import Foundation
import GRDB
package import NewsModel

/// A schedule with the settings that determine its slots.
package struct ActiveSchedule: Hashable, Sendable {
    package var schedule: Schedule
    package var settings: RecipientSettings
    /// The room that owns it; nil for a person's schedule.
    package var room: RoomID?
}

extension Store {
    /// Adds a schedule; one of the same kind, minute, days and address is turned on instead.
    package func addSchedule(
        of recipient: RecipientID,
        kind: Schedule.Kind,
        minuteOfDay: Int,
        days: Weekdays,
        at address: Address,
        request: ScheduleRequest = ScheduleRequest(),
        by maker: Maker? = nil,
        limit: QuotaLimit,
        time: Date
    ) async throws -> AddOutcome<Schedule> {
        let outcome: AddOutcome<Schedule> = try await write { db in
            let own = try Schedule.all(of: recipient, in: db)
            if var same = own.first(where: {
                $0.kind == kind && $0.minuteOfDay == minuteOfDay && $0.days == days && $0.address == address
            }) {
                same.isOn = true
                same.request = request
                same.smartName = try Schedule.smartName(request, of: recipient, in: db)
                try db.execute(
                    sql: "UPDATE schedule SET isOn = 1, request = ? WHERE id = ?",
                    arguments: [try StoredJSON.text(request), same.id]
                )
                return .alreadyThere(same)
            }
            if let refusal: AddOutcome<Schedule> = try QuotaKind.schedule.refusal(
                limit,
                of: recipient,
                by: maker,
                in: db
            ) {
                return refusal
            }
            let number = try Int.fetchOne(
                db,
                sql: """
                    UPDATE recipient SET lastScheduleNumber = lastScheduleNumber + 1 WHERE id = ?
                    RETURNING lastScheduleNumber
                    """,
                arguments: [recipient]
            )
            guard let number else { throw StorageError.noRow(recipient, in: "recipient") }
            try db.execute(
                sql: """
                    INSERT INTO schedule (recipientID, number, kind, minuteOfDay, days, addressID, request, createdBy,
                        madeBy, createdAt)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    recipient, number, kind, minuteOfDay, days,
                    try AddressID.choose(address, for: recipient, in: db), try StoredJSON.text(request),
                    maker?.profile, try maker?.mark(in: db), time.unixSeconds,
                ]
            )
            let schedule = Schedule(
                id: ScheduleID(rawValue: db.lastInsertedRowID),
                recipientID: recipient,
                number: number,
                kind: kind,
                minuteOfDay: minuteOfDay,
                days: days,
                address: address,
                request: request,
                smartName: try Schedule.smartName(request, of: recipient, in: db),
                createdAt: time.wholeSeconds
            )
            return .added(schedule)
        }
        // The schedule clock sleeps until the next slot that it knows.
        signals.send(.deliveries)
        return outcome
    }

    /// A recipient's schedules, sorted by number.
    package func schedules(of recipient: RecipientID) async throws -> [Schedule] {
        try await read { db in try Schedule.all(of: recipient, in: db) }
    }

    /// Removes a schedule and its queued deliveries; returns the removed schedule.
    package func removeSchedule(of recipient: RecipientID, number: Int, at time: Date) async throws -> Schedule? {
        try await write { db in
            guard let schedule = try Schedule.all(of: recipient, in: db).first(where: { $0.number == number })
            else { return nil }
            try Ledger(db: db, time: time).withdraw(schedule.id)
            try db.execute(sql: "DELETE FROM schedule WHERE id = ?", arguments: [schedule.id])
            return schedule
        }
    }

    /// Removes all schedules of a kind and their queued deliveries; returns how many there were.
    package func removeSchedules(of recipient: RecipientID, kind: Schedule.Kind, at time: Date) async throws -> Int {
        try await write { db in
            let schedules = try Schedule.all(of: recipient, in: db).filter { $0.kind == kind }
            for schedule in schedules {
                try Ledger(db: db, time: time).withdraw(schedule.id)
                try db.execute(sql: "DELETE FROM schedule WHERE id = ?", arguments: [schedule.id])
            }
            return schedules.count
        }
    }

    /// All schedules that are on and whose address is not paused.
    package func activeSchedules() async throws -> [ActiveSchedule] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: Schedule.selection + " WHERE schedule.isOn = 1 AND pausedReason IS NULL ORDER BY schedule.id"
            ).compactMap { row -> ActiveSchedule? in
                // A damaged one must not stop everybody's lists. Its owner's list of schedules throws the error.
                guard let schedule = try? Schedule(row: row) else { return nil }
                return ActiveSchedule(
                    schedule: schedule,
                    settings: RecipientSettings(row: row, at: Schedule.columnCount + 1),
                    room: row[Schedule.columnCount] == "room" ? row[1] : nil
                )
            }
        }
    }
}

extension Schedule {
    /// Schedules, each with its recipient's kind and settings.
    static let selection = """
        SELECT schedule.id, schedule.recipientID, schedule.number, schedule.kind, schedule.minuteOfDay, schedule.days,
            schedule.request, schedule.isOn, schedule.createdAt, schedule.lastSlot, schedule.movedAt,
            (SELECT name FROM smartFeed WHERE id = json_extract(schedule.request, '$.smart')
                AND smartFeed.recipientID = schedule.recipientID),
            \(Address.columns), recipient.kind, \(RecipientSettings.columns)
        FROM schedule JOIN address ON address.id = schedule.addressID
        JOIN recipient ON recipient.id = schedule.recipientID
        """

    /// The name of the smart feed that a schedule asks for, as `selection` reads it.
    static func smartName(
        _ request: ScheduleRequest,
        of recipient: RecipientID,
        in db: Database
    ) throws -> String? {
        guard let smart = request.smart else { return nil }
        return try String.fetchOne(
            db,
            sql: "SELECT name FROM smartFeed WHERE id = ? AND recipientID = ?",
            arguments: [smart, recipient]
        )
    }

    static func all(of recipient: RecipientID, in db: Database) throws -> [Schedule] {
        try Row.fetchAll(
            db,
            sql: selection + " WHERE schedule.recipientID = ? ORDER BY schedule.number",
            arguments: [recipient]
        ).map { try Schedule(row: $0) }
    }

    /// The columns of `selection` that `init(row:)` reads.
    static let columnCount = 12 + Address.columnCount

    /// Reads a row of `selection`.
    init(row: Row) throws {
        let stored: String = row[3]
        guard let kind = Kind(rawValue: stored) else {
            throw StorageError.damaged(table: "schedule", column: "kind", value: stored)
        }
        self.init(
            id: row[0],
            recipientID: row[1],
            number: row[2],
            kind: kind,
            minuteOfDay: row[4],
            days: row[5],
            address: Address(row: row, at: 12),
            request: StoredJSON.value(ScheduleRequest.self, from: row[6]) ?? ScheduleRequest(),
            smartName: row[11],
            isOn: row[7],
            createdAt: row.date(8),
            lastSlot: row[9],
            movedAt: row.optionalDate(10)
        )
    }
}
