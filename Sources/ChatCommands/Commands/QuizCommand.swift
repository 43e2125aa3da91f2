internal import Foundation
internal import GameRooms
internal import Games
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let quiz = Command(
        name: "quiz",
        aliases: ["trivia"],
        topic: .playing,
        isConfigured: { $0.games != nil },
        mustNotRepeat: true,
        shape: .quiz,
        isGame: true
    ) {
        context,
        arguments in
        var arguments = arguments
        guard context.services.games != nil else { return context.say("command.quiz.off") }
        if arguments.first?.keyword == "also" || arguments.takeFirst("at") {
            return try await Scheduling(context).schedule(.quiz, &arguments)
        }
        let place = try await QuizRounds(context).quizPlace()
        if arguments.takeFirst("scores", "score", "top") {
            return try await GameScores(context).ofQuiz(&arguments, askedBy: "quiz")
        }
        if let answers = try await QuizMoves(context).answers(to: &arguments, in: place) { return answers }
        let (wanted, note) = try await QuizRounds(context).wanted(arguments, in: place)
        var answers = try await QuizRounds(context).start(wanted, in: place)
        if let note, !answers.isEmpty { answers[0].body.blocks.insert(note, at: 0) }
        return answers
    }
}

extension CommandShape {
    fileprivate static let quiz = CommandShape { typed in
        typed.namesTime(allowsAnyNumber: !typed.isGeneric)
            ?? (typed.rest.isEmpty || typed.rest.isReference || typed.rest.words.first?.keyword == "report"
                || QuizSheetLine(typed.rest.raw) != nil
                || typed.rest.isOne(
                    "scores",
                    "score",
                    "top",
                    "stop",
                    "end",
                    "cancel",
                    "start",
                    "go",
                    "skip",
                    "hint",
                    "again",
                    "reports"
                ))
    }
}

/// Finds where a quiz is played, and shows its scores.
struct QuizRounds: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    private static let counts = 1...20

    /// The round that words ask for, after `start` or without it: how many questions, and what they are about.
    ///
    /// With a note if it is about another category than the named one, which is hidden.
    ///
    /// The number may stand behind the topic, unless it belongs to the topic's name.
    fileprivate func wanted(
        _ arguments: Arguments,
        in place: QuizPlace
    ) async throws -> (QuizRequest, RichText.Block?) {
        var topic = arguments
        _ = topic.takeFirst("start", "go")
        var wanted = QuizRequest()
        let first = topic.first.flatMap { Reference.number($0.text) }
        if let first {
            _ = topic.take()
            wanted.count = try count(first)
        }
        guard !topic.isEmpty else { return (wanted, nil) }
        var subject: NewsSubject
        do {
            subject = try await NewsSubjects(context).subject(topic, for: place.news)
        } catch let error as CommandError {
            guard case .noSuchSubject = error, first == nil, topic.words.count > 1, let last = topic.words.last,
                !last.text.hasPrefix("#"), let number = Reference.number(last.text)
            else { throw error }
            topic = Arguments(Array(topic.words.dropLast()))
            subject = try await NewsSubjects(context).subject(topic, for: place.news)
            wanted.count = try count(number)
        }
        subject = try await HiddenCategories(context).answered(subject)
        wanted.topic = subject.selection(from: .distantPast, to: .distantFuture)
        let shown = subject.hidden == nil ? nil : subject.name.map { CategoryWording.name($0, localizer) }
        wanted.topicWords = shown ?? topic.raw
        return (wanted, try await HiddenCategories(context).note(on: subject))
    }

    private func count(_ number: Int) throws -> Int {
        guard Self.counts.contains(number) else {
            let example = hint("quiz start \(QuizRequest().count)")
            throw CommandError.quizCount(least: Self.counts.lowerBound, most: Self.counts.upperBound, hint: example)
        }
        return number
    }

    /// How to start the same with so many questions.
    private func startLine(_ count: Int, like wanted: QuizRequest) -> HintLine {
        let line: HintLine = "quiz start \(max(1, count))"
        guard let topic = wanted.topicWords else { return line }
        return "\(line) \(topic)"
    }

    /// Starts a round here.
    func start(_ wanted: QuizRequest, in place: QuizPlace) async throws -> [Answer] {
        guard let quiz = services.games else { return say("command.quiz.off") }
        var wanted = wanted
        wanted.starter = player.person
        wanted.isSlow = message.traits.isSlow
        switch try await quiz.start(in: place, wanted) {
        case .started(let speech): return [await answer(speech)]
        case .alreadyRunning:
            let hints: [String: MessageArgument] = [
                "hint": .text(hint("quiz stop")), "again": .text(hint("quiz again")),
            ]
            return say("command.quiz.running", hints)
        case .otherGame(let kind): return RoomGames.otherGame(kind, context)
        case .busy: return say("command.quiz.busy")
        case .quiet: return say("command.quiz.quiet", ["hint": .text(privateHint("quiz"))])
        case .tooManyLines(let count):
            let facts: [String: MessageArgument] = [
                "n": .number(count), "hint": .text(privateHint("quiz")),
                "start": .text(hint(startLine(count, like: wanted))),
            ]
            return say(count == 0 ? "command.quiz.tooManyLines" : "command.quiz.tooManyLinesSome", facts)
        case .tooFew(let found):
            let facts: [String: MessageArgument] = [
                "n": .number(found), "hint": .text(hint("sub")),
                "start": .text(hint(startLine(found, like: wanted))),
            ]
            return say(found == 0 ? "command.quiz.tooFew" : "command.quiz.tooFewSome", facts)
        }
    }

    /// What a round says here.
    func answer(_ speech: QuizSpeech) async -> Answer {
        var answer = Answer(body: speech.text, isWhole: true)
        answer.asks = speech.asks
        // A letter is kept until it is sent by who sends it.
        guard message.traits.isSlow, let said = speech.said else {
            answer.told = speech.said.map { .quiz($0) }
            return answer
        }
        await services.games?.said(said)
        return answer
    }

    /// Who plays: accounts of one profile are one person, and guests of one host.
    var player: QuizPlayer {
        let key = person.identity.map { "\($0.network):\($0.account)" } ?? "guest \(person.counted.lasting)"
        return QuizPlayer(key: key, name: person.displayName, profileID: person.profile?.id)
    }

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
            if await services.games?.isPlaying(in: place.recipientID) == true {
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
                    [.text(localizer.number(index + 1))],
                    [.strong([.text(room == nil ? score.displayName : message.traits.quiet(score.displayName))])],
                    [.text(localizer.number(score.points))],
                ]
            }
        )
        return show(heading("command.quiz.scores") + RichText([.table(table)]))
    }
}

extension QuizPlace {
    /// Whose categories and feeds a topic may be; nil for a guest.
    fileprivate var news: RecipientID? { recipientID.rawValue < 0 ? nil : recipientID }
}
