internal import Foundation
internal import GameRooms
internal import Localization
internal import NewsModel
internal import Storage

extension Command {
    static let quiz = Command(
        name: "quiz",
        aliases: ["trivia"],
        topic: .playing,
        isConfigured: { $0.quiz != nil },
        mustNotRepeat: true,
        shape: .quiz,
        isGame: true
    ) {
        context,
        arguments in
        var arguments = arguments
        guard let quiz = context.services.quiz else { return context.say("command.quiz.off") }
        if arguments.first?.keyword == "also" || arguments.takeFirst("at") {
            return try await Scheduling(context).schedule(.quiz, &arguments)
        }
        let place = try await QuizRounds(context).quizPlace()
        if arguments.takeFirst("scores", "score", "top") {
            try context.refuseRest(arguments, of: "quiz")
            return try await QuizRounds(context).quizScores(place)
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
        switch try await quiz.start(in: place, count: count, secondsPerQuestion: QuizRounds(context).secondsPerQuestion)
        {
        case .started(let text):
            return [Answer(body: text, isWhole: true, asks: await quiz.openQuestion(in: place.recipientID))]
        case .alreadyRunning: return context.say("command.quiz.running", ["hint": .text(context.hint("quiz stop"))])
        case .otherGame(let kind): return RoomGames.otherGame(kind, context)
        case .busy: return context.say("command.quiz.busy")
        case .tooFew(let found):
            return context.say("command.quiz.tooFew", ["n": .number(found), "hint": .text(context.hint("sub"))])
        }
    }
}

extension CommandShape {
    fileprivate static let quiz = CommandShape { typed in
        typed.namesTime(allowsAnyNumber: !typed.isGeneric)
            ?? (typed.rest.isEmpty || typed.rest.isReference
                || typed.rest.isOne("scores", "score", "top", "stop", "end", "start", "go"))
    }
}

/// Finds where a quiz is played, and shows its scores.
struct QuizRounds: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// People who play by mail have a week for each question.
    fileprivate var secondsPerQuestion: Double { message.traits.isSlow ? 7 * 86_400 : 30 }

    /// The current room; in private the person, who plays alone.
    fileprivate func quizPlace() async throws -> QuizPlace {
        if let room { return QuizPlace(recipientID: room.id.recipient, address: here) }
        if let guestsRound { return QuizPlace(recipientID: guestsRound, address: here, host: person.counted.lasting) }
        return QuizPlace(recipientID: try await profile().id.recipient, address: here)
    }

    /// The place of a guest's own round; nil for everybody else.
    var guestsRound: RecipientID? { isGuest && isPrivate ? QuizPlace.ofGuest(person.key) : nil }

    /// Whose round is played here.
    var players: RecipientID? { guestsRound ?? reader }

    /// The scores of this room or person since a time.
    func scoresHere(since: Date) async throws -> [Answer] { try await quizScores(quizPlace(), since: since) }

    fileprivate func quizScores(_ place: QuizPlace, since: Date = .distantPast) async throws -> [Answer] {
        // Points of guests are not kept.
        if guestsRound != nil { _ = try await profile() }
        let scores = try await services.store.quizScores(in: place.recipientID, since: since)
        guard !scores.isEmpty else {
            if await services.quiz?.isPlaying(in: place.recipientID) == true {
                return say("command.quiz.noScoresYet", ["hint": .text(hint("quiz stop"))])
            }
            return say("command.quiz.noScores", ["hint": .text(hint("quiz"))])
        }
        let table = RichText.Table(
            columns: [
                .init(localizer.text("command.quiz.rank"), .trailing),
                .init(localizer.text("command.quiz.player")), .init(localizer.text("command.quiz.points"), .trailing),
            ],
            rows: scores.enumerated().map { index, score in
                [
                    [.text(localizer.number(index + 1))], [.strong([.text(score.displayName)])],
                    [.text(localizer.number(score.points))],
                ]
            }
        )
        return show(heading("command.quiz.scores") + RichText([.table(table)]))
    }
}

/// A one-letter answer to the open question, as people write it: `b`, `B)`, `(b)`, `b.`, `b:`.
struct QuizLetter: Hashable {
    /// 0 for `a`.
    var choice: Int

    init?(_ line: String) {
        guard line.count <= 3 else { return nil }
        var letter = Substring(line.lowercased())
        let isInParentheses = letter.first.map { "(（".contains($0) } ?? false
        if isInParentheses { letter.removeFirst() }
        if letter.count > 1, let last = letter.last, (isInParentheses ? ")）" : ")）.。:：、").contains(last) {
            letter.removeLast()
        } else if isInParentheses {
            return nil
        }
        guard letter.count == 1, let choice = ["a", "b", "c", "d"].firstIndex(of: letter) else { return nil }
        self.choice = choice
    }
}
