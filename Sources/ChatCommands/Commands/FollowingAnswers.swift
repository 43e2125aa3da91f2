internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// A subscription, and the feed with its owner's name for it.
struct KnownSubscription: Sendable {
    var subscription: Subscription
    var feed: Feed

    /// The category in which the owner sees it; nil if it is in none.
    var category: String? {
        let category = subscription.category ?? feed.category
        return category?.isEmpty == false ? category : nil
    }
}

/// What is said about a subscription, and how to take it back.
extension Following {
    func added(_ feed: Feed, _ owner: Owner, count: Int, newest: Article?) async throws -> RichText {
        let feed = try await named(feed, nil, of: owner)
        var arguments: [String: MessageArgument] = [
            "name": .text(BoundedText.name(feed.name)), "place": .text(placeName(owner.address)),
            "n": .number(count), "undo": .text(try await undoHint(feed, owner)),
        ]
        guard let newest else {
            return localizer.richText(
                feed.health.lastSucceededAt == nil ? "feed.addedLater" : "feed.addedEmpty",
                arguments
            )
        }
        arguments["title"] = .text(BoundedText.title(newest.title))
        // Nobody reads for a room.
        return localizer.richText(owner.isRoom ? "feed.added" : "feed.addedAsRead", arguments)
    }

    /// The owner's subscription to a feed; nil if they do not follow it.
    func known(_ feed: Feed, _ owner: Owner) async throws -> KnownSubscription? {
        guard let subscription = try await services.store.subscription(of: owner.recipient, to: feed.id) else {
            return nil
        }
        return KnownSubscription(subscription: subscription, feed: try await named(feed, nil, of: owner))
    }

    /// What is said of a feed that was followed before the line, by its former name, and what the line has changed.
    func alreadyFollowed(_ feed: Feed, _ owner: Owner, since before: KnownSubscription?) async throws -> RichText {
        let shown = isHere(owner) ? before?.feed.name : nil
        let name = if let shown { shown } else { try await Visibility(context).name(of: feed, followedBy: owner) }
        var facts: [String: MessageArgument] = [
            "name": .text(BoundedText.name(name)), "place": .text(placeName(owner.address)),
        ]
        let changes = changes(from: before, to: try await known(feed, owner))
        guard !changes.isEmpty else { return localizer.richText("feed.alreadyFollowed", facts) }
        let place: Destination = owner.isRoom ? .room(owner.address.target) : .privately
        let undo = hint("undo", about: owner, at: place, isAnsweredHere: true)
        await Undoing(context).note("sub \(BoundedText.name(name))", undo: undo)
        facts["changes"] = .text(localizer.list(changes))
        facts["undo"] = .text(undo)
        return localizer.richText("feed.changed.followed", facts)
    }

    private func changes(from before: KnownSubscription?, to now: KnownSubscription?) -> [String] {
        guard let before, let now else { return [] }
        var changes: [String] = []
        func add(_ key: String, _ new: String) { changes.append(localizer.text(key, ["new": .text(new)])) }
        if now.feed.name != before.feed.name { add("feed.changed.name", BoundedText.name(now.feed.name)) }
        if let category = now.category, category != before.category {
            add("feed.changed.category", CategoryWording.name(category, localizer))
        }
        if now.subscription.address != before.subscription.address {
            add("feed.changed.place", placeName(now.subscription.address))
        }
        if before.subscription.pause == .byOwner, now.subscription.pause == nil {
            changes.append(localizer.text("feed.changed.resumed"))
        }
        return changes
    }

    /// The line that unsubscribes from exactly this feed, because another feed may have the same name.
    func undoLine(_ feed: Feed, _ owner: Owner) async throws -> HintLine? {
        var name = ""
        if case .feed(let meant) = try await SourceLists(context).findFeed(feed.name, for: owner.recipient),
            meant.id == feed.id
        {
            name = feed.name
        }
        let address = try await Visibility(context).shownAddress(of: feed)
        return TypedName.of(name, orAddress: address == feed.url ? address : nil).map { "unsub \($0)" }
    }

    func undoHint(_ feed: Feed, _ owner: Owner) async throws -> String {
        let place: Destination = owner.isRoom ? .room(owner.address.target) : .privately
        let line = try await undoLine(feed, owner) ?? "feeds"
        return hint(line, about: owner, at: place, isAnsweredHere: true)
    }
}
