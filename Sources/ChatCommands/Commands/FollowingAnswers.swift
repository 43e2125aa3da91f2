internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// What is said about a new subscription, and how to take it back.
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
        return localizer.richText("feed.added", arguments)
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
