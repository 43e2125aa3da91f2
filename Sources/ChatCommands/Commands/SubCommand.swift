internal import FeedParsing
internal import FeedRefresh
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let sub = Command(
        name: "sub",
        aliases: ["subscribe", "follow"],
        genericAliases: ["s", "add"],
        topic: .following,
        need: .owner,
        shape: .sub,
        asksForPushes: { _ in true },
        roles: [.following: "sub"],
        answersQuotedLines: true,
        foreignForm: Command.ForeignForm(word: "add", takesWords: true, allowsNameFirst: true)
    ) { context, arguments in
        var arguments = arguments
        let place = arguments.takeValue("to") { context.table.destination($0) }
        // `subscribe to BBC News`
        if arguments.words.count > 1 { _ = arguments.takeFirst("to") }
        let every = try arguments.takeCheckInterval()
        var category = arguments.takeRawValue("in", "category")
        guard !arguments.isEmpty else { throw context.usageError("sub") }
        let owner = try await Owners(context).owner(
            of: place,
            toChange: true,
            alternative: context.hint("sub \(arguments.text.prefix(80)) to dm")
        )
        if category == nil, let smart = try await SmartFollows(context).named(arguments, of: owner.recipient) {
            // A smart feed is not fetched.
            guard every == nil else { throw context.usageError("sub") }
            return try await SmartFollows(context).follow(smart, owner, at: place)
        }
        var name = arguments.takeOwnName()
        if name == nil, try await Following(context).isNamed(arguments, for: owner.recipient) {
            arguments = arguments.withNameLast
            name = arguments.takeOwnName()
        }
        if every == nil { try await TargetWords(context).checkInterval(arguments.words) }
        try await TargetWords(context).checkEnd(arguments.words)
        if let typed = category { category = try await CategoryNaming(context).meant(typed, of: owner) }
        let wanted = SubscriptionWords(name: name, category: category, every: every)
        return try await Following(context).subscribe(owner, to: arguments, wanted)
    }
}

/// What a follower wants a new subscription to be called, where it stands, and how often it is fetched.
struct SubscriptionWords: Sendable {
    var name: String?
    var category: String?
    /// Seconds; nil leaves it to the feed.
    var every: Int?
}

extension CommandShape {
    /// Also accepts `subscribe to BBC News` and `sub BBC News as Beeb`.
    fileprivate static let sub = CommandShape { typed in
        var typed = typed
        if typed.rest.words.count > 1 { _ = typed.rest.takeFirst("to") }
        if let index = typed.rest.words.firstIndex(where: { $0.keyword == "as" }), index > 0 {
            let name = typed.rest.dropping(index + 1)
            if !name.isEmpty, name.isName(atMost: 4) { typed.rest.remove(index...typed.rest.words.count - 1) }
        }
        return CommandShape.addresses(ambiguous: "follow").fits(typed)
    }
}

/// The result of looking up a target.
enum FoundTarget: Sendable {
    case opening(FeedSubscriber.Opening, address: String)
    case known([Feed])
    case absent(AbsentSource)
}

/// Subscribes to feeds, and offers feeds to subscribe to.
struct Following: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The time limit for finding feeds, in seconds.
    static let checkTimeout: TimeInterval = 3

    /// Subscribes to what a line names; of a very long line to as much as one line may name.
    func subscribe(_ owner: Owner, to arguments: Arguments, _ wanted: SubscriptionWords) async throws -> [Answer] {
        let limit = options.rates.feedsPerLine
        let words = arguments.words
        let taken = Arguments(Array(words.prefix(limit)))
        let targets = try await FeedTargets(context).targets(taken, limit: .max)
        guard wanted.name == nil || targets.count == 1 else { throw usageError("sub") }
        return try await subscribe(owner, to: targets, wanted, notTaken: words.dropFirst(limit).map(\.text))
    }

    /// Whether the words are a name for a new feed and its address.
    ///
    /// A known feed or source may be meant together with the address, so its name is none.
    fileprivate func isNamed(_ arguments: Arguments, for recipient: RecipientID) async throws -> Bool {
        guard let name = arguments.nameBeforeAddress?.text, services.sources.source(named: name) == nil,
            services.sources.absent(named: name) == nil
        else { return false }
        return try await SourceLists(context).findFeed(name, for: recipient) == .nothing
    }

    func subscribe(
        _ owner: Owner,
        to targets: [FeedTarget],
        _ words: SubscriptionWords = SubscriptionWords(),
        notTaken: [String] = []
    ) async throws -> [Answer] {
        let limit = options.rates.feedsPerLine
        let notTaken = targets.dropFirst(limit).map(\.text) + notTaken
        let targets = Array(targets.prefix(limit))
        await FeedTargets(context).countLine(of: targets.count)
        if targets.count > FeedTargets.mostTargets || !notTaken.isEmpty {
            guard words.every == nil else { throw CommandError.tooManyAtOnce(limit: FeedTargets.mostTargets) }
            return try await LongSubscription(context: context, owner: owner, category: words.category)
                .subscribe(to: targets, notTaken: notTaken)
        }
        guard !targets.isEmpty else { throw CommandError.noList(hint: hint("sub https://example.org")) }
        let maker = try await Owners(context).maker()
        var resolvedTargets: [ResolvedTarget] = []
        var unknown = 0
        for target in targets {
            let resolvedTarget = try await FeedTargets(context).resolve(target, for: owner.recipient)
            if case .address(let address) = resolvedTarget, try await !services.feeds.isAtHand(address) { unknown += 1 }
            resolvedTargets.append(resolvedTarget)
        }
        var (body, known) = try await FeedTargets(context).fetching(unknown) {
            try await subscribe(owner, to: targets, resolvedTargets, by: maker, words)
        }
        // The turn to fetch is over, because this takes one of its own.
        if let known {
            body = body + (try await SiteFeeds(context).others(at: known.site, than: known.feed, of: owner))
        }
        return show(body + Mailboxes(context).note(on: owner.mailbox))
    }

    /// What a target named, whose feed was followed already.
    private struct KnownSite: Sendable {
        var site: String
        var feed: Feed
    }

    private func subscribe(
        _ owner: Owner,
        to targets: [FeedTarget],
        _ resolvedTargets: [ResolvedTarget],
        by maker: Maker,
        _ words: SubscriptionWords
    ) async throws -> (RichText, KnownSite?) {
        let deadline = services.time.now.addingTimeInterval(Self.checkTimeout)
        // Sites are fetched in parallel, so ten take no longer than the slowest.
        let found = try await withThrowingTaskGroup(of: (Int, FoundTarget).self) { group in
            for (index, (target, resolvedTarget)) in zip(targets, resolvedTargets).enumerated() {
                group.addTask { (index, try await open(resolvedTarget, of: target, by: maker, deadline: deadline)) }
            }
            return try await group.reduce(into: [Int: FoundTarget]()) { $0[$1.0] = $1.1 }
        }
        var body = RichText()
        // One site of a line is looked at further, and none beside a choice, whose numbers would change.
        var known: KnownSite?
        var hasChoice = false
        for (index, target) in targets.enumerated() {
            switch found[index] {
            case .opening(let opening, let address):
                if case .choices = opening { hasChoice = true }
                body = body + (try await answer(to: opening, target.text, at: address, owner, words, &known))
            case .known(let feeds):
                hasChoice = true
                var shown = feeds
                for index in shown.indices {
                    shown[index].name = try await Visibility(context).name(of: shown[index], followedBy: owner)
                }
                body = body + (try await FeedSuggestions(context).choices(shown, for: target.text))
            case .absent(let absent): body = body + SourceBrowsing(context).absence(absent)
            case nil: break
            }
        }
        return (body, hasChoice ? nil : known)
    }

    /// Opens the feed at a resolved address; passes on choices and absent sources.
    func open(
        _ resolvedTarget: ResolvedTarget,
        of target: FeedTarget,
        by maker: Maker,
        deadline: Date
    ) async throws -> FoundTarget {
        switch resolvedTarget {
        case .address(let address):
            .opening(try await services.feeds.open(address, by: maker, deadline: deadline), address: address)
        case .choices(let feeds): .known(feeds)
        case .absent(let absent): .absent(absent)
        }
    }

    private func answer(
        to opening: FeedSubscriber.Opening,
        _ target: String,
        at address: String,
        _ owner: Owner,
        _ words: SubscriptionWords,
        _ known: inout KnownSite?
    ) async throws -> RichText {
        let shown = String(AddressRepair.withoutPassword(target).prefix(80))
        switch opening {
        case .ready(let feed, let count, let newest):
            let followed = try await follow(feed, owner, words, newest)
            if followed != nil { known = known ?? KnownSite(site: target, feed: feed) }
            let pace = try await FeedPacing(context).pace(feed, words, of: owner)
            if let followed { return followed + pace }
            return try await added(feed, owner, count: count, newest: newest) + pace
        case .pending(let feed):
            let followed = try await follow(feed, owner, words)
            let pace = try await FeedPacing(context).pace(feed, words, of: owner)
            if let followed { return followed + pace }
            return try await added(feed, owner, count: 0, newest: nil) + pace
        case .choices(let links):
            return try await SiteFeeds(context).choices(links, for: shown, of: owner, named: words.name)
        case .failed(let failure):
            return try await failed(failure, target: shown, address: address)
        case .notAnAddress:
            return try await FeedSuggestions(context).refusal("feed.notAnAddress", shown, nil)
        }
    }

    /// The error text for a target.
    ///
    /// If the address does not exist, it adds the feeds of its site.
    func failed(_ failure: FeedFailure, target: String, address: String) async throws -> RichText {
        let text = try await FeedSuggestions(context).refusal("feed.unreadable", target, failure)
        guard [.notFound, .gone, .notAFeed].contains(failure) else { return text }
        let deadline = services.time.now.addingTimeInterval(Self.checkTimeout)
        let links = await services.feeds.feedsOfSite(of: address, deadline: deadline)
        guard !links.isEmpty else { return text }
        return text + (try await FeedSuggestions(context).choices(links, "feed.siteHas", for: target))
    }

    /// Subscribes to a feed.
    ///
    /// Returns a text if the feed was followed already. Throws for a name that it may not have.
    ///
    /// The answer shows the newest article, so it is not pushed to this address. Another address gets it as a push.
    func follow(
        _ feed: Feed,
        _ owner: Owner,
        _ words: SubscriptionWords,
        _ newest: Article? = nil
    ) async throws -> RichText? {
        let before = try await known(feed, owner)
        var own: String?
        if let name = words.name { own = try await CategoryNaming(context).feedName(name, for: feed, of: owner) }
        let outcome = try await services.store.addSubscription(
            of: owner.recipient,
            to: feed.id,
            at: owner.address,
            category: words.category,
            by: try await Owners(context).maker(),
            shown: owner.address == here ? newest?.storyID : nil,
            limit: QuotaLimits(context).limit(.subscription, of: owner),
            time: time
        )
        switch outcome {
        case .added:
            let followed = try await named(feed, own, of: owner)
            let name = BoundedText.name(followed.name)
            await Undoing(context).record("sub \(name)", reverse: try await undoLine(followed, owner), of: owner)
            return nil
        case .quotaReached(let limit):
            throw CommandError.quota(kind: "subscriptions", limit: limit, hint: hint("unsub 1"))
        case .createdTooMany(let limit): throw QuotaLimits(context).tooManyMade("subscriptions", limit)
        case .alreadyThere:
            _ = try await named(feed, own, of: owner)
            return try await alreadyFollowed(feed, owner, since: before)
        }
    }

    /// A followed feed with the follower's name for it, which is set if there is a new one.
    func named(_ feed: Feed, _ name: String?, of owner: Owner) async throws -> Feed {
        if let name { _ = try await services.store.setOwnName(name, of: owner.recipient, on: feed.id) }
        return try await services.store.feed(feed.id, in: .of(owner.recipient)) ?? feed
    }
}
