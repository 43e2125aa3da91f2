import Foundation
import Games
package import Localization
package import Logging
package import NewsModel
import NewsWording
import ServiceLifecycle
package import Speaking
package import Storage

/// All rounds that are being played.
///
/// Commands get their answer back at once. Messages that are due by the timer are sent by `run`.
package actor QuizRooms: Service {
    struct Playing {
        var id: QuizRoundID
        var place: QuizPlace
        var round: QuizRound
    }

    let store: Store
    let catalogue: Catalogue
    let speaker: Speaker
    let botName: @Sendable (_ network: String) -> String
    let time: any TimeSource
    let log: Logger
    private(set) var playing: [RecipientID: Playing] = [:]
    /// Messages of the timer that are not sent yet, by chat.
    var queued: [QuizPlace: QueuedLines] = [:]
    /// Chats in which `sendQueued` runs.
    var sending: Set<QuizPlace> = []
    /// Moves of the clock that are being stored, so that their messages are not queued yet.
    private(set) var movesBeingStored = 0
    private var profiles: [String: ProfileID] = [:]
    private let changed: AsyncStream<Void>
    let change: AsyncStream<Void>.Continuation

    /// Questions are made from headlines of this many days.
    ///
    /// No headline is used twice within `restDays`.
    private static let days = 4.0
    private static let restDays = 30.0
    /// How many guests may play at the same time.
    ///
    /// A new name makes a new guest.
    private static let mostGuests = 100
    private static let mostGuestsPerHost = 2
    private static let mostQuestionsOfGuest = 5

    package init(
        store: Store,
        catalogue: Catalogue,
        speaker: Speaker,
        botName: @escaping @Sendable (_ network: String) -> String = { _ in "crier" },
        time: any TimeSource,
        log: Logger
    ) {
        self.botName = botName
        self.store = store
        self.catalogue = catalogue
        self.speaker = speaker
        self.time = time
        self.log = log
        (changed, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Starts a round with headlines that the room or person can see.
    package func start(in place: QuizPlace, count: Int = 5, secondsPerQuestion: Double = 30) async throws -> QuizStart {
        if let refusal = refusal(of: place) { return refusal }
        let count = place.isOfGuest ? min(count, Self.mostQuestionsOfGuest) : count
        let now = time.now
        let since = now - RoomPuzzles.patience
        if let kind = try await store.openRoomPlay(in: place.recipientID, since: since).flatMap(PuzzleKind.init) {
            return .otherGame(kind)
        }
        let headlines = try await headlines(for: place, at: now)
        let seed = UInt64(bitPattern: Int64(now.timeIntervalSince1970)) ^ UInt64(bitPattern: place.recipientID.rawValue)
        switch QuizMaker.round(from: headlines, count: count, seed: seed) {
        case .tooFew(let found): return .tooFew(found)
        case .questions(let questions):
            // Another round may have started while the headlines were read.
            if let refusal = refusal(of: place) { return refusal }
            var round = QuizRound(
                questions: questions,
                secondsPerQuestion: secondsPerQuestion,
                isSolo: place.isSolo
            )
            let actions = round.start(at: now)
            let state = StoredRound(place: place.address, round: round)
            let articles = questions.map(\.articleID)
            let id =
                place.isOfGuest
                ? QuizRoundID(rawValue: place.recipientID.rawValue)
                : try await store.startQuizRound(
                    in: place.recipientID,
                    state: try state.encoded(),
                    articles: articles,
                    at: now
                )
            guard let id else { return .alreadyRunning }
            playing[place.recipientID] = Playing(id: id, place: place, round: round)
            change.yield()
            let wording = try await wording(of: place)
            return .started(wording.introduction(round) + richText(actions, round, wording))
        }
    }

    /// Why no round can start here now; nil if one can.
    private func refusal(of place: QuizPlace) -> QuizStart? {
        guard playing[place.recipientID] == nil else { return .alreadyRunning }
        guard place.isOfGuest else { return nil }
        let guests = playing.values.map(\.place).filter(\.isOfGuest)
        let isCrowded = guests.count { $0.host == place.host } >= Self.mostGuestsPerHost
        return isCrowded || guests.count >= Self.mostGuests ? .busy : nil
    }

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
        let (outcome, actions) = game.round.answer(
            .init(key: player.key, name: player.name),
            choice: choice,
            at: time.now
        )
        switch outcome {
        case .notOpen: return .notOpen
        case .alreadyAnswered: return .alreadyAnswered
        case .accepted:
            profiles[player.key] = player.profileID
            try await save(&game)
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

    /// Removes players from all rounds, because they asked to be erased.
    package func forget(_ players: Set<String>) async throws {
        for key in players { profiles[key] = nil }
        for recipient in playing.keys {
            guard var game = playing[recipient] else { continue }
            game.round.remove(players)
            playing[recipient] = game
            if game.place.isOfGuest { continue }
            let state = try StoredRound(place: game.place.address, round: game.round).encoded()
            _ = try await store.saveQuizRound(game.id, state: state)
        }
    }

    /// The id of the open question, for `OutgoingMessage.asks`.
    package func openQuestion(in recipient: RecipientID) -> String? {
        playing[recipient].flatMap { $0.round.isOpen ? "question-\($0.id)-\($0.round.current)" : nil }
    }

    package func isPlaying(in recipient: RecipientID) -> Bool { playing[recipient] != nil }

    /// Resumes the rounds that a restart interrupted, then runs the timers until cancelled.
    package func run() async throws {
        try await resume()
        change.yield()
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                var armed: Date?
                // A stream ends when a wait on it is cancelled, so one loop reads all changes.
                for await _ in self.changed {
                    let next = await self.pass()
                    for place in await self.claimQueues() { group.addTask { await self.sendQueued(in: place) } }
                    if let alarm = armed, alarm <= self.time.now { armed = nil }
                    guard let next, next < armed ?? .distantFuture else { continue }
                    armed = next
                    group.addTask {
                        try? await self.time.sleep(until: next)
                        self.change.yield()
                    }
                }
                group.cancelAll()
            }
        }
    }

    /// Makes the moves that are due and returns the next deadline.
    private func pass() async -> Date? {
        do {
            try await tick()
            return nextDeadline()
        } catch {
            if !(error is CancellationError) { log.error("Quiz stopped", metadata: ["error": "\(error)"]) }
            return time.now.addingTimeInterval(5)
        }
    }

    private func nextDeadline() -> Date? { playing.values.compactMap(\.round.deadline).min() }

    private func tick() async throws {
        let now = time.now
        for recipient in playing.keys {
            guard var game = playing[recipient] else { continue }
            let actions = move(&game, at: now)
            guard !actions.isEmpty else { continue }
            movesBeingStored += 1
            defer { movesBeingStored -= 1 }
            try await save(&game)
            add(lines(actions, of: game, try await wording(of: game.place)), in: game.place)
        }
    }

    /// The move of the clock.
    ///
    /// A guest's round ends with the first question that they leave open: somebody else may have their name by now.
    private func move(_ game: inout Playing, at now: Date) -> [QuizRound.Action] {
        guard game.place.isOfGuest, let deadline = game.round.deadline, now >= deadline else {
            return game.round.tick(at: now)
        }
        return game.round.stop(at: now)
    }

    /// Stores a move before it is shown.
    ///
    /// A round that is over is removed and its scores are stored.
    private func save(_ game: inout Playing) async throws {
        playing[game.place.recipientID] = game.round.isOver ? nil : game
        // A move closes the question before it, so that question need not be sent any more.
        queued[game.place]?.closeQuestions()
        change.yield()
        if game.place.isOfGuest { return }
        guard game.round.isOver else {
            let state = try StoredRound(place: game.place.address, round: game.round).encoded()
            _ = try await store.saveQuizRound(game.id, state: state)
            return
        }
        try await store.endQuizRound(game.id, scores: game.round.standings.map { score($0) }, at: time.now)
    }

    private func score(_ score: QuizRound.Score) -> QuizScore {
        QuizScore(
            playerKey: score.player.key,
            profileID: profiles[score.player.key],
            displayName: score.player.name,
            points: score.points,
            correctCount: score.points
        )
    }

    private func resume() async throws {
        for open in try await store.openQuizRounds() {
            guard let state = StoredRound(encoded: open.state) else {
                let scores = StoredRound.scores(encoded: open.state)
                try await store.endQuizRound(open.id, scores: scores.map { score($0) }, at: time.now)
                continue
            }
            let place = QuizPlace(recipientID: open.recipientID, address: state.place)
            if playing[open.recipientID] == nil {
                playing[open.recipientID] = Playing(id: open.id, place: place, round: state.round)
            }
        }
    }

    private func headlines(for place: QuizPlace, at now: Date) async throws -> [QuizHeadline] {
        // Feeds may date articles in the future, and articles of this second count too.
        let selection = ArticleSelection(
            from: now.addingTimeInterval(-Self.days * 86_400),
            to: now.addingTimeInterval(86_400),
            leavesOutHidden: true
        )
        let sight = Sight.of(place.isOfGuest ? nil : place.recipientID)
        let articles = try await store.articles(selection, in: sight, limit: 300)
        let used = try await store.usedQuizArticles(
            in: place.recipientID,
            since: now.addingTimeInterval(-Self.restDays * 86_400)
        )
        return articles.filter { !used.contains($0.article.id) }.map {
            QuizHeadline(
                articleID: $0.article.id,
                title: $0.article.title,
                url: $0.article.url,
                feedName: $0.feedName,
                language: $0.article.language
            )
        }
    }
}
