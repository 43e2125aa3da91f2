import Foundation
import Games
import Localization
import Logging
import NewsModel
import NewsWording
import Schedules
import Speaking
import Storage

/// Sends what rounds say.
/// Each chat has its own queue, so a network that is down delays no other chat.
extension GameTables {
    /// How long an answer and the scores of a round may be late, in seconds.
    private static let answerSeconds = 60.0
    private static let scoreSeconds = 600.0

    /// Queues a message that says why the round of a scheduled slot does not start.
    func announce(
        _ text: RichText,
        in format: TextFormat,
        of schedule: ScheduleID,
        slot: ScheduleSlot,
        at place: QuizPlace
    ) {
        let slot = Unsaid.Slot(schedule: schedule, number: slot.number)
        let until = time.now + Self.scoreSeconds
        keep(Unsaid(slot: slot, text: text, format: format, until: until), of: nil, in: place)
    }

    /// The message of a move, with the time after which it is dropped; nil if it says nothing.
    func message(_ actions: [QuizRound.Action], of game: Playing, _ wording: QuizWording) -> Unsaid? {
        guard !actions.isEmpty else { return nil }
        let (round, now) = (game.round, time.now)
        var steps: [PartKey.QuizStep] = []
        var until = now
        for action in actions {
            switch action {
            case .ask, .askAll:
                steps.append(.ask(round.current))
                until = max(until, round.deadline ?? now)
            case .reveal(let number, _):
                // The answers to a sheet come with its end.
                if !round.isSheet { steps.append(.reveal(number)) }
                until = max(until, now + max(Self.answerSeconds, round.isSheet ? 0 : round.secondsPerQuestion))
            case .finish:
                steps.append(.finish)
                until = max(until, now + Self.scoreSeconds)
            case .refused: break
            }
        }
        let text = richText(actions, round, wording)
        return Unsaid(steps: steps, text: text, format: wording.format, until: until)
    }

    /// What the answer to a command says of a round.
    func speech(_ unsaid: Unsaid, of game: Playing, isKept: Bool) -> QuizSpeech {
        QuizSpeech(
            text: unsaid.text,
            asks: unsaid.question(of: game.id),
            said: isKept ? SaidSteps(round: game.id, steps: unsaid.steps) : nil
        )
    }

    /// The answer to a command has said what it was to say of a round.
    package func said(_ said: SaidSteps) async { await settle(said, wasSent: true) }

    /// The answer to a command could not be sent: the round says it itself, if it is not too late.
    package func notSaid(_ said: SaidSteps) async { await settle(said, wasSent: false) }

    private func settle(_ said: SaidSteps, wasSent: Bool) async {
        guard let place = queued.first(where: { $0.value.hasReply(said) })?.key else { return }
        queued[place]?.finish(said, wasSent: wasSent)
        change.yield()
        if wasSent { await noteHeard(said.round, in: place) }
    }

    /// Stores that a message was heard or given up, so that it is not said again after a restart.
    private func noteHeard(_ round: QuizRoundID, in place: QuizPlace) async {
        do {
            try await storeState(of: round, in: place)
        } catch {
            log.error("What a quiz has said is not stored", metadata: ["quiz.id": "\(round)", "error": "\(error)"])
        }
    }

    /// The chats that have queued messages and no running `sendQueued`.
    ///
    /// They are marked as sending.
    func claimQueues() -> [QuizPlace] {
        let places = queued.filter { $0.value.isWaiting && !sending.contains($0.key) }.map(\.key)
        sending.formUnion(places)
        return places
    }

    /// Sends the queued messages of a chat until none is left.
    func sendQueued(in place: QuizPlace) async {
        while let line = queued[place]?.next(at: time.now) {
            let speech = Speech(
                line.unsaid.message(of: line.round),
                to: place.address,
                until: line.unsaid.until,
                mayRepeat: true,
                key: line.unsaid.key(of: line.round)
            )
            // The task was cancelled: it is said after the next start.
            guard let result = try? await speaker.say(speech) else { break }
            queued[place]?.finish(line.id)
            guard let round = line.round else { continue }
            if case .notSent = result.outcome {
                if line.unsaid.slot != nil { await end(round, in: place) }
            } else if let question = line.question {
                await confirmed(question)
            }
            await noteHeard(round, in: place)
        }
        sending.remove(place)
        removeEmptyQueue(in: place)
        change.yield()
    }

    /// Removes the queue of a chat when it is empty and no round is running.
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
        let traits = speaker.traits(of: place.address.network)
        let localizer = catalogue.localizer(for: settings)
        // In private no prefix is needed.
        let hints = CommandHints { _, words in place.isSolo ? words : CommandHints.inRoom(words, botName: name) }
        return QuizWording(
            localizer: localizer,
            hints: hints.spoken(by: localizer),
            format: settings.format,
            isOfGuest: place.isOfGuest,
            quiet: { traits?.quiet($0) ?? $0 }
        )
    }

    func richText(_ actions: [QuizRound.Action], _ round: QuizRound, _ wording: QuizWording) -> RichText {
        actions.reduce(RichText()) { text, action in
            switch action {
            case .ask(let number): text + wording.question(number, of: round)
            case .reveal(let number, let right): text + wording.reveal(number, right: right, of: round)
            case .askAll: text + wording.sheet(round)
            case .finish(let scores, let count): text + wording.finish(scores, questions: count, of: round)
            case .refused: text
            }
        }
    }
}
