internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let feeds = Command(
        name: "feeds",
        aliases: ["subs", "subscriptions"],
        genericAliases: ["list", "ls"],
        topic: .following,
        need: .ownList,
        shape: .keyword("broken", "failing", "mine", "my"),
        effect: .shows,
        foreignForm: Command.ForeignForm(word: "list", takesWords: false)
    ) { context, arguments in
        var arguments = arguments
        let isOwn = arguments.takeFlag("mine", "my")
        let onlyBroken = arguments.takeFlag("broken", "failing")
        let named = isOwn ? nil : arguments.takeValue("to", "of", "in") { context.table.destination($0) }
        let place: Destination? = isOwn ? .privately : named
        // `list feeds`, `feeds all`.
        _ = arguments.takeFirst("feeds", "subs", "subscriptions", "all")
        try context.refuseRest(arguments, of: "feeds")
        // A guest in private has no subscriptions, so the default selection is shown.
        if context.isPrivate, context.person.identity == nil, place == nil {
            return context.show(try await FeedLists(context).defaultFeeds())
        }
        let owner = try await Owners(context).owner(of: place, toChange: false)
        let followed = try await context.services.store.followedFeeds(of: owner.recipient, at: context.time)
        let order = try await context.services.store.categoryOrder(of: owner.recipient)
        let chosen = onlyBroken ? followed.filter { $0.feed.health.failure != nil } : followed
        let shown = order.sorted(chosen, by: \.category)
        if onlyBroken, shown.isEmpty, !followed.isEmpty {
            let healthy = context.localizer.richText("feed.noneBroken", ["n": .number(followed.count)])
            return context.show(healthy, of: owner)
        }
        guard !shown.isEmpty else {
            return try await FeedLists(context).nothingFollowed(by: owner, at: place, withSmart: !onlyBroken)
        }
        var body = context.heading("feed.title", ["n": .number(shown.count)])
        let pauses = try await FeedLists(context).pauses(of: shown)
        for (index, item) in shown.enumerated() {
            let pause = pauses[item.subscription.address]
            let spans = FeedLists(context).spans(item, order, pause: pause, showsUnread: !owner.isRoom)
            body.blocks.append(.item(marker: String(index + 1), spans))
        }
        let smart = onlyBroken ? nil : try await SmartFollows(context).section(of: owner, at: place, after: shown.count)
        let items = shown.map(\.feed.id.rawValue) + (smart?.items ?? [])
        try await context.isHere(owner)
            ? Listings(context).saveList(.feed, items) : Listings(context).saveOwnList(.feed, items)
        // The health of feeds followed only in another room is not shown here.
        let isHealthHere = !owner.isRoom || owner.room?.id == context.room?.id
        let next = context.footer(
            isHealthHere ? "feed.next" : "feed.nextElsewhere",
            [
                "feed": .text(context.hint("feed 1", about: owner, at: place)),
                "unsub": .text(context.hint("unsub 1", about: owner, at: place)),
            ]
        )
        return context.show(body + next + (smart?.text ?? RichText()), of: owner)
    }
}

/// Lists the followed feeds.
struct FeedLists: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// For each mailbox that is paused: the reason, and the command that resumes it.
    fileprivate func pauses(of feeds: [FollowedFeed]) async throws -> [Address: String] {
        guard let network = Mailboxes(context).mailNetwork?.name else { return [:] }
        var pauses: [Address: String] = [:]
        for subscription in feeds.map(\.subscription)
        where subscription.pause == .addressFailed && subscription.address.network == network {
            guard pauses[subscription.address] == nil else { continue }
            let isUnsubscribed = try await services.store.isUnsubscribed(subscription.address)
            pauses[subscription.address] = localizer.text(
                isUnsubscribed ? "feed.unsubscribed" : "feed.mailReturned",
                ["resume": .text(privateHint("resume"))]
            )
        }
        return pauses
    }

    /// "Example — 3 unread, paused".
    fileprivate func spans(
        _ item: FollowedFeed,
        _ order: CategoryOrder,
        pause: String?,
        showsUnread: Bool
    ) -> [RichText.Span] {
        var facts: [RichText.Span] = []
        func add(_ fact: String) { facts.append(.text(fact)) }
        if showsUnread { add(localizer.text("feed.unread", ["n": .number(item.unreadCount)])) }
        if let category = item.category {
            facts.append(CategoryWording.span(category, colour: order.colour(category), localizer))
        }
        switch item.subscription.pause {
        case .byOwner:
            let end = item.subscription.pausedUntil.map { localizer.dateTime($0) }
            add(end.map { localizer.text("feed.pausedTo", ["until": .text($0)]) } ?? localizer.text("feed.paused"))
        case .addressFailed: add(pause ?? localizer.text("feed.addressFailed"))
        case nil: break
        }
        if let failure = item.feed.health.failure {
            facts.append(.meaning(.signal(.trouble), [.text(localizer.text("feed.failure.\(failure.rawValue)"))]))
        }
        if item.subscription.address != here {
            add(localizer.text("feed.to", ["place": .text(placeName(item.subscription.address))]))
        }
        let name = icon(item.feed.id) + [.strong([.text(BoundedText.name(item.name))])]
        return facts.enumerated().reduce(into: name) { spans, fact in
            spans += [.text(fact.offset == 0 ? " — " : ", "), fact.element]
        }
    }

    /// The answer if the owner follows no feed.
    ///
    /// Smart feeds that are followed come first; for the asker or this room it shows the default selection, too.
    fileprivate func nothingFollowed(
        by owner: Owner,
        at place: Destination?,
        withSmart: Bool
    ) async throws -> [Answer] {
        let smart = withSmart ? try await SmartFollows(context).section(of: owner, at: place, after: 0) : nil
        guard owner.isRoom, owner.room?.id != room?.id else {
            return show(try await defaultFeeds(try await services.store.defaultFeeds(), after: smart), of: owner)
        }
        try await Listings(context).saveOwnList(.feed, smart?.items ?? [])
        if let smart { return show(smart.text, of: owner) }
        let facts: [String: MessageArgument] = [
            "place": .text(placeName(owner.address)),
            "hint": .text(hint("sub https://example.org", about: owner, at: place, by: "to")),
        ]
        return show(localizer.richText("feed.noneElsewhere", facts), of: owner)
    }

    /// The default selection, for people who follow nothing.
    fileprivate func defaultFeeds() async throws -> RichText {
        try await defaultFeeds(try await services.store.defaultFeeds(), after: nil)
    }

    /// - Parameter smart: the smart feeds that are followed, which are numbered before it; nil if there are none.
    private func defaultFeeds(
        _ selection: [Feed],
        after smart: (text: RichText, items: [Int64])?
    ) async throws -> RichText {
        let facts: [String: MessageArgument] = [
            "hint": .text(hint("sub https://example.org")), "sources": .text(hint("sources")),
        ]
        let first = smart?.items ?? []
        try await Listings(context).saveList(.feed, first + selection.map(\.id.rawValue))
        guard !selection.isEmpty else {
            return smart.map { $0.text + footer("feed.subHint", facts) } ?? localizer.richText("feed.none", facts)
        }
        let key = smart == nil ? "feed.noneButDefault" : "feed.onlySmart"
        var body = (smart?.text ?? RichText()) + localizer.richText(key, ["n": .number(selection.count)])
        for (index, feed) in selection.enumerated() {
            var spans = icon(feed.id) + [.strong([.text(BoundedText.name(feed.name))])]
            if let category = feed.category { spans += [" — ", CategoryWording.span(category, localizer)] }
            body.blocks.append(.item(marker: String(first.count + index + 1), spans))
        }
        return body + footer("feed.subHint", facts)
    }
}
