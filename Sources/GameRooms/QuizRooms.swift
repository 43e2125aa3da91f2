import Foundation
import Games
package import Localization
package import Logging
package import NewsModel
import ServiceLifecycle
package import Storage

/// Every round that is being played.
///
/// Commands get what is to be said back at once; what the clock brings is said by `run`.
package actor QuizRooms: Service {
    private struct Playing {
        var id: QuizRoundID
        var place: QuizPlace
        var round: QuizRound
    }

    private let store: Store
    private let catalogue: Catalogue
    private let networks: [String: any ChatNetwork]
    private let commandPrefix: String
    private let time: any TimeSource
    private let log: Logger
    private var playing: [RecipientID: Playing] = [:]
    private var profiles: [String: ProfileID] = [:]
    private let changed: AsyncStream<Void>
    private let change: AsyncStream<Void>.Continuation

    /// Headlines of this many days are asked about, none twice within a month.
    private static let days = 4.0
    private static let restDays = 30.0

    package init(
        store: Store,
        catalogue: Catalogue,
        networks: [String: any ChatNetwork],
        commandPrefix: String = "!",
        time: any TimeSource,
        log: Logger
    ) {
        self.commandPrefix = commandPrefix
        self.store = store
        self.catalogue = catalogue
        self.networks = networks
        self.time = time
        self.log = log
        (changed, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Begins a round from the place's own headlines.
    package func start(in place: QuizPlace, count: Int = 5, secondsPerQuestion: Double = 30) async throws -> QuizStart {
        guard playing[place.recipientID] == nil else { return .alreadyRunning }
        let now = time.now
        let headlines = try await headlines(for: place, at: now)
        let seed = UInt64(bitPattern: Int64(now.timeIntervalSince1970)) ^ UInt64(bitPattern: place.recipientID.rawValue)
        switch QuizMaker.round(from: headlines, count: count, seed: seed) {
        case .tooFew(let found): return .tooFew(found)
        case .questions(let questions):
            // Another start may have come in while the headlines were read.
            guard playing[place.recipientID] == nil else { return .alreadyRunning }
            var round = QuizRound(
                questions: questions,
                secondsPerQuestion: secondsPerQuestion,
                isSolo: place.isSolo
            )
            let actions = round.start(at: now)
            let state = StoredRound(place: place.address, round: round)
            let articles = questions.map(\.articleID)
            let id = try await store.startQuizRound(
                in: place.recipientID,
                state: try state.encoded(),
                articles: articles,
                at: now
            )
            guard let id else { return .alreadyRunning }
            playing[place.recipientID] = Playing(id: id, place: place, round: round)
            change.yield()
            let wording = try await wording(of: place)
            return .started(wording.introduction(round) + said(actions, round, wording))
        }
    }

    /// A letter, counted from 0, by somebody; `player.key` is `network:account` or a guest's key.
    ///
    /// With `question` it counts for that one only.
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
            try await keep(&game)
            guard !actions.isEmpty else { return .accepted(nil) }
            return .accepted(said(actions, game.round, try await wording(of: game.place)))
        }
    }

    /// Ends the round of a place with its scores; nil when there is none.
    package func stop(in recipient: RecipientID) async throws -> RichText? {
        guard var game = playing[recipient] else { return nil }
        let actions = game.round.stop(at: time.now)
        try await keep(&game)
        return said(actions, game.round, try await wording(of: game.place))
    }

    /// Names the open question of a place, as `OutgoingMessage.asks` does.
    package func openQuestion(in recipient: RecipientID) -> String? {
        playing[recipient].flatMap { $0.round.isOpen ? "quiz-\($0.id)-\($0.round.current)" : nil }
    }

    package func isPlaying(in recipient: RecipientID) -> Bool { playing[recipient] != nil }

    /// Goes on with the rounds a restart interrupted, then lets the clock play until cancelled.
    package func run() async throws {
        try await resume()
        change.yield()
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                var armed: Date?
                // One loop over the changes for good: a stream ends with the first wait on it that is cancelled.
                for await _ in self.changed {
                    let next = await self.pass()
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

    /// Does what the clock asks for; when it asks again.
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
            guard !actions.isEmpty else { continue }
            try await keep(&game)
            let text = said(actions, game.round, try await wording(of: game.place))
            var message = OutgoingMessage(body: text)
            message.asks = openQuestion(in: recipient)
            await say(message, to: game.place.address) { .quiz(game.id, actions.map(\.step), part: $0) }
        }
    }

    /// Stores a move before anything of it is said; an ended round leaves with its scores.
    private func keep(_ game: inout Playing) async throws {
        playing[game.place.recipientID] = game.round.isOver ? nil : game
        change.yield()
        guard game.round.isOver else {
            let state = try StoredRound(place: game.place.address, round: game.round).encoded()
            _ = try await store.saveQuizRound(game.id, state: state)
            return
        }
        let scores = game.round.standings.map { score in
            QuizScore(
                playerKey: score.player.key,
                profileID: profiles[score.player.key],
                displayName: score.player.name,
                points: score.points,
                correctCount: score.points
            )
        }
        try await store.endQuizRound(game.id, scores: scores, at: time.now)
    }

    private func resume() async throws {
        for open in try await store.openQuizRounds() {
            guard let state = StoredRound(encoded: open.state) else {
                try await store.endQuizRound(open.id, scores: [], at: time.now)
                continue
            }
            let place = QuizPlace(recipientID: open.recipientID, address: state.place)
            if playing[open.recipientID] == nil {
                playing[open.recipientID] = Playing(id: open.id, place: place, round: state.round)
            }
        }
    }

    private func headlines(for place: QuizPlace, at now: Date) async throws -> [QuizHeadline] {
        // Feeds date tomorrow's news too; what was stored this second counts.
        let selection = ArticleSelection(
            from: now.addingTimeInterval(-Self.days * 86_400),
            to: now.addingTimeInterval(86_400)
        )
        let articles = try await store.articles(selection, in: .of(place.recipientID), limit: 300)
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

    private func wording(of place: QuizPlace) async throws -> QuizWording {
        let settings = try await store.settings(of: place.recipientID) ?? RecipientSettings()
        let room = place.isSolo ? nil : try await store.room(RoomID(rawValue: place.recipientID.rawValue))
        return QuizWording(
            localizer: catalogue.localizer(for: settings),
            prefix: room?.etiquette.prefix ?? commandPrefix
        )
    }

    private func said(_ actions: [QuizRound.Action], _ round: QuizRound, _ wording: QuizWording) -> RichText {
        actions.reduce(RichText()) { text, action in
            switch action {
            case .ask(let number): text + wording.question(number, of: round)
            case .reveal(let number, let right): text + wording.reveal(number, right: right, of: round)
            case .finish(let scores): text + wording.finish(scores, of: round)
            }
        }
    }

    private func say(_ message: OutgoingMessage, to address: Address, key: (_ part: Int) -> PartKey) async {
        guard let network = networks[address.network] else { return }
        for (index, part) in network.parts(of: message, to: address).enumerated() {
            let outcome = await network.send(part, key: key(index), to: address)
            if outcome != .confirmed { log.notice("Quiz line not confirmed", metadata: ["outcome": "\(outcome)"]) }
        }
    }
}

extension QuizRound.Action {
    fileprivate var step: PartKey.QuizStep {
        switch self {
        case .ask(let number): .ask(number)
        case .reveal(let number, _): .reveal(number)
        case .finish: .finish
        }
    }
}
