internal import Foundation
internal import Localization
internal import NewsModel
internal import Storage

extension Command {
    static let quiet = Command(
        name: "quiet",
        aliases: ["dnd"],
        topic: .clock,
        need: .owner,
        shape: .quiet
    ) { context, arguments in
        var arguments = arguments
        let place = arguments.takeValue("to", "for") { context.table.destination($0) }
        let exceptUrgent = arguments.takeFlag("urgent")
        _ = arguments.takeFlag("except")
        let alternative = context.hint("quiet 22:00-07:00 to dm")
        guard !arguments.isEmpty else {
            if exceptUrgent { throw context.usageError("quiet") }
            let owner = try await Owners(context).owner(of: place, toChange: false)
            let settings = try await context.services.store.settings(of: owner.recipient) ?? RecipientSettings()
            let off = context.hint("quiet off", about: owner, at: place, by: "to")
            let set = context.hint("quiet 22:00-07:00", about: owner, at: place, by: "to")
            let text = QuietTimes(context).describeQuiet(
                settings.quietHours,
                key: "settings.quiet.is",
                off: off,
                set: set
            )
            return context.show(text, of: owner)
        }
        let isEnd = arguments.takeFirst("off", "none", "never")
        if isEnd { try context.refuseRest(arguments, of: "quiet") }
        let owner = try await Owners(context).owner(of: place, toChange: true, alternative: alternative)
        var settings = try await context.services.store.settings(of: owner.recipient) ?? RecipientSettings()
        let before = settings.quietHours
        if isEnd {
            settings.quietHours = nil
        } else {
            guard let hours = QuietHours(typed: arguments.value, exceptUrgent: exceptUrgent) else {
                throw CommandError.badTime(String(arguments.text.prefix(40)))
            }
            settings.quietHours = hours
        }
        let off = context.hint("quiet off", about: owner, at: place, by: "to", isAnsweredHere: true)
        let usual = QuietHours(start: 22 * 60, end: 7 * 60, exceptUrgent: false)
        let set = context.hint(
            HintLine((before ?? usual).typed),
            about: owner,
            at: place,
            by: "to",
            isAnsweredHere: true
        )
        guard settings.quietHours != before else {
            let now = QuietTimes(context).describeQuiet(before, key: "settings.quiet.is", off: off, set: set)
            return context.show(context.localizer.richText("settings.card.already") + now)
        }
        try await context.services.store.saveSettings(settings, of: owner.recipient)
        await Undoing(context).record(
            HintLine(settings.quietHours?.typed ?? "quiet off"),
            reverse: HintLine(before?.typed ?? "quiet off"),
            of: owner
        )
        guard let hours = settings.quietHours else { return context.say("settings.quiet.off", ["hint": .text(set)]) }
        return context.show(QuietTimes(context).describeQuiet(hours, key: "settings.quiet.set", off: off, set: set))
    }
}

extension CommandShape {
    fileprivate static let quiet = CommandShape { typed in
        typed.rest.isEmpty || typed.rest.isOne("off") || typed.rest.first?.text.first?.isNumber == true
    }
}

extension QuietHours {
    /// The command that sets them.
    fileprivate var typed: String {
        let line = "quiet \(ClockWords.text(minuteOfDay: start))-\(ClockWords.text(minuteOfDay: end))"
        return exceptUrgent ? line + " except urgent" : line
    }

    /// `22:00-07:00`, `22-7`, `10pm 7am`, `22:00 to 7:00`.
    fileprivate init?(typed text: String, exceptUrgent: Bool) {
        let pieces = text.lowercased().split(whereSeparator: { "-–—~ ".contains($0) }).filter {
            $0 != "to" && $0 != "from"
        }
        guard pieces.count == 2, let start = ClockWords.minuteOfDay(String(pieces[0])),
            let end = ClockWords.minuteOfDay(String(pieces[1])), start != end
        else { return nil }
        self.init(start: start, end: end, exceptUrgent: exceptUrgent)
    }
}

/// Quiet hours in words.
struct QuietTimes: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    fileprivate func describeQuiet(_ hours: QuietHours?, key: String, off: String, set: String) -> RichText {
        guard let hours else { return localizer.richText("settings.quiet.none", ["hint": .text(set)]) }
        let arguments: [String: MessageArgument] = [
            "from": .text(ClockWords.text(minuteOfDay: hours.start)),
            "to": .text(ClockWords.text(minuteOfDay: hours.end)),
            "zone": .text(ZoneName.shown(localizer.timeZone)),
            "off": .text(off),
        ]
        return localizer.richText(hours.exceptUrgent ? key + "ExceptUrgent" : key, arguments)
    }
}
