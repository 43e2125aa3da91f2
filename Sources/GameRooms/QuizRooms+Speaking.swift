import Foundation
import Games
import Localization
import Logging
import NewsModel
import NewsWording
import Schedules
import Speaking
import Storage

/// Sends the messages that are due by the timer.
/// Each chat has its own queue, so a network that is down delays no other chat.
extension QuizRooms {
    /// How long an answer and the scores of a round may be late, in seconds.
    private static let answerSeconds = 60.0
    private static let scoreSeconds = 600.0

    /// Starts the round of a scheduled slot and queues its first message.
    func startScheduled(
        _ schedule: ScheduleID,
        slot: ScheduleSlot,
        in place: QuizPlace,
        count: Int
    ) async throws -> QuizStart {
        // What is left of an older sheet would keep the new one away.
        if playing[place.recipientID]?.round.isSheet == true { _ = try await stop(in: place.recipientID) }
        let format = try await wording(of: place).format
        var wanted = QuizWish()
        wanted.count = count
        let start = try await start(in: place, wanted)
        guard case .started(let text) = start, let game = playing[place.recipientID] else { return start }
        let line = QueuedLines.Line(
            kind: .opening(schedule, slot: slot.number, round: game.id),
            text: text,
            format: format,
            until: game.round.deadline ?? time.now,
            question: openQuestion(in: place.recipientID)
        )
        add([line], in: place)
        return start
    }

    /// Queues a message that says why the round of a scheduled slot does not start.
    func announce(
        _ text: RichText,
        in format: TextFormat,
        of schedule: ScheduleID,
        slot: ScheduleSlot,
        at place: QuizPlace
    ) {
        let kind = QueuedLines.Kind.opening(schedule, slot: slot.number, round: nil)
        let until = time.now + Self.scoreSeconds
        add([.init(kind: kind, text: text, format: format, until: until, question: nil)], in: place)
    }

    /// The messages of a move, each with the time after which it is dropped.
    func lines(_ actions: [QuizRound.Action], of game: Playing, _ wording: QuizWording) -> [QueuedLines.Line] {
        let seconds = game.round.secondsPerQuestion
        return actions.map { action in
            let text = richText([action], game.round, wording)
            switch action {
            case .askAll:
                return .init(
                    kind: .step(game.id, .ask(0)),
                    text: text,
                    format: wording.format,
                    until: game.round.deadline ?? time.now,
                    question: openQuestion(in: game.place.recipientID)
                )
            case .ask(let number):
                return .init(
                    kind: .step(game.id, .ask(number)),
                    text: text,
                    format: wording.format,
                    until: game.round.deadline ?? time.now,
                    question: openQuestion(in: game.place.recipientID)
                )
            case .reveal(let number, _):
                let until = time.now + max(Self.answerSeconds, seconds)
                return .init(
                    kind: .step(game.id, .reveal(number)),
                    text: text,
                    format: wording.format,
                    until: until,
                    question: nil
                )
            case .finish:
                let until = time.now + max(Self.scoreSeconds, seconds)
                return .init(
                    kind: .step(game.id, .finish),
                    text: text,
                    format: wording.format,
                    until: until,
                    question: nil
                )
            }
        }
    }

    func add(_ lines: [QueuedLines.Line], in place: QuizPlace) {
        queued[place, default: QueuedLines()].append(lines)
        change.yield()
    }

    /// The chats that have queued messages and no running `sendQueued`.
    ///
    /// They are marked as sending.
    func claimQueues() -> [QuizPlace] {
        let places = queued.filter { !$0.value.isEmpty && !sending.contains($0.key) }.map(\.key)
        sending.formUnion(places)
        return places
    }

    /// Sends the queued messages of a chat until none is left.
    func sendQueued(in place: QuizPlace) async {
        while let batch = queued[place]?.next(at: time.now) {
            let speech = Speech(
                batch.message,
                to: place.address,
                until: batch.until,
                mayRepeat: true,
                key: batch.key
            )
            // The task was cancelled.
            guard let result = try? await speaker.say(speech) else { break }
            guard case .notSent(let reason) = result.outcome else {
                if let question = batch.message.asks { await confirmed(question) }
                continue
            }
            queued[place]?.giveUp(batch, reason)
            if case .opening(_, _, let round?) = batch.lines.first?.kind { await end(round, in: place) }
        }
        sending.remove(place)
        removeEmptyQueue(in: place)
    }

    /// Removes the queue of a chat when it is empty and no round is running.
    ///
    /// Until then it remembers which questions were not sent, so that their answers are dropped too.
    func removeEmptyQueue(in place: QuizPlace) {
        guard playing[place.recipientID] == nil, queued[place]?.isEmpty == true, !sending.contains(place) else {
            return
        }
        queued[place] = nil
    }

    /// Ends a scheduled round whose first message could not be sent.
    private func end(_ round: QuizRoundID, in place: QuizPlace) async {
        guard playing[place.recipientID]?.id == round else { return }
        log.notice("Scheduled quiz not heard, so ended", metadata: ["quiz.id": "\(round)"])
        do {
            _ = try await stop(in: place.recipientID)
        } catch {
            log.error("Quiz not ended", metadata: ["quiz.id": "\(round)", "error": "\(error)"])
        }
    }

    func wording(of place: QuizPlace) async throws -> QuizWording {
        let settings = try await store.settings(of: place.recipientID) ?? RecipientSettings()
        let name = botName(place.address.network)
        return QuizWording(
            localizer: catalogue.localizer(for: settings),
            // In private no prefix is needed.
            hints: CommandHints { _, words in place.isSolo ? words : CommandHints.inRoom(words, botName: name) },
            format: settings.format,
            isOfGuest: place.isOfGuest
        )
    }

    func richText(_ actions: [QuizRound.Action], _ round: QuizRound, _ wording: QuizWording) -> RichText {
        actions.reduce(RichText()) { text, action in
            switch action {
            case .ask(let number): text + wording.question(number, of: round)
            case .reveal(let number, let right): text + wording.reveal(number, right: right, of: round)
            case .askAll: text + wording.sheet(round)
            case .finish(let scores, let count): text + wording.finish(scores, questions: count, of: round)
            }
        }
    }
}
