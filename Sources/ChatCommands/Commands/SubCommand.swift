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
        topic: .following
    ) { context, arguments in
        var arguments = arguments
        let place = arguments.takeValue("to") { PlaceWord($0) }
        let category = arguments.takeRawValue("in", "category")
        guard !arguments.isEmpty else { throw context.usageError("sub") }
        let owner = try await context.owner(
            of: place,
            toChange: true,
            alternative: context.hint("sub \(arguments.text.prefix(80)) to dm")
        )
        return try await context.subscribe(owner, to: context.targets(arguments), category: category)
    }
}

extension CommandContext {
    /// How many feeds one line may name.
    private static let mostTargets = 10
    /// Seconds within which a subscription is answered.
    private static let patience: TimeInterval = 3

    /// What each part of the line names; a name of several words is one target where nothing in it is an address.
    fileprivate func targets(_ arguments: Arguments) async -> [String] {
        if let numbers = Reference.numbers(arguments.words), let offer = await memory.offer(for: offerKey, at: time) {
            return numbers.compactMap { offer.urls.indices.contains($0 - 1) ? offer.urls[$0 - 1] : nil }
        }
        let words = arguments.words
        if words.count > 1, !words.contains(where: { $0.isQuoted || $0.text.contains(".") || $0.isURL }),
            case .feed(let feed)? = try? await services.store.findFeed(arguments.text, for: reader)
        {
            return [feed.url]
        }
        return words.prefix(Self.mostTargets).map(\.text)
    }

    var offerKey: String { person.key + " " + placeKey }

    func subscribe(_ owner: Owner, to targets: [String], category: String?) async throws -> [Answer] {
        guard !targets.isEmpty else { throw CommandError.noList(hint: hint("sub https://example.org")) }
        let deadline = time.addingTimeInterval(Self.patience)
        // Sites are asked side by side, so that ten of them take no longer than the slowest.
        let openings = try await withThrowingTaskGroup(of: (Int, FeedSubscriber.Opening).self) { group in
            for (index, target) in targets.enumerated() {
                group.addTask { (index, try await open(target, for: owner, deadline: deadline)) }
            }
            return try await group.reduce(into: [Int: FeedSubscriber.Opening]()) { $0[$1.0] = $1.1 }
        }
        var body = RichText()
        for (index, target) in targets.enumerated() {
            guard let opening = openings[index] else { continue }
            body = body + (try await answer(to: opening, target: target, owner, category: category))
        }
        return show(body)
    }

    /// A feed known by that name, else whatever is found behind the address.
    private func open(_ target: String, for owner: Owner, deadline: Date) async throws -> FeedSubscriber.Opening {
        // An address means itself, not another feed of its host.
        guard !target.contains("/") else { return try await services.feeds.open(target, deadline: deadline) }
        switch try await services.store.findFeed(target, for: owner.recipient) {
        case .feed(let feed): return try await services.feeds.open(feed.url, deadline: deadline)
        case .choices(let feeds):
            return .choices(feeds.map { FeedLink(url: $0.url, title: $0.name, mimeType: nil) })
        case .nothing: return try await services.feeds.open(target, deadline: deadline)
        }
    }

    private func answer(
        to opening: FeedSubscriber.Opening,
        target: String,
        _ owner: Owner,
        category: String?
    ) async throws -> RichText {
        let shown = String(target.prefix(80))
        switch opening {
        case .ready(let feed, let count, let newest):
            if let known = try await follow(feed, owner, category: category, newest) { return known }
            return added(feed, owner, count: count, newest: newest)
        case .pending(let feed):
            if let known = try await follow(feed, owner, category: category) { return known }
            return added(feed, owner, count: 0, newest: nil)
        case .choices(let links):
            await memory.keepOffer(links.map(\.url), for: offerKey, at: time)
            return offerText(links, for: shown)
        case .failed(let failure):
            return try await refusal("feed.unreadable", shown, failure)
        case .notAnAddress:
            return try await refusal("feed.notAnAddress", shown, nil)
        }
    }

    /// Follows a feed; the text when it was followed already.
    ///
    /// The newest article shows in the answer; only a place elsewhere gets it as a push.
    private func follow(
        _ feed: Feed,
        _ owner: Owner,
        category: String?,
        _ newest: Article? = nil
    ) async throws -> RichText? {
        let outcome = try await services.store.addSubscription(
            of: owner.recipient,
            to: feed.id,
            at: owner.address,
            category: category,
            by: try await profileIfVerified()?.id,
            shown: owner.address == here ? newest?.storyID : nil,
            limit: owner.quotas.subscriptions,
            time: time
        )
        switch outcome {
        case .added: return nil
        case .quotaReached(let limit): throw CommandError.quota(kind: "subscriptions", limit: limit)
        case .alreadyThere:
            return localizer.richText(
                "feed.alreadyFollowed",
                ["name": .text(BoundedText.name(feed.name)), "place": .text(placeName(owner.address))]
            )
        }
    }

    private func added(_ feed: Feed, _ owner: Owner, count: Int, newest: Article?) -> RichText {
        var arguments: [String: MessageArgument] = [
            "name": .text(BoundedText.name(feed.name)), "place": .text(placeName(owner.address)),
            "n": .number(count), "undo": .text(hint("unsub \(BoundedText.name(feed.name))")),
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

    /// Why nothing was added, and what may have been meant: a known feed's name or host.
    private func refusal(_ key: String, _ target: String, _ failure: FeedFailure?) async throws -> RichText {
        let known = try await services.store.allFeeds().prefix(5_000)
        let isAddress = failure != nil
        let names = known.map { isAddress ? Self.host(of: $0.url) : $0.name }
        let near = NearNames.nearest(to: isAddress ? Self.host(of: target) : target, among: Set(names))
            .filter { !isAddress || $0 != Self.host(of: target) }
        var arguments: [String: MessageArgument] = [
            "text": .text(target), "hint": .text(hint("sub https://example.org")),
        ]
        if let failure { arguments["reason"] = .text(localizer.text("feed.failure.\(failure.rawValue)")) }
        guard !near.isEmpty else { return localizer.richText(key, arguments) }
        arguments["suggestions"] = .text(near.map { hint("sub \($0)") }.joined(separator: ", "))
        return localizer.richText(key + "Near", arguments)
    }

    private static func host(of address: String) -> String {
        let rest = address.range(of: "://").map { address[$0.upperBound...] } ?? address[...]
        return rest.prefix { !"/?#:".contains($0) }.lowercased()
    }

    private func offerText(_ choices: [FeedLink], for target: String) -> RichText {
        var body = localizer.richText(
            "feed.choices",
            ["n": .number(choices.count), "target": .text(target)]
        )
        for (index, choice) in choices.enumerated() {
            var spans: [RichText.Span] = []
            if let name = choice.title { spans += [.strong([.text(BoundedText.name(name))]), .text(" — ")] }
            body.blocks.append(.item(marker: "\(index + 1)", spans + [.link(label: "", url: choice.url)]))
        }
        return body + footer("feed.choose", ["hint": .text(hint("sub 1"))])
    }

    // MARK: - Offers

    /// Asks whether addresses that somebody only pasted should be followed.
    func offer(_ words: [Word]) async throws -> [Answer] {
        let urls = words.filter(\.isURL).prefix(Self.mostTargets).map(\.text)
        guard let first = urls.first else { throw usageError("sub") }
        await memory.keepOffer(Array(urls), for: offerKey, at: time)
        return say(
            "feed.offer",
            [
                "n": .number(urls.count), "url": .text(String(first.prefix(120))),
                "yes": .text(hint("yes")), "sub": .text(hint("sub \(first)")),
            ]
        )
    }

    func acceptOffer() async throws -> [Answer] {
        guard let offer = await memory.offer(for: offerKey, at: time) else {
            return say("command.nothingToConfirm", ["hint": .text(hint("help"))])
        }
        await memory.dropOffer(for: offerKey)
        let owner = try await owner(of: nil, toChange: true)
        return try await subscribe(owner, to: offer.urls, category: nil)
    }
}
