package import Foundation

/// The state of one round: the questions, the answers and the scores.
///
/// In a room one question is open at a time. Who plays alone gets a sheet: all questions at once, answered in one line.
/// Every call returns what must be shown. `deadline` says when to call `tick` next.
/// Lines, signs and the time are heard through the seam of all games (`QuizRound+Game`).
package struct QuizRound: Hashable, Sendable, Codable {
    package enum Action: Hashable, Sendable {
        case ask(number: Int)
        /// All questions at once.
        case askAll
        /// The question is over. `right` are the players who were right, in order of answering.
        case reveal(number: Int, right: [Participant])
        /// The round is over, after so many questions. Best first, without players who have no points.
        case finish([Score], questions: Int)
        /// A line that was not counted.
        case refused(Refusal)
    }

    package enum Refusal: Hashable, Sendable {
        case alreadyAnswered
        /// No question is open, or the choice does not exist: the line was not meant for the round.
        case notOpen
        case needsAll
        /// Something is wrong with the answers to a sheet.
        case problem(QuizSheetLine.Problem)
    }

    package enum Answer: Hashable, Sendable {
        case accepted
        case alreadyAnswered
        /// No question is open, or the choice does not exist.
        case notOpen
        /// All questions are open at once, so a letter alone says nothing.
        case needsAll
    }

    /// What may be done by whoever started the round, an operator, or two players.
    package enum Vote: String, Hashable, Sendable, Codable {
        case stop, skip, hint
    }

    private enum Phase: Hashable, Sendable, Codable {
        case waiting
        case open(since: Date)
        case pausing
        case over
    }

    struct Given: Hashable, Sendable, Codable {
        var player: Participant
        var choice: Int
        var time: Date
    }

    package let questions: [QuizQuestion]
    /// For a sheet: how long it stays open.
    package let secondsPerQuestion: Double
    package let isSheet: Bool
    /// `Player.person` of who started it; nil when the clock did.
    package let starter: String?
    /// When `tick` must be called; nil if the round is not running.
    package private(set) var deadline: Date?
    /// The index of the current question, from 0.
    package private(set) var current = 0
    private var phase = Phase.waiting
    /// How many questions were asked so far.
    package private(set) var shownCount = 0
    /// Questions of a sheet that were left out.
    private var skipped: Set<Int> = []
    /// Whether the network has confirmed the question that was asked last.
    package private(set) var isConfirmed = false
    /// Who has answered any question, by person.
    var players: [String: Participant] = [:]
    var given: [String: Given] = [:]
    var scores: [String: Score] = [:]
    /// Wrong choices that hints took away, by question.
    private var removed: [Int: [Int]] = [:]
    var votes: [Vote: Set<String>] = [:]
    /// Questions in a row that nobody answered.
    private var unanswered = 0

    private static let pause = 4.0
    /// How long a question waits for the network to confirm it, in seconds.
    private static let longestSending = 600.0
    private static let mostUnanswered = 2

    package init(
        questions: [QuizQuestion],
        secondsPerQuestion: Double = 30,
        isSheet: Bool = false,
        starter: String? = nil
    ) {
        self.questions = questions
        self.secondsPerQuestion = secondsPerQuestion
        self.isSheet = isSheet
        self.starter = starter
    }

    package var isOver: Bool { phase == .over }

    package var isOpen: Bool { if case .open = phase { true } else { false } }

    /// The choices of a question that are still offered: their places in `choices`.
    package func offered(_ number: Int) -> [Int] {
        questions[number].choices.indices.filter { removed[number]?.contains($0) != true }
    }

    /// Whether two choices of a question were taken away.
    package func isHinted(_ number: Int) -> Bool { removed[number] != nil }

    /// Whoever has points, best first: points, then speed, then name.
    package var standings: [Score] { result.filter { $0.points > 0 } }

    /// The score of everybody who has answered a question, best first.
    package var result: [Score] {
        players.map { scores[$0.key] ?? Score(player: $0.value, points: 0, seconds: 0) }
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

    /// The network has confirmed the open question: its time runs from now.
    package mutating func confirmed(at now: Date) {
        guard case .open = phase, !isConfirmed, !isSheet else { return }
        isConfirmed = true
        phase = .open(since: now)
        deadline = now.addingTimeInterval(secondsPerQuestion)
    }

    /// Counts a person's first answer to the open question.
    ///
    /// `choice` counts from 0.
    package mutating func answer(_ player: Participant, choice: Int, at now: Date) -> (Answer, [Action]) {
        guard case .open(let since) = phase, questions.indices.contains(current) else { return (.notOpen, []) }
        if isSheet {
            guard questions.count == 1 else { return (.needsAll, []) }
            return answer(player, sheet: [choice], at: now)
        }
        guard offered(current).contains(choice) else { return (.notOpen, []) }
        guard given[player.person] == nil else { return (.alreadyAnswered, []) }
        players[player.person] = players[player.person] ?? player
        given[player.person] = Given(player: player, choice: choice, time: now)
        if choice == questions[current].correct, removed[current] == nil {
            addPoint(to: player, seconds: max(0, now.timeIntervalSince(since)))
        }
        return (.accepted, [])
    }

    /// Counts the answers to all questions of a sheet, which ends it; nil stands for a question that is left out.
    package mutating func answer(_ player: Participant, sheet: [Int?], at now: Date) -> (Answer, [Action]) {
        guard isOpen, isSheet, sheet.count == questions.count else { return (.notOpen, []) }
        players[player.person] = player
        var actions: [Action] = []
        for (number, choice) in sheet.enumerated() {
            if choice == nil { skipped.insert(number) }
            let isRight = choice == questions[number].correct
            if isRight, removed[number] == nil { addPoint(to: player, seconds: 0) }
            actions.append(.reveal(number: number, right: isRight ? [player] : []))
        }
        current = questions.count
        return (.accepted, actions + finish())
    }

    /// Makes the next move if `deadline` has passed.
    package mutating func tick(at now: Date) -> [Action] {
        guard let deadline, now >= deadline else { return [] }
        switch phase {
        // A sheet that is left lying ends without a word.
        case .open where isSheet:
            _ = finish()
            return []
        case .open:
            unanswered = given.isEmpty && isConfirmed ? unanswered + 1 : 0
            let actions = reveal(at: now)
            guard unanswered >= Self.mostUnanswered, phase != .over else { return actions }
            let end = finish()
            return standings.isEmpty ? actions : actions + end
        case .pausing: return ask(at: now)
        case .waiting, .over: return []
        }
    }

    /// Whether a question of a sheet was left out.
    package func isSkipped(_ number: Int) -> Bool { skipped.contains(number) }

    /// Whether no question of a sheet was answered.
    package var isEmpty: Bool { isSheet && skipped.count == questions.count }

    /// Whether a person has answered the open question.
    package func hasAnswered(_ person: String) -> Bool { !isSheet && given[person] != nil }

    /// Whether a person may vote: who started the round, operators, and who has answered a question of it.
    package func mayVote(_ person: String, isOperator: Bool) -> Bool {
        isSheet || isOperator || person == starter || players[person] != nil
    }

    /// Whether a vote is carried: at once to who started the round and to operators, otherwise to the second person.
    ///
    /// A hint costs everybody the point, so it needs a second person beside the starter, too, if others play.
    package mutating func grants(_ vote: Vote, to person: String, isOperator: Bool) -> Bool {
        let isAlone = players.keys.allSatisfy { $0 == person }
        if isSheet || isOperator || person == starter && (vote != .hint || isAlone) { return true }
        votes[vote, default: []].insert(person)
        return (votes[vote]?.count ?? 0) >= 2
    }

    /// Takes two wrong choices away from a question and returns whether it did: once a question.
    ///
    /// Who answers afterwards gets no point for it.
    package mutating func hint(_ number: Int, using generator: inout some RandomNumberGenerator) -> Bool {
        guard isOpen, isSheet || number == current, questions.indices.contains(number), removed[number] == nil else {
            return false
        }
        let wrong = questions[number].choices.indices.filter { $0 != questions[number].correct }
        removed[number] = Array(wrong.shuffled(using: &generator).prefix(2))
        votes[.hint] = nil
        return true
    }

    /// Ends the open question at once and asks the next one.
    package mutating func skip(at now: Date) -> [Action] {
        guard isOpen, !isSheet else { return [] }
        let actions = reveal(at: now)
        return phase == .pausing ? actions + ask(at: now) : actions
    }

    /// Ends the round at once.
    ///
    /// An open question is revealed first; of a sheet all are.
    package mutating func stop(at now: Date) -> [Action] {
        guard phase != .over else { return [] }
        var actions: [Action] = []
        if isOpen {
            let open = isSheet ? Array(questions.indices) : [current]
            if isSheet { skipped = Set(open) }
            actions = open.map { .reveal(number: $0, right: isSheet ? [] : right()) }
        }
        return actions + finish()
    }

    /// Ends the round without a word, because nobody has been there for long.
    package mutating func abandon() { _ = finish() }

    private mutating func ask(at now: Date) -> [Action] {
        guard questions.indices.contains(current) else { return finish() }
        (given, isConfirmed) = ([:], false)
        // Who wants to stop, wants it at the next question, too.
        votes = votes.filter { $0.key == .stop }
        shownCount = isSheet ? questions.count : current + 1
        phase = .open(since: now)
        // Its time runs from when the network has confirmed it.
        deadline = now.addingTimeInterval(isSheet ? secondsPerQuestion : Self.longestSending)
        return [isSheet ? .askAll : .ask(number: current)]
    }

    private mutating func reveal(at now: Date) -> [Action] {
        let action = Action.reveal(number: current, right: right())
        current += 1
        guard questions.indices.contains(current) else { return [action] + finish() }
        phase = .pausing
        deadline = now.addingTimeInterval(Self.pause)
        return [action]
    }

    /// Who is right, in order of answering.
    private func right() -> [Participant] {
        given.values.filter { $0.choice == questions[current].correct }
            .sorted { ($0.time, $0.player.key) < ($1.time, $1.player.key) }.map(\.player)
    }

    private mutating func addPoint(to player: Participant, seconds: Double) {
        var score = scores[player.person] ?? Score(player: player, points: 0, seconds: 0)
        score.points += 1
        score.seconds += seconds
        scores[player.person] = score
    }

    private mutating func finish() -> [Action] {
        let asked = min(questions.count, max(1, isOpen && !isSheet ? current + 1 : current))
        phase = .over
        deadline = nil
        return [.finish(standings, questions: isSheet ? questions.count : asked)]
    }
}
