/// Keeps an account of a network to one process: decides which of two Criers that are logged in to it leaves.
///
/// A duplicate login is a connection of another process that is logged in to our account. Whoever comes asks the others
/// of the account whether they are alive; whoever was there first answers with a claim ("I stay"), and the newcomer
/// leaves. A person or a bouncer with the same account answers nothing, so nothing happens.
///
/// At most one of two leaves, in whatever order their signals cross: without having claimed a process yields to any
/// claim, but of two that have both claimed, only the one with the greater id leaves.
///
/// Nicks are folded. The caller passes on only signals of senders that are verified to be logged in to our account.
struct DuplicateLogins: Sendable {
    typealias Moment = ContinuousClock.Instant

    /// What one Crier says to another; the id is random for each process.
    enum Signal: Sendable, Equatable {
        /// "Is a Crier there?", from one that has just come.
        case question(id: String)
        /// "I am here and stay."
        case claim(id: String)
    }

    enum Action: Sendable, Equatable {
        case ask(nick: String)
        case claim(nick: String)
        /// Another process was told for the first time that we stay.
        case warn(nick: String)
        /// Another process that has not heard our id yet is asked a last question, so that it can warn of us.
        case leave(nick: String, isIntroduced: Bool)
    }

    /// How long a living Crier may take to answer.
    private static let answerTime: Duration = .seconds(5)
    /// How long a connection counts as a newcomer to those it did not ask.
    private static let newTime: Duration = .seconds(30)
    private static let checkPause: Duration = .seconds(600)
    private static let mostQuestions = 5
    private static let mostRemembered = 200

    let id: String
    /// When each asked nick counts as not answering.
    private var questions: [String: Moment] = [:]
    /// Nicks that were asked, or told that we stay.
    private var met: Set<String> = []
    private var claimed: Set<String> = []
    /// The ids that the log knows.
    private var warned: Set<String> = []
    private var newUntil: Moment
    private var answers: SendPacer
    private var checks: SendPacer
    /// Apart from `checks`, so that strangers cannot use up what another process needs.
    private var namesakeChecks: SendPacer
    private var checkedAt: [String: Moment] = [:]

    init(id: String, now: Moment) {
        self.id = id
        newUntil = now
        // As other CTCP replies. Strangers cannot use it up, because they get no answer.
        answers = SendPacer(burst: 3, refillPerSecond: 0.1, now: now)
        checks = SendPacer(burst: 3, refillPerSecond: 0.1, now: now)
        namesakeChecks = SendPacer(burst: 3, refillPerSecond: 0.1, now: now)
    }

    /// Whether an answer is awaited; until then we do nothing that another process might do too.
    var isAsking: Bool { !questions.isEmpty }
    var nextDeadline: Moment? { questions.values.min() }

    func isAsking(_ nick: String) -> Bool { questions[nick] != nil }

    /// The network has let us in.
    mutating func begin(at now: Moment) { newUntil = now.advanced(by: Self.newTime) }

    /// Asks a nick, once.
    mutating func ask(_ nick: String, at now: Moment) -> [Action] {
        guard !met.contains(nick), questions.count < Self.mostQuestions else { return [] }
        Self.remember(nick, in: &met)
        questions[nick] = now.advanced(by: Self.answerTime)
        return [.ask(nick: nick)]
    }

    /// A nick with our account has come after us.
    mutating func noteAppeared(_ nick: String, at now: Moment) -> [Action] {
        guard !met.contains(nick), answers.canSend(at: now) else { return [] }
        return claim(nick)
    }

    mutating func hear(_ signal: Signal, from nick: String, at now: Moment) -> [Action] {
        switch signal {
        case .question(let other) where other != id:
            // Both have just come and ask.
            if isAsking, id > other, !claimed.contains(nick) {
                return [.leave(nick: nick, isIntroduced: met.contains(nick))]
            }
            guard answers.canSend(at: now) else { return [] }
            return claim(nick) + warn(nick, other)
        case .claim(let other) where other != id:
            let isNew = isAsking || now < newUntil
            questions[nick] = nil
            let hasClaimed = claimed.contains(nick)
            if id > other || (isNew && !hasClaimed) {
                return [.leave(nick: nick, isIntroduced: met.contains(nick))]
            }
            guard !hasClaimed, answers.canSend(at: now) else { return warn(nick, other) }
            return claim(nick) + warn(nick, other)
        default: return []
        }
    }

    /// Whether the server may be asked for the account of a nick that has sent a signal.
    ///
    /// A nick that we asked gets `duration` for it from now; for others it is allowed rarely and once in ten minutes,
    /// because anybody can send signals. A namesake has a nick like ours, as a second process of ours would.
    mutating func mayCheck(_ nick: String, isNamesake: Bool, for duration: Duration, at now: Moment) -> Bool {
        if isAsking(nick) {
            questions[nick] = now.advanced(by: duration)
            return true
        }
        if let last = checkedAt[nick], last.duration(to: now) < Self.checkPause { return false }
        let mayCheck = isNamesake ? namesakeChecks.canSend(at: now) : checks.canSend(at: now)
        guard mayCheck else { return false }
        if isNamesake { namesakeChecks.spend(1) } else { checks.spend(1) }
        if checkedAt.count >= Self.mostRemembered { checkedAt = [:] }
        checkedAt[nick] = now
        return true
    }

    /// The holder of an asked nick has another account, or is not there.
    mutating func noteStranger(_ nick: String) { questions[nick] = nil }

    /// The nick is free, or somebody else may have it now.
    mutating func forget(_ nick: String) {
        questions[nick] = nil
        met.remove(nick)
        claimed.remove(nick)
    }

    /// Gives up nicks that have not answered.
    mutating func advance(to now: Moment) { questions = questions.filter { $0.value > now } }

    private mutating func claim(_ nick: String) -> [Action] {
        answers.spend(1)
        Self.remember(nick, in: &met)
        Self.remember(nick, in: &claimed)
        return [.claim(nick: nick)]
    }

    private mutating func warn(_ nick: String, _ other: String) -> [Action] {
        guard !warned.contains(other) else { return [] }
        Self.remember(other, in: &warned)
        return [.warn(nick: nick)]
    }

    private static func remember(_ name: String, in names: inout Set<String>) {
        if names.count >= mostRemembered { names = [] }
        names.insert(name)
    }
}

extension DuplicateLogins.Signal {
    /// The CTCP command.
    static let command = "CRIER"
    private static let longestID = 32
    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")

    /// Nil when the argument is no id.
    init?(argument: String, isNotice: Bool) {
        let isID = argument.utf8.allSatisfy { Self.digits.contains($0) || Self.letters.contains($0) }
        guard isID, (1...Self.longestID).contains(argument.utf8.count) else { return nil }
        self = isNotice ? .claim(id: argument) : .question(id: argument)
    }
}
