internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let feeds = Command(
        name: "feeds",
        aliases: ["subs", "subscriptions"],
        genericAliases: ["list", "ls"],
        topic: .following
    ) { context, arguments in
        var arguments = arguments
        let isOwn = arguments.takeFlag("mine", "my")
        let onlyBroken = arguments.takeFlag("broken", "failing")
        let place: PlaceWord? = isOwn ? .privately : arguments.takeValue("to", "of", "in") { PlaceWord($0) }
        // `list feeds`, `feeds all`.
        _ = arguments.takeFirst("feeds", "subs", "subscriptions", "all")
        try context.refuseRest(arguments, of: "feeds")
        // A guest in private has nothing of their own: the house selection is what they see.
        if context.isPrivate, context.person.identity == nil, place == nil {
            return context.show(try await context.houseFeeds())
        }
        let owner = try await context.owner(of: place, toChange: false)
        let followed = try await context.services.store.followedFeeds(of: owner.recipient, at: context.time)
        let shown = onlyBroken ? followed.filter { $0.feed.health.failure != nil } : followed
        if onlyBroken, shown.isEmpty, !followed.isEmpty {
            let healthy = context.localizer.richText("feed.noneBroken", ["n": .number(followed.count)])
            return context.show(healthy, of: owner)
        }
        guard !shown.isEmpty else { return try await context.nothingFollowed(by: owner, at: place) }
        var body = context.heading("feed.title", ["n": .number(shown.count)])
        let pauses = try await context.pauses(of: shown)
        for (index, item) in shown.enumerated() {
            let pause = pauses[item.subscription.address]
            let spans = context.spans(item, pause: pause, showsUnread: !owner.isRoom)
            body.blocks.append(.item(marker: String(index + 1), spans))
        }
        let items = shown.map(\.feed.id.rawValue)
        try await context.isHere(owner) ? context.saveList(.feed, items) : context.saveOwnList(.feed, items)
        // A feed of another room's is none that is seen here.
        let isHealthHere = !owner.isRoom || owner.room?.id == context.room?.id
        let next = context.footer(
            isHealthHere ? "feed.next" : "feed.nextElsewhere",
            [
                "feed": .text(context.hint("feed 1", about: owner, at: place)),
                "unsub": .text(context.hint("unsub 1", about: owner, at: place)),
            ]
        )
        return context.show(body + next, of: owner)
    }
}

extension CommandContext {
    /// Why nothing goes to the mailboxes that feeds wait at, and what ends that.
    fileprivate func pauses(of feeds: [FollowedFeed]) async throws -> [Address: String] {
        guard let network = mailNetwork?.name else { return [:] }
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
    fileprivate func spans(_ item: FollowedFeed, pause: String?, showsUnread: Bool) -> [RichText.Span] {
        var facts: [String] = []
        if showsUnread { facts.append(localizer.text("feed.unread", ["n": .number(item.unreadCount)])) }
        if let category = item.subscription.category ?? item.feed.category {
            facts.append(CategoryWording.name(category, localizer))
        }
        switch item.subscription.pause {
        case .byOwner: facts.append(localizer.text("feed.paused"))
        case .addressFailed: facts.append(pause ?? localizer.text("feed.addressFailed"))
        case nil: break
        }
        if let failure = item.feed.health.failure { facts.append(localizer.text("feed.failure.\(failure.rawValue)")) }
        if item.subscription.address != here {
            facts.append(localizer.text("feed.to", ["place": .text(placeName(item.subscription.address))]))
        }
        let name = RichText.Span.strong([.text(BoundedText.name(item.name))])
        return facts.isEmpty ? [name] : [name, .text(" — " + facts.joined(separator: ", "))]
    }

    /// What is said of an owner who follows nothing: where it is asked for, the house selection is theirs.
    fileprivate func nothingFollowed(by owner: Owner, at place: PlaceWord?) async throws -> [Answer] {
        guard owner.isRoom, owner.room?.id != room?.id else { return show(try await houseFeeds(), of: owner) }
        let facts: [String: MessageArgument] = [
            "place": .text(placeName(owner.address)),
            "hint": .text(hint("sub https://example.org", about: owner, at: place, by: "to")),
        ]
        return show(localizer.richText("feed.noneElsewhere", facts), of: owner)
    }

    /// What is shown to who follows nothing.
    fileprivate func houseFeeds() async throws -> RichText {
        let house = try await services.store.houseFeeds()
        let facts: [String: MessageArgument] = [
            "hint": .text(hint("sub https://example.org")), "sources": .text(hint("sources")),
        ]
        guard !house.isEmpty else { return localizer.richText("feed.none", facts) }
        var body = localizer.richText("feed.noneButHouse", ["n": .number(house.count)])
        for (index, feed) in house.enumerated() {
            var spans: [RichText.Span] = [.strong([.text(BoundedText.name(feed.name))])]
            if let category = feed.category { spans.append(.text(" — " + CategoryWording.name(category, localizer))) }
            body.blocks.append(.item(marker: String(index + 1), spans))
        }
        try await saveList(.feed, house.map(\.id.rawValue))
        return body + footer("feed.subHint", facts)
    }
}
