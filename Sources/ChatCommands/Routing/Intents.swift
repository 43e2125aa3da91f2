internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// Understands lines in people's own words by the phrase tables of `locales/`.
struct Intents: CommandTopic {
    enum Understood {
        /// A command line, and the line that takes it back if the change itself does not say so.
        case command(HintLine, Command, Arguments, back: HintLine?)
        /// Lines that fit, because none is surely meant; `topic` is no category or feed.
        case offer([HintLine], topic: String?)
    }

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Nobody asks at greater length, in bytes.
    private static let longestText = 400

    /// What a line means; nil if no phrase says it, or if it is a command with the name of a feed or a category.
    func understood(_ text: String, insteadOf request: CommandRequest) async throws -> Understood? {
        guard text.utf8.count <= Self.longestText else { return nil }
        for book in services.catalogue.phraseBooks(for: localizer.language) {
            guard let reading = book.reading(of: text) else { continue }
            if case .command(_, let arguments) = request {
                if try await isName(arguments.text) || cutsCommand(reading, text) { return nil }
            }
            return try await understood(reading)
        }
        return nil
    }

    /// Whether a name of the reading begins inside the word of the command: `收藏 科技新闻` names no topic “藏科技”.
    private func cutsCommand(_ reading: PhraseBook.Reading, _ text: String) -> Bool {
        let verb = table.words(in: text).first?.text ?? ""
        let letters = text.filter { !$0.isWhitespace }
        guard letters.hasPrefix(verb), verb.utf8.allSatisfy({ $0 >= 0x80 }) else { return false }
        return reading.values.values.contains { value in
            guard let range = letters.range(of: value.filter { !$0.isWhitespace }) else { return false }
            let start = letters.distance(from: letters.startIndex, to: range.lowerBound)
            return start > 0 && start < verb.count
        }
    }

    private func understood(_ reading: PhraseBook.Reading) async throws -> Understood? {
        var reading = reading
        let offers = reading.intent.offers.map { reading.line($0, shown: shown) }
        let topic = reading.values["topic"]
        guard let template = await template(of: reading.intent) else { return offer(offers, topic: nil) }
        let line = reading.line(template, shown: shown)
        guard let (command, arguments) = command(of: line) else { return nil }
        if let topic {
            guard let subject = try await subject(topic) else {
                if let source = services.sources.source(named: topic) {
                    return offer(["preview \(source.id)", "sub \(source.id)"], topic: nil)
                }
                return offer(offers, topic: topic)
            }
            // A single feed does not come by the clock: people follow it instead.
            if command.asksForPushes(arguments), subject.feed != nil { return offer(offers, topic: nil) }
        }
        reading.values.merge(try await formerValues(for: command)) { own, _ in own }
        let back = reading.intent.back.flatMap { template in
            reading.hasValues(for: template) ? reading.line(template, shown: shown) : nil
        }
        return .command(line, command, arguments, back: back)
    }

    /// The command of an intent: in a room that the sender may not change, for themselves.
    private func template(of intent: PhraseBook.Intent) async -> String? {
        guard let room, let own = intent.own, !(await Owners(context).mayChange(room)) else { return intent.command }
        return own
    }

    private func offer(_ lines: [HintLine], topic: String?) -> Understood? {
        let possible = lines.filter { command(of: $0) != nil }
        return possible.isEmpty ? nil : .offer(possible, topic: topic)
    }

    /// The command of a line; nil if it is not used here.
    private func command(of line: HintLine) -> (Command, Arguments)? {
        let words = table.words(in: line.text)
        guard !words.isEmpty, case .command(let command, let arguments) = table.request(words, allowingPrefix: false),
            isAllowed(command.name)
        else { return nil }
        return (command, arguments)
    }

    /// The category or feed of a name; nil if there is none.
    private func subject(_ name: String) async throws -> NewsSubject? {
        do {
            return try await NewsSubjects(context).subject(Arguments(CommandWord.words(in: shown(name))))
        } catch is CommandError {
            return nil
        }
    }

    /// Whether some words are exactly the name of a feed or a category.
    private func isName(_ text: String) async throws -> Bool {
        if case .feed = try await services.store.findFeed(text, in: sight, exactly: true) { return true }
        return try await services.store.shownCategories(in: sight).contains { $0.lowercased() == text.lowercased() }
    }

    /// How a name or a query is written in a command: in quotes if it has words that commands use.
    private func shown(_ value: String) -> String {
        guard !value.contains("\""), !AddressRepair.looksLikeAddress(value) else { return value }
        let words = CommandWord.words(in: value)
        let isPlain = words.allSatisfy { word in
            !table.words.dividingWords.contains(word.keyword)
                && word.text.allSatisfy { $0.isLetter || $0.isNumber || "-.,:@_'’&+#".contains($0) }
        }
        return isPlain ? value : "\"\(value)\""
    }
}

// MARK: - Answering

extension Intents {
    /// Runs what was understood, asks first, or offers what fits.
    ///
    /// What only shows something is run at once. A change is run in private; in a room it needs a `yes`.
    func answer(
        to understood: Understood,
        run: (CommandRequest) async throws -> [Answer]
    ) async throws -> [Answer] {
        switch understood {
        case .offer(let lines, let topic): return offers(lines, topic: topic)
        case .command(let line, let command, let arguments, let back):
            let isChange = changes(command, arguments)
            guard isPrivate || !isChange else {
                try await Questions(context).askToRun(line)
                let facts: [String: MessageArgument] = [
                    "line": .text(hint(line)), "yes": .text(hint("yes")), "no": .text(hint("no")),
                ]
                return say("command.intent.ask", facts)
            }
            do {
                let answers = try await run(.command(command, arguments))
                guard isChange else { return headed(answers, line, back: nil) }
                let own = back.map { hint($0) }
                // Games record no change.
                guard !context.changes.owners.isEmpty else {
                    return headed(answers, line, back: command.topic == .playing ? own : nil)
                }
                let undo = hint(try await UndoHints(context).line())
                let way = own ?? context.changes.waysBack.last ?? undo
                context.changes.show(wayBack: way)
                return headed(answers, line, back: way)
            } catch let error as any UserFacingError {
                return headed(try refusal(error), line, back: nil)
            }
        }
    }

    /// Runs a line to which the sender said `yes`.
    func run(_ line: HintLine) async throws -> [Answer] {
        guard let (command, words) = command(of: line) else {
            return say("command.nothingToConfirm", ["hint": .text(hint("help"))])
        }
        let arguments = try await NewsSubjects(context).meant(words, by: command)
        try command.refuseRest(of: arguments, context)
        if command.need == .account { _ = try await profile() }
        return try await command.run(context, arguments)
    }

    /// An error as an answer; who was away for long is asked for their profile instead.
    private func refusal(_ error: any UserFacingError) throws -> [Answer] {
        if case CommandError.dormant = error { throw error }
        return show(localizer.richText(error.message))
    }

    private func changes(_ command: Command, _ arguments: Arguments) -> Bool {
        switch command.effect {
        case .changes: true
        case .showsOnly(let fits): !fits(arguments)
        case .shows: command.asksForPushes(arguments)
        }
    }

    /// The answers, with a line above them that says how the words were understood.
    ///
    /// They are said also to a guest whom the command is refused.
    private func headed(_ answers: [Answer], _ line: HintLine, back: String?) -> [Answer] {
        var facts: [String: MessageArgument] = ["line": .text(typed(line))]
        if let back { facts["back"] = .text(back) }
        let head = localizer.richText(back == nil ? "command.intent.taken" : "command.intent.takenBack", facts)
        guard var first = answers.first, first.form == .chat, first.place == .here else {
            return show(head) + answers
        }
        first.body = head + first.body
        first.pageSize = first.pageSize.map { $0 + 1 }
        return [first] + answers.dropFirst()
    }

    private func offers(_ lines: [HintLine], topic: String?) -> [Answer] {
        var facts: [String: MessageArgument] = ["first": .text(hint(lines[0]))]
        guard lines.count > 1 else { return say("command.intent.offer", facts) }
        facts["second"] = .text(hint(lines[1]))
        guard let topic else { return say("command.intent.offerTwo", facts) }
        facts["topic"] = .text(BoundedText.shortened(topic, to: 60))
        return say("command.intent.offerTopic", facts)
    }

    // MARK: - How to undo it

    /// Values for the line that undoes a change, which are known before the change only: `{oldlanguage}`, `{oldzone}`,
    /// `{oldtime}`.
    private func formerValues(for command: Command) async throws -> [String: String] {
        var values = ["oldlanguage": localizer.language, "oldzone": ZoneName.shown(localizer.timeZone)]
        guard let kind = Schedule.Kind(rawValue: command.name), let profile = person.profile else { return values }
        let schedule = try await services.store.schedules(of: profile.id.recipient).first { $0.kind == kind }
        values["oldtime"] = schedule.map { ClockWords.text(minuteOfDay: $0.minuteOfDay) }
        return values
    }
}
