package import Games
import Localization
package import NewsModel
import NewsWording
import Storage

/// What players do in a running round.
extension GameTables {
    /// Counts a line or a sign of a player, as an answer.
    ///
    /// If `question` is given, it counts only for that question.
    package func answer(
        _ heard: HeardMove,
        in recipient: RecipientID,
        to question: String? = nil
    ) async throws -> QuizAnswer {
        guard let place = playing[recipient]?.place else { return .notOpen }
        let wording = try await wording(of: place)
        guard var game = playing[recipient], question == nil || question == openQuestion(in: recipient) else {
            return .notOpen
        }
        let actions = game.round.hear(heard, at: time.now, knowing: ())
        if case .refused(let refusal)? = actions.first {
            switch refusal {
            case .notOpen: return .notOpen
            case .alreadyAnswered: return .alreadyAnswered
            case .needsAll: return .accepted(QuizSpeech(text: wording.needsAll(game.round)))
            case .problem(let problem): return .accepted(QuizSpeech(text: wording.problem(problem, of: game.round)))
            }
        }
        return .accepted(try await reply(actions, of: game, wording))
    }

    /// Takes over a move that the answer to a command says; nil if it says nothing.
    private func reply(
        _ actions: [QuizRound.Action],
        of game: Playing,
        _ wording: QuizWording
    ) async throws -> QuizSpeech? {
        guard let unsaid = message(actions, of: game, wording) else {
            try await take(game, keepsQuestion: true)
            return nil
        }
        // A letter is kept by who sends it, and of a guest nothing is.
        let isKept = !game.place.isOfGuest && !game.wanted.isSlow
        try await take(game, saying: isKept ? unsaid : nil, inReply: true)
        return speech(unsaid, of: game, isKept: isKept)
    }

    /// Ends the round of a recipient and returns its scores; nil if there is no round.
    package func stop(in recipient: RecipientID) async throws -> RichText? {
        guard let place = playing[recipient]?.place else { return nil }
        let wording = try await wording(of: place)
        guard var game = playing[recipient] else { return nil }
        let actions = game.round.stop(at: time.now)
        try await take(game)
        return richText(actions, game.round, wording)
    }

    /// Ends the round, or skips its question, if the player may.
    package func move(_ vote: QuizRound.Vote, in recipient: RecipientID, by player: QuizMover) async throws -> QuizMove
    {
        guard let place = playing[recipient]?.place else { return .notRunning }
        let wording = try await wording(of: place)
        guard var game = playing[recipient] else { return .notRunning }
        if vote == .skip, game.round.isSheet { return .onlyInRooms }
        guard game.round.isOpen || vote == .stop else { return .notOpen }
        guard game.round.mayVote(player.person, isOperator: player.isOperator) else { return .notPlaying }
        guard game.round.grants(vote, to: player.person, isOperator: player.isOperator) else {
            try await take(game, keepsQuestion: true)
            return .needsAnother
        }
        let actions = vote == .stop ? game.round.stop(at: time.now) : game.round.skip(at: time.now)
        guard let speech = try await reply(actions, of: game, wording) else { return .notRunning }
        return .said(speech)
    }

    /// Takes two wrong choices away from the open question, or from one of a sheet (from 1).
    package func hint(_ number: Int?, in recipient: RecipientID, by player: QuizMover) async throws -> QuizMove {
        guard var game = playing[recipient] else { return .notRunning }
        guard game.round.isOpen else { return .notOpen }
        let isSheet = game.round.isSheet
        if isSheet, number == nil, game.round.questions.count > 1 { return .whichQuestion(game.round.questions.count) }
        let index = isSheet ? (number ?? 1) - 1 : game.round.current
        guard isSheet || number == nil || number == index + 1 else { return .otherIsOpen(index + 1) }
        guard game.round.questions.indices.contains(index) else {
            return .noSuchQuestion(number ?? 0, of: game.round.questions.count, areAllShown: true)
        }
        guard !game.round.isHinted(index) else { return .alreadyHinted }
        // A hint takes the point of all who answer after it, so whoever has answered has none.
        guard !game.round.hasAnswered(player.person) else { return .hasAnswered }
        guard game.round.mayVote(player.person, isOperator: player.isOperator) else { return .notPlaying }
        guard game.round.grants(.hint, to: player.person, isOperator: player.isOperator) else {
            try await take(game, keepsQuestion: true)
            return .needsAnother
        }
        var generator = SystemRandomNumberGenerator()
        guard game.round.hint(index, using: &generator) else { return .alreadyHinted }
        try await take(game, keepsQuestion: true)
        let wording = try await wording(of: game.place)
        return .said(QuizSpeech(text: wording.hinted(index, of: game.round), asks: openQuestion(in: recipient)))
    }

    /// Says the open question, or the sheet, again; `.notRunning` if there is none.
    package func again(in recipient: RecipientID) async throws -> QuizMove {
        guard let game = playing[recipient] else { return .notRunning }
        guard game.round.isOpen else { return .notOpen }
        let action: QuizRound.Action = game.round.isSheet ? .askAll : .ask(number: game.round.current)
        let text = richText([action], game.round, try await wording(of: game.place))
        return .said(QuizSpeech(text: text, asks: openQuestion(in: recipient)))
    }

    /// What the last round here was about.
    package func lastRequest(in recipient: RecipientID) -> QuizRequest? { last[recipient]?.wanted }

    /// Stores what a person says of a question of the last round (from 1).
    package func report(
        _ number: Int,
        _ reason: String,
        in recipient: RecipientID,
        by person: ProfileID
    ) async throws -> QuizMove {
        guard let round = last[recipient] else { return .notRunning }
        // What is not shown yet cannot be wrong, and the report shows the answer.
        guard number >= 1, number <= min(round.questions.count, round.shownCount) else {
            let areAllShown = playing[recipient] == nil || round.shownCount >= round.questions.count
            return .noSuchQuestion(number, of: round.shownCount, areAllShown: areAllShown)
        }
        let question = round.questions[number - 1]
        let shown = QuizWording.plain(question)
        // The address of a private feed's article may hold a secret.
        let url = try await store.isPublic(question.feedID) ? question.url : nil
        let isStored = try await store.reportQuestion(shown, url: url, reason: reason, by: person, at: time.now)
        return isStored ? .reported(number) : .reportedEnough
    }
}
