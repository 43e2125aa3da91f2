package import Foundation

/// The state of one round: the questions, the answers and the scores.
///
/// Every call returns what must be shown. `deadline` says when to call `tick` next.
package struct QuizRound: Hashable, Sendable, Codable {
    package struct Player: Hashable, Sendable, Codable {
        package var key: String
        package var name: String

        package init(key: String, name: String) {
            self.key = key
            self.name = name
        }
    }

    package struct Score: Hashable, Sendable, Codable {
        package var player: Player
        package var points: Int
        /// The sum of the times of all right answers, to break ties.
        package var seconds: Double
    }

    package enum Action: Hashable, Sendable {
        case ask(number: Int)
        /// The question is over. `right` are the players who were right, in order of answering.
        case reveal(number: Int, right: [Player])
        /// The round is over. Best first, without players who have no points.
        case finish([Score])
    }

    package enum Answer: Hashable, Sendable {
        case accepted
        case alreadyAnswered
        /// No question is open, or the choice does not exist.
        case notOpen
    }

    private enum Phase: Hashable, Sendable, Codable {
        case waiting
        case open(since: Date)
        case pausing
        case over
    }

    package let questions: [QuizQuestion]
    package let secondsPerQuestion: Double
    /// Whether one person plays alone.
    ///
    /// Then the next question follows at once.
    package let isSolo: Bool
    /// When `tick` must be called; nil if the round is not running.
    package private(set) var deadline: Date?
    /// The index of the current question, from 0.
    package private(set) var current = 0
    private var phase = Phase.waiting
    private var given: [String: Int] = [:]
    private var rightInOrder: [Player] = []
    private var scores: [String: Score] = [:]

    private static let pause = 4.0

    package init(questions: [QuizQuestion], secondsPerQuestion: Double = 30, isSolo: Bool = false) {
        self.questions = questions
        self.secondsPerQuestion = secondsPerQuestion
        self.isSolo = isSolo
    }

    package var isOver: Bool { phase == .over }

    package var isOpen: Bool { if case .open = phase { true } else { false } }

    /// Best first: points, then speed, then name.
    package var standings: [Score] {
        scores.values.filter { $0.points > 0 }
            .sorted {
                ($1.points, $0.seconds, $0.player.name, $0.player.key) < (
                    $0.points, $1.seconds, $1.player.name, $1.player.key
                )
            }
    }

    package mutating func start(at now: Date) -> [Action] {
        guard phase == .waiting else { return [] }
        return ask(at: now)
    }

    /// Counts a player's first answer to the open question.
    ///
    /// `choice` counts from 0.
    package mutating func answer(_ player: Player, choice: Int, at now: Date) -> (Answer, [Action]) {
        guard case .open(let since) = phase, questions.indices.contains(current),
            questions[current].choices.indices.contains(choice)
        else { return (.notOpen, []) }
        guard given[player.key] == nil else { return (.alreadyAnswered, []) }
        given[player.key] = choice
        if choice == questions[current].correct {
            rightInOrder.append(player)
            var score = scores[player.key] ?? Score(player: player, points: 0, seconds: 0)
            score.points += 1
            score.seconds += max(0, now.timeIntervalSince(since))
            scores[player.key] = score
        }
        return (.accepted, isSolo ? reveal(at: now) : [])
    }

    /// Makes the next move if `deadline` has passed.
    package mutating func tick(at now: Date) -> [Action] {
        guard let deadline, now >= deadline else { return [] }
        switch phase {
        case .open: return reveal(at: now)
        case .pausing: return ask(at: now)
        case .waiting, .over: return []
        }
    }

    /// Ends the round at once.
    ///
    /// An open question is revealed first.
    package mutating func stop(at now: Date) -> [Action] {
        guard phase != .over else { return [] }
        var actions: [Action] = []
        if case .open = phase { actions.append(.reveal(number: current, right: rightInOrder)) }
        return actions + finish()
    }

    /// Removes players and all that the round stores about them.
    package mutating func remove(_ players: Set<String>) {
        given = given.filter { !players.contains($0.key) }
        rightInOrder.removeAll { players.contains($0.key) }
        scores = scores.filter { !players.contains($0.key) }
    }

    private mutating func ask(at now: Date) -> [Action] {
        guard questions.indices.contains(current) else { return finish() }
        given = [:]
        rightInOrder = []
        phase = .open(since: now)
        deadline = now.addingTimeInterval(secondsPerQuestion)
        return [.ask(number: current)]
    }

    private mutating func reveal(at now: Date) -> [Action] {
        let action = Action.reveal(number: current, right: rightInOrder)
        current += 1
        guard questions.indices.contains(current) else { return [action] + finish() }
        if isSolo { return [action] + ask(at: now) }
        phase = .pausing
        deadline = now.addingTimeInterval(Self.pause)
        return [action]
    }

    private mutating func finish() -> [Action] {
        phase = .over
        deadline = nil
        return [.finish(standings)]
    }
}
