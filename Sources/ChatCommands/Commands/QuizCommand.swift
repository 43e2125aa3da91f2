internal import GameRooms
internal import Localization
internal import NewsModel
internal import Storage

extension Command {
    static let quiz = Command(name: "quiz", aliases: ["trivia"], topic: .games, isOnceOnly: true) {
        context,
        arguments in
        var arguments = arguments
        guard let quiz = context.services.quiz else { return context.say("command.quiz.off") }
        if arguments.takeFirst("at") { return try await context.schedule(.quiz, &arguments) }
        let place = try await context.quizPlace()
        if arguments.takeFirst("scores", "score", "top") {
            try context.refuseRest(arguments, of: "quiz")
            return try await context.quizScores(place)
        }
        if arguments.takeFirst("stop", "end") {
            try context.refuseRest(arguments, of: "quiz")
            guard let ended = try await quiz.stop(in: place.recipientID) else {
                return context.say("command.quiz.notRunning", ["hint": .text(context.hint("quiz"))])
            }
            return [Answer(body: ended, isWhole: true)]
        }
        _ = arguments.takeFirst("start", "go")
        var count = 5
        if let word = arguments.take() {
            guard let number = Reference.number(word.text), (1...20).contains(number) else {
                throw context.usageError("quiz")
            }
            count = number
        }
        try context.refuseRest(arguments, of: "quiz")
        switch try await quiz.start(in: place, count: count, secondsPerQuestion: context.secondsPerQuestion) {
        case .started(let text):
            return [Answer(body: text, isWhole: true, asks: await quiz.openQuestion(in: place.recipientID))]
        case .alreadyRunning: return context.say("command.quiz.running", ["hint": .text(context.hint("quiz stop"))])
        case .tooFew(let found):
            return context.say("command.quiz.tooFew", ["n": .number(found), "hint": .text(context.hint("sub"))])
        }
    }
}

extension CommandContext {
    /// Who plays by mail may take days over a question.
    fileprivate var secondsPerQuestion: Double { message.networkKind == .mail ? 7 * 86_400 : 30 }

    /// The room; in private the person, who plays alone.
    fileprivate func quizPlace() async throws -> QuizPlace {
        if let room { return QuizPlace(recipientID: room.id.recipient, address: here) }
        return QuizPlace(recipientID: try await profile().id.recipient, address: here)
    }

    fileprivate func quizScores(_ place: QuizPlace) async throws -> [Answer] {
        let scores = try await services.store.quizScores(in: place.recipientID)
        guard !scores.isEmpty else { return say("command.quiz.noScores", ["hint": .text(hint("quiz"))]) }
        var body = heading("command.quiz.scores")
        for (index, score) in scores.enumerated() {
            let points = localizer.text("command.quiz.points", ["n": .number(score.points)])
            body.blocks.append(
                .item(marker: "\(index + 1)", [.strong([.text(score.displayName)]), .text(" — " + points)])
            )
        }
        return show(body)
    }
}

/// A bare letter while a round is open.
struct QuizLetter: Hashable {
    /// 0 for `a`.
    var choice: Int

    init?(_ line: String) {
        guard line.count == 1, let letter = line.lowercased().unicodeScalars.first,
            let choice = "abcd".unicodeScalars.firstIndex(of: letter)
        else { return nil }
        self.choice = "abcd".unicodeScalars.distance(from: "abcd".unicodeScalars.startIndex, to: choice)
    }
}
