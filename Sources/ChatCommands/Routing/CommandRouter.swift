internal import Foundation
internal import GameRooms
internal import Games
internal import Localization
internal import Logging
package import NewsModel
internal import NewsWording
internal import Storage
internal import TimeArithmetic

/// Answers one message: is it addressed to the bot, who sent it, what does it ask for, is that allowed.
package struct CommandRouter: Sendable {
    package let services: CommandServices
    let memory: RouterState
    let handled = HandledMessages()
    let usage = UsageCounts()
    private let commands: CommandTable

    package init(_ services: CommandServices) { self.init(services, table: .standard) }

    init(_ services: CommandServices, table: CommandTable) {
        self.services = services
        commands = table.knowing(services.rooms)
        memory = RouterState(rates: services.options.rates)
    }

    var refusedLines: RefusedLines { memory.refusedLines }

    /// The commands, with the words of all languages as they are now.
    var table: CommandTable { commands.speaking(services.catalogue.typedWords) }

    /// Applies options that the operator changed.
    ///
    /// Messages in progress are finished.
    package func apply(_ options: CommandOptions) async {
        services.options = options
        await memory.apply(options.rates)
    }

    /// Runs the command of a message.
    ///
    /// It never throws: errors become answers for the sender.
    package func handle(_ message: IncomingMessage) async -> [Reply] {
        guard !message.sender.isBot else { return [] }
        let line = PlainInput.cleaned(message.text)
        guard !line.isEmpty else { return [] }
        do {
            switch await hearing(of: line, message) {
            case .listen: return try await answer(line, message)
            case .ignore: return []
            case .loopFound(let mayBeEnded): return await notice(ofLoop: message, mayBeEnded: mayBeEnded)
            }
        } catch is CancellationError {
            return []
        } catch {
            let reference = log(error, message)
            // In a room the line may not have been for the bot.
            guard message.isPrivate else { return [] }
            let text = services.catalogue.localizer().richText(StorageError.words(of: error, reference))
            let person = Person(message, services)
            return [Reply(message: OutgoingMessage(body: text), address: person.address)]
        }
    }

    private func answer(_ line: String, _ message: IncomingMessage) async throws -> [Reply] {
        guard let (message, earlier) = await resolved(message, line) else { return [] }
        let room = try await room(of: message)
        let meaning = await meaning(of: line, room, message)
        guard !meaning.isNothing else {
            await rememberUnknown(line, message, room)
            return []
        }
        let verdict = await verdict(meaning, room, message)
        if verdict == .silence, await isPersonalLimit(meaning, message) { noteRefused(message) }
        if verdict == .silence { await voidPublicCode(message) }
        guard verdict != .silence, try await isNew(message) else { return [] }
        let context = try await context(message, room)
        if verdict == .sayOnce {
            if await isPersonalLimit(meaning, message) { noteRefused(message, isNamed: true) }
            let shown = tellable(message).text
            return await replies(to: context, context.say("error.tooFast", ["line": .text(shown)]))
        }
        // Everybody in the room has read the code, so it is made invalid.
        if let code = meaning.linkCode, try await redeem(code, at: context.time) {
            return await replies(to: context, context.say("settings.link.inRoom"))
        }
        if let replies = try await quizAnswer(meaning, context) { return replies }
        guard let request = meaning.request else { return [] }
        await remember(line, message)
        // Before it is done: `forget me` forgets itself too.
        noteRun(message)
        var answers = await correcting(earlier, await self.answers(to: request, context), context)
        if PlainInput.isCut(message.text) {
            let end = MessageArgument.text("…" + line.suffix(60))
            answers += context.say("limits.cut", ["n": .number(PlainInput.maximumLength), "end": end])
        }
        return await self.replies(to: context, RepeatedLists(context).shortened(answers, to: request))
    }

    // MARK: - Running

    private func answers(to request: CommandRequest, _ context: CommandContext) async -> [Answer] {
        if !request.answersQuestions { await memory.passOverQuestion(context.offerKey) }
        let answers = await outcome(of: request, context)
        do {
            try await context.services.store.describeChanges(orElse: request.commandName)
            return try await UndoHints(context).named(in: answers)
        } catch {
            log(error, context.message)
            return answers
        }
    }

    private func outcome(of request: CommandRequest, _ context: CommandContext) async -> [Answer] {
        do {
            do {
                return try await run(request, context)
            } catch CommandError.dormant {
                guard let dormant = context.person.dormant else { throw CommandError.dormant }
                return try await DormantProfiles(context).askWhoseProfile(dormant)
            }
        } catch let error as any UserFacingError {
            return context.show(context.localizer.richText(error.message))
        } catch is CancellationError {
            return []
        } catch {
            let reference = log(error, context.message)
            return context.show(context.localizer.richText(StorageError.words(of: error, reference)))
        }
    }

    private func run(_ request: CommandRequest, _ context: CommandContext) async throws -> [Answer] {
        if let moved = try await OpenPuzzles(context).answer(to: PlainInput.cleaned(context.message.text), request) {
            return moved
        }
        switch request {
        case .said(let text, let otherwise):
            if let understood = try await Intents(context).understood(text, insteadOf: otherwise) {
                return try await Intents(context).answer(to: understood) { try await run($0, context) }
            }
            if let search = try await SearchesWithoutCommand(context).search(text, insteadOf: otherwise) {
                return try await run(search, context)
            }
            if let examples = try await FittingExamples(context).answer(to: text, otherwise) { return examples }
            return try await run(otherwise, context)
        case .unnamed(let line): return NewcomerHints(context).sayItByName(line)
        case .unknown(let word, let near):
            if context.isPrivate, let chosen = try await ArticleTexts(context).pick(word) { return chosen }
            if let examples = try await FittingExamples(context).answer(to: word, request) { return examples }
            return unknown(word, near, context)
        case .url(let words):
            if context.person.dormant != nil { throw CommandError.dormant }
            return try await Following(context).offer(Arguments(words).withoutPoliteness.words)
        case .command(let command, let arguments):
            let arguments = try await NewsSubjects(context).meant(arguments, by: command)
            if command.places == .rooms, context.isPrivate { throw CommandError.onlyInRooms(command: command.name) }
            // In a room the dormant profile does not matter, because commands show the room's news.
            if context.isPrivate, context.person.dormant != nil, !command.worksWhileDormant {
                throw CommandError.dormant
            }
            try command.refuseRest(of: arguments, context)
            if command.need == .account { _ = try await context.profile() }
            if command.mustNotRepeat { await finishedForGood(context.message) }
            let answers = try await command.run(context, arguments)
            if services.options.countsUse { usage.add(command.name, day: Self.day(context.time)) }
            return try await OpenPuzzles(context).besides(answers, of: command, arguments)
        }
    }

    private func unknown(_ word: String, _ near: [String], _ context: CommandContext) -> [Answer] {
        let shown = String(word.prefix(40))
        let near = near.filter(context.isAllowed)
        guard !near.isEmpty else {
            return context.say("error.unknownVerb", ["word": .text(shown), "help": .text(context.hint("help"))])
        }
        let names = near.map { context.hint(HintLine($0)) }
        return context.say("error.unknownVerbNear", ["word": .text(shown), "names": .names(names)])
    }

    /// Logs an unexpected error and returns a reference that the sender can report.
    ///
    /// A storage error with its own text is expected: it is not logged here, and the sender gets that text.
    @discardableResult
    func log(_ error: any Error, _ message: IncomingMessage) -> String {
        let reference = String(UInt16.random(in: 0x1000...0xFFFF), radix: 16, uppercase: true)
        guard (error as? StorageError)?.words == nil else { return reference }
        services.log.error(
            "Command failed",
            metadata: ["ref": "\(reference)", "network": "\(message.network)", "error": "\(error)"]
        )
        return reference
    }

    /// The UTC day, as `2026-11-21`.
    private static func day(_ time: Date) -> String {
        CivilDate(dayNumber: CivilDate.dayNumber(ofSecond: Int(time.timeIntervalSince1970.rounded(.down)))).description
    }
}

// MARK: - Answering

extension CommandRouter {
    /// Answers the open question with a letter, or all of a sheet; nil if the line was not meant for the quiz.
    private func quizAnswer(_ meaning: Meaning, _ context: CommandContext) async throws -> [Reply]? {
        guard meaning.letter != nil || meaning.sheet != nil, let quiz = services.games,
            let recipient = QuizRounds(context).players
        else { return nil }
        let (message, player) = (context.message, QuizRounds(context).player)
        // Recorded first: handled again after a restart, it would answer the next question.
        if await quiz.isPlaying(in: recipient) { await finishedForGood(message) }
        guard let line = meaning.letter ?? meaning.sheet else { return nil }
        let heard: HeardMove =
            message.answers == nil ? .line(line, by: player.participant) : .reaction(line, by: player.participant)
        switch try await quiz.answer(heard, in: recipient, to: message.answers) {
        // A reaction to an old question is not a command either.
        case .notOpen: return message.answers == nil ? nil : []
        case .alreadyAnswered, .accepted(nil): return []
        case .accepted(let speech?):
            return [await ReplyPages(context).reply(await QuizRounds(context).answer(speech))]
        }
    }

    func replies(to context: CommandContext, _ answers: [Answer]) async -> [Reply] {
        var replies: [Reply] = []
        for answer in answers where !answer.body.isEmpty {
            replies.append(await ReplyPages(context).reply(answer))
        }
        return replies
    }
}
