import Foundation
import Games
import Localization
import NewsModel
import Parallelism
import Storage

/// Begins rounds, and goes on with those that a restart interrupted.
extension GameTables {
    private static let mostLast = 500
    private static let mostWaiting = 20
    /// How long a shortage of headlines is remembered, in seconds.
    private static let shortageAge = 60.0

    /// How many guests may play at the same time.
    ///
    /// A new name makes a new guest.
    private static let mostGuests = 100
    private static let mostGuestsPerHost = 2
    private static let mostQuestionsOfGuest = 5
    /// So many of the last questions are not asked again of guests of one host.
    private static let mostAskedOfGuests = 200
    /// A round in a room whose question is overdue for so long, in seconds, is not gone on with after a restart.
    private static let patience = RoomPuzzles.patience
    /// Another game without a move for so long, in seconds, does not keep a scheduled round away.
    private static let patienceOfSchedules = 300.0

    /// Starts a round with headlines that the room or person can see.
    package func start(in place: QuizPlace, _ wanted: QuizRequest = QuizRequest()) async throws -> QuizStart {
        try await start(in: place, wanted, slot: nil)
    }

    /// - Parameter slot: the slot of a schedule that begins the round, which then says its beginning itself.
    func start(in place: QuizPlace, _ wanted: QuizRequest, slot: Unsaid.Slot?) async throws -> QuizStart {
        if let refusal = refusal(of: place) { return refusal }
        var wanted = wanted
        if place.isOfGuest { wanted.count = min(wanted.count, Self.mostQuestionsOfGuest) }
        let now = time.now
        if let refusal = try await refusal(of: place, wanted, isScheduled: slot != nil, at: now) { return refusal }
        wanted.language = String(try await wording(of: place).localizer.language.prefix { $0 != "-" })
        let material = QuizMaterial(store: store, catalogue: catalogue, words: words)
        guard try await making.take(for: "", mostWaiting: Self.mostWaiting) else { return .busy }
        defer { making.give() }
        shortages = shortages.filter { now.timeIntervalSince($0.value.at) < Self.shortageAge }
        let (result, basis) = try await material.round(
            in: place,
            wanted,
            at: now,
            short: shortages[place.recipientID],
            asked: place.isOfGuest ? Set(askedOfGuests[place.hostKey] ?? []) : nil
        )
        switch result {
        case .tooFew(let found):
            shortages[place.recipientID] = QuizShortage(basis: basis, found: found, at: now)
            return .tooFew(found)
        case .questions(let questions): return try await begin(questions, wanted, slot, in: place, at: now)
        }
    }

    private func begin(
        _ questions: [QuizQuestion],
        _ wanted: QuizRequest,
        _ slot: Unsaid.Slot?,
        in place: QuizPlace,
        at now: Date
    ) async throws -> QuizStart {
        let wording = try await wording(of: place)
        // Another game may have begun while the headlines were read; from here on none can.
        try await takeTurn(.place(place.recipientID))
        defer { giveTurn(.place(place.recipientID)) }
        if let room = try await room(of: place),
            let kind = try await otherPuzzle(in: room, isScheduled: slot != nil, at: now)
        {
            return .otherGame(kind)
        }
        if let refusal = refusal(of: place) { return refusal }
        var round = QuizRound(
            questions: questions,
            secondsPerQuestion: place.isSolo ? wanted.patience(in: place) : options.questionSeconds,
            isSheet: place.isSolo,
            starter: wanted.starter
        )
        let actions = round.start(at: now)
        let guest = QuizRoundID(rawValue: place.recipientID.rawValue)
        var game = Playing(id: guest, place: place, wanted: wanted, round: round, lineCount: 1)
        guard var beginning = message(actions, of: game, wording) else { return .busy }
        beginning.text = wording.introduction(round) + beginning.text
        beginning.slot = slot
        // A letter is kept by who sends it, and of a guest nothing is.
        let isKept = slot != nil || !place.isOfGuest && !wanted.isSlow
        if place.isOfGuest {
            let asked = (askedOfGuests[place.hostKey] ?? []) + questions.map(\.asked)
            askedOfGuests[place.hostKey] = Array(asked.suffix(Self.mostAskedOfGuests))
        } else {
            let unsaid = isKept ? [beginning] : []
            let state = try StoredRound(place: place.address, wanted: wanted, round: round, unsaid: unsaid)
            let id = try await store.startQuizRound(
                in: place.recipientID,
                state: try state.encoded(),
                asked: questions.map { AskedQuestion(story: $0.story, answer: $0.asked.answer) },
                lineCount: Self.lineCount(ofRound: questions.count, in: place),
                at: now
            )
            guard let id else { return .alreadyRunning }
            game.id = id
        }
        playing[place.recipientID] = game
        remember(game, at: now)
        if isKept { keep(beginning, of: game.id, in: place, inReply: slot == nil) }
        change.yield()
        return .started(speech(beginning, of: game, isKept: isKept))
    }

    /// How many messages a round of so many questions makes: each question, each answer, and a beginning.
    static func lineCount(ofRound count: Int, in place: QuizPlace) -> Int { place.isSolo ? 0 : 2 * count + 1 }

    private func remember(_ game: Playing, at now: Date) {
        if last.count >= Self.mostLast, let oldest = last.min(by: { $0.value.startedAt < $1.value.startedAt }) {
            last[oldest.key] = nil
        }
        last[game.place.recipientID] = LastRound(
            questions: game.round.questions,
            wanted: game.wanted,
            shownCount: game.round.shownCount,
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

    /// What a room's other game, quiet hours or lines an hour say against a round; nil if nothing does.
    private func refusal(
        of place: QuizPlace,
        _ wanted: QuizRequest,
        isScheduled: Bool,
        at now: Date
    ) async throws -> QuizStart? {
        guard let room = try await room(of: place) else { return nil }
        if let kind = try await otherPuzzle(in: room, isScheduled: isScheduled, at: now) { return .otherGame(kind) }
        let calendar = catalogue.localizer(for: room.settings).calendar
        if room.isQuiet(at: now, in: calendar) { return .quiet }
        let left = room.etiquette.linesPerHour - (try await store.quizLines(in: place.recipientID, since: now - 3_600))
        guard Self.lineCount(ofRound: wanted.count, in: place) > left else { return nil }
        return .tooManyLines(max(0, (left - 1) / 2))
    }

    /// The puzzle that a room plays, so that no round can start there; nil if none does.
    private func otherPuzzle(in room: Room, isScheduled: Bool, at now: Date) async throws -> PuzzleKind? {
        try await readGoing()
        let number = PuzzleDay.number(of: now, in: catalogue.localizer(for: room.settings).calendar)
        // A game that rests a while does not keep the daily quiz away.
        let patience = isScheduled ? Self.patienceOfSchedules : RoomPuzzles.patience
        return goingPuzzle(in: room.id.recipient, day: number, within: patience)?.kind
    }

    // MARK: - After a restart

    /// Goes on with the games of the last run, and says what it had not said yet.
    func resume() async throws {
        try await readGoing()
        let now = time.now
        for open in try await store.openQuizRounds() {
            let stored = StoredRound(encoded: open.state)
            guard let stored, let round = stored.round else {
                let scores = try await scores(StoredRound.scores(encoded: open.state), questions: 0, at: now)
                try await store.endQuizRound(open.id, scores: scores, at: now)
                try await store.saveRest(of: open.id, state: "")
                continue
            }
            let place = QuizPlace(recipientID: open.recipientID, address: stored.place)
            var game = Playing(id: open.id, place: place, wanted: stored.wanted, round: round)
            game.lineCount = round.shownCount * 2
            let isAbandoned = !round.isSheet && round.deadline.map { now > $0 + Self.patience } ?? false
            if !isAbandoned { for unsaid in stored.unsaid { keep(unsaid, of: open.id, in: place) } }
            if open.isOver {
                ended[open.id] = Ended(game: game, isStored: true)
            } else if isAbandoned {
                game.round.abandon()
                try await take(game)
            } else if playing[open.recipientID] == nil {
                playing[open.recipientID] = game
                remember(game, at: open.startedAt)
            }
        }
    }
}
