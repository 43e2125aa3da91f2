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
        // `subscribe to BBC News`
        if arguments.words.count > 1 { _ = arguments.takeFirst("to") }
        let category = arguments.takeRawValue("in", "category")
        guard !arguments.isEmpty else { throw context.usageError("sub") }
        let owner = try await context.owner(
            of: place,
            toChange: true,
            alternative: context.hint("sub \(arguments.text.prefix(80)) to dm")
        )
        let words = arguments.words
        guard words.count <= CommandContext.mostTargets || !words.allSatisfy({ FeedList.address($0.text) != nil })
        else {
            throw CommandError.tooManyAddresses(
                limit: CommandContext.mostTargets,
                hint: context.hint("import"),
                most: CommandContext.mostImported
            )
        }
        return try await context.subscribe(owner, to: context.targets(arguments), category: category)
    }
}

/// What looking for a target found.
private enum FoundTarget: Sendable {
    case opening(FeedSubscriber.Opening, address: String)
    case known([Feed])
    case absent(AbsentSource)
}

extension CommandContext {
    /// Seconds within which a subscription is answered.
    static let patience: TimeInterval = 3

    func subscribe(_ owner: Owner, to targets: [FeedTarget], category: String?) async throws -> [Answer] {
        guard !targets.isEmpty else { throw CommandError.noList(hint: hint("sub https://example.org")) }
        let maker = try await maker()
        var aims: [ResolvedTarget] = []
        var unknown = 0
        for target in targets {
            let aim = try await resolve(target, for: owner.recipient)
            if case .address(let address) = aim, try await !services.feeds.isAtHand(address) { unknown += 1 }
            aims.append(aim)
        }
        return try await fetching(unknown) {
            try await subscribe(owner, to: targets, aims, by: maker, category: category)
        }
    }

    private func subscribe(
        _ owner: Owner,
        to targets: [FeedTarget],
        _ aims: [ResolvedTarget],
        by maker: Maker,
        category: String?
    ) async throws -> [Answer] {
        let deadline = services.time.now.addingTimeInterval(Self.patience)
        // Sites are asked side by side, so that ten of them take no longer than the slowest.
        let found = try await withThrowingTaskGroup(of: (Int, FoundTarget).self) { group in
            for (index, (target, aim)) in zip(targets, aims).enumerated() {
                group.addTask { (index, try await open(aim, of: target, by: maker, deadline: deadline)) }
            }
            return try await group.reduce(into: [Int: FoundTarget]()) { $0[$1.0] = $1.1 }
        }
        var body = RichText()
        for (index, target) in targets.enumerated() {
            switch found[index] {
            case .opening(let opening, let address):
                let added = try await answer(to: opening, target.text, at: address, owner, category: category)
                body = body + added
            case .known(let feeds): body = body + (try await choices(feeds, for: target.text))
            case .absent(let absent): body = body + absence(absent)
            case nil: break
            }
        }
        return show(body + note(on: owner.mailbox))
    }

    /// A feed known by that name, else whatever is found behind the address.
    private func open(
        _ aim: ResolvedTarget,
        of target: FeedTarget,
        by maker: Maker,
        deadline: Date
    ) async throws -> FoundTarget {
        switch aim {
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
        category: String?
    ) async throws -> RichText {
        let shown = String(AddressRepair.withoutPassword(target).prefix(80))
        switch opening {
        case .ready(let feed, let count, let newest):
            if let known = try await follow(feed, owner, category: category, newest) { return known }
            return try await added(feed, owner, count: count, newest: newest)
        case .pending(let feed):
            if let known = try await follow(feed, owner, category: category) { return known }
            return try await added(feed, owner, count: 0, newest: nil)
        case .choices(let links):
            return await choices(links, "feed.choices", for: shown)
        case .failed(let failure):
            return try await failed(failure, target: shown, address: address)
        case .notAnAddress:
            return try await refusal("feed.notAnAddress", shown, nil)
        }
    }

    /// An address that leads nowhere may belong to a site that has feeds.
    func failed(_ failure: FeedFailure, target: String, address: String) async throws -> RichText {
        let text = try await refusal("feed.unreadable", target, failure)
        guard [.notFound, .gone, .notAFeed].contains(failure) else { return text }
        let deadline = services.time.now.addingTimeInterval(Self.patience)
        let links = await services.feeds.feedsOfSite(of: address, deadline: deadline)
        guard !links.isEmpty else { return text }
        return text + (await choices(links, "feed.siteHas", for: target))
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
            by: try await maker(),
            shown: owner.address == here ? newest?.storyID : nil,
            limit: limit(.subscription, of: owner),
            time: time
        )
        switch outcome {
        case .added:
            let name = BoundedText.name(feed.name)
            try await record("sub \(name)", reverse: try await undoLine(feed, owner), of: owner)
            return nil
        case .quotaReached(let limit): throw CommandError.quota(kind: "subscriptions", limit: limit)
        case .createdTooMany(let limit): throw tooManyMade("subscriptions", limit)
        case .alreadyThere:
            return localizer.richText(
                "feed.alreadyFollowed",
                ["name": .text(BoundedText.name(feed.name)), "place": .text(placeName(owner.address))]
            )
        }
    }

    private func added(_ feed: Feed, _ owner: Owner, count: Int, newest: Article?) async throws -> RichText {
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

    /// What ends following this very feed: another may have the same name.
    private func undoLine(_ feed: Feed, _ owner: Owner) async throws -> String? {
        var name = ""
        if case .feed(let meant) = try await findFeed(feed.name, for: owner.recipient), meant.id == feed.id {
            name = feed.name
        }
        let address = try await shownAddress(of: feed)
        return TypedName.of(name, orAddress: address == feed.url ? address : nil).map { "unsub \($0)" }
    }

    private func undoHint(_ feed: Feed, _ owner: Owner) async throws -> String {
        let place: PlaceWord = owner.isRoom ? .room(owner.address.target) : .privately
        let line = try await undoLine(feed, owner) ?? "feeds"
        return hint(line, about: owner, at: place, isSaidHere: true)
    }

    // MARK: - Offers

    /// Asks whether addresses that somebody only pasted should be followed.
    func offer(_ words: [Word]) async throws -> [Answer] {
        let meant = words.compactMap { word -> (url: String, isRepaired: Bool)? in
            if let corrected = AddressRepair.corrected(word.text) { return (corrected, true) }
            return AddressRepair.looksLikeAddress(word.text) ? (word.text, false) : nil
        }.prefix(Self.mostTargets)
        guard let first = meant.first else { throw usageError("sub") }
        let urls = meant.map(\.url)
        await memory.keepOffer(urls, isNumbered: message.networkKind != .mail, for: offerKey, at: time)
        let shown = String(first.url.prefix(120))
        // By mail a `yes` says that a mailbox is theirs, and comes whenever they read it.
        let manner = message.networkKind == .mail ? "ByMail" : ""
        let facts: [String: MessageArgument] = [
            "n": .number(urls.count), "url": .text(shown), "yes": .text(hint("yes")),
            "sub": .text(hint("sub \(first.url)")),
        ]
        if urls.count == 1, first.isRepaired { return say("feed.offerCorrected" + manner, facts) }
        if urls.count > 1, message.networkKind == .mail {
            let lines = urls.map { hint("sub \($0)") }.joined(separator: "\n")
            return show(localizer.richText("feed.offerListByMail", facts) + RichText([.preformatted(lines)]))
        }
        var body = localizer.richText("feed.offer" + manner, facts)
        guard urls.count > 1 else { return show(body) }
        for (index, url) in urls.enumerated() {
            body.blocks.append(.item(marker: "\(index + 1)", [.link(label: "", url: url)]))
        }
        return show(body + footer("feed.offerList", ["hint": .text(hint("sub 1"))]))
    }

    /// A bare number answers a numbered choice; nil when the word is none, or nothing is to be chosen.
    func choose(_ word: String) async throws -> [Answer]? {
        let word = Word(raw: word, text: word, isQuoted: false)
        guard Reference.numbers([word]) != nil, let offer = await memory.offer(for: offerKey, at: time),
            offer.isNumbered
        else { return nil }
        let owner = try await owner(of: nil, toChange: true)
        return try await subscribe(owner, to: try await targets(Arguments([word])), category: nil)
    }

    func acceptOffer() async throws -> [Answer] {
        guard let offer = await memory.offer(for: offerKey, at: time) else {
            if let code = try await heldCode() {
                return say("command.answerWithCode", ["yes": .text(hint("yes " + code))])
            }
            return say("command.nothingToConfirm", ["hint": .text(hint("help"))])
        }
        let owner = try await owner(of: nil, toChange: true)
        await memory.dropOffer(for: offerKey)
        return try await subscribe(owner, to: offer.urls.map { FeedTarget(text: $0, url: $0) }, category: nil)
    }
}
