internal import Foundation
internal import Editorial
internal import Localization
internal import NewsModel
internal import TextAnalysis
internal import Storage

extension Command {
    static let alert = Command(
        name: "alert",
        aliases: ["alerts"],
        topic: .alerts,
        need: .owner,
        keepsText: { _ in true },
        shape: .alert,
        effect: .showsOnly { $0.words.map(\.keyword) == ["list"] },
        asksForPushes: { _ in true }
    ) {
        context,
        arguments in
        var arguments = arguments
        if arguments.isEmpty || arguments.takeFirst("list", "ls") {
            return try await Alerts(context).listAlerts(&arguments)
        }
        if arguments.takeFirst("add", "new", "create") { return try await Alerts(context).addAlert(&arguments) }
        if arguments.takeFirst("remove", "delete", "del", "rm") {
            guard let word = arguments.take(), let number = Reference.number(word.text) else {
                throw context.usageError("alert")
            }
            return try await Alerts(context).changeAlert(number, word, "remove", &arguments)
        }
        if let first = arguments.first, let number = Reference.number(first.text) {
            _ = arguments.take()
            let verb = arguments.take()?.keyword ?? ""
            return try await Alerts(context).changeAlert(number, first, verb, &arguments)
        }
        // `alert on 2`, `alert off 2`.
        if let verb = arguments.first?.keyword, ["on", "off"].contains(verb), arguments.words.count > 1,
            let number = Reference.number(arguments.words[1].text)
        {
            let word = arguments.words[1]
            arguments = arguments.dropping(2)
            return try await Alerts(context).changeAlert(number, word, verb, &arguments)
        }
        // `alert Valencia`; but `alert lsit` and `alert off` are slips.
        guard let first = arguments.first?.keyword, !Alerts.isVerb(first) else { throw context.usageError("alert") }
        return try await Alerts(context).addAlert(&arguments)
    }
}

extension CommandShape {
    fileprivate static let alert = CommandShape { typed in
        var rest = typed.arguments
        if rest.isEmpty || rest.isOne("list", "ls", "mine") { return true }
        if rest.takeFirst("add", "create") || typed.word == "alert" && rest.takeFirst("new") { return !rest.isEmpty }
        if rest.takeFirst("on", "off", "remove", "delete", "del", "rm") { return rest.isReference }
        return rest.first?.isReference == true && rest.words.count > 1
    }
}

/// What the words beside the query of a new alert say.
struct AlertOptions {
    var place: Destination?
    var isUrgent: Bool
    /// Seconds.
    var cooldown = 0

    init(taking arguments: inout Arguments, _ table: CommandTable) throws {
        place = arguments.takeValue("to") { table.destination($0) }
        isUrgent = arguments.takeFlag("urgent")
        guard let text = arguments.takeValue("cooldown", read: { $0 }) else { return }
        guard let seconds = ClockWords.seconds(text) else { throw CommandError.badDuration(String(text.prefix(40))) }
        cooldown = seconds
    }
}

/// Lists, adds, changes and removes alerts.
struct Alerts: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Whether a word is one of the command's own, or a slip of a long one.
    fileprivate static func isVerb(_ word: String) -> Bool {
        let short = ["ls", "add", "new", "del", "rm", "on", "off", "to"]
        let long = ["list", "mine", "create", "remove", "delete", "urgent", "cooldown", "help"]
        return short.contains(word) || ClosestMatch.suggestion(for: word, among: long) != nil
    }

    fileprivate func listAlerts(_ arguments: inout Arguments) async throws -> [Answer] {
        let isOwn = arguments.takeFlag("mine", "my")
        let named = arguments.takeValue("to", "of", "in") { table.destination($0) }
        try refuseRest(arguments, of: "alert")
        let place: Destination? = isOwn ? .privately : named
        let owner = try await Owners(context).owner(of: place, toChange: false)
        let alerts = try await services.store.alerts(of: owner.recipient)
        guard !alerts.isEmpty else {
            let example = hint("alert add \"security update\"", about: owner, at: place, by: "to")
            return show(localizer.richText("alert.none", ["hint": .text(example)]), of: owner)
        }
        var body = heading("alert.title")
        let reasons = try await Queries(context).reasonsWithoutMatches(alerts, of: owner)
        for alert in alerts {
            body.blocks.append(.item(marker: String(alert.number), spans(alert, resting: reasons[alert.number])))
        }
        let number = alerts[0].number
        let next: [String: MessageArgument] = [
            "off": .text(hint("alert \(number) off", about: owner, at: place)),
            "remove": .text(hint("alert \(number) remove", about: owner, at: place)),
        ]
        return show(body + footer("alert.next", next), of: owner)
    }

    /// "data breach" — on, urgent, 12 matches, last 2h ago.
    private func spans(_ alert: Alert, resting reason: String?) -> [RichText.Span] {
        var facts = [localizer.text(alert.isOn ? "alert.isOn" : "alert.isOff")]
        if alert.isUrgent { facts.append(localizer.text("alert.isUrgent")) }
        if alert.cooldown > 0 {
            facts.append(localizer.text("alert.cooldown", ["span": .text(localizer.duration(alert.cooldown))]))
        }
        facts.append(localizer.text("alert.matches", ["n": .number(alert.matchCount)]))
        if let fired = alert.lastFiredAt {
            facts.append(localizer.text("alert.lastFired", ["age": .text(localizer.relative(fired, now: time))]))
        } else {
            facts.append(localizer.text("alert.neverFired"))
        }
        if alert.address != here {
            facts.append(localizer.text("alert.to", ["place": .text(placeName(alert.address))]))
        }
        if let reason { facts.append(reason) }
        return [.code(alert.shown(by: localizer)), .text(" — " + joined(facts: facts))]
    }

    fileprivate func addAlert(_ arguments: inout Arguments) async throws -> [Answer] {
        let options = try AlertOptions(taking: &arguments, table)
        let place = options.place
        guard !arguments.isEmpty else { throw usageError("alert") }
        try QuerySlips(context).checkDestination(of: arguments)
        let typed = arguments.raw
        let owner = try await Owners(context).owner(
            of: place,
            toChange: true,
            alternative: hint("alert add \(typed.prefix(60)) to dm")
        )
        let breaking = try await BreakingRequests(context).request(arguments, for: owner.recipient)
        var query = breaking?.query
        if breaking == nil {
            query = try await Queries(context).checkedQuery(typed, of: owner.recipient, behind: "alert add")
        }
        let limit = QuotaLimits(context).limit(.alert, of: owner)
        if let query {
            let others = try await services.store.alerts(of: owner.recipient)
            try await Queries(context).checkLimit(for: query, among: others, of: owner)
            if others.count < limit.own {
                try await QuerySlips(context).checkFeeds(of: breaking?.typed ?? typed, for: owner.recipient)
            }
        }
        let outcome = try await services.store.addAlert(
            of: owner.recipient,
            query: query?.canonical ?? "",
            breaking: breaking?.rule,
            isUrgent: options.isUrgent,
            cooldown: options.cooldown,
            at: owner.address,
            by: try await Owners(context).maker(),
            limit: limit,
            time: time
        )
        switch outcome {
        case .quotaReached(let limit):
            throw CommandError.quota(kind: "alerts", limit: limit, hint: hint("alert 1 remove"))
        case .createdTooMany(let limit): throw QuotaLimits(context).tooManyMade("alerts", limit)
        case .alreadyThere(let alert):
            return say(
                "alert.alreadyThere",
                ["number": .number(alert.number), "query": .text(alert.shown(by: localizer))]
            )
        case .added(let alert):
            await Undoing(context).record(alert.typed, reverse: "alert \(alert.number) remove", of: owner)
            let body =
                try await words(for: alert, query, of: owner, at: place)
                + QuerySlips(context).smartNote(on: arguments, alert, of: owner, at: place)
                + Mailboxes(context).note(on: owner.mailbox)
            let undo = hint("alert \(alert.number) remove", about: owner, at: place, isAnsweredHere: true)
            return show(body + footer("alert.undo", ["hint": .text(undo)]))
        }
    }

    fileprivate func changeAlert(
        _ number: Int,
        _ word: CommandWord,
        _ verb: String,
        _ arguments: inout Arguments
    ) async throws -> [Answer] {
        let isOwn = arguments.takeFlag("mine", "my")
        let named = arguments.takeValue("in") { table.destination($0) }
        let place: Destination? = isOwn ? .privately : named
        let owner = try await Owners(context).owner(of: place, toChange: true, alternative: hint("alert list mine"))
        let list = hint("alert list", about: owner, at: place, isAnsweredHere: true)
        let none = CommandError.noSuchAlert(Reference.typed(word.text), hint: list)
        var change = AlertChange()
        var key = "alert.changed.\(verb)"
        var value = ""
        var closing = RichText()
        switch verb {
        case "on", "off":
            try refuseRest(arguments, of: "alert")
            change.isOn = verb == "on"
            let alerts = try await services.store.alerts(of: owner.recipient)
            if verb == "on", let alert = alerts.first(where: { $0.number == number }), !alert.query.isEmpty {
                let query = try AlertQuery(parsing: alert.query, limits: options.queries)
                try await Queries(context).checkLimit(for: query, among: alerts, of: owner, by: alert.madeBy)
            }
        case "urgent":
            let isUrgent = !arguments.takeFirst("off", "no")
            try refuseRest(arguments, of: "alert")
            change.isUrgent = isUrgent
            if !isUrgent { key = "alert.changed.notUrgent" }
        case "cooldown":
            let text = arguments.value
            guard let seconds = ["off", "0"].contains(text) ? 0 : ClockWords.seconds(text) else {
                throw CommandError.badDuration(String(text.prefix(40)))
            }
            change.cooldown = seconds
            value = localizer.duration(seconds)
        case "to":
            guard let word = arguments.take() else { throw usageError("alert") }
            guard let target = table.destination(word.value) else {
                throw CommandError.unknownPlace(String(word.text.prefix(40)))
            }
            try refuseRest(arguments, of: "alert")
            let targetOwner = try await Owners(context).owner(of: target, toChange: true)
            change.address = targetOwner.address
            value = placeName(targetOwner.address)
            closing = Mailboxes(context).note(on: targetOwner.mailbox)
        case "remove", "delete", "del", "rm":
            try refuseRest(arguments, of: "alert")
            guard let alert = try await services.store.removeAlert(of: owner.recipient, number: number, at: time) else {
                throw none
            }
            let undo = hint(try await UndoHints(context).line())
            await Undoing(context).note("alert \(number) remove", undo: undo)
            return say("alert.removed", ["query": .text(alert.shown(by: localizer)), "undo": .text(undo)])
        default: throw usageError("alert")
        }
        guard
            let alert = try await services.store.changeAlert(of: owner.recipient, number: number, change, at: time)
        else { throw none }
        let other = ["on": "off", "off": "on", "urgent": alert.isUrgent ? "urgent off" : "urgent"][verb]
        let reverse = other.map { "alert \(number) " + HintLine($0) }
        await Undoing(context).record("alert \(number) \(fixed: verb)", reverse: reverse, of: owner)
        let facts: [String: MessageArgument] = [
            "number": .number(alert.number), "query": .text(alert.shown(by: localizer)), "value": .text(value),
        ]
        return show(localizer.richText(key, facts) + closing)
    }
}
