package import Games
import Localization
package import NewsModel
import NewsWording
import Storage

/// What players do in a running round.
extension QuizRooms {
    /// Counts a player's answer; `choice` is a letter counted from 0.
    ///
    /// If `question` is given, the answer counts only for that question.
    package func answer(
        _ choice: Int,
        by player: QuizPlayer,
        in recipient: RecipientID,
        to question: String? = nil
    ) async throws -> QuizAnswer {
        guard var game = playing[recipient], question == nil || question == openQuestion(in: recipient) else {
            return .notOpen
        }
        let (outcome, actions) = game.round.answer(player.inRound, choice: choice, at: time.now)
        return try await answered(outcome, actions, &game, player)
    }

    /// Counts the answers to a sheet; `.notOpen` if there is none here.
    package func answer(
        _ line: QuizSheetLine,
        by player: QuizPlayer,
        in recipient: RecipientID
    ) async throws -> QuizAnswer {
        guard var game = playing[recipient], game.round.isSheet, line.isFor(game.round.questions.count) else {
            return .notOpen
        }
        switch line.answers(of: game.round.questions.count) {
        case .problem(let problem):
            return .accepted(try await wording(of: game.place).problem(problem, of: game.round))
        case .sheet(let sheet):
            let (outcome, actions) = game.round.answer(player.inRound, sheet: sheet, at: time.now)
            return try await answered(outcome, actions, &game, player)
        }
    }

    private func answered(
        _ outcome: QuizRound.Answer,
        _ actions: [QuizRound.Action],
        _ game: inout Playing,
        _ player: QuizPlayer
    ) async throws -> QuizAnswer {
        switch outcome {
        case .notOpen: return .notOpen
        case .alreadyAnswered: return .alreadyAnswered
        case .needsAll: return .accepted(try await wording(of: game.place).needsAll(game.round))
        case .accepted:
            profiles[player.key] = player.profileID
            try await save(&game, keepsQuestion: actions.isEmpty)
            removeEmptyQueue(in: game.place)
            guard !actions.isEmpty else { return .accepted(nil) }
            return .accepted(richText(actions, game.round, try await wording(of: game.place)))
        }
    }

    /// Ends the round of a recipient and returns its scores; nil if there is no round.
    package func stop(in recipient: RecipientID) async throws -> RichText? {
        guard var game = playing[recipient] else { return nil }
        let actions = game.round.stop(at: time.now)
        try await save(&game)
        removeEmptyQueue(in: game.place)
        return richText(actions, game.round, try await wording(of: game.place))
    }

    /// Ends the round, or skips its question, if the player may.
    package func move(_ wish: QuizRound.Wish, in recipient: RecipientID, by player: QuizMover) async throws -> QuizMove
    {
        guard var game = playing[recipient] else { return .notRunning }
        if wish == .skip, game.round.isSheet { return .onlyInRooms }
        guard game.round.isOpen || wish == .stop else { return .notOpen }
        guard game.round.mayWish(player.person, isOperator: player.isOperator) else { return .notPlaying }
        guard game.round.grants(wish, to: player.person, isOperator: player.isOperator) else {
            try await save(&game, keepsQuestion: true)
            return .needsAnother
        }
        let actions = wish == .stop ? game.round.stop(at: time.now) : game.round.skip(at: time.now)
        try await save(&game)
        removeEmptyQueue(in: game.place)
        return .said(
            richText(actions, game.round, try await wording(of: game.place)),
            asks: openQuestion(in: recipient)
        )
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
        guard game.round.mayWish(player.person, isOperator: player.isOperator) else { return .notPlaying }
        guard game.round.grants(.hint, to: player.person, isOperator: player.isOperator) else {
            try await save(&game, keepsQuestion: true)
            return .needsAnother
        }
        var generator = SystemRandomNumberGenerator()
        guard game.round.hint(index, using: &generator) else { return .alreadyHinted }
        try await save(&game, keepsQuestion: true)
        let wording = try await wording(of: game.place)
        return .said(wording.hinted(index, of: game.round), asks: openQuestion(in: recipient))
    }

    /// Says the open question, or the sheet, again; `.notRunning` if there is none.
    package func again(in recipient: RecipientID) async throws -> QuizMove {
        guard let game = playing[recipient] else { return .notRunning }
        guard game.round.isOpen else { return .notOpen }
        let action: QuizRound.Action = game.round.isSheet ? .askAll : .ask(number: game.round.current)
        let text = richText([action], game.round, try await wording(of: game.place))
        return .said(text, asks: openQuestion(in: recipient))
    }

    /// What the last round here was about.
    package func lastWish(in recipient: RecipientID) -> QuizWish? { last[recipient]?.wanted }

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
