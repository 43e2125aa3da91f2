internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage
internal import TextAnalysis

/// Follows smart feeds like feeds: `sub climate`, `unsub climate`, `pause climate 3d`, `resume climate`.
///
/// Nobody can follow a category, so of what may have one name a feed that is followed comes first, then the smart feed.
struct SmartFollows: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The smart feed of exactly this name, unless a feed that is followed is called so.
    func named(_ arguments: Arguments, of owner: RecipientID) async throws -> SmartFeed? {
        guard let smart = try await SmartFeeds(context).named(arguments, of: owner) else { return nil }
        if case .feed(let feed) = try await services.store.findFeed(smart.name, in: .of(owner), exactly: true),
            try await services.store.isFollowed(feed.id, by: owner)
        {
            return nil
        }
        return smart
    }

    /// The same, if it is followed; also by its number in the list of feeds.
    func followed(_ arguments: Arguments, by owner: RecipientID) async throws -> FollowedSmartFeed? {
        if arguments.words.count == 1, let id = try await Listings(context).smartFeed(arguments.words[0]) {
            return try await services.store.followedSmartFeeds(of: owner).first { $0.feed.id == id }
        }
        guard let smart = try await named(arguments, of: owner) else { return nil }
        return try await services.store.followedSmartFeeds(of: owner).first { $0.feed.id == smart.id }
    }

    func follow(_ smart: SmartFeed, _ owner: Owner, at place: Destination?) async throws -> [Answer] {
        try refuseOff(smart)
        try await checkCost(of: smart, for: owner)
        let outcome = try await services.store.followSmartFeed(
            smart.id,
            of: owner.recipient,
            at: owner.address,
            by: try await Owners(context).maker(),
            limit: QuotaLimits(context).limit(.alert, of: owner),
            time: time
        )
        let facts: [String: MessageArgument] = [
            "name": .text(smart.name), "place": .text(placeName(owner.address)),
            "undo": .text(hint("unsub \(smart.name)", about: owner, at: place, by: "from")),
        ]
        switch outcome {
        case .quotaReached(let limit), .createdTooMany(let limit):
            throw QuotaLimits(context).tooManyMade("alerts", limit)
        case .alreadyThere: return say("smart.alreadyFollowed", facts)
        case .added:
            await Undoing(context).note("sub \(smart.name)", undo: try await undo())
            let body = localizer.richText("smart.followed", facts)
            return show(body + Mailboxes(context).note(on: owner.mailbox))
        }
    }

    func unfollow(_ smart: FollowedSmartFeed, _ owner: Owner, at place: Destination?) async throws -> [Answer] {
        _ = try await services.store.unfollowSmartFeed(smart.feed.id, of: owner.recipient, at: time)
        await Undoing(context).note("unsub \(smart.feed.name)", undo: try await undo())
        let again = hint("sub \(smart.feed.name)", about: owner, at: place, by: "to")
        return say("smart.unfollowed", ["name": .text(smart.feed.name), "again": .text(again)])
    }

    func setPause(
        _ isPaused: Bool,
        until end: Date?,
        _ smart: FollowedSmartFeed,
        _ owner: Owner,
        at place: Destination?
    ) async throws -> [Answer] {
        if !isPaused { try refuseOff(smart.feed) }
        try await setPause(isPaused, until: end, smart, of: owner)
        let verb = isPaused ? "pause" : "resume"
        await Undoing(context).note("\(fixed: verb) \(smart.feed.name)", undo: try await undo())
        let other: HintLine = isPaused ? "resume \(smart.feed.name)" : "pause \(smart.feed.name)"
        var facts: [String: MessageArgument] = [
            "names": .text(smart.feed.name), "n": .number(1),
            "undo": .text(hint(other, about: owner, at: place, by: "to")),
        ]
        if let end { facts["until"] = .text(localizer.dateTime(end)) }
        return say(!isPaused ? "feed.resumed" : end == nil ? "feed.pausedNow" : "feed.pausedUntil", facts)
    }

    /// Pauses or resumes all that the owner follows; returns their names.
    func setPause(_ isPaused: Bool, until end: Date?, of owner: Owner) async throws -> [String] {
        let all = try await services.store.followedSmartFeeds(of: owner.recipient)
        for smart in all { try await setPause(isPaused, until: end, smart, of: owner) }
        return all.map(\.feed.name)
    }

    private func setPause(_ isPaused: Bool, until end: Date?, _ smart: FollowedSmartFeed, of owner: Owner) async throws
    {
        if !isPaused, smart.isPaused, smart.feed.isOn { try await checkCost(of: smart.feed, for: owner) }
        _ = try await services.store.setPause(
            isPaused,
            until: end,
            ofSmartFeed: smart.feed.id,
            of: owner.recipient,
            at: time
        )
        // An address that had failed gets everything again.
        if !isPaused { try await services.store.resumeAddress(smart.address) }
    }

    /// Throws if the owner would have more expensive queries than they may have.
    private func checkCost(of smart: SmartFeed, for owner: Owner) async throws {
        let query = try AlertQuery(parsing: smart.query, limits: options.queries.forSmartFeeds)
        let alerts = try await services.store.alerts(of: owner.recipient)
        try await Queries(context).checkLimit(for: query, among: alerts, of: owner)
    }

    /// The same for one that is switched on, if it is followed.
    func checkCost(ofSwitchingOn smart: SmartFeed, for owner: Owner) async throws {
        let followed = try await services.store.followedSmartFeeds(of: owner.recipient)
        guard followed.contains(where: { $0.feed.id == smart.id && !$0.isPaused }) else { return }
        try await checkCost(of: smart, for: owner)
    }

    /// What takes back a change that was just made, for whoever it was made.
    private func undo() async throws -> String { hint(try await UndoHints(context).line()) }

    private func refuseOff(_ smart: SmartFeed) throws {
        guard smart.isOn else { throw CommandError.smartFeedIsOff(smart.name, hint: hint("smart on \(smart.name)")) }
    }

    /// The smart feeds that an owner follows, for `feeds`, and their items of the list; nil if there are none.
    ///
    /// - Parameter count: how many numbers of the list stand before them.
    func section(
        of owner: Owner,
        at place: Destination?,
        after count: Int
    ) async throws -> (text: RichText, items: [Int64])? {
        let followed = try await services.store.followedSmartFeeds(of: owner.recipient)
        guard let first = followed.first else { return nil }
        let resting = try await Queries(context).reasonsWithoutMatches([Alert](), of: owner)
        var body = heading("smart.followedTitle", ["n": .number(followed.count)])
        for (index, smart) in followed.enumerated() {
            var facts: [String] = []
            if !smart.feed.isOn { facts.append(localizer.text("alert.isOff")) }
            if smart.isPaused {
                let end = smart.pausedUntil.map { localizer.dateTime($0) }
                facts.append(
                    end.map { localizer.text("feed.pausedTo", ["until": .text($0)]) } ?? localizer.text("feed.paused")
                )
            }
            if smart.address != here {
                facts.append(localizer.text("feed.to", ["place": .text(placeName(smart.address))]))
            }
            if let reason = resting[-smart.feed.number] { facts.append(reason) }
            let spans: [RichText.Span] = [
                .strong([.text(smart.feed.name)]), " — ", .code(smart.feed.definition),
                .text(facts.map { localizer.text("language.separator.facts") + $0 }.joined()),
            ]
            body.blocks.append(.item(marker: "\(count + index + 1)", spans))
        }
        let next: [String: MessageArgument] = [
            "pause": .text(hint("pause \(first.feed.name) 3d", about: owner, at: place, by: "to")),
            "unsub": .text(hint("unsub \(first.feed.name)", about: owner, at: place, by: "from")),
        ]
        return (body + footer("smart.followedNext", next), followed.map { Listings.item(of: $0.feed.id) })
    }
}

extension Listings {
    /// How a smart feed stands in the list of feeds.
    static func item(of smart: SmartFeedID) -> Int64 { -smart.rawValue }

    /// The smart feed that a number of the list of feeds means; nil if it means something else.
    func smartFeed(_ word: CommandWord) async throws -> SmartFeedID? {
        guard let number = Reference.number(word.text), let list = try await meantList([.feed]),
            list.items.indices.contains(number - 1), list.items[number - 1] < 0
        else { return nil }
        return SmartFeedID(rawValue: -list.items[number - 1])
    }

    func isSmartFeed(_ id: SmartFeedID, _ word: CommandWord) async throws -> CommandError {
        let typed = Reference.typed(word.text)
        for owner in [reader, room?.id.recipient].compactMap(\.self) {
            guard let smart = try await services.store.smartFeeds(of: owner).first(where: { $0.id == id }) else {
                continue
            }
            return .isSmartFeed(typed, smart.name, hint: hint("news \(smart.name)"))
        }
        return .noSuchNumber(typed, hint: hint("feeds"))
    }
}
