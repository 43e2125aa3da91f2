internal import Foundation
internal import NewsModel
internal import Parallelism

/// What the router remembers between messages. A restart may lose it.
actor RouterMemory {
    private var limits: RateLimits
    /// Limits how many people's commands fetch sites at the same time.
    nonisolated let fetchSlots: Slots
    private var loops = LoopGuard()
    private var pages = Pages()
    private var offers = BoundedMap<String, Offer>(limit: 2_000)
    /// The newest rest of a push that was shown, by person and chat.
    private var shownRests = BoundedMap<String, Int64>(limit: 2_000)

    /// Who is a member of which room, as the network last said.
    private var memberships = BoundedMap<String, (isMember: Bool, at: Date)>(limit: 5_000)

    /// Feeds that were offered to a person, to confirm with `yes` or to choose by number.
    struct Offer: Sendable {
        /// Feed addresses, in the order shown.
        var urls: [String]
        /// Whether they were shown with numbers.
        var isNumbered: Bool
        var madeAt: Date
    }

    private static let offerLifetime: TimeInterval = 3_600
    private static let membershipLifetime: TimeInterval = 60

    init(rates: CommandOptions.Rates) {
        limits = RateLimits(rates)
        fetchSlots = Slots(rates.fetchesAtOnce)
    }

    func apply(_ rates: CommandOptions.Rates) {
        limits.apply(rates)
        fetchSlots.setCount(rates.fetchesAtOnce)
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

    func hear(_ line: String, from speaker: String, at time: Date) -> LoopGuard.Verdict {
        loops.hear(line, from: speaker, at: time)
    }

    func answered(_ line: String, from speaker: String, _ answer: ClosedRange<Date>) {
        loops.answered(line, from: speaker, answer)
    }

    func firstPage(
        of text: RichText,
        form: OutgoingMessage.Form,
        limit: Int,
        keys: [String],
        at time: Date
    ) -> (page: RichText, remaining: Int) {
        pages.firstPage(of: text, form: form, limit: limit, keys: keys, at: time)
    }

    func nextPage(
        limit: Int,
        keys: [String],
        at time: Date
    ) -> (page: RichText, form: OutgoingMessage.Form, remaining: Int)? {
        pages.nextPage(limit: limit, keys: keys, at: time)
    }

    /// Whether the rest of a push may be shown: it was not shown before, and no longer answer came after it.
    func takeRest(_ id: Int64, of key: String, ifNewerThan pageKeys: [String], _ madeAt: Date) -> Bool {
        if let shown = shownRests[key], shown >= id { return false }
        if let page = pages.newest(pageKeys), page > madeAt { return false }
        shownRests[key] = id
        return true
    }

    func saveOffer(_ urls: [String], isNumbered: Bool, for key: String, at time: Date) {
        offers[key] = Offer(urls: urls, isNumbered: isNumbered, madeAt: time)
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

    /// Forgets the offers and pages of a person.
    func forget(_ key: String) {
        offers[key] = nil
        pages.drop(keysStartingWith: key + " ")
    }

    func dropOffer(for key: String) { offers[key] = nil }
}
