internal import Foundation
internal import GameRooms
internal import Games
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// What can be asked of a running round, and what people report of its questions.
struct QuizMoves: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The answers to `stop`, `skip`, `hint`, `again`, `report` and `reports`, and to answers such as `1a 2c 3b`; nil
    /// for other words.
    func answers(to arguments: inout Arguments, in place: QuizPlace) async throws -> [Answer]? {
        guard let quiz = services.games else { return nil }
        let recipient = place.recipientID
        if arguments.takeFirst("stop", "end", "cancel") {
            try context.refuseRest(arguments, of: "quiz")
            return await said(try await quiz.move(.stop, in: recipient, by: await mover()), "quiz stop")
        }
        if arguments.takeFirst("skip") {
            try context.refuseRest(arguments, of: "quiz")
            return await said(try await quiz.move(.skip, in: recipient, by: await mover()), "quiz skip")
        }
        if arguments.takeFirst("hint") {
            let number = try takeNumber(&arguments)
            return await said(try await quiz.hint(number, in: recipient, by: await mover()), "quiz hint")
        }
        if arguments.takeFirst("again") {
            try context.refuseRest(arguments, of: "quiz")
            let shown = try await quiz.again(in: recipient)
            // When nothing is open, another round like the last one.
            guard case .notRunning = shown else { return await said(shown, "quiz again") }
            return try await QuizRounds(context).start(
                await quiz.lastRequest(in: recipient) ?? QuizRequest(),
                in: place
            )
        }
        if arguments.takeFirst("report") { return try await report(&arguments, in: recipient) }
        if arguments.takeFirst("reports") { return try await reports(&arguments) }
        return try await answer(arguments.raw, in: recipient)
    }

    /// Takes words as an answer to the open question, or to all of a sheet; nil if they are none.
    private func answer(_ line: String, in recipient: RecipientID) async throws -> [Answer]? {
        let isAnswer = QuizLetter(line) != nil || QuizSheetLine(line) != nil
        guard let quiz = services.games, isAnswer || QuizSheetLine(letters: line) != nil else { return nil }
        let player = QuizRounds(context).player.participant
        switch try await quiz.answer(.line(line, by: player), in: recipient) {
        case .accepted(let speech?): return [await QuizRounds(context).answer(speech)]
        case .accepted(nil), .alreadyAnswered: return []
        case .notOpen:
            // Letters alone may be the name of a topic.
            guard isAnswer else { return nil }
            guard await quiz.isPlaying(in: recipient) else {
                return say("command.quiz.notRunning", ["hint": .text(hint("quiz"))])
            }
            let facts: [String: MessageArgument] = [
                "hint": .text(hint("quiz stop")), "again": .text(hint("quiz again")),
            ]
            return say("command.quiz.running", facts)
        }
    }

    private func takeNumber(_ arguments: inout Arguments) throws -> Int? {
        guard let word = arguments.take() else { return nil }
        guard let number = Reference.number(word.text) else { throw context.usageError("quiz") }
        try context.refuseRest(arguments, of: "quiz")
        return number
    }

    /// Who wants it.
    func mover() async -> QuizMover {
        let isOperator: Bool
        if let room { isOperator = await Owners(context).mayChange(room) } else { isOperator = person.isAdmin }
        return QuizMover(person: QuizRounds(context).player.person, isOperator: isOperator)
    }

    private func said(_ move: QuizMove, _ line: HintLine) async -> [Answer] {
        switch move {
        case .said(let speech): return [await QuizRounds(context).answer(speech)]
        case .notRunning: return say("command.quiz.notRunning", ["hint": .text(hint("quiz"))])
        case .notOpen: return say("command.quiz.notOpen")
        case .needsAnother: return say("command.quiz.needsAnother", ["hint": .text(hint(line))])
        case .onlyInRooms: return say("command.quiz.noSkip", ["hint": .text(hint("quiz stop"))])
        case .alreadyHinted: return say("command.quiz.hintedAlready")
        case .whichQuestion(let count):
            return say("command.quiz.whichQuestion", ["n": .number(count), "hint": .text(hint("quiz hint 3"))])
        case .noSuchQuestion(let number, let count, let areAllShown):
            let key = areAllShown ? "command.quiz.noSuchQuestion" : "command.quiz.noSuchQuestionYet"
            return say(key, ["number": .number(number), "n": .number(count)])
        case .otherIsOpen(let number): return say("command.quiz.otherIsOpen", ["number": .number(number)])
        case .hasAnswered: return say("command.quiz.hintAnswered")
        case .notPlaying: return say("command.quiz.notPlaying")
        case .reported(let number): return say("command.quiz.reported", ["number": .number(number)])
        case .reportedEnough: return say("command.quiz.reportedEnough")
        }
    }

    // MARK: - Reports

    private func report(_ arguments: inout Arguments, in recipient: RecipientID) async throws -> [Answer] {
        guard let quiz = services.games, let word = arguments.take(), let number = Reference.number(word.text),
            !arguments.isEmpty
        else {
            let reason = localizer.text("command.quiz.exampleReason")
            return say("command.quiz.howToReport", ["hint": .text(hint("quiz report 2 \(reason)"))])
        }
        // A report has somebody who can be asked.
        let reporter = try await profile()
        let move = try await quiz.report(number, arguments.text, in: recipient, by: reporter.id)
        if case .notRunning = move { return say("command.quiz.nothingToReport", ["hint": .text(hint("quiz"))]) }
        return await said(move, "quiz report")
    }

    private func reports(_ arguments: inout Arguments) async throws -> [Answer] {
        guard person.isAdmin else { return say("command.quiz.reportsForOperators") }
        if arguments.takeFirst("done") {
            if arguments.takeFirst("all") {
                try context.refuseRest(arguments, of: "quiz")
                return say("command.quiz.reportsClosed", ["n": .number(try await services.store.closeQuizReports())])
            }
            if arguments.takeFirst("of") {
                guard let name = arguments.take()?.text else { throw context.usageError("quiz") }
                try context.refuseRest(arguments, of: "quiz")
                let count = try await services.store.closeQuizReports(of: name)
                let facts: [String: MessageArgument] = ["name": .text(name), "hint": .text(hint("quiz reports"))]
                guard count > 0 else { return say("command.quiz.noReportsOf", facts) }
                return say("command.quiz.reportsClosed", ["n": .number(count)])
            }
            guard let number = try takeNumber(&arguments), try await services.store.closeQuizReport(Int64(number))
            else {
                return say("command.quiz.noSuchReport", ["hint": .text(hint("quiz reports"))])
            }
            return say("command.quiz.reportClosed", ["number": .number(number)])
        }
        try context.refuseRest(arguments, of: "quiz")
        let reports = try await services.store.quizReports()
        guard !reports.isEmpty else { return say("command.quiz.noReports") }
        let lines = reports.map { report in
            RichText.Block.paragraph(
                [.strong([.text("\(report.id)")]), .text(" \(report.reason) · \(report.question)")]
                    + (report.url.map {
                        [.text(" "), .link(label: "[\(localizer.text("command.quiz.source"))]", url: $0)]
                    } ?? [])
                    + [.text(" · " + reporter(of: report))]
            )
        }
        let next = footer(
            "command.quiz.reportsNext",
            ["hint": .text(hint("quiz reports done 1")), "all": .text(hint("quiz reports done all"))]
        )
        return show(heading("command.quiz.reports") + RichText(lines) + next, privately: room != nil)
    }

    /// Who wrote a report, and how many older ones of theirs are not shown.
    private func reporter(of report: QuizReport) -> String {
        guard report.moreOfReporter > 0 else { return report.reporter }
        return localizer.text(
            "command.quiz.reporterWithMore",
            ["name": .text(report.reporter), "n": .number(report.moreOfReporter)]
        )
    }
}
