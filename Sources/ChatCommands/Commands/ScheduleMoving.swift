internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// Moves schedules to another time of day.
extension Scheduling {
    /// The only schedule that differs from `new` in its time alone; nil when none or several are.
    ///
    /// Whoever has one list at 07:30 and asks for it at 08:00 wants it later. Whoever has it at several times may want
    /// one more. One that is due at the new time is no other.
    static func onlyOther(than new: Schedule, in known: [Schedule]) -> Schedule? {
        let same = known.filter { $0.kind == new.kind && $0.days == new.days && $0.address == new.address }
        guard !same.contains(where: { $0.minuteOfDay == new.minuteOfDay }) else { return nil }
        let equal = same.filter { $0.request == new.request }
        return equal.count == 1 ? equal.first : nil
    }

    /// `schedules 2 at 09:00`, also with days.
    func moveSchedule(_ number: Int, _ arguments: inout Arguments, at place: Destination?) async throws -> [Answer] {
        let days = arguments.takeAny { $0.isQuoted ? nil : ClockWords.days($0.value) }
        guard !arguments.isEmpty else { throw usageError("schedules") }
        var words = arguments
        guard let minute = ScheduleWords(taking: &words, countsStories: false)?.minute else {
            throw CommandError.badTime(String(arguments.text.prefix(40)))
        }
        try refuseRest(words, of: "schedules")
        let owner = try await Owners(context).owner(
            of: place,
            toChange: true,
            alternative: hint("schedules \(number) at \(ClockWords.text(minuteOfDay: minute)) mine")
        )
        let known = try await services.store.schedules(of: owner.recipient)
        guard let schedule = known.first(where: { $0.number == number }) else {
            let list = hint("schedules", about: owner, at: place, isAnsweredHere: true)
            throw CommandError.noSuchSchedule("\(number)", hint: list)
        }
        return try await move(schedule, to: minute, days: days, of: owner, at: place)
    }

    func move(
        _ schedule: Schedule,
        to minute: Int,
        days: Weekdays?,
        of owner: Owner,
        at place: Destination?
    ) async throws -> [Answer] {
        let now = ClockWords.text(minuteOfDay: minute)
        let move = try await services.store.moveSchedule(
            schedule.number,
            of: owner.recipient,
            to: minute,
            days: days,
            at: time
        )
        switch move {
        case .noSuchSchedule:
            let list = hint("schedules", about: owner, at: place, isAnsweredHere: true)
            throw CommandError.noSuchSchedule("\(schedule.number)", hint: list)
        case .taken(let other):
            let off = hint("schedules off \(schedule.number)", about: owner, at: place, isAnsweredHere: true)
            return say("schedule.taken", ["what": .text(describe(other)), "off": .text(off)])
        case .unchanged(let same):
            let zone = try await clockZone(of: owner).shown
            return say("schedule.unchanged", ["what": .text(describe(same)), "zone": .text(zone)])
        case .moved(let moved, let before):
            await Undoing(context).note(
                "\(fixed: schedule.kind.rawValue) at \(now)",
                undo: undoHint(before, of: owner, at: place)
            )
            let also = hint(line(before, to: place))
            let facts: [String: MessageArgument] = [
                "what": .text(describe(moved)), "zone": .text(try await clockZone(of: owner).shown),
                "before": .text(ClockWords.text(minuteOfDay: before.minuteOfDay)), "now": .text(now),
                "days": .text(localizer.days(before.days)), "undo": .text(undoHint(before, of: owner, at: place)),
                "also": .text(also),
            ]
            let key = moved.days == before.days ? "schedule.moved" : "schedule.movedDays"
            return show(localizer.richText(key, facts) + Mailboxes(context).note(on: owner.mailbox))
        }
    }

    /// The command that moves it back: `undo`, or where that would be about another owner the move itself.
    private func undoHint(_ before: Schedule, of owner: Owner, at place: Destination?) -> String {
        if owner.room?.id == room?.id { return hint("undo") }
        guard owner.isRoom else { return hint("undo mine") }
        let clock = ClockWords.text(minuteOfDay: before.minuteOfDay)
        let line: HintLine = "schedules \(before.number) at \(clock) \(fixed: ClockWords.typed(before.days))"
        return hint(line, about: owner, at: place, isAnsweredHere: true)
    }

    /// The line that asks for it again, beside the one that was moved.
    func line(_ schedule: Schedule, to place: Destination?) -> HintLine {
        let request = schedule.request
        let category = (schedule.smartName ?? request.category).map { TypedName.of($0) ?? $0 }
        let command: HintLine =
            "\(fixed: schedule.kind.rawValue) also at \(ClockWords.text(minuteOfDay: schedule.minuteOfDay))"
        let words: [HintLine?] = [
            schedule.days == .daily ? nil : "\(fixed: ClockWords.typed(schedule.days))",
            request.grade.map { "\(fixed: $0)" }, request.period.map { "\(fixed: $0)" },
            request.count.map { "\($0)" }, category.map { "\($0)" },
            request.withStatistics ? "stats" : nil, place.map { "to \($0.hint)" },
        ]
        return words.compactMap(\.self).reduce(command) { "\($0) \($1)" }
    }

    /// The time zone of an owner's schedules, and whether they have chosen one.
    func clockZone(of owner: Owner) async throws -> (shown: String, isSet: Bool) {
        let settings = try await services.store.settings(of: owner.recipient) ?? RecipientSettings()
        let zone = ZoneName.shown(services.catalogue.localizer(for: settings).timeZone)
        return (zone, settings.timeZone != nil)
    }
}

extension Arguments {
    /// Removes the number that begins `2 at 09:00`.
    mutating func takeScheduleNumber() -> Int? {
        guard let first, !first.isQuoted, let number = Reference.number(first.text) else { return nil }
        _ = take()
        return number
    }
}
