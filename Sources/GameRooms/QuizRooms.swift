import Foundation
package import Games
package import Localization
package import Logging
package import NewsModel
import NewsWording
import Parallelism
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
    let words: QuizVocabulary
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
    var profiles: [String: ProfileID] = [:]
    private let changed: AsyncStream<Void>
    let change: AsyncStream<Void>.Continuation

    /// The questions of the last rounds, for `again` and reports.
    var last: [RecipientID: LastRound] = [:]
    private static let mostLast = 500
    /// Rounds are made one at a time, as they cost time of the processor.
    private let making = Slots(1)
    private static let mostWaiting = 20
    /// What was too little a moment ago.
    private var shortages: [RecipientID: QuizShortage] = [:]
    /// How long it is remembered, in seconds.
    private static let shortageAge = 60.0

    /// How many guests may play at the same time.
    ///
    /// A new name makes a new guest.
    private static let mostGuests = 100
    private static let mostGuestsPerHost = 2
    private static let mostQuestionsOfGuest = 5

    package init(
        store: Store,
        catalogue: Catalogue,
        words: QuizVocabulary,
        speaker: Speaker,
        botName: @escaping @Sendable (_ network: String) -> String = { _ in "crier" },
        time: any TimeSource,
        log: Logger
    ) {
        self.botName = botName
        self.store = store
        self.catalogue = catalogue
        self.words = words
        self.speaker = speaker
        self.time = time
        self.log = log
        (changed, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Starts a round with headlines that the room or person can see.
    package func start(in place: QuizPlace, _ wanted: QuizWish = QuizWish()) async throws -> QuizStart {
        if let refusal = refusal(of: place) { return refusal }
        var wanted = wanted
        if place.isOfGuest { wanted.count = min(wanted.count, Self.mostQuestionsOfGuest) }
        let now = time.now
        let since = now - RoomPuzzles.patience
        if let kind = try await store.openRoomPlay(in: place.recipientID, since: since).flatMap(PuzzleKind.init) {
            return .otherGame(kind)
        }
        let material = QuizMaterial(store: store, catalogue: catalogue, words: words)
        guard try await making.take(for: "", mostWaiting: Self.mostWaiting) else { return .busy }
        defer { making.give() }
        shortages = shortages.filter { now.timeIntervalSince($0.value.at) < Self.shortageAge }
        let (result, basis) = try await material.round(in: place, wanted, at: now, short: shortages[place.recipientID])
        switch result {
        case .tooFew(let found):
            shortages[place.recipientID] = QuizShortage(basis: basis, found: found, at: now)
            return .tooFew(found)
        case .questions(let questions):
            // Another round may have started while the headlines were read.
            if let refusal = refusal(of: place) { return refusal }
            var round = QuizRound(
                questions: questions,
                secondsPerQuestion: place.isSolo ? wanted.patience(in: place) : wanted.secondsPerQuestion,
                isSheet: place.isSolo,
                starter: wanted.starter
            )
            let actions = round.start(at: now)
            let state = StoredRound(place: place.address, round: round)
            let id =
                place.isOfGuest
                ? QuizRoundID(rawValue: place.recipientID.rawValue)
                : try await store.startQuizRound(
                    in: place.recipientID,
                    state: try state.encoded(),
                    asked: questions.map { AskedQuestion(story: $0.story, answer: $0.asked.answer) },
                    at: now
                )
            guard let id else { return .alreadyRunning }
            playing[place.recipientID] = Playing(id: id, place: place, round: round)
            remember(round, wanted, in: place.recipientID, at: now)
            change.yield()
            let wording = try await wording(of: place)
            return .started(wording.introduction(round) + richText(actions, round, wording))
        }
    }

    private func remember(_ round: QuizRound, _ wanted: QuizWish, in recipient: RecipientID, at now: Date) {
        if last.count >= Self.mostLast, let oldest = last.min(by: { $0.value.startedAt < $1.value.startedAt }) {
            last[oldest.key] = nil
        }
        last[recipient] = LastRound(
            questions: round.questions,
            wanted: wanted,
            shownCount: round.shownCount,
            startedAt: now
        )
    }

    /// Why no round can start here now; nil if one can.
    private func refusal(of place: QuizPlace) -> QuizStart? {
        guard playing[place.recipientID] == nil else { return .alreadyRunning }
        guard place.isOfGuest else { return nil }
        let guests = playing.values.map(\.place).filter(\.isOfGuest)
        let isCrowded = guests.count { $0.host == place.host } >= Self.mostGuestsPerHost
        return isCrowded || guests.count >= Self.mostGuests ? .busy : nil
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
                var alarm: QuizAlarm?
                // A stream ends when a wait on it is cancelled, so one loop reads all changes.
                for await _ in self.changed {
                    let next = await self.pass()
                    for place in await self.claimQueues() { group.addTask { await self.sendQueued(in: place) } }
                    if let set = alarm, set.date <= self.time.now || set.date != next {
                        set.turnOff()
                        alarm = nil
                    }
                    guard let next, alarm == nil else { continue }
                    let new = QuizAlarm(next)
                    alarm = new
                    group.addTask { if await new.rings(by: self.time) { self.change.yield() } }
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
            let actions = game.round.tick(at: now)
            guard !actions.isEmpty || game.round.isOver else { continue }
            movesBeingStored += 1
            defer { movesBeingStored -= 1 }
            try await save(&game)
            guard !actions.isEmpty else {
                removeEmptyQueue(in: game.place)
                continue
            }
            add(lines(actions, of: game, try await wording(of: game.place)), in: game.place)
        }
    }

    /// A network has confirmed a question: its time runs from now.
    package func confirmed(_ question: String) async {
        guard let recipient = playing.keys.first(where: { openQuestion(in: $0) == question }),
            var game = playing[recipient]
        else { return }
        let before = game.round
        game.round.confirmed(at: time.now)
        guard game.round != before else { return }
        do {
            // After a restart the time goes on.
            try await save(&game, keepsQuestion: true)
        } catch {
            log.error("Quiz question's time not stored", metadata: ["quiz.id": "\(game.id)", "error": "\(error)"])
        }
    }

    /// Stores a move before it is shown.
    ///
    /// A round that is over is removed and its scores are stored.
    ///
    /// - Parameter keepsQuestion: whether the open question stays open, so that it is still to be sent.
    func save(_ game: inout Playing, keepsQuestion: Bool = false) async throws {
        playing[game.place.recipientID] = game.round.isOver ? nil : game
        last[game.place.recipientID]?.shownCount = game.round.shownCount
        // A move closes the question before it, so that question need not be sent any more.
        if !keepsQuestion { queued[game.place]?.closeQuestions() }
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
                // What it was about is not stored.
                var wanted = QuizWish()
                wanted.count = state.round.questions.count
                remember(state.round, wanted, in: open.recipientID, at: open.startedAt)
            }
        }
    }
}
