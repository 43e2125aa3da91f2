internal import Foundation
internal import NewsModel
internal import Parallelism

/// What the router remembers between messages. A restart may lose it.
actor RouterState {
    private var limits: RateLimits
    /// Limits how many people's commands fetch sites at the same time.
    nonisolated let fetchSlots: Slots
    /// Limits how many searches run at the same time.
    nonisolated let searchSlots: Slots
    /// Lines that were not done because they came too fast.
    nonisolated let refusedLines = RefusedLines()
    private var loops = BotLoopDetector()
    private var pages = Pages()
    private var recent = RecentCommands()
    private var offers = BoundedMap<String, Offer>(limit: 2_000)
    private var questions = OpenQuestions()
    /// The newest rest of a push that was shown, by person and chat.
    private var shownRests = BoundedMap<String, Int64>(limit: 2_000)

    /// Who is a member of which room, as the network last said.
    private var memberships = BoundedMap<String, (isMember: Bool, at: Date)>(limit: 5_000)

    /// Feeds that were offered to a person by number.
    struct Offer: Sendable {
        /// Feed addresses, in the order shown.
        var urls: [String]
        var madeAt: Date
    }

    /// What a room was last shown in answer to a line, and when.
    private var shown = BoundedMap<String, (content: String, at: Date)>(limit: 2_000)
    /// When something that may happen only so often happened last.
    private var turns = BoundedMap<String, Date>(limit: 5_000)

    static let offerLifetime: TimeInterval = 3_600
    private static let membershipLifetime: TimeInterval = 60

    init(rates: CommandOptions.Rates) {
        limits = RateLimits(rates)
        fetchSlots = Slots(rates.fetchesAtOnce)
        searchSlots = Slots(rates.searchesAtOnce)
    }

    func apply(_ rates: CommandOptions.Rates) {
        limits.apply(rates)
        fetchSlots.setCount(rates.fetchesAtOnce)
        searchSlots.setCount(rates.searchesAtOnce)
    }

    func takeFetches(_ count: Int, of counted: Counted, at time: Date) -> RateLimits.FetchVerdict {
        limits.takeFetches(count, counted, at: time)
    }

    func takeGuess(of counted: Counted, at time: Date) -> Bool { limits.takeGuess(counted, at: time) }

    func takeInvitationNotice(of counted: Counted, at time: Date) -> Bool {
        limits.takeInvitationNotice(counted, at: time)
    }

    func takeNotice(of counted: Counted, at time: Date) -> Bool { limits.takeNotice(counted, at: time) }

    func isSilent(_ counted: Counted, at time: Date) -> Bool { limits.isSilent(counted, at: time) }

    func countCommand(_ counted: Counted, room: String?, byMail: Bool, at time: Date) -> TokenBucket.Verdict {
        byMail ? limits.takeMailed(counted, at: time) : limits.take(counted, room: room, at: time)
    }

    func countMore(_ count: Int, _ counted: Counted, room: String?, byMail: Bool, at time: Date) {
        limits.spend(count, counted, room: room, byMail: byMail, at: time)
    }

    func remember(_ line: String, _ message: IncomingMessage, from speaker: String) {
        recent.hear(line, message, from: speaker)
    }

    func corrected(by message: IncomingMessage, _ line: String, from speaker: String) -> RecentCommands.Heard? {
        recent.corrected(by: message, line, from: speaker)
    }

    func note(_ change: RecentCommands.Change, of message: IncomingMessage) { recent.note(change, of: message) }

    func changes(of message: IncomingMessage) -> [RecentCommands.Change] { recent.changes(of: message) }

    func hear(_ line: String, from speaker: String, at time: Date) -> BotLoopDetector.Verdict {
        loops.hear(line, from: speaker, at: time)
    }

    func excuseLoop(_ speaker: String, at time: Date) -> Bool { loops.excuse(speaker, at: time) }

    func answered(_ line: String, from speaker: String, _ answer: ClosedRange<Date>) {
        loops.answered(line, from: speaker, answer)
    }

    func firstPage(
        of text: RichText,
        form: OutgoingMessage.Form,
        limit: PageLimit,
        later: LaterNews?,
        keys: [String],
        at time: Date
    ) -> (page: RichText, remaining: Int) {
        pages.firstPage(of: text, form: form, limit: limit, later: later, keys: keys, at: time)
    }

    func laterNews(_ keys: [String], at time: Date) -> LaterNews? { pages.laterNews(keys, at: time) }

    func read(_ later: LaterNews, as blocks: [RichText.Block], keys: [String]) {
        pages.read(later, as: blocks, keys: keys)
    }

    func nextPage(
        limit: PageLimit,
        keys: [String],
        at time: Date
    ) -> (page: RichText, form: OutgoingMessage.Form, remaining: Int)? {
        pages.nextPage(limit: limit, keys: keys, at: time)
    }

    /// Whether a rest under one of the keys can still be shown.
    func hasPage(_ keys: [String], at time: Date) -> Bool {
        pages.newest(keys).map { time.timeIntervalSince($0) < Pages.lifetime } ?? false
    }

    /// Whether the rest of a push may be shown: it was not shown before, and no longer answer came after it.
    func takeRest(_ id: Int64, of key: String, ifNewerThan pageKeys: [String], _ madeAt: Date) -> Bool {
        if let shown = shownRests[key], shown >= id { return false }
        if let page = pages.newest(pageKeys), page > madeAt { return false }
        shownRests[key] = id
        return true
    }

    /// Whether something may happen now, because it did not happen for so many seconds.
    ///
    /// If so, it counts as done.
    func takeTurn(_ key: String, each seconds: TimeInterval, at time: Date) -> Bool {
        if let last = turns[key], Self.isRecent(last, within: seconds, at: time) { return false }
        turns[key] = time
        return true
    }

    /// When the same content was shown in answer to a line, if within so many seconds; nil if it is shown now.
    func showedAlready(_ content: String, to line: String, within seconds: TimeInterval, at time: Date) -> Date? {
        if let last = shown[line], last.content == content, Self.isRecent(last.at, within: seconds, at: time) {
            return last.at
        }
        shown[line] = (content, time)
        return nil
    }

    /// A clock that was set back does not silence anything.
    private static func isRecent(_ date: Date, within seconds: TimeInterval, at time: Date) -> Bool {
        (0..<seconds).contains(time.timeIntervalSince(date))
    }

    func saveOffer(_ urls: [String], for key: String, at time: Date) {
        offers[key] = Offer(urls: urls, madeAt: time)
    }

    func offer(for key: String, at time: Date) -> Offer? {
        guard let offer = offers[key], time.timeIntervalSince(offer.madeAt) < Self.offerLifetime else { return nil }
        return offer
    }

    /// The membership as known from the last minute; nil if it is unknown or older.
    func membership(_ key: String, at time: Date) -> Bool? {
        guard let known = memberships[key] else { return nil }
        return time.timeIntervalSince(known.at) < Self.membershipLifetime ? known.isMember : nil
    }

    func saveMembership(_ isMember: Bool, _ key: String, at time: Date) {
        memberships[key] = (isMember, time)
    }

    /// Forgets the offers, questions, pages and refused lines of a person.
    func forget(_ key: String) {
        refusedLines.forget(key)
        for offer in Array(offers.keys) where offer.hasPrefix(key + " ") { offers[offer] = nil }
        questions.forget(keysStartingWith: key + " ")
        pages.drop(keysStartingWith: key + " ")
    }

    func dropOffer(for key: String) { offers[key] = nil }

    func ask(_ question: OpenQuestion, for key: String) -> OpenQuestion? { questions.ask(question, for: key) }

    func question(for key: String, at time: Date) -> OpenQuestion? { questions.question(for: key, at: time) }

    func closeQuestion(_ key: String) { _ = questions.close(key) }

    func answerQuestion(_ key: String) { questions.answer(key) }

    func passOverQuestion(_ key: String) { questions.passOver(key) }

    func closedQuestion(_ code: String, of profile: ProfileID) -> OpenQuestion.Subject? {
        questions.closed(code, of: profile)
    }
}
