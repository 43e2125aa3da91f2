internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let schedules = Command(
        name: "schedules",
        aliases: ["schedule"],
        topic: .clock,
        need: .owner,
        shape: .schedules,
        effect: .showsOnly { $0.isEmpty }
    ) { context, arguments in
        var arguments = arguments
        let isOwn = arguments.takeFlag("mine", "my")
        let place: Destination? = isOwn ? .privately : arguments.takeValue("to", "in") { context.table.destination($0) }
        let isRemoval = arguments.takeFlag("off", "remove", "delete", "stop")
        if !isRemoval, let number = arguments.takeScheduleNumber() {
            return try await Scheduling(context).moveSchedule(number, &arguments, at: place)
        }
        guard isRemoval else {
            try context.refuseRest(arguments, of: "schedules")
            return try await Scheduling(context).listSchedules(place)
        }
        guard let word = arguments.takeAny({ Reference.number($0.text) == nil ? nil : $0 }),
            let number = Reference.number(word.text)
        else { throw context.usageError("schedules") }
        try context.refuseRest(arguments, of: "schedules")
        let owner = try await Owners(context).owner(
            of: place,
            toChange: true,
            alternative: context.hint("schedules off \(number) mine")
        )
        let removed = try await context.services.store.removeSchedule(
            of: owner.recipient,
            number: number,
            at: context.time
        )
        guard let removed else {
            let list = context.hint("schedules", about: owner, at: place, isAnsweredHere: true)
            throw CommandError.noSuchSchedule(Reference.typed(word.text), hint: list)
        }
        await Undoing(context).record("schedules off \(number)", of: owner)
        return context.say("schedule.removed", ["what": .text(Scheduling(context).describe(removed))])
    }
}

extension CommandShape {
    fileprivate static let schedules = CommandShape { typed in
        var rest = typed.rest
        if rest.takeFlag("off", "remove", "delete", "stop") { return rest.words.contains(where: \.isReference) }
        if rest.takeScheduleNumber() != nil { return rest.words.contains { ClockWords.minuteOfDay($0.value) != nil } }
        return rest.isEmpty ? typed.word == "schedules" : rest.isOne("mine", "my")
    }
}

/// Lists, adds and removes schedules.
struct Scheduling: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    fileprivate func listSchedules(_ place: Destination?) async throws -> [Answer] {
        let owner = try await Owners(context).owner(of: place, toChange: false)
        let schedules = try await services.store.schedules(of: owner.recipient)
        guard let first = schedules.first else {
            let example = hint("headlines at 07:30", about: owner, at: place, by: "to")
            return show(localizer.richText("schedule.none", ["hint": .text(example)]), of: owner)
        }
        var body = heading("schedule.title", ["zone": .text(ZoneName.shown(localizer.timeZone))])
        for schedule in schedules {
            body.blocks.append(.item(marker: String(schedule.number), [.text(describe(schedule))]))
        }
        let off = hint("schedules off \(first.number)", about: owner, at: place)
        let move = hint("schedules \(first.number) at 18:00", about: owner, at: place)
        return show(body + footer("schedule.next", ["off": .text(off), "move": .text(move)]), of: owner)
    }

    /// The time of day of a schedule without a named time, in minutes since midnight.
    private static let usualMinute = 8 * 60

    /// "Headlines daily at 07:30, to you".
    func describe(_ schedule: Schedule) -> String {
        var what = localizer.text("schedule.kind.\(schedule.kind.rawValue)")
        let period = schedule.request.period.flatMap { DigestPeriod($0) }.flatMap { $0 == .today ? nil : $0 }
        let counted = schedule.kind == .quiz ? "schedule.questions" : "digest.stories"
        let count = schedule.request.count.map { localizer.text(counted, ["n": .number($0)]) }
        let grade = schedule.request.grade.map { localizer.text("puzzle.sudoku.grade.\($0)") }
        let statistics = schedule.request.withStatistics ? localizer.text("schedule.statistics") : nil
        let sources = schedule.request.sourcesPerCategory.map { limit in
            limit > HeadlineNumbers.sourcesPerCategory.upperBound
                ? localizer.text("schedule.allSources") : localizer.text("schedule.perCategory", ["n": .number(limit)])
        }
        let details = [
            grade, count, sources, period.map { DigestWording.name($0, localizer) }, subject(of: schedule), statistics,
        ]
        .compactMap(\.self)
        if !details.isEmpty { what += " (\(joined(facts: details)))" }
        return localizer.text(
            "schedule.line",
            [
                "what": .text(what),
                "days": .text(localizer.days(schedule.days)),
                "time": .text(ClockWords.text(minuteOfDay: schedule.minuteOfDay)),
                "place": .text(placeName(schedule.address)),
            ]
        )
    }

    private func subject(of schedule: Schedule) -> String? {
        guard schedule.request.smart != nil else { return schedule.request.category }
        return schedule.smartName ?? localizer.text("schedule.smartGone")
    }

    /// Whether the line asks for a schedule.
    ///
    /// `digest weekly` may also mean a feed with that name.
    func isScheduleRequest(_ arguments: Arguments) async throws -> Bool {
        if arguments.namesSchedule { return true }
        guard arguments.beginsWithFrequency else { return false }
        var rest = arguments
        _ = rest.takeValue("to") { table.destination($0) }
        guard rest.words.count == arguments.words.count else { return true }
        let words = rest.words.filter { $0.isQuoted || Reference.number($0.text) == nil }
        let categories = try await services.store.shownCategories(in: sight).map { $0.lowercased() }
        for name in Set([words.prefix(1), words[...]].map { $0.map(\.text).joined(separator: " ") }) {
            if categories.contains(name.lowercased()) { return false }
            let isExact = !name.contains(" ")
            switch try await services.store.findFeed(name, in: sight, exactly: isExact) {
            case .nothing: continue
            case .feed, .choices: return false
            }
        }
        return true
    }

    /// Adds a schedule from the words after `at`: a time, days, a destination and options.
    ///
    /// `off` removes schedules.
    func schedule(_ kind: Schedule.Kind, _ arguments: inout Arguments) async throws -> [Answer] {
        let place = arguments.takeValue("to") { table.destination($0) }
        if place == nil, !kind.isGame, arguments.namesMailAddress {
            throw CommandError.onlyOwnMailbox(hint: hint("\(fixed: kind.rawValue) at 07:30 to mail"))
        }
        // A quiz round runs against the clock, and mail is too slow for that.
        if kind.isGame, place == .mail || (place ?? .here) == .here && message.traits.isSlow {
            throw kind == .quiz
                ? CommandError.noQuizByMail : CommandError.noGameByMail(hint: hint(HintLine(kind.rawValue)))
        }
        let alternative = kind.isGame ? "" : hint("\(fixed: kind.rawValue) at 07:30 to dm")
        let owner = try await Owners(context).owner(of: place, toChange: true, alternative: alternative)
        if arguments.takeFlag("off", "never", "stop") {
            while arguments.takeFlag("at", "every", "day", "week", "daily", "weekly", "everyday") {}
            try refuseRest(arguments, of: kind.rawValue)
            let removed = try await services.store.removeSchedules(of: owner.recipient, kind: kind, at: time)
            let what = localizer.text("schedule.kind.\(kind.rawValue)")
            guard removed > 0 else {
                let list = hint("schedules", about: owner, at: place, isAnsweredHere: true)
                return say("schedule.noneRemoved", ["what": .text(what), "hint": .text(list)])
            }
            await Undoing(context).record("\(fixed: kind.rawValue) at off", of: owner)
            return say("schedule.allRemoved", ["n": .number(removed), "what": .text(what)])
        }
        guard !arguments.isEmpty else { throw usageError(kind.rawValue) }
        if kind.isGame, let room = owner.room, !room.etiquette.allows(kind.rawValue) {
            return SwitchedOffGames(context).answer(for: kind.rawValue, in: room)
        }
        let isAlso = arguments.takeFlag("also")
        guard let words = ScheduleWords(taking: &arguments, countsStories: kind == .headlines) else {
            guard !arguments.isEmpty else { throw usageError(kind.rawValue) }
            throw CommandError.badTime(String(arguments.text.prefix(40)))
        }
        var request = try await request(for: kind, &arguments, of: owner)
        if kind == .digest, request.period == nil {
            request.period = (words.days.rawValue.nonzeroBitCount == 1 ? DigestPeriod.week : .today).word
        }
        let known = try await services.store.schedules(of: owner.recipient).filter(\.isOn)
        let new = Schedule(
            id: ScheduleID(rawValue: 0),
            recipientID: owner.recipient,
            number: 0,
            kind: kind,
            minuteOfDay: words.minute ?? Self.usualMinute,
            days: words.days,
            address: owner.address,
            request: request,
            createdAt: time
        )
        var minute = new.minuteOfDay
        if !isAlso, let same = Self.onlyOther(than: new, in: known) {
            if words.minute != nil { return try await move(same, to: minute, days: nil, of: owner, at: place) }
            // Who names days alone keeps the time that they have.
            minute = same.minuteOfDay
        }
        let outcome = try await services.store.addSchedule(
            of: owner.recipient,
            kind: kind,
            minuteOfDay: minute,
            days: words.days,
            at: owner.address,
            request: request,
            by: try await Owners(context).maker(),
            limit: QuotaLimits(context).limit(.schedule, of: owner),
            time: time
        )
        let schedule: Schedule
        switch outcome {
        case .quotaReached(let limit):
            throw CommandError.quota(kind: "schedules", limit: limit, hint: hint("schedules off 1"))
        case .createdTooMany(let limit): throw QuotaLimits(context).tooManyMade("schedules", limit)
        case .added(let added), .alreadyThere(let added): schedule = added
        }
        let clock = ClockWords.text(minuteOfDay: schedule.minuteOfDay)
        await Undoing(context).record(
            "\(fixed: kind.rawValue) at \(clock)",
            reverse: "schedules off \(schedule.number)",
            of: owner
        )
        let off = hint("schedules off \(schedule.number)", about: owner, at: place, isAnsweredHere: true)
        let clockZone = try await clockZone(of: owner)
        var body = localizer.richText(
            "schedule.added",
            ["what": .text(describe(schedule)), "zone": .text(clockZone.shown), "off": .text(off)]
        )
        if let replaced = known.first(where: { $0.id == schedule.id }), replaced.request != schedule.request {
            body = body + localizer.richText("schedule.replaced", ["what": .text(describe(replaced))])
        }
        if words.minute == nil, minute == Self.usualMinute {
            let again = hint("schedules \(schedule.number) at 18:00", about: owner, at: place, isAnsweredHere: true)
            body = body + footer("schedule.usualTime", ["again": .text(again)])
        }
        body = body + (try await HiddenCategories(context).note(onSchedule: schedule.request, of: owner))
        body = body + Mailboxes(context).note(on: owner.mailbox)
        if !clockZone.isSet {
            let set: HintLine = owner.isRoom ? "set room tz Europe/Paris" : "set tz Europe/Paris"
            body = body + footer("schedule.zoneHint", ["zone": .text(clockZone.shown), "hint": .text(hint(set))])
        }
        return show(body)
    }
}
