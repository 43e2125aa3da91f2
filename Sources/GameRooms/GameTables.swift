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
import Waking

/// All tables in all places: rounds of quizzes, puzzles of people, and puzzles that rooms play together.
///
/// Every move is made here, and is stored before anybody hears of it. Commands get their answer back at once. What is
/// due by the clock is done by `run`: messages of rounds, and puzzles of rooms that nobody goes on with are put down.
package actor GameTables: Service {
    struct Playing {
        var id: QuizRoundID
        var place: QuizPlace
        var wanted: QuizRequest
        var round: QuizRound
        /// How many messages it has made.
        var lineCount = 0
    }

    /// A round that is over.
    struct Ended {
        var game: Playing
        /// Whether its scores are stored.
        var isStored = false
        /// Whether storing them has failed, so that it is tried again.
        var hasFailed = false
    }

    /// Nil if there are no puzzles.
    package nonisolated let puzzles: PuzzleTables?
    let together: RoomPuzzles
    let store: Store
    let catalogue: Catalogue
    let words: QuizVocabulary
    let speaker: Speaker
    let botName: @Sendable (_ network: String) -> String
    let time: any TimeSource
    let log: Logger
    var options: QuizOptions
    var playing: [RecipientID: Playing] = [:]
    /// The puzzles that rooms play together and that do not rest yet.
    var going: [RecipientID: GoingPuzzle] = [:]
    /// Whether `going` knows what the last run has left.
    var hasReadGoing = false
    /// Who moves at the tables, and who waits there.
    var lines: [Turn: TurnLine] = [:]
    /// Rounds that are over and have still something to say or to store.
    var ended: [QuizRoundID: Ended] = [:]
    /// Messages that are not heard yet, by chat.
    var queued: [QuizPlace: QueuedLines] = [:]
    /// Chats in which `sendQueued` runs.
    var sending: Set<QuizPlace> = []
    /// Moves that are being stored, so that their messages cannot be sent yet.
    var movesBeingStored = 0
    /// States are written in the order of the moves.
    let writing = Slots(1)
    private let changed: AsyncStream<Void>
    let change: AsyncStream<Void>.Continuation

    /// The questions of the last rounds, for `again` and reports.
    var last: [RecipientID: LastRound] = [:]
    /// Rounds are made one at a time, as they cost time of the processor.
    let making = Slots(1)
    /// What was too little a moment ago.
    var shortages: [RecipientID: QuizShortage] = [:]
    /// What guests were asked, by host; it is stored nowhere.
    var askedOfGuests = BoundedMap<String, [QuizAsked]>(limit: 500)

    package init(
        store: Store,
        catalogue: Catalogue,
        words: QuizVocabulary,
        puzzles: PuzzleLibrary? = nil,
        speaker: Speaker,
        botName: @escaping @Sendable (_ network: String) -> String = { _ in "crier" },
        options: QuizOptions = QuizOptions(),
        time: any TimeSource,
        log: Logger
    ) {
        self.puzzles = puzzles.map { PuzzleTables(store: store, library: $0) }
        together = RoomPuzzles(store: store)
        self.botName = botName
        self.store = store
        self.catalogue = catalogue
        self.words = words
        self.speaker = speaker
        self.options = options
        self.time = time
        self.log = log
        (changed, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Takes over options that were changed while it runs; running rounds keep theirs.
    package func apply(_ options: QuizOptions) { self.options = options }

    /// The id of the open question, for `OutgoingMessage.asks`.
    package func openQuestion(in recipient: RecipientID) -> String? {
        playing[recipient].flatMap { $0.round.isOpen ? Unsaid.question($0.round.current, of: $0.id) : nil }
    }

    package func isPlaying(in recipient: RecipientID) -> Bool { playing[recipient] != nil }

    /// Goes on with what a restart interrupted, then does what is due until cancelled.
    package func run() async throws {
        try await resume()
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                await WakeLoop(time: self.time, signals: [self.changed]).run {
                    let next = await self.pass()
                    for place in await self.claimQueues() { group.addTask { await self.sendQueued(in: place) } }
                    return next
                }
                group.cancelAll()
            }
        }
    }

    /// Does what is due at all tables and returns the next deadline of any.
    private func pass() async -> Date? {
        do {
            putDownResting()
            let hasFailed = try await tick()
            for (id, round) in ended where round.hasFailed || isAllSaid(of: round) {
                try await storeState(of: id, in: round.game.place)
            }
            if hasFailed { return time.now.addingTimeInterval(Self.pauseAfterFailure) }
            return (playing.values.compactMap(\.round.deadline) + going.values.map(\.restsAt)).min()
        } catch {
            if !(error is CancellationError) { log.error("Quiz stopped", metadata: ["error": "\(error)"]) }
            return time.now.addingTimeInterval(Self.pauseAfterFailure)
        }
    }

    /// Seconds.
    private static let pauseAfterFailure = 5.0

    /// Whether a round that is over has nothing more to say, because the rest came too late.
    private func isAllSaid(of round: Ended) -> Bool {
        round.isStored && queued[round.game.place]?.unsaid(of: round.game.id).isEmpty ?? true
    }

    /// Goes on with the rounds that are due; returns whether one could not.
    ///
    /// The others go on nevertheless.
    private func tick() async throws -> Bool {
        var hasFailed = false
        for recipient in playing.keys {
            do {
                try await goOn(in: recipient)
            } catch {
                if error is CancellationError { throw error }
                log.error("Quiz round stopped", metadata: ["error": "\(error)"])
                hasFailed = true
            }
        }
        return hasFailed
    }

    /// Does what is due in a round.
    private func goOn(in recipient: RecipientID) async throws {
        guard let place = playing[recipient]?.place, isDue(recipient) else { return }
        movesBeingStored += 1
        defer { movesBeingStored -= 1 }
        let wording = try await wording(of: place)
        let isQuiet = try await isQuiet(place)
        // Somebody may have moved meanwhile.
        guard isDue(recipient), var game = playing[recipient] else { return }
        if isQuiet {
            game.round.abandon()
            return try await take(game)
        }
        let wasShown = game.round.isConfirmed
        var actions = game.round.hear(.time, at: time.now, knowing: ())
        // The answer to a question that nobody saw is not said.
        if !wasShown { actions.removeAll { if case .reveal = $0 { true } else { false } } }
        try await take(game, saying: message(actions, of: game, wording))
    }

    /// Whether a room's quiet hours have begun: its round ends with its scores, and nothing is said.
    private func isQuiet(_ place: QuizPlace) async throws -> Bool {
        guard let room = try await room(of: place) else { return false }
        return room.isQuiet(at: time.now, in: catalogue.localizer(for: room.settings).calendar)
    }

    /// The room where a round is played; nil in private.
    func room(of place: QuizPlace) async throws -> Room? {
        place.isSolo ? nil : try await store.room(RoomID(rawValue: place.recipientID.rawValue))
    }

    private func isDue(_ recipient: RecipientID) -> Bool {
        playing[recipient]?.round.deadline.map { $0 <= time.now } ?? false
    }

    /// A network has confirmed a question: its time runs from now.
    package func confirmed(_ question: String) async {
        let asked = queued.first { $0.value.hasReply(asking: question) }?.key
        if let asked { queued[asked]?.finish(question: question) }
        guard let recipient = playing.keys.first(where: { openQuestion(in: $0) == question }),
            var game = playing[recipient]
        else { return }
        let before = game.round
        _ = game.round.hear(.shown, at: time.now, knowing: ())
        guard game.round != before || asked != nil else { return }
        do {
            // After a restart the time goes on.
            try await take(game, keepsQuestion: true)
        } catch {
            log.error("Quiz question's time not stored", metadata: ["quiz.id": "\(game.id)", "error": "\(error)"])
        }
    }
}

/// What operators may choose for rounds.
package struct QuizOptions: Hashable, Sendable {
    /// How long a question in a room is open, in seconds.
    package var questionSeconds: Double

    package init(questionSeconds: Double = 30) { self.questionSeconds = questionSeconds }
}
